"""P006 banned-by-list: a card that the ban list in force names.

What it checks
    Every card of the play deck, Stronghold, Sensei, role and provinces included, against a dated ban list. A
    list names a title, or a title at one experience level. An entry whose day is not known, only the interval that
    holds it, leaves the verdict undecided on the days of the interval.

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

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, Between, CardList
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class ListParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list."""

    list: CardList


def check(tally: Tally, params: ListParams) -> Iterator[Problem]:
    """Yield a problem for each banned card; one whose own facts say that it is banned is another finding."""
    for entry in tally.cards:
        known = any(mark in tally.format.legality.marks for mark in entry.card.banned)
        state = params.list.state(entry.card, tally.format.date)
        if state != FREE and not known:
            yield Problem("over" if state == IN_FORCE else "open", listed_data(entry.card, params, tally), (entry,))


def listed_data(card: Card, params: ListParams, tally: Tally) -> dict[str, str]:
    """Return the message data about a card that the list of `params` names on the day of the format."""
    entry, day = params.list.naming(card), tally.format.date
    data = {"card": card.name, "list": params.list.name, "day": day}
    if entry is None:
        return data
    since = params.list.days_of(entry)[1]
    if since <= day and isinstance(entry.until, Between):
        return data | {"since": since, "when": f"until a day {entry.until}", "by": entry.until.by}
    if isinstance(entry.since, Between):
        since = f"{since} at the latest"
        return data | {"since": since, "when": f"from a day {entry.since}", "by": entry.since.by}
    return data | {"since": since}


def screen(params: ListParams, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: params.list.state(card, ctx.format.date) != FREE)


RULE = Rule(
    code="P006",
    name="banned-by-list",
    summary="A card that the ban list in force names.",
    messages={
        "over": Message("`{card}` is banned: {list}, since {since}", "replace it"),
        "open": Message(
            "cannot tell whether `{card}` was banned on {day}: {list}, {when}, by {by}",
            "ask the organiser, or replace it",
            Severity.UNDECIDED,
        ),
    },
    params=ListParams,
    value="list",
    check=check,
    screen=screen,
)
