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
from deckcheck.rules.base import Message, Problem, Rule, listing
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`sets`: the ids of the fan-made sets."""

    sets: tuple[str, ...]


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield one note that names all fan-set cards of the deck."""
    entries = tuple(
        entry for entry in tally.cards if tally.format.allows(entry.card) and entry.card.printed_only_in(params.sets)
    )
    if entries:
        yield Problem("note", {"cards": listing(entries)}, entries)


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: ctx.format.allows(card) and card.printed_only_in(params.sets))


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
    check=check,
    screen=screen,
)
