"""E001 required-cards-missing: a card asks for other cards that the deck does not have.

What it checks
    Card texts that demand a number of other cards.

Why
    The text of a card goes before the rules.

Illegal
    Forgotten Legacy in a deck with 15 Holdings

Legal
    Forgotten Legacy in a deck with 16 Holdings
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.effect import Requires
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule, fewer, hanging, total, waiting
from deckcheck.rules.screens import without_effect
from deckcheck.selectors import matches
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a problem for each text whose demand is not met."""
    for entry, effect in tally.met.of(Requires):
        count = total(other for other in tally.cards if matches(effect.of, other.card))
        message = fewer(tally, count, effect.min)
        if message:
            data = {"card": entry.card.name, "what": effect.what, "min": effect.min, "count": count}
            data |= {"missing": effect.min - count}
            yield Problem(message, data | waiting(tally), (entry,), hanging(tally, message))


RULE = Rule(
    code="E001",
    name="required-cards-missing",
    summary="A card asks for other cards that the deck does not have.",
    messages={
        "short": Message(
            "`{card}` asks for {what}, at least {min}; the deck has {count}", "add {missing} or remove the card"
        ),
        "open": Message(
            "`{card}` asks for {what}, at least {min}; the known ones are {count}, and {lines} {did}",
            "correct the lines that did not resolve; the verdict hangs on them",
            Severity.UNDECIDED,
        ),
    },
    check=check,
    screen=without_effect(Requires),
)
