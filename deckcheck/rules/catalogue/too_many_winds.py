"""S013 too-many-winds: more Winds than the play deck may start with.

What it checks
    The number of Winds.

Why
    A player starts with at most one Wind, unless a card says otherwise.

Illegal
    two Winds

Legal
    one Wind
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import MostParams, at_most

RULE = Rule(
    code="S013",
    name="too-many-winds",
    summary="More Winds than the play deck may start with.",
    messages={"over": Message("{count} Winds ({cards}); {may}{why}", "remove {excess}")},
    limit=at_most,
    params=MostParams,
    value="max",
)
