"""S014 sideboard-too-large: more cards in the sideboard than allowed.

What it checks
    The cards under the header "Sideboard".

Why
    A skirmish tournament allows ten. The decks and the sideboard together obey the other rules.

Illegal
    a sideboard of 11 cards

Legal
    a sideboard of 10 cards
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import MostParams, at_most

RULE = Rule(
    code="S014",
    name="sideboard-too-large",
    summary="More cards in the sideboard than allowed.",
    messages={"over": Message("sideboard has {count} cards; {may}", "remove {excess}")},
    limit=at_most,
    params=MostParams,
    value="max",
)
