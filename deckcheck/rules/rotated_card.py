"""P008 rotated-card: a card that has rotated out of the format.

What it checks
    Every card of the play deck against the dated list of rotated cards, and against the sets that rotated as a
    whole. Cards of such a set may have been reprinted since, which the card data do not say: they leave the
    verdict undecided.

Why
    Some fan formats retire older packs and cards.

Illegal
    a card that the list names, in Emerald

Legal
    the same card in the stronghold format
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card_list import named_on
from deckcheck.model.finding import Severity
from deckcheck.rules.banned_by_list import ListParams
from deckcheck.rules.base import Message, Problem, Rule, listing
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class Params(ListParams, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list; `sets`: the ids of the sets that rotated as a whole."""

    sets: tuple[str, ...] = ()


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each rotated card, and one for all that may have rotated."""
    listed = params.list.on(tally.format.date)
    doubtful = []
    for entry in tally.cards:
        rotated = named_on(listed, entry.card)
        if rotated:
            data = {"card": entry.card.name, "list": params.list.name, "since": rotated.since}
            yield Problem("over", data, (entry,))
        elif entry.card.printed_only_in(params.sets):
            doubtful.append(entry)
    if doubtful:
        yield Problem("sets", {"cards": listing(doubtful), "count": len(doubtful)}, tuple(doubtful))


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    listed = params.list.on(ctx.format.date)
    yield never(lambda card, _: named_on(listed, card) or card.printed_only_in(params.sets))


RULE = Rule(
    code="P008",
    name="rotated-card",
    summary="A card that has rotated out of the format.",
    messages={
        "over": Message("`{card}` has rotated out: {list}, since {since}", "replace it"),
        "sets": Message(
            "were these reprinted since their packs rotated out? the card data do not say: {cards}",
            "look them up in the card list of the format",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    value="list",
    check=check,
    screen=screen,
)
