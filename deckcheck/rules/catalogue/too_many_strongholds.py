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
from deckcheck.rules.sizes import MostParams, at_most

RULE = Rule(
    code="S004",
    name="too-many-strongholds",
    summary="More than one Stronghold.",
    messages={"over": Message("{count} Strongholds ({cards}); {may}{why}", "keep the one the deck is played with")},
    limit=at_most,
    params=MostParams,
    value="max",
)
