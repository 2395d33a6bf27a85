"""S007 repeated-starting-holding: more than one copy or version of a starting Holding.

What it checks
    The starting Holdings of the list by title. Lists often leave them out, which is fine, or write them among
    the other Holdings; they never count toward the Dynasty deck.

Why
    A player starts with one Border Keep and, when not going first, one Bamboo Harvesters, in one version of
    each; no copies may be in the deck.

Illegal
    1 Border Keep
    1 Border Keep - exp

Legal
    1 Border Keep
    1 Bamboo Harvesters - exp
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.names import fold
from deckcheck.rules.base import Message, Problem, Rule, listing, total
from deckcheck.rules.screens import Context, Form, Shared, never
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: where starting Holdings are; `max`: how many of each title."""

    section: str
    max: int


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each starting Holding that is listed more than once."""
    by_title: dict[str, list[int]] = {}
    entries = tally.entries(params.section)
    for index, entry in enumerate(entries):
        by_title.setdefault(fold(entry.card.base_title), []).append(index)
    for indexes in by_title.values():
        same = tuple(entries[index] for index in indexes)
        if total(same) > params.max:
            data = {"count": total(same), "title": same[0].card.base_title, "cards": listing(same), "max": params.max}
            yield Problem("over", data, same)


def screen(params: Params, ctx: Context) -> Iterator[Form | Shared]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, count: count > params.max and ctx.section(card) == params.section)
    yield Shared(lambda card: [fold(card.base_title)] if ctx.section(card) == params.section else [], params.max)


RULE = Rule(
    code="S007",
    name="repeated-starting-holding",
    summary="More than one copy or version of a starting Holding.",
    messages={
        "over": Message(
            "{count} copies of the starting Holding `{title}` ({cards}); {max} starts in play, none may be in the deck",
            "keep one version",
        )
    },
    params=Params,
    value="max",
    check=check,
    screen=screen,
)
