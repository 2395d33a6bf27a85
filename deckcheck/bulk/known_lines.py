"""What lines mean, remembered by how they are written: the lists of an event have most of their lines in common.

A deck whose lines all name a card exactly is screened, and only the rules that can have something to say of it are
asked; what they find is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Generic, TypeVar

from deckcheck.bulk.examiner import Examiner
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request
from deckcheck.model.report import Report
from deckcheck.names import fold
from deckcheck.rules import ALWAYS
from deckcheck.screening import Made, Screens, Seen

# There is no end to what people type.
_REMEMBERED = 100_000

K = TypeVar("K", bound=Hashable)


class NotExact(Exception):
    """A line that does not name a card to the letter."""


class KnownLines(Generic[K]):
    """The lines that have been seen in one syntax, by what stands there."""

    def __init__(self, examiner: Examiner, request_of: Callable[[K], Request | None]) -> None:
        """Remember lines for `examiner`; `request_of` gives what a line asks for, None when only a reader can tell."""
        self._examiner = examiner
        self._request_of = request_of
        self._cards: Made[K, tuple[Card, int]] = Made(self._card)
        self._screens: Screens[K] = Screens(examiner.common, self._cards.__getitem__)
        self._not_exact: set[K] = set()
        # A name that means another card in another number of copies is not exact.
        self._named: dict[str, str] = {}

    def screened(self, lines: Collection[K]) -> Seen | None:
        """Return what can be told of a deck from its lines.

        None when that is nothing: a line is not exact, two name one card, or there are very many cards.
        """
        try:
            return self._screens.screen(lines)
        except NotExact:
            return None

    def report(self, raw: RawDeck, lines: Sequence[K], seen: Seen | None, *, fits: bool = True) -> Report:
        """Return the report on `raw`, which asks for what `lines` say, one after the other.

        `seen` is what `screened` says of the lines; `fits` tells whether the headers of the deck fit its cards.
        """
        if seen:
            cards = map(self._cards.__getitem__, lines)
            pairs = zip(raw.requests, cards, strict=True)
            deck = Deck(raw=raw, entries=tuple(Entry(card, count, request) for request, (card, count) in pairs))
            return self._examiner.check(deck, seen.alarms if fits else seen.alarms.union(ALWAYS))
        deck = self._examiner.resolved(raw)
        known = [line for line in lines if self._is_exact(line)]
        if len(known) == len(deck.entries) + len(deck.proxies):
            # Lines that are no card leave a rule without a word that has none for the others.
            seen = self.screened(known)
        return self._examiner.check(deck, seen.alarms.union(ALWAYS) if seen else None)

    def _is_exact(self, line: K) -> bool:
        try:
            return bool(self._cards[line])
        except NotExact:
            return False

    def _card(self, line: K) -> tuple[Card, int]:
        """Return the card that a line names to the letter, and its copies; raises NotExact."""
        if line in self._not_exact:
            raise NotExact
        if len(self._cards) + len(self._not_exact) >= _REMEMBERED:
            self._forget()
        request = self._request_of(line)
        card = self._examiner.exact(request) if request else None
        if request is None or card is None or self._named.setdefault(fold(request.name), card.id) != card.id:
            self._not_exact.add(line)
            raise NotExact
        return card, request.count

    def _forget(self) -> None:
        for each in (self._cards, self._not_exact, self._named):
            each.clear()
        self._screens.forget()
