"""When a deck was legal: the verdict changes only on days on which something changes, and is taken on each of them."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct, structs

from deckcheck.decks.resolve import resolve
from deckcheck.model.card import Card
from deckcheck.model.card_list import Between, CardList
from deckcheck.model.deck import RawDeck
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.pool import CardSet, Pool
from deckcheck.model.report import DeckHistory, Failure, Period, Report
from deckcheck.rules import rule_named
from deckcheck.rules.base import Day
from deckcheck.rules.engine import check
from deckcheck.rules.legality import misfit, standing_in

# The first day of formats without one, before all others.
_EARLIEST = "0001-01-01"

# A format as it is on a day.
FormatOn = Callable[[str], Format]

_SHOWN = 3
_RANK = {Verdict.LEGAL: 0, Verdict.UNDECIDED: 1, Verdict.ILLEGAL: 2}
_WORDS = {"banned": "ban", "rotated": "rotation", "restricted": "restriction", "splash-banned": "splash ban"}


class LegalityChange(Struct, frozen=True):
    """Something that changes on a day: `admits` says whether it can make decks legal, else it can end that.

    `when` is set where the day is unknown: the interval that contains it.
    """

    why: str
    admits: bool | None = None
    when: str = ""


def with_history(
    results: Iterable[Report | Failure], format_on: Callable[[str, str], Format], pools: Mapping[str, Pool]
) -> Iterator[Report | Failure]:
    """Yield `results`, reports with the days on which their decks were legal.

    `format_on` gives the format with an id as it is on a day; the reports are those of the last days of formats.
    """
    for result in results:
        if isinstance(result, Report):
            on = functools.partial(format_on, result.format.id)
            history = history_of(result.deck.raw, result.format, on, pools[result.format.pool])
            yield structs.replace(result, history=history)
        else:
            yield result


def history_of(raw: RawDeck, last: Format, format_on: FormatOn, pool: Pool) -> DeckHistory:
    """Return when the deck was legal in a format: `last` is it on its last day, `format_on` gives it on others.

    The periods cover the days from the first day of the format on, or from the first card of the deck on.
    """
    starts = [last.first or _EARLIEST, *(day for day, _ in last.snapshots if day > last.first)]
    formats = {day: format_on(day) for day in starts}
    changes = _changes(raw, last, formats, pool)
    days = sorted(day for day in {last.first, last.last, *changes} if day and last.first <= day <= last.last)
    reports: dict[str, Report] = {}
    for day in days:
        start = max(each for each in starts if each <= day)
        fmt = structs.replace(formats[start], date=day)
        reports[day] = check(resolve(raw, fmt, pool), fmt, pool)
    best = min(reversed(days), key=lambda day: (_RANK[reports[day].verdict], misfit(reports[day])))
    return DeckHistory(tuple(_periods(reports, changes, last)), reports[best])


def leaving(report: Report, last: Format, format_on: FormatOn, pool: Pool) -> dict[str, str]:
    """Return the cards of a deck whose legality ends after the day of the report, by name: ``banned from 2019-07-01``.

    `last` is the format on its last day, `format_on` gives it on others.
    """
    day, sets = report.format.date, pool.sets()
    cards = {entry.card.id: entry.card for entry in report.deck.entries}
    formats = {day: report.format} | {each: format_on(each) for each, _ in last.snapshots if each > day}
    days = {each for fmt in formats.values() for card in cards.values() for each, _ in _of_card(card, fmt, sets)}
    found: dict[str, str] = {}
    before = standing_in(report.format)
    for later in sorted({each for each in days | formats.keys() if day < each <= last.last}):
        fmt = formats[max(each for each in formats if each <= later)]
        after = standing_in(structs.replace(fmt, date=later))
        for card in cards.values():
            if before(card).verdict == "legal" and (verdict := after(card).verdict) != "legal":
                found.setdefault(card.name, f"{verdict} from {later}")
    return found


def _periods(
    reports: Mapping[str, Report], changes: Mapping[str, list[LegalityChange]], fmt: Format
) -> Iterator[Period]:
    days = list(reports)
    start = 0
    for index, day in enumerate(days):
        verdict = reports[day].verdict
        if index + 1 < len(days) and reports[days[index + 1]].verdict is verdict:
            continue
        first, until = days[start], days[index + 1] if index + 1 < len(days) else None
        came_from = reports[days[start - 1]].verdict if start else Verdict.ILLEGAL
        begins = _why(changes.get(first, ()), admits=_RANK[verdict] < _RANK[came_from])
        if first == fmt.first:
            begins = f"first day of {fmt.name}"
        ends, when = None, ""
        if until is not None:
            admits = _RANK[reports[until].verdict] < _RANK[verdict]
            ends = _why(changes[until], admits=admits)
            when = next((each.when for each in changes[until] if each.when and each.admits is admits), "")
        yield Period(verdict, first, until, begins, ends, when)
        start = index + 1


def _why(changes: Iterable[LegalityChange], *, admits: bool) -> str:
    """Return what happened, of several things those that fit."""
    every = list(changes)
    fitting = [each for each in every if each.admits in (admits, None)] or every
    words = list(dict.fromkeys(each.why for each in fitting))
    return ", ".join([*words[:_SHOWN], "..."] if len(words) > _SHOWN else words)


def _changes(raw: RawDeck, last: Format, formats: Mapping[str, Format], pool: Pool) -> dict[str, list[LegalityChange]]:
    """Return the days on which the standing of a card of the deck, or a rule of the format, changes."""
    found: defaultdict[str, list[LegalityChange]] = defaultdict(list)
    sets = pool.sets()
    for day, name in last.snapshots:
        found[day].append(LegalityChange(name))
    for fmt in formats.values():
        cards = {entry.card.id: entry.card for entry in resolve(raw, fmt, pool).entries}
        for card in cards.values():
            for day, change in _of_card(card, fmt, sets):
                if change not in found[day]:
                    found[day].append(change)
    return found


def _of_card(card: Card, fmt: Format, sets: Mapping[str, CardSet]) -> Iterator[tuple[str, LegalityChange]]:
    for provision in fmt.provisions:
        params = provision.params
        days = rule_named(provision.rule).days
        for each in days(card, fmt, params) if days else ():
            yield each.day, LegalityChange(_what_happened(each, card, sets), admits=each.admits, when=each.when)
        cards = getattr(params, "list", None)
        entry = cards.naming(card) if isinstance(cards, CardList) else None
        if entry is None or not isinstance(cards, CardList):
            continue
        what = f"{_WORDS.get(cards.kind, 'listing')} of {card.name}"
        for day in dict.fromkeys(cards.days_of(entry)):
            yield (
                day,
                LegalityChange(what, admits=False, when=str(entry.since) if isinstance(entry.since, Between) else ""),
            )
        for day in dict.fromkeys(filter(None, entry.lifted)):
            yield day, LegalityChange(f"end of the {what}", admits=True)


def _what_happened(found: Day, card: Card, sets: Mapping[str, CardSet]) -> str:
    """Return the reason for the change: the set that came out, or the words of the rule."""
    named = (sets[printing.set].name for printing in card.printings if sets[printing.set].released == found.day)
    if found.admits and found.day == card.released:
        return next(named, card.name)
    return f"{found.what}: {card.name}" if found.admits else f"{found.what} of {card.name}"
