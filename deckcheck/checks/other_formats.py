"""Find the formats, or the game, in which a deck from another format would be legal, and when a deck was legal."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from deckcheck.checks.checker import NoListError
from deckcheck.decks.resolve import Resolver, cards_called, resolve
from deckcheck.model.card import Card
from deckcheck.model.days import Between, bounds
from deckcheck.model.deck import Deck, RawDeck, Unresolved, grouped
from deckcheck.model.errors import InputError
from deckcheck.model.finding import Finding, Verdict
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.pool import CardSet, Pool
from deckcheck.model.report import DeckHistory, Failure, Period, Report
from deckcheck.model.sentences import first_of
from deckcheck.rules import rule_named
from deckcheck.rules.base import Day
from deckcheck.rules.engine import check
from deckcheck.rules.legality import misfit, standing_in

# A single name says little about the game of a deck.
_SEVERAL = 2
# The first day of formats without a first day; it precedes all other days.
_EARLIEST = "0001-01-01"

# Returns a format as of a day.
FormatOn = Callable[[str], Format]

_RANK = {Verdict.LEGAL: 0, Verdict.UNDECIDED: 1, Verdict.ILLEGAL: 2}
_WORDS = {"banned": "ban", "rotated": "rotation", "restricted": "restriction", "splash-banned": "splash ban"}

# What to do about a deck of another game.
_FIND = "use a deck for the game of this format; `deckcheck check DECK --format all` finds the formats of a deck"


class _Other:
    """A format that may allow a deck; most formats lack a card of it in their pool."""

    def __init__(self, fmt: Format) -> None:
        self.format = fmt
        self._standing = functools.cache(standing_in(fmt))
        self._is_known = functools.cache(lambda card, pool: any(map(fmt.legality.knows, _of_title(card, pool))))

    def takes_all(self, found: Deck, pool: Pool) -> bool:
        """Return whether all known cards of a deck are legal, as read in the other format or as read in this one."""
        cards = [entry.card for entry in found.entries]
        if not all(self._is_known(card, pool) for card in cards):
            return False
        if self._is_legal(found):
            return True
        takes_titles = all(any(map(self._takes, _of_title(card, pool))) for card in cards)
        return takes_titles and self._is_legal(Resolver(self.format, pool).deck(found.raw))

    def _is_legal(self, deck: Deck) -> bool:
        is_clear = not any(map(_may_be_cards, deck.unresolved))
        return is_clear and all(self._takes(entry.card) for entry in deck.entries)

    def _takes(self, card: Card) -> bool:
        return self._standing(card).verdict == "legal"


def _of_title(card: Card, pool: Pool) -> Iterator[Card]:
    yield card
    yield from pool.named(fold(card.base_title))
    yield from pool.souls_of(card.identity[0])


class OtherFormats:
    """The other formats and games to which the cards of a deck may belong.

    `formats` gives the formats and is asked once at most; `pool_called` gives their pools by id.
    """

    def __init__(self, formats: Callable[[], Iterable[Format]], pool_called: Callable[[str], Pool]) -> None:
        """Look in these formats; the first of equal ones are those with the fewest marks."""
        self._every = functools.cache(
            lambda: sorted(map(_Other, formats()), key=lambda each: len(each.format.legality.marks))
        )
        self._pool = functools.cache(pool_called)

    def named_in(self, report: Report) -> Report:
        """Return a report that says where the deck belongs, if not to its format.

        The first finding about an illegal card names the formats in which all known cards are legal. If most names
        belong to another game, one finding says so in place of those about unknown names.
        """
        if _is_unknown(report.deck):
            game = _other_game(report.deck, self._other_pools(report))
            return _of_other_game(report, game) if game else report
        if not any(map(_may_be_elsewhere, report.findings)):
            return report
        pool = self._pool(report.pool_id)
        own = (each for each in self._every() if each.format.pool == report.pool_id)
        named = [each.format.id for each in own if each.takes_all(report.deck, pool)]
        return _with_formats(report, named) if named else report

    def naming(self, results: Iterable[Report | Failure]) -> Iterator[Report | Failure]:
        """Yield `results` with the names of formats and games; a list without a known name says its game, too."""
        for result in results:
            if isinstance(result, Report):
                yield self.named_in(result)
                continue
            error = result.error
            if isinstance(error, NoListError) and (
                game := _other_game(error.report.deck, self._other_pools(error.report))
            ):
                error.help = f"{game}; {_FIND}; {error.help}"
            yield result

    def _other_pools(self, report: Report) -> Iterator[Pool]:
        pool_ids = dict.fromkeys(each.format.pool for each in self._every())
        return (self._pool(pool_id) for pool_id in pool_ids if pool_id != report.pool_id)


def refuse_other_game(deck: Deck, pools: Iterable[Pool]) -> None:
    """Raise InputError for a deck of another game, which has most of its names in another of `pools`."""
    game = _other_game(deck, pools) if _is_unknown(deck) else None
    if game:
        raise InputError(game, place=deck.raw.path, help=_FIND)


def _is_unknown(deck: Deck) -> bool:
    """Return whether most lines of a deck name no card of its pool."""
    known = {entry.request.span for entry in deck.entries}
    return _is_most([each for each in deck.raw.requests if each.span not in known], deck)


def _is_most(lines: Sequence[object], deck: Deck) -> bool:
    return len(lines) * 2 > len(deck.raw.requests)


def _other_game(deck: Deck, pools: Iterable[Pool]) -> str:
    """Return which of `pools` has most names of a deck, "" when none has."""
    for pool in pools:
        known = [line for line in deck.raw.requests if cards_called(line.name, pool)]
        if len(known) >= _SEVERAL and _is_most(known, deck):
            return f"{len(known)} of {len(deck.raw.requests)} names belong to {pool.info.name}"
    return ""


def _of_other_game(report: Report, message: str) -> Report:
    """Return a report that begins with one finding in place of those about unknown names."""
    unknown = [each for each in report.findings if each.name == "unknown-card"]
    others = [each for each in report.findings if each.name != "unknown-card"]
    if not unknown:
        return report
    spans = [each.span for each in unknown if each.span]
    data = {"names": [each.data["name"] for each in unknown if "name" in each.data]}
    found = replace(unknown[0], message=message, help=_FIND, related=tuple(spans[1:]), data=data)
    return replace(report, findings=(found, *others))


def _may_be_cards(line: Unresolved) -> bool:
    """Return whether cards of the pool have the name on a line; any other is unknown in every format of the pool."""
    return bool(line.readings or line.candidates)


def _may_be_elsewhere(finding: Finding) -> bool:
    """Return whether a finding may mean that the deck belongs to another format."""
    return rule_named(finding.name).of_format


def _with_formats(report: Report, named: list[str]) -> Report:
    """Return a report whose first finding that may mean another format names the formats `named` in its help."""
    findings = [*report.findings]
    index = next(index for index, each in enumerate(findings) if _may_be_elsewhere(each))
    found = findings[index]
    cards = "cards" if all(map(_may_be_cards, report.deck.unresolved)) else "recognised cards"
    help = f"{found.help}; all {cards} of the deck are legal in: {', '.join(named)}"
    findings[index] = replace(found, help=help, data={**found.data, "legal_formats": named})
    return replace(report, findings=tuple(findings))


def with_history(
    results: Iterable[Report | Failure], format_on: Callable[[str, str], Format], pools: Mapping[str, Pool]
) -> Iterator[Report | Failure]:
    """Yield `results`, reports with the days on which their decks were legal.

    `format_on` returns the format with an id as of a day; the reports are those of the last days of formats.
    """
    for result in results:
        if isinstance(result, Report):
            on = functools.partial(format_on, result.format.id)
            history = history_of(result.deck.raw, result.format, on, pools[result.format.pool])
            yield replace(result, history=history)
        else:
            yield result


def history_of(raw: RawDeck, last: Format, format_on: FormatOn, pool: Pool) -> DeckHistory:
    """Return when the deck was legal in a format: `last` is it on its last day, `format_on` returns it on others.

    The periods begin with the first day of the format, or of the first card of the deck.
    """
    starts = [last.first or _EARLIEST, *(day for day, _ in last.snapshots if day > last.first)]
    formats = {day: format_on(day) for day in starts}
    changes = _changes(raw, last, formats, pool)
    days = sorted(day for day in {last.first, last.last, *changes} if day and last.first <= day <= last.last)
    reports: dict[str, Report] = {}
    for day in days:
        start = max(each for each in starts if each <= day)
        fmt = replace(formats[start], date=day)
        reports[day] = check(resolve(raw, fmt, pool), fmt, pool)
    best = min(reversed(days), key=lambda day: (_RANK[reports[day].verdict], misfit(reports[day])))
    return DeckHistory(tuple(_periods(reports, changes, last)), reports[best])


def leaving(report: Report, last: Format, format_on: FormatOn, pool: Pool) -> dict[str, str]:
    """Return the cards of a deck whose legality ends after the day of the report, by name: ``banned from 2019-07-01``.

    `last` is the format on its last day, `format_on` returns it for others.
    """
    day, sets = report.format.date, pool.sets()
    cards = {entry.card.id: entry.card for entry in report.deck.entries}
    formats = {day: report.format} | {each: format_on(each) for each, _ in last.snapshots if each > day}
    days = {each.day for fmt in formats.values() for card in cards.values() for each in _of_card(card, fmt, sets)}
    found: dict[str, str] = {}
    before = standing_in(report.format)
    for later in sorted({each for each in days | formats.keys() if day < each <= last.last}):
        fmt = formats[max(each for each in formats if each <= later)]
        after = standing_in(replace(fmt, date=later))
        for card in cards.values():
            if before(card).verdict == "legal" and (verdict := after(card).verdict) != "legal":
                found.setdefault(card.name, f"{verdict} from {later}")
    return found


def _periods(reports: Mapping[str, Report], changes: Mapping[str, list[Day]], fmt: Format) -> Iterator[Period]:
    came_from = Verdict.ILLEGAL
    firsts = [next(days) for _, days in groupby(reports, key=lambda day: reports[day].verdict)]
    for first, until in zip(firsts, [*firsts[1:], None], strict=True):
        verdict = reports[first].verdict
        admits = _RANK[verdict] < _RANK[came_from]
        begins = f"first day of {fmt.name}" if first == fmt.first else _why(changes.get(first, ()), admits=admits)
        ends, when = None, ""
        if until is not None:
            admits = _RANK[reports[until].verdict] < _RANK[verdict]
            then = changes.get(until, ())
            ends = _why(then, admits=admits)
            when = next((each.when for each in then if each.when and each.admits is admits), "")
        yield Period(verdict, first, until, begins, ends, when)
        came_from = verdict


def _why(changes: Iterable[Day], *, admits: bool) -> str:
    """Return the events that explain a change."""
    every = list(changes)
    fitting = [each for each in every if each.admits in (admits, None)] or every
    return first_of(list(dict.fromkeys(each.what for each in fitting)), 3)


def _changes(raw: RawDeck, last: Format, formats: Mapping[str, Format], pool: Pool) -> dict[str, list[Day]]:
    """Return the days on which the legality of a card of the deck, or a rule of the format, changes."""
    sets = pool.sets()
    days = [Day(day, name, admits=None) for day, name in last.snapshots]
    if last.begins:
        days.append(Day(bounds(last.begins)[1], f"first certain day of {last.name}", admits=True))
    for fmt in formats.values():
        cards = {entry.card.id: entry.card for entry in resolve(raw, fmt, pool).entries}
        days += (change for card in cards.values() for change in _of_card(card, fmt, sets))
    return grouped((each.day, each) for each in dict.fromkeys(days))


def _of_card(card: Card, fmt: Format, sets: Mapping[str, CardSet]) -> Iterator[Day]:
    for provision in fmt.provisions:
        params = provision.params
        days = rule_named(provision.name).days
        for each in days(card, fmt, params) if days else ():
            yield each._replace(what=_what_happened(each, card, sets))
        if not (cards := provision.cards) or not (entry := cards.naming(card)):
            continue
        what = f"{_WORDS.get(cards.kind, 'listing')} of {card.name}"
        when = str(entry.since) if isinstance(entry.since, Between) else ""
        for day in dict.fromkeys(cards.days_of(entry)):
            yield Day(day, what, admits=False, when=when)
        for day in dict.fromkeys(filter(None, entry.lifted)):
            yield Day(day, f"end of the {what}", admits=True)


def _what_happened(found: Day, card: Card, sets: Mapping[str, CardSet]) -> str:
    """Return the reason for the change: the released set, or the words of the rule."""
    if found.what == "release":
        printed = (sets[printing.set] for printing in card.printings if not printing.day)
        return next((each.name for each in printed if found.day in bounds(each.came_out)), card.name)
    return f"{found.what}: {card.name}" if found.admits else f"{found.what} of {card.name}"
