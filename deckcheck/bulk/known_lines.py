"""What a line means by itself: the readers and the resolver find out once, and the result is cached."""

import re
from collections.abc import Iterable, Set
from typing import NamedTuple, cast

from msgspec.structs import replace

from deckcheck.bulk.json_pieces import OtherLines, card_in
from deckcheck.checks.checker import Checker
from deckcheck.decks.documents.quantities import request_of
from deckcheck.decks.resolve.numbering import LONG
from deckcheck.decks.text.lists import read_line
from deckcheck.decks.words.dialects import DIALECTS
from deckcheck.model.deck import STARTING, Deck, Entry, Header, LineClass, RawDeck, Span, Unresolved, mark
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.rules.base import Memo
from deckcheck.rules.own_headings import BELOW_SIGNS
from deckcheck.rules.tally import Placed, Tally

# The syntaxes of texts, by name.
TEXTS = {dialect.name: dialect for dialect in DIALECTS}
_FACTS = ("name", "player", "author", "event", "date", "format")
# Only the number of such a line tells how many copies of a card it means.
_COUNTED = re.compile(r"([1-9])(x? (\D+))")
# Texts and their comments are longer than ids.
_MOST_LINES = 50_000


class KnownCard(NamedTuple):
    """A line with one card: the fields of its `CardLine`, its mark in a fingerprint, and its entry."""

    number: int
    place: Placed
    mark: str
    entry: Entry


class OddCard(KnownCard):
    """A line with one card that has a finding about how it was read, or a number that may be that of the line."""

    __slots__ = ()


# The numbers, places, marks and entries of the cards of a list.
CardColumns = tuple[tuple[int, ...], tuple[Placed, ...], tuple[str, ...], tuple[Entry, ...]]


def columns_of(known: Iterable[KnownCard]) -> CardColumns:
    """Return the fields of cards, at least one."""
    return cast("CardColumns", tuple(zip(*known, strict=True)))


class Other(NamedTuple):
    """A line without a card: the header that it is, the facts that it gives about the deck, or its comments.

    It says no more in lists with starting cards of the `kinds`.
    """

    header: Header | None
    facts: dict[str, str]
    comments: tuple[str, ...] = ()
    kinds: Set[str] = frozenset()


NOTHING = Other(None, {})
Meaning = KnownCard | Other | Unresolved


class KnownLines:
    """Looks up what lines mean in one format.

    `pieces` are cards of a line of JSON as they are written, and `tables` the lines of texts, by the syntax and the
    section of the header above. Where other lines decide, a look-up raises OtherLines or gives None.
    """

    def __init__(self, checker: Checker, limits: Limits) -> None:
        """Use `checker` for lines within `limits`."""
        self._resolver, self._judge, self._pool = checker.resolver, checker.judge, checker.pool
        self._limits = limits
        # Up to this number of copies, an id means the same card.
        self._few = min(checker.resolver.sorter.most, limits.copies)
        self._no_list = RawDeck(path="", lines=(), requests=(), limits=limits)
        self._ids: Memo[tuple[str, int], KnownCard | Unresolved] = Memo(self._id_line)
        self.pieces: Memo[bytes, KnownCard | Unresolved] = Memo(lambda piece: self._ids[card_in(piece)])
        self.tables: Memo[tuple[str, str], Memo[str, Meaning | None]] = Memo(
            lambda key: Memo(lambda line: self._text_line(line, *key), _MOST_LINES)
        )
        # Counted lines by what is behind their number, the syntax and the section.
        self._counted: Memo[tuple[str, str, str], KnownCard | None] = Memo(lambda _: None, _MOST_LINES)
        # The card of each folded name.
        self._cards: dict[str, str] = {}

    def _text_line(self, line: str, syntax: str, section: str) -> Meaning | None:
        number = _COUNTED.fullmatch(line)
        one = self._counted[number[2], syntax, section] if number else None
        if number and one and int(number[1]) <= self._few:
            return self._with_copies(one, int(number[1]), line)
        meaning = self._read(line, syntax, section)
        if number and type(meaning) is KnownCard and meaning.entry.card.kind not in STARTING:
            # With several cards of this name, or words beside it, the number may decide.
            is_name = meaning.entry.request.name == number[3] and len(self._pool.named(fold(number[3]))) == 1
            self._counted[number[2], syntax, section] = meaning if is_name and not meaning.entry.inexact else None
        return meaning

    def _read(self, line: str, syntax: str, section: str) -> Meaning | None:
        raw = read_line(line, section, TEXTS[syntax], self._limits)
        if raw is None or len(raw.requests) + len(raw.headers) > 1:
            return None
        if raw.requests:
            try:
                return self._card(raw)
            except OtherLines:
                return None
        facts = {fact: said for fact in _FACTS if (said := getattr(raw, fact))}
        kinds = self._resolver.needed(raw)
        if kinds is None or (raw.headers and raw.asides):
            return None
        if raw.headers or facts:
            return Other(raw.headers[0] if raw.headers else None, facts, kinds=kinds)
        said = (each for each in raw.asides if each.kind is LineClass.COMMENT or each.text in BELOW_SIGNS)
        comments = tuple(each.said for each in said)
        return Other(None, {}, comments, kinds) if comments or kinds else NOTHING

    def _id_line(self, written: tuple[str, int]) -> KnownCard | Unresolved:
        card_id, copies = written
        is_few = 1 < copies <= self._few
        has_one = is_few and ((card_id, 1) in self._ids or self._pool.card(card_id) is not None)
        one = self._ids[card_id, 1] if has_one else None
        if isinstance(one, KnownCard) and one.place.card.id == card_id and not one.entry.inexact:
            return self._with_copies(one, copies, card_id)
        request = request_of(*written, Span(1, 1, 1), self._limits)
        meaning = self._card(RawDeck(path="", lines=(), requests=(request,), syntax="json", limits=self._limits))
        found = meaning.entry.request if isinstance(meaning, KnownCard) else meaning.request
        if found.name != card_id:  # It is shortened, or a finding could not name its place.
            raise OtherLines
        return meaning

    def _with_copies(self, one: KnownCard, copies: int, written: str) -> KnownCard:
        """Return a line that is `written` with another number of copies."""
        entry = replace(one.entry, count=copies, request=replace(one.entry.request, count=copies, written=written))
        return KnownCard(*self._judge.sums.line(one.place, copies), mark(one.place.card.id, copies), entry)

    def _card(self, raw: RawDeck) -> KnownCard | Unresolved:
        """Return what the only request of `raw` means; raises OtherLines when other lines decide."""
        entries, name = self._resolver.alone(raw), fold(raw.requests[0].name)
        if isinstance(entries, Unresolved):
            return entries
        if not entries:
            raise OtherLines
        # The copies of a name in all lines may decide which card it is.
        if self._cards.setdefault(name, entries[0].card.id) != entries[0].card.id:
            raise OtherLines
        return self.of(entries[0])

    def of(self, entry: Entry) -> KnownCard:
        """Return a line that means a card."""
        judge = self._judge
        place = judge.places.of(entry.card, judge.places.under(entry))
        line, is_odd = judge.sums.line(place, entry.count), not entry.request.counted or entry.count > LONG
        if entry.request.section or entry.inexact or entry.replaced_by_soul:
            tally = Tally(Deck(raw=self._no_list, entries=(entry,)), judge.format, ((entry,), (place,)))
            if found := judge.findings(tally, judge.reading):
                line, is_odd = judge.sums.asking(line, judge.bits({each.name for each in found})), True
        return (OddCard if is_odd else KnownCard)(*line, mark(entry.card.id, entry.count), entry)
