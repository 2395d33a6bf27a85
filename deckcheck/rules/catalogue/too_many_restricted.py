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
from typing import Any

from deckcheck.model.card import Card
from deckcheck.model.card_list import IN_FORCE, named_on
from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.rules.base import CardState, Message, Rule, listing
from deckcheck.rules.catalogue.banned_by_list import ListParams
from deckcheck.rules.kinds import Distinct
from deckcheck.rules.tally import Placed, Tally


class Params(ListParams, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list; `max`: how many titles of it a deck may have."""

    max: int


def standings(card: Card, fmt: Format, params: ListParams) -> Iterator[CardState]:
    """Yield the entry of the list in force that names the card."""
    if entry := named_on(params.list.on(fmt.date), card):
        yield CardState(IN_FORCE, params.list.kind, str(entry.since), is_out=False)


def limit(params: Params, fmt: Format) -> Distinct:
    """Return what the rule limits."""
    listed = params.list.on(fmt.date)

    def titles(here: Placed) -> list[str]:
        return [fold(here.card.base_title)] if named_on(listed, here.card) else []

    def words(_: Tally, by_title: dict[str, list[Entry]], entries: list[Entry]) -> dict[str, Any]:
        return {
            "count": len(by_title),
            "cards": listing(entries),
            "may": f"the maximum is {params.max}",
            "max": params.max,
            "list": params.list.name,
            "since": params.list.since,
        }

    return Distinct(titles, params.max, words)


RULE = Rule(
    manual=__doc__,
    messages={"over": Message("{count} restricted cards ({cards}); {may} ({list}, since {since})", "keep one of them")},
    limit=limit,
    standings=standings,
    params=Params,
    value="list",
)
