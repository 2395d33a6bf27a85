"""S004 too-many-strongholds: more than one Stronghold.

What it checks
    The number of Strongholds, copies of one Stronghold included.

Why
    A player has exactly one Stronghold, and no copy of it may be in a deck.

Illegal
    2 Shattered Peaks Castle

Legal
    1 Shattered Peaks Castle
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import AtMost, screen_too_many, too_many

RULE = Rule(
    code="S004",
    name="too-many-strongholds",
    summary="More than one Stronghold.",
    messages={"over": Message("{count} Strongholds ({cards}); {may}{why}", "keep the one the deck is played with")},
    params=AtMost,
    value="max",
    check=too_many,
    screen=screen_too_many,
)
