"""P006 banned-by-list: a card that the ban list in force names.

What it checks
    Every card of the play deck, Stronghold, Sensei, role and provinces included, against a dated ban list. A
    list names a title, or a title at one experience level.

Why
    Bans change with time; the report says which list was used.

Illegal
    1 Kyuden Otomo - exp in Big Deck, where this level is banned

Legal
    1 Kyuden Otomo in Big Deck
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card_list import CardList, named_on
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class ListParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list."""

    list: CardList


def check(tally: Tally, params: ListParams) -> Iterator[Problem]:
    """Yield a problem for each banned card; one whose own facts say that it is banned is another finding."""
    listed = params.list.on(tally.format.date)
    for entry in tally.cards:
        known = any(mark in tally.format.legality.marks for mark in entry.card.banned)
        ban = named_on(listed, entry.card)
        if ban and not known:
            data = {"card": entry.card.name, "list": params.list.name, "since": ban.since}
            yield Problem("over", data, (entry,))


def screen(params: ListParams, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    listed = params.list.on(ctx.format.date)
    yield never(lambda card, _: named_on(listed, card))


RULE = Rule(
    code="P006",
    name="banned-by-list",
    summary="A card that the ban list in force names.",
    messages={"over": Message("`{card}` is banned: {list}, since {since}", "replace it")},
    params=ListParams,
    value="list",
    check=check,
    screen=screen,
)
