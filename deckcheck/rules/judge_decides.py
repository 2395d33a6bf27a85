"""E003 judge-decides: a card text that only a judge can apply.

What it checks
    Cards whose text changes the building of a deck in a way that the data cannot express.

Why
    Such a deck is neither passed nor failed: the question is stated instead.

Illegal
    nothing: Temples of the Crow leaves the verdict undecided

Legal
    a deck without such a card
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.effect import Judge
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.rules.screens import without_effect
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield the question of each such card."""
    for entry, effect in tally.met.of(Judge):
        yield Problem("ask", {"card": entry.card.name, "question": effect.question}, (entry,))


RULE = Rule(
    code="E003",
    name="judge-decides",
    summary="A card text that only a judge can apply.",
    messages={"ask": Message("`{card}`: {question}", "ask a judge", Severity.UNDECIDED)},
    check=check,
    screen=without_effect(Judge),
)
