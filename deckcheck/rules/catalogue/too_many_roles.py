"""S006 too-many-roles: more than one role.

What it checks
    The number of role cards, copies of one role included.

Why
    A player may use one role card together with the stronghold.

Illegal
    1 Keeper of Air
    1 Seeker of Fire

Legal
    1 Keeper of Air
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import MostParams, at_most

RULE = Rule(
    code="S006",
    name="too-many-roles",
    summary="More than one role.",
    messages={"over": Message("{count} roles ({cards}); {may}{why}", "keep one")},
    limit=at_most,
    params=MostParams,
    value="max",
)
