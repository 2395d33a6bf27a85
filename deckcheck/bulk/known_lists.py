"""Lists of known lines: each line is looked up in the cache, and the judge adds up what the lines add to the deck.

The lists of an event have most of their lines in common. The readers and the resolver say what a line means by itself;
lists with any line whose meaning depends on other lines are left to them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from operator import attrgetter
from typing import NamedTuple, cast

from msgspec import Raw
from msgspec.structs import replace

from deckcheck.bulk.json_pieces import OtherLines, cards_in, decode, encode, facts_around, places_in, value_of
from deckcheck.bulk.known_lines import TEXTS, CardColumns, KnownCard, KnownLines, columns_of
from deckcheck.bulk.known_texts import KnownTexts, may_be_another, on_line, with_request
from deckcheck.checks.checker import Checker
from deckcheck.decks.documents.json_ids import said_beside
from deckcheck.decks.documents.json_shapes import decks_in
from deckcheck.decks.readers import syntax_of
from deckcheck.decks.resolve import MOST_SUGGESTED
from deckcheck.decks.text.layout import without_speakers
from deckcheck.decks.text.lists import split_lines
from deckcheck.decks.words.sayings import NOTES, label_words, names_nothing
from deckcheck.model.deck import Aside, Deck, Header, LineClass, RawDeck, Span, Unresolved, fingerprint, mark
from deckcheck.model.errors import InputError
from deckcheck.model.finding import verdict_of
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.names import fold
from deckcheck.model.report import DeckRecord, most_telling, record_of, unlisted
from deckcheck.rules.base import Memo
from deckcheck.rules.engine import judged
from deckcheck.rules.judge import Tallied
from deckcheck.rules.several_lists import in_words, title_in_words
from deckcheck.rules.sums import CardLine
from deckcheck.rules.tally import PlaceOf, Tally

# Names of decks and players rarely appear again.
_MOST_FACTS = 10_000
# A day, and its time.
_IS_DATE = re.compile(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9](?:[T ][0-9:.]{5,15}(?:Z|[+-][0-9:]{4,5})?)?").fullmatch
# Keys that have numbers more often than this are checked only once.
_SOME = 10
# None, one, several copies, the cards of a deck, a year, and dates: where none of these says anything, no other does.
_NUMBERS = (0, 1, 2, 3, 40, 80, 2017, "2018-03-10", "2018-03-10T12:30:01.5+02:00", "2018-03-10 12:30")


class _AnyCards(dict[str, int]):
    """The cards of a deck that contains every card once: it records the cards that it is asked for."""

    def get(self, name: str, _: object = None) -> int:
        return self.setdefault(name, 1)


class _Read(NamedTuple):
    """A list as it is read: the fields of its cards, its unknown names, its name and player, and the places of lines.

    `headers` are given where rules have to look at them, with the number of cards `before` each and in the list.
    """

    known: CardColumns
    unknown: Sequence[Unresolved]
    said: tuple[str | None, str]
    places: Callable[[], PlaceOf]  # Needed only for findings.
    headers: Sequence[Header] = ()
    before: Sequence[int] = ()


class _Again(NamedTuple):
    """What a list must have so that a fact besides its cards says nothing.

    `names` are cards, each in the two ways in which a line of JSON may have it; `kinds` are kinds of starting cards.
    """

    names: Sequence[tuple[bytes, bytes]]
    kinds: Set[str]


_NOTHING = _Again((), frozenset())


class Candidate(NamedTuple):
    """A list with the bits of the rules that may find something, and its record without findings."""

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
        self._texts = KnownTexts(self._lines, checker.resolver)
        # What a list needs so that a fact says nothing (see `Resolver.needed`), by its line and the syntax of the list.
        self._needed: Memo[tuple[str, str], Set[str] | None] = Memo(self._needed_by, _MOST_FACTS)
        self._again: Memo[tuple[str, bytes], _Again] = Memo(self._named_again, _MOST_FACTS)
        # How often keys had numbers or dates, which differ in each list of a site, and whether any say something: to
        # tell that takes as long as to read some of them.
        self._numbered: Counter[str] = Counter()
        self._is_idle: Memo[str, bool] = Memo(self._counts_nothing, _MOST_FACTS)

    def in_json(self, line: bytes, asked: list[Candidate] | None = None) -> DeckRecord | None:
        """Return the record of the deck of card ids on a line of JSON; None if only the readers can read it.

        The caller fills in the path. A deck that may have findings is put into `asked`, if given, for `explain`.
        """
        limits, (start, end) = self._limits, cards_in(line)
        cards = line[start:end]
        pieces = cards.split(b",")
        if line[:1] != b"{" or len(line) > limits.file_bytes or len(pieces) > limits.lines:
            return None
        try:
            met = [*map(self._lines.pieces.__getitem__, pieces)]
            facts = facts_around(line[:start] + line[end:])
            again = [self._again[key, bytes(value)] for key, value in facts.items()]
            if not _has_all(again, cards + b",", met):
                return None
            name, player, user = [_text(facts.get(key), limits) for key in ("name", "player", "username")]
        except (OtherLines, InputError):
            return None
        named = name, player or user or ""
        try:
            columns = columns_of(cast("list[KnownCard]", met))
        except TypeError:  # An unknown name has no columns.
            place_of = places_in(line)
            known = [each for each in met if isinstance(each, KnownCard)]
            unknown = [_placed(each, place_of(each.request)) for each in met if isinstance(each, Unresolved)]
            read = _Read(columns_of(known), unknown, named, lambda: place_of) if known else None
            return self._judged(read, asked) if read else None
        return self._judged(_Read(columns, (), named, lambda: places_in(line)), asked)

    def _says_nothing(self, key: str, value: object) -> bool:
        """Return whether a fact besides the cards certainly does not affect them."""
        if names_nothing(key, value) and label_words(key) not in NOTES:
            return True
        if not (type(value) is int and value >= 0) and not (isinstance(value, str) and _IS_DATE(value)):
            return False
        if len(self._numbered) > _MOST_FACTS:
            self._numbered.clear()
        self._numbered[key] += 1
        return self._numbered[key] > _SOME and self._is_idle[key]

    def _counts_nothing(self, key: str) -> bool:
        """Return whether no number or date below a key can matter, not even as a part of a title."""
        if any(self._doubtful(key, number, {}) for number in _NUMBERS):
            return False
        end, names = fold(key), self._checker.pool.spellings()
        return not any(name[:1].isdigit() and fold(name).endswith(end) for name in names)

    def _named_again(self, fact: tuple[str, bytes]) -> _Again:
        """Return what a list must have so that a fact besides the cards, its key and its value as JSON, says nothing.

        Raises OtherLines when it may be a card, whatever the cards of the deck.
        """
        key, value = fact[0], value_of(*fact, self._limits.nesting)
        if self._says_nothing(key, value):
            return _NOTHING
        if isinstance(value, list) and len(value) > 1 and all(isinstance(each, str) for each in value):
            # One by one they mean the same, and appear again.
            each_again = [self._again[key, encode([each])] for each in value]
            names = [name for again in each_again for name in again.names]
            return _Again(names, frozenset[str]().union(*(again.kinds for again in each_again)))
        parts = [part for found in decks_in({"cards": {"": 1}, key: value}) for part in found.parts]
        if len(parts) != 1:  # It is a part of the deck, too.
            raise OtherLines
        facts = self._doubtful(key, value, {})
        start = self._checker.resolver.sorter.facts.start
        if all(map(start, facts)):
            return _Again([(name, name) for name in (encode(fact.partition(": ")[2]) for fact in facts)], frozenset())
        doubtful = self._doubtful(key, value, once := _AnyCards())
        needed = [None if start(line) else self._needed[line, "json"] for line in doubtful]
        kinds = frozenset[str]().union(*filter(None, needed))
        if None in needed:
            raise OtherLines
        return _Again([(name + b":1,", name + b": 1,") for name in map(encode, once)], kinds)

    def _doubtful(self, key: str, value: object, cards: Mapping[str, int]) -> list[str]:
        """Return the lines of a fact that may say something in a deck of `cards`."""
        lines = said_beside({key: value}, cards, self._limits)
        # To see that a line names a Stronghold takes much less time.
        start = self._checker.resolver.sorter.facts.start
        return [line for _, line in lines if start(line) or self._needed[line, "json"] != frozenset()]

    def _needed_by(self, fact: tuple[str, str]) -> Set[str] | None:
        line, syntax = fact
        aside = Aside(LineClass.FACT, line, Span(1, 1, len(line) + 1))
        raw = RawDeck(path="", lines=(line,), requests=(), asides=(aside,), syntax=syntax, limits=self._limits)
        return self._checker.resolver.needed(raw)

    def in_text(
        self, text: str, path: str, syntax: str | None, given: Mapping[str, str] = {}, others: Sequence[str] = ()
    ) -> DeckRecord | None:
        """Return the record of the deck in a text list; None if only the readers can read it.

        The arguments are the parts of a `Cell`, and the path is left to the caller; raises InputError as they do.
        """
        syntax = syntax or syntax_of(text, path)
        if syntax not in TEXTS or any(self._needed[other, syntax] != frozenset() for other in others):
            return None
        lines = split_lines(text.removeprefix("\ufeff"))
        # Long lines would fill the memory.
        is_long = len(lines) > self._limits.lines or max(map(len, lines), default=0) > LONGEST_NAME
        if is_long or without_speakers(lines) != lines:
            return None
        found = self._texts.met(lines, syntax)
        if found is None:
            return None

        name, player = (given.get(fact) or found.said.get(fact) for fact in ("name", "player"))
        numbers, placings, marks, entries = columns_of(found.known.values())
        unknown = [_placed(line, on_line(number, line.request.span)) for number, line in found.unknown.items()]
        headed = found.headers if found.wrong else {}
        headers = [replace(each, span=on_line(number, each.span)) for number, each in headed.items()]
        if any(line.readings for line in unknown):  # Readings are sorted among the cards.
            entries = found.entries
        known = numbers, placings, marks, entries
        read = _Read(known, unknown, (name, player or ""), lambda: found.place_of, headers, found.before)
        deck = self._judged(read)
        return None if deck is None or may_be_another(deck, found, lines) else deck

    def _judged(self, read: _Read, asked: list[Candidate] | None = None) -> DeckRecord | None:
        """Return the record of a list; None if several lines name the same card; see `in_json`."""
        (numbers, placings, marks, entries), unknown, (name, player), _, headers, _ = read
        different = {*placings}
        judge = self._checker.judge
        several = {place.card.id for place in placings} if judge.places.by_header else different
        if len(several) < len(placings):
            return None
        if unknown:
            others = {fold(line.request.name) for line in unknown}
            is_named = any(fold(entry.request.name) in others for entry in entries)
            said = [in_words(line.request.written) for line in unknown]
            may_change = any(title_in_words(entry.card.title) in text for entry in entries for text in said)
            are_alike = len({line.key for line in unknown}) < len(unknown)
            if is_named or may_change or are_alike or len(unknown) > MOST_SUGGESTED:
                return None
        rules, counts = judge.sums.summary(numbers, placings, different)
        if headers:
            rules |= judge.of_headers
        if unknown:
            rules |= judge.reading
            marks += tuple(mark(line.key, line.request.count) for line in unknown)
        own = fingerprint(marks)
        record = DeckRecord(counts=counts, fingerprint=own, format=self._format, name=name, player=player)
        if rules:
            deck = Candidate(rules, record, read)
            self.explain([deck]) if asked is None else asked.append(deck)
        return record

    def explain(self, asked: Iterable[Candidate]) -> None:
        """Fill in the findings and verdicts of decks, grouped by their rules, which saves a tenth of the time."""
        judge, most = self._checker.judge, self._limits.messages
        for rules, record, read in sorted(asked, key=attrgetter("rules")):
            (numbers, placings, _, entries), unknown, _, places, headers, before = read
            raw = replace(self._no_list, headers=tuple(headers)) if headers else self._no_list
            deck = Deck(raw=raw, entries=entries, unresolved=tuple(unknown))
            tally = Tally(deck, judge.format, (entries, placings), places(), before)
            if unknown:
                lines = [*map(CardLine, numbers, placings)]
                base = Tallied(tally, lines, rules, record.counts)
                _, findings, record.counts = judged(base, judge, self._checker.pool)
            else:
                findings = judge.findings(tally, rules)
            record.findings = list(map(record_of, most_telling(findings, most)))
            record.unlisted = unlisted(len(findings), most)
            record.verdict = verdict_of(findings).value


def _has_all(facts: Iterable[_Again], cards: bytes, met: Iterable[KnownCard | Unresolved]) -> bool:
    """Return whether a line has everything that its facts need: `cards` is its text of cards, `met` what they mean."""
    for names, kinds in facts:
        for one, other in names:
            if one not in cards and other not in cards:
                return False
        if kinds and not kinds <= {each.entry.card.kind for each in met if isinstance(each, KnownCard)}:
            return False
    return True


def _placed(line: Unresolved, span: Span) -> Unresolved:
    return with_request(line, replace(line.request, span=span))


def _text(written: Raw | None, limits: Limits) -> str | None:
    value = decode(written) if written is not None else None
    return value[: limits.name_length] if isinstance(value, str) and value.strip() else None
