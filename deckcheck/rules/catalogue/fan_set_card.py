"""P004 fan-set-card: a card that only fan-made sets have printed.

What it checks
    Cards that bear the mark of the format but were printed only in the sets named here.

Why
    After the publisher stopped, players went on: some events take their sets, some do not. The deck is legal
    here; the note tells an organiser what to look at.

Illegal
    nothing: this is a note

Legal
    3 Double Strike in Twenty Festivals, with a note
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.rules.base import Message, Own, Rule, Said, listing
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`sets`: the ids of the fan-made sets."""

    sets: tuple[str, ...]


def limit(params: Params, fmt: Format) -> PerCard:
    """Return what the rule notes: one note names all such cards of a deck."""

    def says(here: Placed, _: Own) -> Iterator[Said]:
        if fmt.allows(here.card) and here.card.printed_only_in(params.sets):
            yield "note", {}

    return PerCard(says, together={"note": lambda entries: {"cards": listing(entries)}})


RULE = Rule(
    code="P004",
    name="fan-set-card",
    summary="A card that only fan-made sets have printed.",
    messages={
        "note": Message(
            "printed in fan-made sets only: {cards}", "ask the organiser whether they are taken", Severity.NOTE
        )
    },
    params=Params,
    limit=limit,
)
