"""P007 not-yet-released: a card that came out after the as-of day.

What it checks
    The release date of the first set or pack of each card against the as-of day, by default the last
    day of the format. The mark of an arc proves that a card came out by the end of the arc, even when the data have no
    printing of that time: before that day the verdict is undecided.

Why
    All cards of a legal deck are out on the as-of day. A card without any date and without the mark of an arc
    counts as released.

Illegal
    3 Double Strike in Twenty Festivals on 2015-12-31

Legal
    3 Double Strike in Twenty Festivals on its last day
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, OPEN
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, Day, Message, Own, Rule, Said
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`by`: the last day whose cards the format allows, on every as-of day (empty: any).

    `arcs`: the last day of each arc, by the mark of its cards.
    """

    by: str = ""
    arcs: dict[str, str] = {}


def out_by(card: Card, arcs: Mapping[str, str]) -> str:
    """Return the day by which the card was surely out, "" without one.

    That is the day of its first printing, or the last day of an arc (`arcs`, by mark) whose mark it has.
    """
    ends = (arcs[mark] for mark in (*card.marks, *card.banned) if mark in arcs)
    return min(filter(None, (card.released, *ends)), default="")


def release_state(card: Card, day: str, arcs: Mapping[str, str]) -> str:
    """Return FREE for a card that was out on `day`, IN_FORCE for one that was not, and OPEN when that is unknown.

    A mark that is older than every printing on record proves an earlier printing on an unknown day.
    """
    known = out_by(card, arcs)
    if known <= day:
        return FREE
    return IN_FORCE if known == card.released else OPEN


def standings(card: Card, fmt: Format, params: Params) -> Iterator[CardState]:
    """Yield the legality of the card by the day on which it came out."""
    if not fmt.legality.exempts(card):
        yield CardState(release_state(card, _last_day(fmt, params), params.arcs), "not yet released")


def days(card: Card, fmt: Format, params: Params) -> Iterator[Day]:
    """Yield the day by which the card was out."""
    if day := out_by(card, params.arcs):
        yield Day(day, "release" if day == card.released else "end of the arc whose mark it has", admits=True)


def _last_day(fmt: Format, params: Params) -> str:
    return min(filter(None, (fmt.date, params.by)))


def limit(params: Params, fmt: Format) -> PerCard:
    """Return what the rule limits."""
    day = _last_day(fmt, params)

    def says(here: Placed, _: Own) -> Iterator[Said]:
        state = release_state(here.card, day, params.arcs)
        if state != FREE and fmt.legality.knows(here.card) and not fmt.legality.exempts(here.card):
            data = {"released": out_by(here.card, params.arcs), "day": day}
            yield "over" if state == IN_FORCE else "open", data

    return PerCard(says)


RULE = Rule(
    manual=__doc__,
    messages={
        "over": Message(
            "`{card}` came out on {released}, after {day}", "replace it, or check a later day with `--as-of`"
        ),
        "open": Message(
            "cannot tell whether `{card}` was out on {day}: its legality symbol proves a release by {released} only",
            "check a later day with `--as-of`, or replace it",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    value="by",
    limit=limit,
    standings=standings,
    days=days,
)
