"""S005 too-many-senseis: more than one Sensei.

What it checks
    The number of Sensei, copies of one Sensei included.

Why
    A play deck may have one Sensei; it starts in play and belongs to neither deck.

Illegal
    1 Kobi Sensei
    1 Voitagi Sensei

Legal
    1 Kobi Sensei
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import MostParams, at_most

RULE = Rule(
    code="S005",
    name="too-many-senseis",
    summary="More than one Sensei.",
    messages={"over": Message("{count} Sensei ({cards}); {may}{why}", "keep one")},
    limit=at_most,
    params=MostParams,
    value="max",
)
