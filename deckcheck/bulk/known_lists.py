"""Lists of lines that are remembered: what each says is looked up, and the judge adds up what the lines bring.

The lists of an event have most of their lines in common. The readers and the resolver say what a line means by itself;
lists with any line whose meaning depends on other lines are left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from deckcheck.bulk.json_pieces import OtherLines, cards_in, deck_around, decode, encode, one_by_one, places_in
from deckcheck.bulk.known_lines import TEXTS, Columns, KnownCard, KnownLines, columns_of
from deckcheck.checks.checker import Checker
from deckcheck.decks.json_ids import said_beside
from deckcheck.decks.json_shapes import decks_in
from deckcheck.decks.layout import without_speakers
from deckcheck.decks.readers import syntax_of
from deckcheck.decks.remarks import may_change_any
from deckcheck.decks.resolve import MOST_SUGGESTED
from deckcheck.decks.resolve.parts import LONG
from deckcheck.decks.sayings import NOTES, label_words, names_nothing
from deckcheck.decks.text import UNKNOWN, split_lines
from deckcheck.model.deck import (
    NOT_IN_DECK,
    STARTING,
    Aside,
    Deck,
    Header,
    LineClass,
    RawDeck,
    Request,
    Unresolved,
    fingerprint,
    mark,
)
from deckcheck.model.errors import InputError
from deckcheck.model.finding import Verdict, verdict_of
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.model.record import DeckRecord, finding_records
from deckcheck.model.report import most_telling, unlisted
from deckcheck.model.spans import Span
from deckcheck.rules.base import Memo
from deckcheck.rules.engine import judged
from deckcheck.rules.headers import wrong_counts
from deckcheck.rules.own_headings import is_title_apart
from deckcheck.rules.several_lists import STRONGHOLD
from deckcheck.rules.tally import PlaceOf, Tally

# Names of decks and players are rarely met again.
_MOST_FACTS = 10_000


# Finds the places of lines, which only findings need.
_Places = Callable[[], PlaceOf]


class _MetLines(NamedTuple):
    """The lines of a list: cards, unknown names and headers by number, and facts.

    `odd` are the numbers of cards that are not plain, and `remarks` those of comments below a card. `before` gives the
    number of cards above each header, and last the number of all cards.
    """

    known: dict[int, KnownCard]
    odd: list[int]
    unknown: dict[int, Unresolved]
    headers: dict[int, Header]
    said: dict[str, str]
    remarks: list[int]
    before: list[int]


class _AnyCards(dict[str, int]):
    """The cards of a deck that has every card once: those that it was asked for."""

    def get(self, name: str, _: object = None) -> int:
        return self.setdefault(name, 1)


class _Read(NamedTuple):
    """A list as it is read: the fields of its cards, its unknown names, its name and player, and the places of lines.

    `headers` are given where rules about reading have to look at them.
    """

    known: Columns
    unknown: Sequence[Unresolved]
    said: tuple[str | None, str]
    places: _Places
    headers: Sequence[Header] = ()


class Asked(NamedTuple):
    """A list that rules are asked about, by their bits, and its record without findings."""

    rules: int
    record: DeckRecord
    read: _Read


class KnownLists:
    """Checks lists of known lines in one format."""

    def __init__(self, checker: Checker, limits: Limits) -> None:
        """Use `checker` for lists within `limits`."""
        self._checker = checker
        self._limits = limits
        self._format = checker.format.id
        self._no_list = RawDeck(path="", lines=(), requests=(), limits=limits)
        self._lines = KnownLines(checker, limits)
        self._may_change: Memo[str, bool] = Memo(may_change_any, _MOST_FACTS)
        # Whether a fact may be a card, or something that a report shows, by its line and the syntax of the list.
        self._is_open: Memo[tuple[str, str], bool] = Memo(self._says_something, _MOST_FACTS)
        self._again: Memo[bytes, list[tuple[bytes, bytes]]] = Memo(self._named_again, _MOST_FACTS)

    def in_json(self, line: bytes, asked: list[Asked] | None = None) -> DeckRecord | None:
        """Return the record of the deck of card ids on a line of JSON, None when only the readers can read it.

        The path is left to the caller. A deck that may have findings is put into `asked`, if given, for `explain`.
        """
        limits, (start, end) = self._limits, cards_in(line)
        cards = line[start:end]
        pieces = cards.split(b",")
        if line[:1] != b"{" or len(line) > limits.file_bytes or len(pieces) > limits.lines:
            return None
        try:
            met = [*map(self._lines.pieces.__getitem__, pieces)]
            deck = deck_around(line[:start] + line[end:], limits.nesting)
            said = [fact for fact in deck.items() if not names_nothing(*fact) or label_words(fact[0]) in NOTES]
            again = [each for fact in one_by_one(said) for each in self._again[encode(fact)]] if said else ()
            if again and not _has_all(again, cards + b","):
                return None
        except (OtherLines, InputError):
            return None
        name, player = _text(deck, "name", limits), _text(deck, "player", limits) or _text(deck, "username", limits)
        named = name, player or ""
        try:
            columns = columns_of(cast("list[KnownCard]", met))
        except TypeError:  # An unknown name has no columns.
            place_of = places_in(line)
            known = [each for each in met if isinstance(each, KnownCard)]
            unknown = [_placed(each, place_of(each.request)) for each in met if isinstance(each, Unresolved)]
            read = _Read(columns_of(known), unknown, named, lambda: place_of) if known else None
            return self._judged(read, asked) if read else None
        return self._judged(_Read(columns, (), named, lambda: places_in(line)), asked)

    def _named_again(self, fact: bytes) -> list[tuple[bytes, bytes]]:
        """Return the cards that a fact besides the cards names again, each in the two ways in which a line may have it.

        `fact` is its key and value as JSON. Raises OtherLines when it may be a card, whatever the cards of the deck.
        """
        key, value = decode(fact)
        parts = [part for found in decks_in({"cards": {"": 1}, key: value}) for part in found.parts]
        if len(parts) != 1:  # It is a part of the deck, too.
            raise OtherLines
        starts = [*map(self._checker.resolver.sorter.facts.start, self._doubtful(key, value, {}))]
        if all(starts):
            return [(name, name) for name in map(encode, starts)]
        if any(self._doubtful(key, value, once := _AnyCards())):
            raise OtherLines
        return [(name + b":1,", name + b": 1,") for name in map(encode, once)]

    def _doubtful(self, key: str, value: object, cards: Mapping[str, int]) -> list[str]:
        """Return the lines of a fact that say something, in a deck of `cards`."""
        lines = said_beside({key: value}, cards, self._limits)
        return [line for _, line in lines if self._is_open[line, "json"]]

    def _says_something(self, fact: tuple[str, str]) -> bool:
        line, syntax = fact
        aside = Aside(LineClass.FACT, line, Span(1, 1, len(line) + 1))
        raw = RawDeck(path="", lines=(line,), requests=(), asides=(aside,), syntax=syntax, limits=self._limits)
        return self._checker.resolver.alone(raw) is None

    def in_text(
        self, text: str, path: str, syntax: str | None, given: Mapping[str, str] = {}, others: Sequence[str] = ()
    ) -> DeckRecord | None:
        """Return the record of the deck in a text list, None when only the readers can read it.

        The arguments are the parts of a `Cell`, and the path is left to the caller; raises InputError as they do.
        """
        syntax = syntax or syntax_of(text, path)
        if syntax not in TEXTS or any(self._is_open[other, syntax] for other in others):
            return None
        lines = split_lines(text.removeprefix("\ufeff"))
        if len(lines) > self._limits.lines or without_speakers(lines) != lines:
            return None
        found = self._met(lines, syntax)
        if found is None or not found.known or self._is_cut(found, lines) or any(is_odd(found) for is_odd in _ODDITIES):
            return None
        wrong = [*wrong_counts([*found.headers.values()], found.before)]
        if any(_may_mean_more(*each) for each in wrong):
            return None

        name, player = (given.get(fact) or found.said.get(fact) for fact in ("name", "player"))
        known = columns_of(found.known.values())
        unknown = [_placed(line, _on(number, line.request.span)) for number, line in found.unknown.items()]
        headers = [replace(each, span=_on(number, each.span)) for number, each in found.headers.items() if wrong]
        read = _Read(known, unknown, (name, player or ""), lambda: _places_in(found.known), headers)
        deck = self._judged(read)
        if deck is None or (deck.counts.get(STRONGHOLD, 0) > 1 and _has_strongholds(found)):
            return None
        is_in_doubt = _has_titles(found, lines) or (deck.verdict == Verdict.ILLEGAL.value and _may_be_less(found))
        return None if is_in_doubt else deck

    def _met(self, lines: Sequence[str], syntax: str) -> _MetLines | None:
        """Return what the lines of a list mean, None when other lines decide about one."""
        known, _, unknown, headers, said, remarks, before = found = _MetLines({}, [], {}, {}, {}, [], [])
        copies = 0
        meanings = self._lines.tables[syntax, ""]
        try:
            for number, line in enumerate(lines, 1):
                meaning = meanings[line]
                if isinstance(meaning, KnownCard):
                    known[number] = meaning if meaning.named.is_plain else _odd(meaning, number, found)
                    copies += meaning.named.entry.count
                elif isinstance(meaning, Unresolved):
                    unknown[number] = meaning
                    copies += meaning.request.count
                elif meaning.header is not None:
                    headers[number] = meaning.header
                    before.append(copies)
                    meanings = self._lines.tables[syntax, meaning.header.section]
                elif meaning.facts:
                    # A fact that is given twice, or among the cards, may be a card.
                    if known or unknown or not said.keys().isdisjoint(meaning.facts):
                        return None
                    said.update(meaning.facts)
                elif meaning.comments and known:
                    # The card above may have another number or place.
                    if any(map(self._may_change.__getitem__, meaning.comments)):
                        return None
                    remarks.append(number)
        except OtherLines:
            return None
        before.append(copies)
        return found

    def _is_cut(self, found: _MetLines, lines: Sequence[str]) -> bool:
        """Return whether a name may go on from one line in the next."""
        known, resolver = found.known, self._checker.resolver
        for number in found.unknown:
            for first in (number - 1, number):
                if (first in known or first + 1 in known) and resolver.breaks(lines[first - 1], lines[first]):
                    return True
        return any(
            not known[number].entry.request.counted
            and number - 1 in known
            and resolver.joins(known[number - 1].entry.request.name, known[number].entry.request.name)
            for number in found.odd
        )

    def _judged(self, read: _Read, asked: list[Asked] | None = None) -> DeckRecord | None:
        """Return the record of a list, None when several lines name the same card; see `in_json`."""
        (numbers, placings, marks, named), unknown, (name, player), _, headers = read
        different = {*placings}
        judge = self._checker.judge
        several = {place.card.id for place in placings} if judge.places.by_header else different
        if len(several) < len(placings):
            return None
        if unknown:
            others = {fold(line.request.name) for line in unknown}
            is_named = any(fold(each.entry.request.name) in others for each in named)
            if is_named or len({line.key for line in unknown}) < len(unknown) or len(unknown) > MOST_SUGGESTED:
                return None
        rules, counts = judge.sums.summary(numbers, placings, different)
        if unknown or headers:
            rules |= judge.reading
            marks += tuple(mark(line.key, line.request.count) for line in unknown)
        record = DeckRecord(
            counts=counts,
            findings=[],
            fingerprint=fingerprint(marks),
            format=self._format,
            name=name,
            path="",
            player=player,
            unlisted=None,
            verdict=Verdict.LEGAL.value,
        )
        if rules:
            deck = Asked(rules, record, read)
            self.explain([deck]) if asked is None else asked.append(deck)
        return record

    def explain(self, asked: Iterable[Asked]) -> None:
        """Fill in the findings and verdicts of decks, those of the same rules one after another: it saves a tenth."""
        judge, most = self._checker.judge, self._limits.messages
        for rules, record, read in sorted(asked, key=attrgetter("rules")):
            (_, placings, _, named), unknown, _, places, headers = read
            entries = tuple(map(itemgetter(0), named))
            raw = replace(self._no_list, headers=tuple(headers)) if headers else self._no_list
            deck = Deck(raw=raw, entries=entries, unresolved=tuple(unknown))
            if unknown:
                _, findings, record.counts = judged(deck, judge, self._checker.pool, places())
            else:
                tally = Tally(deck, judge.format, [*zip(entries, placings, strict=True)], places())
                findings = judge.findings(tally, rules)
            record.findings = finding_records(most_telling(findings, most))
            record.unlisted = unlisted(len(findings), most)
            record.verdict = verdict_of(findings).value


def _has_all(names: Iterable[tuple[bytes, bytes]], cards: bytes) -> bool:
    """Return whether the text of cards has each of `names`, in one of its two forms."""
    for one, other in names:  # noqa: SIM110 - a loop takes half the time, which every list with such facts is charged
        if one not in cards and other not in cards:
            return False
    return True


def _on(number: int, span: Span) -> Span:
    """Return a place on another line."""
    return Span(number, span.column, span.end_column)


def _places_in(known: Mapping[int, KnownCard]) -> PlaceOf:
    """Return the function that gives the places of lines, of cards by the numbers of theirs."""
    numbers = {id(card.entry.request): number for number, card in known.items()}

    def place_of(request: Request) -> Span:
        number = numbers.get(id(request))
        return _on(number, request.span) if number else request.span

    return place_of


def _placed(line: Unresolved, span: Span) -> Unresolved:
    return replace(line, request=replace(line.request, span=span))


def _odd(card: KnownCard, number: int, found: _MetLines) -> KnownCard:
    """Note a line that is not plain; return its card, with the text of the header above where a finding may name it."""
    found.odd.append(number)
    if not card.named.is_noted or not found.headers or card.entry.request.header != UNKNOWN:
        return card
    header = next(reversed(found.headers.values()))
    entry = replace(card.entry, request=replace(card.entry.request, header=header.text))
    return card._replace(named=card.named._replace(entry=entry))


def _begins_oddly(found: _MetLines) -> bool:
    """Return whether the first card may be the title of the list, or the numbers those of its lines."""
    odd = {number: found.known[number].entry for number in found.odd}
    bare = [number for number, each in odd.items() if not each.request.counted and each.card.kind not in STARTING]
    is_title = bare[:1] == [next(iter(found.known))] and 2 * len(bare) <= len(found.known)
    return is_title or any(entry.count > LONG for entry in odd.values())


def _has_strongholds(found: _MetLines) -> bool:
    """Return whether several lines have a Stronghold, with which a list may begin."""
    return sum(each.entry.card.kind == STRONGHOLD for each in found.known.values()) > 1


def _may_be_less(found: _MetLines) -> bool:
    """Return whether a remark may be a heading, or cards may be outside the deck."""
    return bool(found.remarks) or any(header.section in NOT_IN_DECK for header in found.headers.values())


def _has_titles(found: _MetLines, lines: Sequence[str]) -> bool:
    """Return whether the title of a card may be a heading or a remark."""
    headings = {0, *found.headers}
    return any(is_title_apart(found.known[number].entry, number, lines, headings) for number in found.odd)


def _is_parted(found: _MetLines) -> bool:
    """Return whether there may be two lists or two of a part, or a heading may be of cards outside the deck."""
    headers = [*found.headers.values()]
    decks = [header.section for header in headers if header.deck and header.section]
    first = next(iter(found.known))
    heads_list = any(each.deck and not each.section and number > first for number, each in found.headers.items())
    return heads_list or len({*decks}) < len(decks) or any(each.section in NOT_IN_DECK for each in headers[:-1])


def _may_mean_more(header: Header, count: int) -> bool:
    """Return whether a header with a wrong number may mean more than that; it is above `count` cards."""
    is_of_list = header.deck and not header.section  # As in "Deck 2".
    return not count or header.section in NOT_IN_DECK or is_of_list


def _has_remarks(found: _MetLines) -> bool:
    """Return whether a remark may be the heading of cards that are outside the deck."""
    return bool(found.remarks) and found.remarks[0] < max(found.known, default=0)


def _has_words(found: _MetLines) -> bool:
    """Return whether a line with an unknown name does not begin with its number, and may be a heading."""
    return any(not line.request.written[:1].isdigit() for line in found.unknown.values())


_ODDITIES = (_begins_oddly, _is_parted, _has_remarks, _has_words)


def _text(deck: dict[str, Any], key: str, limits: Limits) -> str | None:
    value = deck.get(key)
    return value[: limits.name_length] if isinstance(value, str) and value.strip() else None
