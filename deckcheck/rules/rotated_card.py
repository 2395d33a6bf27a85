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

from deckcheck.model.card_list import FREE, IN_FORCE
from deckcheck.model.finding import Severity
from deckcheck.rules.banned_by_list import ListParams, listed_data
from deckcheck.rules.base import Message, Problem, Rule, listing
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class Params(ListParams, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list; `sets`: the ids of the sets that rotated as a whole."""

    sets: tuple[str, ...] = ()


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each rotated card, and one for all that may have rotated."""
    doubtful = []
    for entry in tally.cards:
        state = params.list.state(entry.card, tally.format.date)
        if state != FREE:
            yield Problem("over" if state == IN_FORCE else "open", listed_data(entry.card, params, tally), (entry,))
        elif entry.card.printed_only_in(params.sets):
            doubtful.append(entry)
    if doubtful:
        what = "this card was" if len(doubtful) == 1 else f"these {len(doubtful)} cards were"
        data = {"cards": listing(doubtful), "count": len(doubtful), "what": what}
        yield Problem("sets", data, tuple(doubtful))


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: params.list.state(card, ctx.format.date) != FREE or card.printed_only_in(params.sets))


RULE = Rule(
    code="P008",
    name="rotated-card",
    summary="A card that has rotated out of the format.",
    messages={
        "over": Message("`{card}` has rotated out: {list}, since {since}", "replace it"),
        "open": Message(
            "cannot tell whether `{card}` has rotated out: {list}, {when}, by {by}",
            "ask the organiser, or replace it",
            Severity.UNDECIDED,
        ),
        "sets": Message(
            "cannot tell whether {what} reprinted after rotation: {cards}",
            "look for a newer printing in the card list of the format",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    value="list",
    check=check,
    screen=screen,
)
