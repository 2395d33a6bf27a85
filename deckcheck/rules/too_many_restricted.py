"""C005 too-many-restricted: more restricted cards than one deck may have.

What it checks
    How many different titles of the restricted list the play deck has, over all card types. Copies of one
    restricted title are fine.

Why
    From the Rules Reference 1.4 on a player may choose one card of the restricted list.

Illegal
    two cards of the restricted list

Legal
    three copies of one card of the restricted list
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card_list import named_on
from deckcheck.names import fold
from deckcheck.rules.banned_by_list import ListParams
from deckcheck.rules.base import Message, Problem, Rule, listing, plural
from deckcheck.rules.screens import Context, Form
from deckcheck.tally import Tally


class Params(ListParams, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list; `max`: how many titles of it a deck may have."""

    max: int


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield one problem that names all restricted cards when there are too many."""
    listed = params.list.on(tally.format.date)
    entries = tuple(entry for entry in tally.cards if named_on(listed, entry.card))
    titles = {fold(entry.card.base_title) for entry in entries}
    if len(titles) > params.max:
        data = {
            "count": len(titles),
            "cards": listing(entries),
            "may": f"at most {params.max} {plural(params.max, 'is', 'are')} allowed",
            "max": params.max,
            "list": params.list.name,
            "since": params.list.since,
        }
        yield Problem("over", data, entries)


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    listed = params.list.on(ctx.format.date)
    yield Form(lambda card, _: 1 if named_on(listed, card) else 0, most=params.max)


RULE = Rule(
    code="C005",
    name="too-many-restricted",
    summary="More restricted cards than one deck may have.",
    messages={"over": Message("{count} restricted cards ({cards}); {may} ({list}, since {since})", "keep one of them")},
    params=Params,
    value="list",
    check=check,
    screen=screen,
)
