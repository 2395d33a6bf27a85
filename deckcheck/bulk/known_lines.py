"""What lines mean, remembered by how they are written: the lists of an event have most of their lines in common.

A deck of which each line names a card exactly, or none at all, is screened, and only the rules that can have
something to say of it are asked; what they find is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from operator import attrgetter
from typing import Generic, TypeVar

from msgspec import structs

from deckcheck.bulk.examiner import Examiner
from deckcheck.model.card import Card
from deckcheck.model.deck import UNRESOLVED, Deck, Entry, RawDeck, Request, Unresolved, mark
from deckcheck.model.finding import Finding
from deckcheck.names import fold
from deckcheck.resolve import MOST_SUGGESTED
from deckcheck.screening import Made, Screens, Seen
from deckcheck.spans import Span

# There is no end to what people type.
_REMEMBERED = 100_000
_STRANGERS = 1_000
# Rules that have something to say of a list whose lines are all exact do not ask how it was read.
_ANY_LIST = RawDeck(path="", lines=(), requests=())
# The rule that speaks of lines that are no card.
_UNKNOWN = "unknown-card"

_asked = attrgetter("request")

K = TypeVar("K", bound=Hashable)


class NotExact(Exception):
    """A line that does not name a card to the letter."""


class KnownLines(Generic[K]):
    """The lines that have been seen in one syntax, by what stands there."""

    def __init__(self, examiner: Examiner, request_of: Callable[[K], Request | None]) -> None:
        """Remember lines for `examiner`; `request_of` gives what a line asks for, None when only a reader can tell."""
        self._examiner = examiner
        self._request_of = request_of
        self._entries: Made[K, Entry] = Made(self._entry)
        self._screens: Screens[K] = Screens(examiner.common, self._card)
        self._not_exact: set[K] = set()
        self._strangers: Made[K, Unresolved | None] = Made(self._stranger)
        # A name that means another card in another number of copies is not exact.
        self._named: dict[str, str] = {}

    def screened(self, lines: Collection[K]) -> Seen | None:
        """Return what can be told of a deck from its lines; those that are no card are counted as unresolved.

        None when that is nothing: a line only resembles a card or may be several, two name one, or there are very many.
        """
        try:
            return self._screens.screen(lines)
        except NotExact:
            return self._screened_in_part(lines)

    def findings(self, lines: Sequence[K], seen: Seen, places: Iterable[tuple[int, int]]) -> tuple[Finding, ...]:
        """Return what the rules have to say of a deck whose lines say what was `seen`, and whose headers fit them.

        `places` are those of the lines: the number of each, and the columns before what is remembered of it.
        """
        if not seen.alarms:
            return ()
        exact = lines
        unresolved: tuple[Unresolved, ...] = ()
        if UNRESOLVED in seen.counts:
            exact, others = self._split(lines)
            placed = dict(zip(lines, places, strict=True))
            strangers = zip(map(self._strangers.__getitem__, others), map(placed.__getitem__, others), strict=True)
            unresolved = tuple(_moved(stranger, place) for stranger, place in strangers if stranger)
            places = map(placed.__getitem__, exact)
        entries = tuple(map(self._entries.__getitem__, exact))
        place_of_line: dict[int, tuple[int, int]] = {}

        def place_of(request: Request) -> Span:
            # Many findings name no line.
            if not place_of_line:
                place_of_line.update(zip(map(id, map(_asked, entries)), places, strict=True))
            place = place_of_line.get(id(request))
            return _placed(request.span, place) if place else request.span

        deck = Deck(raw=_ANY_LIST, entries=entries, unresolved=unresolved)
        return self._examiner.findings(deck, seen.alarms, place_of)

    def _screened_in_part(self, lines: Collection[K]) -> Seen | None:
        """Return what can be told of a deck of which some lines are not exact: when they can be no card."""
        exact, others = self._split(lines)
        strangers = [*filter(None, map(self._strangers.__getitem__, others))]
        names = {fold(stranger.request.name) for stranger in strangers}
        # What a name means may depend on how often the deck has it.
        if len(names) < len(others) or len(names) > MOST_SUGGESTED or not self._named.keys().isdisjoint(names):
            return None
        seen = self._screens.screen(exact)
        if seen is None:
            return None
        return structs.replace(
            seen,
            alarms=seen.alarms.union((_UNKNOWN,)),
            counts=seen.counts | {UNRESOLVED: sum(stranger.request.count for stranger in strangers)},
            marks=(*seen.marks, *(mark(stranger.key, stranger.request.count) for stranger in strangers)),
        )

    def _stranger(self, line: K) -> Unresolved | None:
        """Return what is said of a line that is no card, None when it may be one."""
        if len(self._strangers) >= _STRANGERS:
            self._strangers.clear()
        request = self._request_of(line)
        return self._examiner.stranger(request) if request else None

    def _split(self, lines: Iterable[K]) -> tuple[list[K], list[K]]:
        """Return the lines that are exact, and the others."""
        exact: list[K] = []
        others: list[K] = []
        for line in lines:
            (exact if self._is_exact(line) else others).append(line)
        return exact, others

    def _is_exact(self, line: K) -> bool:
        try:
            return bool(self._entries[line])
        except NotExact:
            return False

    def _card(self, line: K) -> tuple[Card, int]:
        """Return the card that a line names to the letter, and its copies; raises NotExact."""
        entry = self._entries[line]
        return entry.card, entry.count

    def _entry(self, line: K) -> Entry:
        """Return the entry of a line that names a card to the letter; raises NotExact."""
        if line in self._not_exact:
            raise NotExact
        if len(self._entries) + len(self._not_exact) >= _REMEMBERED:
            self._forget()
        request = self._request_of(line)
        card = self._examiner.exact(request) if request else None
        if request is None or card is None or self._named.setdefault(fold(request.name), card.id) != card.id:
            self._not_exact.add(line)
            raise NotExact
        return Entry(card, request.count, request)

    def _forget(self) -> None:
        for each in (self._entries, self._not_exact, self._strangers, self._named):
            each.clear()
        self._screens.forget()


def _moved(stranger: Unresolved, place: tuple[int, int]) -> Unresolved:
    request = stranger.request
    return structs.replace(stranger, request=structs.replace(request, span=_placed(request.span, place)))


def _placed(span: Span, place: tuple[int, int]) -> Span:
    number, before = place
    return Span(number, before + span.column, before + span.end_column)
