"""P007 not-yet-released: a card that came out, or first had its legality symbol, after the as-of day.

What it checks
    The release date of the first set or pack of each card against the as-of day, by default the last day of the
    format. Where only the month of a set is recorded, or another interval, as for most promotional cards, the verdict
    inside it is undecided, and before it the card is not out. If no date is recorded, the mark of an arc proves that a
    card came out by the end of the arc, even when the data have no printing of that time; before that day the verdict
    is undecided. In the format of one arc, the verdict is also undecided before the first printing on record in a set
    whose cards have the symbol of the arc: no source says which symbols the older printings have.

Why
    All cards of a legal deck are out on the as-of day, and their most recent printing then has the symbol of the
    arc. A card without any date and without the mark of an arc counts as released. A card without a printing in a
    set with the symbol counts as having it since its release.

Illegal
    3 Double Strike in Twenty Festivals on 2015-12-31

Legal
    3 Double Strike in Twenty Festivals on its last day
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, OPEN
from deckcheck.model.days import bounds
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, Clans, Day, Message, Rule, Said, undecided
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`by`: the last day whose cards the format allows, on every as-of day (empty: any).

    `arcs`: the last day of each arc, by the mark of its cards.
    """

    by: str = ""
    arcs: dict[str, str] = {}


def out_by(card: Card, arcs: Mapping[str, str]) -> str:
    """Return the day by which the card was certainly out, "" without one.

    That is the end of an interval that the data give for the card itself; else the day of its first printing, or the
    last day of an arc (`arcs`, by mark) whose mark it has.
    """
    ends = () if card.out else (arcs[mark] for mark in (*card.marks, *card.banned) if mark in arcs)
    return min(filter(None, (_came_out(card)[1], *ends)), default="")


def symbol_by(card: Card, fmt: Format, arcs: Mapping[str, str]) -> str:
    """Return the day by which the card certainly had the symbol of the format, "" if it may always have had it.

    Formats of several symbols, or of one without an arc, have no such day.
    """
    mark = fmt.legality.marks[0] if len(fmt.legality.marks) == 1 else ""
    return min(dict(card.symbol_days).get(mark, ""), arcs.get(mark, ""))


def problem(card: Card, fmt: Format, params: Params) -> tuple[str, dict[str, Any]]:
    """Return the message about the card with its data; "" if there is no problem.

    There is none for cards that are certainly outside the format's pool, or that the format names.

    A mark that is older than every printing on record proves an earlier printing on an unknown day.
    """
    if fmt.legality.exempts(card) or not fmt.legality.may_take(card):
        return "", {}
    day = min(filter(None, (fmt.date, params.by)))
    out, symbol = out_by(card, params.arcs), symbol_by(card, fmt, params.arcs)
    if max(out, symbol) <= day:
        return "", {}
    data: dict[str, Any] = {"released": out, "day": day}
    if card.came_out:
        data |= {"when": str(card.came_out), "by": card.came_out.by}
    first, sure = _came_out(card)
    older = "released" in card.unknown and not card.out  # than all printings on record
    if out > day and first > day and out >= first and not older:
        return "before" if card.came_out else "over", data
    if out > day:
        return "perhaps" if out == sure and not older else "open", data
    return "symbol", data | {"released": symbol}


def standings(card: Card, fmt: Format, params: Params) -> Iterator[CardState]:
    """Yield the legality of the card according to the days on which it came out and first had the symbol."""
    message, _ = problem(card, fmt, params)
    state = {"": FREE, "over": IN_FORCE, "before": IN_FORCE}.get(message, OPEN)
    yield CardState(state, "not yet legal" if message == "symbol" else "not yet released")


def days(card: Card, fmt: Format, params: Params) -> Iterator[Day]:
    """Yield the days by which the card was out and had the symbol."""
    day = out_by(card, params.arcs)
    first, sure = _came_out(card)
    if day == sure:
        for each in filter(None, dict.fromkeys((first, sure))):
            yield Day(each, "release", admits=True, when=str(card.came_out or ""))
    elif day:
        yield Day(day, "end of the arc whose mark it has", admits=True)
    if day := symbol_by(card, fmt, params.arcs):
        yield Day(day, "printing with the symbol of the format", admits=True)


def _came_out(card: Card) -> tuple[str, str]:
    """Return the first day on which the card may have come out, and the first on which it certainly was out."""
    return bounds(card.release)


def limit(params: Params, fmt: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        message, data = problem(here.card, fmt, params)
        if message:
            yield message, data

    return PerCard(says=says)


_REPLACE = "replace it, or check a later day with `--as-of`"
MESSAGES = {
    "over": Message("`{card}` came out on {released}; the day of the check is {day}", _REPLACE),
    "before": Message("`{card}` came out after the day of the check, {day}: {when}, according to {by}", _REPLACE),
    "perhaps": undecided(
        "cannot tell whether `{card}` was out on {day}: it came out {when}, according to {by}",
        "check a later day with `--as-of`, or replace it",
    ),
    "open": undecided(
        "cannot tell whether `{card}` was out on {day}: its printings and symbols prove only that it was out "
        "by {released}",
        "check a later day with `--as-of`, or replace it",
    ),
    "symbol": undecided(
        "cannot tell whether `{card}` had the legality symbol of the format on {day}: its printings prove it "
        "only from {released} on",
        "look at its last printing before that day, check a later day with `--as-of`, or replace it",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="by", standings=standings, days=days)
