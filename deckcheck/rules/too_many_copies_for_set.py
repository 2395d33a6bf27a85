"""C006 too-many-copies-for-set: more copies than the boxes at hand hold.

What it checks
    Copies of each card against what the given number of copies of a set contains.

Why
    A deck from a single Core Set can hold no more than what is in the box.

Illegal
    3 copies of a card that stands in the Core Set once

Legal
    1 copy of it
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.rules.base import Message, Problem, Rule, plural
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`set`: the id of the set; `sets`: how many of it there are."""

    set: str
    sets: int


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each card of the set with more copies than there are."""
    for entry in tally.cards:
        have = _copies_held(entry.card, params)
        if have and entry.count > have:
            data = {"card": entry.card.name, "count": entry.count, "limit": have, "excess": entry.count - have}
            data |= {
                "sets": params.sets,
                "word": plural(params.sets, "set"),
                "hold": plural(params.sets, "holds", "hold"),
            }
            yield Problem("over", data, (entry,))


def _copies_held(card: Card, params: Params) -> int:
    return sum(printing.copies for printing in card.printings if printing.set == params.set) * params.sets


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""

    def short(card: Card, count: int) -> bool:
        have = _copies_held(card, params)
        return bool(have) and count > have

    yield never(short)


RULE = Rule(
    code="C006",
    name="too-many-copies-for-set",
    summary="More copies than the boxes at hand hold.",
    messages={"over": Message("{count} copies of `{card}`; {sets} {word} {hold} {limit}", "remove {excess}")},
    params=Params,
    value="sets",
    check=check,
    screen=screen,
)
