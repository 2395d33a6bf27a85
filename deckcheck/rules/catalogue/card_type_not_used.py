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

from deckcheck.model.format import Format
from deckcheck.rules.base import Message, NoParams, Own, Rule, Said
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


def limit(_: NoParams, fmt: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, _: Own) -> Iterator[Said]:
        if here.section is None:
            yield "over", {"kind": here.card.kind.title(), "format": fmt.name}

    return PerCard(says)


RULE = Rule(
    code="P003",
    name="card-type-not-used",
    summary="A card of a type that the format has no place for.",
    messages={"over": Message("`{card}` is of the type {kind}, which has no place in a deck of {format}", "remove it")},
    limit=limit,
)
