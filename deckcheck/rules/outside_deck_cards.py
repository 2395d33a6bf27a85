"""E006 outside-deck-cards: a card brings in other cards from outside the deck.

What it checks
    Cards whose text uses cards that are not part of the deck.

Why
    They are in no section of the list, and the player has to have them at hand.

Illegal
    nothing: this is a note

Legal
    Kyuden Otomo, with a note that it uses Winds
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.effect import OutsideDeck
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.rules.screens import without_effect
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a note for each such card."""
    for entry, effect in tally.met.of(OutsideDeck):
        yield Problem("bring", {"card": entry.card.name, "what": effect.what}, (entry,))


RULE = Rule(
    code="E006",
    name="outside-deck-cards",
    summary="A card brings in other cards from outside the deck.",
    messages={"bring": Message("`{card}` uses {what} from outside the deck", "bring {what}", Severity.NOTE)},
    check=check,
    screen=without_effect(OutsideDeck),
)
