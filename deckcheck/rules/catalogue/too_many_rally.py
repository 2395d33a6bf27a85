"""S015 too-many-rally: more Rally cards than allowed.

What it checks
    The number of cards with Rally in the deck.

Why
    In Emerald a Rally card does not count toward the minimum of the dynasty deck, and the maximum is five.

Illegal
    six Rally cards in Emerald

Legal
    five Rally cards in Emerald
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import SortParams, of_a_sort

RULE = Rule(
    code="S015",
    name="too-many-rally",
    summary="More Rally cards than allowed.",
    messages={"over": Message("{count} Rally cards ({cards}); the maximum is {max}", "remove {excess}")},
    limit=of_a_sort,
    params=SortParams,
    value="max",
)
