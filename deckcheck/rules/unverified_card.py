"""P005 unverified-card: a card of which not all facts are known.

What it checks
    Cards that real lists or collectors attest, while their keywords or stats are not in the data.

Why
    Such a card must not be called unknown, and what is not known of it must not be guessed: it may be Unique,
    for instance.

Illegal
    nothing: this is a note

Legal
    3 Pokupo in Celestial 40/40, with a note
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a note for each card with facts missing."""
    for entry in tally.cards:
        if entry.card.unverified:
            unique = "" if entry.card.unique or entry.count == 1 else "; whether it is Unique is not known"
            yield Problem(
                "note", {"card": entry.card.name, "reason": entry.card.unverified, "unique": unique}, (entry,)
            )


def screen(params: NoParams, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: card.unverified)


RULE = Rule(
    code="P005",
    name="unverified-card",
    summary="A card of which not all facts are known.",
    messages={"note": Message("`{card}` is {reason}{unique}", "look at the card itself", Severity.NOTE)},
    check=check,
    screen=screen,
)
