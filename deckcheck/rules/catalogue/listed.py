"""The rules about bans and dated lists of cards: banned, rotated, splash-banned and restricted ones.

``listed.txt`` beside this module has their manual pages.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, OPEN, CardList
from deckcheck.model.days import Between, at_latest
from deckcheck.model.deck import Entry
from deckcheck.model.effect import Whole
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.sentences import arcs_of, listed
from deckcheck.rules import base
from deckcheck.rules.base import ClanParams, Clans, Day, Message, Problem, Rule, RuleParams, Said, listing
from deckcheck.rules.kinds import Distinct, per_card
from deckcheck.rules.tally import Placed, Tally, is_off_clan


class ListParams(RuleParams, frozen=True):
    """`list`: the dated list."""

    list: CardList


class RotatedParams(ListParams, frozen=True):
    """`list`: the dated list; `sets`: the ids of the sets that rotated as a whole."""

    sets: tuple[str, ...] = ()


class SplashBannedParams(ClanParams, frozen=True):
    """`list`: the dated list."""

    list: CardList


class RestrictedParams(ListParams, frozen=True):
    """`list`: the dated list; `max`: how many titles of it a deck may have."""

    max: Whole


def _state(card: Card, fmt: Format, listed: CardList) -> str:
    """Return the state of a card on a list on the day of the format, FREE for cards that the format names."""
    return FREE if fmt.legality.exempts(card) else listed.state(card, fmt.date)


def _rotation_state(card: Card, fmt: Format, params: RotatedParams) -> str:
    """Return the state of a card after its sets rotated: FREE if another set has it, OPEN if one may have it."""
    if fmt.legality.exempts(card) or not card.printed_only_in(params.sets):
        return FREE
    return IN_FORCE if set(card.perhaps_in) <= set(params.sets) else OPEN


def _said(card: Card, listed: CardList, day: str) -> Said:
    """Return the finding about a card that a list names on `day`, or may name."""
    return "over" if listed.state(card, day) == IN_FORCE else "open", _data(card, listed, day)


def _data(card: Card, listed: CardList, day: str) -> dict[str, str]:
    """Return the message data about a card that a list names on `day`."""
    entry = listed.naming(card)
    data = {"list": listed.name_on(day), "day": day}
    if entry is None:
        return data
    since = listed.days_of(entry)[1]
    if since <= day and isinstance(entry.until, Between):
        return data | {"since": since, "when": f"ended {entry.until}", "by": entry.until.by}
    if isinstance(entry.since, Between):
        return data | {"since": at_latest(since), "when": f"began {entry.since}", "by": entry.since.by}
    return data | {"since": since}


def _banned(here: Placed, _: Clans, params: ListParams, fmt: Format) -> Iterator[Said]:
    """Yield that the list bans the card."""
    bans = [each.params for each in fmt.provisions if isinstance(each.params, MarkBanParams)]
    # Other rules report a card of no set or mark of the format, and one whose own facts say that it is banned.
    states = [_ban_state(here.card, fmt, each) for each in bans]
    known = IN_FORCE in states or not fmt.legality.may_take(here.card)
    if _state(here.card, fmt, params.list) != FREE and not known:
        yield _said(here.card, params.list, fmt.date)


_BANNED = {
    "over": Message("`{card}` is banned: {list}, since {since}", "replace it"),
    "open": base.undecided(
        "cannot tell whether `{card}` was banned on {day}: its ban {when}, according to {by} ({list})",
        "ask the organiser, or replace it",
    ),
}


def _rotated(here: Placed, _: Clans, params: RotatedParams, fmt: Format) -> Iterator[Said]:
    """Yield that the card has rotated out, by the list or with its sets."""
    if _state(here.card, fmt, params.list) != FREE:
        yield _said(here.card, params.list, fmt.date)
    elif (printed := _rotation_state(here.card, fmt, params)) != FREE:
        yield "gone" if printed == IN_FORCE else "sets", {}


def _doubtful(entries: list[Entry]) -> dict[str, Any]:
    what = "this card was" if len(entries) == 1 else f"these {len(entries)} cards were"
    return {"cards": listing(entries), "count": len(entries), "what": what}


_ROTATED = {
    "over": Message("`{card}` has rotated out: {list}, since {since}", "replace it"),
    "gone": Message("`{card}` has rotated out with all packs that contain it", "replace it"),
    "open": base.undecided(
        "cannot tell whether `{card}` has rotated out: its rotation {when}, according to {by} ({list})",
        "ask the organiser, or replace it",
    ),
    "sets": base.undecided(
        "cannot tell whether {what} reprinted after rotation: {cards}",
        "look for a newer printing in the card list of the format",
    ),
}


def _splash_banned(here: Placed, own: Clans, params: SplashBannedParams, fmt: Format) -> Iterator[Said]:
    """Yield that influence may not buy the card."""
    state = params.list.state(here.card, fmt.date)
    if state != FREE and here.home == params.section and is_off_clan(here.card, own):
        yield _said(here.card, params.list, fmt.date)


_SPLASH_BANNED = {
    "over": Message("`{card}` may not be used out of clan: {list}, since {since}", "replace it"),
    "open": base.undecided(
        "cannot tell whether `{card}` was banned out of clan on {day}: its ban {when}, according to {by} ({list})",
        "ask the organiser, or replace it",
    ),
}


def _restricted(params: RestrictedParams, fmt: Format) -> Distinct:
    """Return the limit on the number of titles on the list."""

    def titles(here: Placed) -> list[str]:
        return [] if params.list.state(here.card, fmt.date) == FREE else [_title(here.card)]

    return _Restricted(titles, params.max, listed=params.list, day=fmt.date)


class _Restricted(Distinct, kw_only=True):
    """A limit on the number of titles on a list; titles that are only perhaps on it do not make a deck illegal."""

    listed: CardList
    day: str

    def problems(self, tally: Tally) -> Iterator[Problem]:
        listed = [entry for entry, here in tally.placed if self._keys[here]]
        sure = [entry for entry in listed if self._is_listed(entry.card)]
        for message, entries in ("over", sure), ("open", listed):
            titles = {_title(entry.card) for entry in entries}
            if len(titles) > self.most:
                doubt = next((entry.card for entry in entries if not self._is_listed(entry.card)), None)
                yield Problem(message, self._facts(len(titles), entries, doubt), tuple(entries))
                return

    def _facts(self, count: int, entries: list[Entry], doubt: Card | None) -> dict[str, object]:
        data: dict[str, object] = {"count": count, "cards": listing(entries), "may": f"the maximum is {self.most}"}
        if doubt is not None:
            data |= _data(doubt, self.listed, self.day) | {"doubt": f"`{doubt.name}`"}
        since = f"a day {self.listed.begins}" if self.listed.begins else self.listed.since
        data |= {"max": self.most, "list": self.listed.name_on(self.day), "since": since}
        return data

    def _is_listed(self, card: Card) -> bool:
        return self.listed.state(card, self.day) == IN_FORCE


def _title(card: Card) -> str:
    return fold(card.base_title)


_RESTRICTED = {
    "over": Message("{count} restricted cards ({cards}); {may} ({list}, since {since})", "keep one of them"),
    "open": base.undecided(
        "up to {count} restricted cards on {day} ({cards}); {may} "
        "({list}; the restriction of {doubt} {when}, according to {by})",
        "ask the organiser, or keep one of them",
    ),
}


class MarkBanParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`marks`: the legality marks whose bans count; `list`: the recorded days of the bans.

    `since`: the day by which all other bans were in force, by default the last day of the format.
    `errata` maps the ids of cards that lost their mark without a ban to the explanation.
    """

    marks: tuple[str, ...]
    list: CardList | None = None
    since: str = ""
    errata: dict[str, str] = {}


def _ban_state(card: Card, fmt: Format, params: MarkBanParams) -> str:
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
    return OPEN if state == IN_FORCE and (len(params.marks) > 1 or _is_disputed(card, params)) else state


def _is_disputed(card: Card, params: MarkBanParams) -> bool:
    """Return whether the card still has a mark that a ban should have taken."""
    return any(mark in params.marks and mark in card.banned for mark in card.marks)


def _ban_days(card: Card, fmt: Format, params: MarkBanParams) -> Iterator[Day]:
    """Yield the day by which the ban of the card was in force."""
    if len(params.marks) == 1 and _ban_state(card, structs.replace(fmt, date=fmt.last), params) != FREE:
        day = params.since or fmt.last
        yield Day(day, "ban", admits=False, when=f"an unknown day up to {day}")


def _unmarked(here: Placed, _: Clans, params: MarkBanParams, fmt: Format) -> Iterator[Said]:
    """Yield that the card lost its mark by a ban."""
    state = _ban_state(here.card, fmt, params)
    if state == FREE:
        return
    since, by = _ban_began(here.card, params, is_sure=state != OPEN)
    message = ("between" if by else "undated") if state == OPEN else "dated" if since else "over"
    data = {"format": fmt.name, "day": fmt.date, "since": since, "by": by}
    if _is_disputed(here.card, params):
        message = "disputed"
    elif len(params.marks) > 1 and not by:
        message = "elsewhere"
        data["banned_in"] = listed(arcs_of(mark for mark in here.card.banned if mark in params.marks))
    yield message, data


def _unless_spared(tally: Tally, problem: Problem, params: MarkBanParams) -> Problem:
    """Return the problem; where the deck may be a ready-made one that may have the card, it is a question."""
    entry = params.list and params.list.naming(problem.entries[0].card)
    if entry and entry.allowed_in and all(each.card.is_in(entry.allowed_in) for each in tally.cards):
        decks = entry.decks or f"a ready-made deck of `{entry.allowed_in}`"
        return Problem("ready-made", problem.data | {"set": entry.allowed_in, "decks": decks}, problem.entries)
    return problem


def _ban_began(card: Card, params: MarkBanParams, *, is_sure: bool) -> tuple[str, str]:
    """Return the first day of a ban, and the source if that day is an interval; "" for what is missing."""
    if params.list is None or (entry := params.list.naming(card)) is None:
        return "", ""
    if isinstance(entry.since, Between):
        return f"{entry.since.between[1]} at the latest" if is_sure else str(entry.since), entry.since.by
    return params.list.days_of(entry)[1], ""


_UNMARKED = {
    "over": Message("`{card}` is banned in {format}", "replace it"),
    "dated": Message("`{card}` is banned in {format} since {since}", "replace it"),
    "undated": base.undecided(
        "cannot tell whether `{card}` was banned in {format} on {day}: the day of its ban is unknown",
        "ask the organiser, or replace it",
    ),
    "between": base.undecided(
        "cannot tell whether `{card}` was banned in {format} on {day}: its ban began {since}, according to {by}",
        "ask the organiser, or replace it",
    ),
    "ready-made": base.undecided(
        "`{card}` is banned in {format}, except in the exact list of {decks}; all cards of this deck are in that set",
        "compare the deck with that list, or replace the card",
    ),
    "elsewhere": base.undecided(
        "cannot tell whether {format} allows `{card}`: no source says whether its ban in {banned_in} counts there",
        "ask the organiser, or replace it",
    ),
    "disputed": base.warning(
        "`{card}` is on a ban list for {format}, but its last printing has the legality symbol",
        "ask the organiser whether that list applies; the rulebook allows the card",
    ),
}

_of_list = partial(Rule, value="list")
_bought = partial(per_card, stronghold="stronghold", bought="section", by_section=True)
_out = per_card(_rotated, together={"sets": _doubtful})
_lost_mark = per_card(_unmarked, weighs=_unless_spared)

RULES = (
    _of_list("too-many-restricted", _RESTRICTED, _restricted, RestrictedParams),
    _of_list("banned-by-list", _BANNED, per_card(_banned), ListParams, standing="banned"),
    _of_list("rotated-card", _ROTATED, _out, RotatedParams, of_format=True, standing="rotated"),
    _of_list("splash-banned", _SPLASH_BANNED, _bought(_splash_banned), SplashBannedParams),
    Rule("banned-card", _UNMARKED, _lost_mark, MarkBanParams, "marks", standing="banned", days=_ban_days),
)
