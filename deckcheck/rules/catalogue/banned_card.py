"""P002 banned-card: a card that is banned in the format.

What it checks
    Cards that belonged to the format and lost its legality. A ban counts from its day on. Where only an interval
    is recorded, the verdict inside it is undecided. A ban without a day counts on the last day of the format and is
    undecided before. A ban that spares the exact list of a ready-made deck is undecided in a deck with no cards of
    other sets. In a format of several arcs, a card that one of them banned is undecided: no source says whether the
    bans of the arcs count there. A card on a ban list whose last printing has the legality symbol is legal by the
    rulebook and gets a warning.

Why
    "Banned" tells a player more than "not legal": the card carries the symbol and was playable once.

Illegal
    1 Advance Warning in Twenty Festivals

Legal
    1 Advance Warning in Celestial 40/40, which has not banned it
"""

from collections.abc import Iterator

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, OPEN, CardList
from deckcheck.model.days import Between
from deckcheck.model.format import Format
from deckcheck.model.sentences import arcs_of, listed
from deckcheck.rules.base import CardState, Clans, Day, Message, Problem, Rule, Said, undecided, warning
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`marks`: the legality marks whose bans count; `list`: the recorded days of the bans.

    `since`: the day by which all other bans were in force, by default the last day of the format.
    `errata` maps the ids of cards that lost their mark without a ban to the explanation.
    """

    marks: tuple[str, ...]
    list: CardList | None = None
    since: str = ""
    errata: dict[str, str] = {}


def flag_state(card: Card, fmt: Format, params: Params) -> str:
    """Return the state of the ban that took a mark from the card, on the day of `fmt`.

    A ban without a day was in force on the day `since` of the rule, by default the last day of the format; before that
    day it is unknown.
    """
    legality = fmt.legality
    if card.id in params.errata or legality.exempts(card) or not any(mark in params.marks for mark in card.banned):
        return FREE
    if not legality.may_take(card):
        return FREE  # the rule not-legal reports it
    if params.list is not None and params.list.naming(card) is not None:
        state = str(params.list.state(card, fmt.date))
    else:
        state = IN_FORCE if fmt.date >= (params.since or fmt.last) else OPEN
    return OPEN if state == IN_FORCE and (len(params.marks) > 1 or is_disputed(card, params)) else state


def is_disputed(card: Card, params: Params) -> bool:
    """Return whether the card still has a mark that a ban should have taken."""
    return any(mark in params.marks and mark in card.banned for mark in card.marks)


def is_error(card: Card, fmt: Format, params: Params) -> bool:
    """Return whether the rule reports the card as an error."""
    return flag_state(card, fmt, params) == IN_FORCE


def standings(card: Card, fmt: Format, params: Params) -> Iterator[CardState]:
    """Yield the legality of the card by its ban."""
    if not is_disputed(card, params):
        yield CardState(flag_state(card, fmt, params), "banned", _known(card, params, is_sure=True)[0])


def days(card: Card, fmt: Format, params: Params) -> Iterator[Day]:
    """Yield the day by which the ban of the card was in force."""
    if len(params.marks) == 1 and flag_state(card, structs.replace(fmt, date=fmt.last), params) != FREE:
        day = params.since or fmt.last
        yield Day(day, "ban", admits=False, when=f"an unknown day up to {day}")


def limit(params: Params, fmt: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        state = flag_state(here.card, fmt, params)
        if state == FREE:
            return
        since, by = _known(here.card, params, is_sure=state != OPEN)
        message = ("between" if by else "undated") if state == OPEN else "dated" if since else "over"
        data = {"format": fmt.name, "day": fmt.date, "since": since, "by": by}
        if is_disputed(here.card, params):
            message = "disputed"
        elif len(params.marks) > 1 and not by:
            message = "elsewhere"
            data["banned_in"] = listed(arcs_of(mark for mark in here.card.banned if mark in params.marks))
        yield message, data

    def spared(tally: Tally, problem: Problem) -> Problem:
        entry = params.list and params.list.naming(problem.entries[0].card)
        if entry and entry.allowed_in and all(each.card.is_in(entry.allowed_in) for each in tally.cards):
            decks = entry.decks or f"a ready-made deck of `{entry.allowed_in}`"
            return Problem("ready-made", problem.data | {"set": entry.allowed_in, "decks": decks}, problem.entries)
        return problem

    return PerCard(says=says, weighs=spared)


def _known(card: Card, params: Params, *, is_sure: bool) -> tuple[str, str]:
    """Return the first day of a ban, and the source if that day is an interval; "" for what is missing."""
    if params.list is None or (entry := params.list.naming(card)) is None:
        return "", ""
    if isinstance(entry.since, Between):
        return f"{entry.since.between[1]} at the latest" if is_sure else str(entry.since), entry.since.by
    return params.list.days_of(entry)[1], ""


MESSAGES = {
    "over": Message("`{card}` is banned in {format}", "replace it"),
    "dated": Message("`{card}` is banned in {format} since {since}", "replace it"),
    "undated": undecided(
        "cannot tell whether `{card}` was banned in {format} on {day}: the day of its ban is unknown",
        "ask the organiser, or replace it",
    ),
    "between": undecided(
        "cannot tell whether `{card}` was banned in {format} on {day}: its ban began {since}, according to {by}",
        "ask the organiser, or replace it",
    ),
    "ready-made": undecided(
        "`{card}` is banned in {format}, except in the exact list of {decks}; all cards of this deck are in that set",
        "compare the deck with that list, or replace the card",
    ),
    "elsewhere": undecided(
        "cannot tell whether {format} allows `{card}`: no source says whether its ban in {banned_in} counts there",
        "ask the organiser, or replace it",
    ),
    "disputed": warning(
        "`{card}` is on a ban list for {format}, but its last printing has the legality symbol",
        "ask the organiser whether that list applies; the rulebook allows the card",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="marks", standings=standings, days=days)
