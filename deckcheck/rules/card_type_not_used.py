"""P003 card-type-not-used: a card of a type that the format has no place for.

What it checks
    Cards whose type belongs to no section of the play deck.

Why
    Regions and Celestials left the game with Ivory, Sensei came and went, Winds and Ancestors belong to a few
    arcs, treaties and warlords to other modes of play.

Illegal
    1 Kobi Sensei in Celestial 40/40

Legal
    1 Kobi Sensei in Twenty Festivals
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.rules.screens import Context, Form
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a problem for each card without a section."""
    for entry in tally.homeless:
        data = {"card": entry.card.name, "kind": entry.card.kind.title(), "format": tally.format.name}
        yield Problem("over", data, (entry,))


def screen(params: NoParams, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield Form(lambda here, _: here.section is None)


RULE = Rule(
    code="P003",
    name="card-type-not-used",
    summary="A card of a type that the format has no place for.",
    messages={"over": Message("`{card}` is of the type {kind}, which has no place in a deck of {format}", "remove it")},
    check=check,
    screen=screen,
)
