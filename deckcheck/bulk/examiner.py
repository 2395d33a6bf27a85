"""Examining decks of one format one after the other, with all that they share made once.

A deck whose lines all name a card exactly is screened first, and only the rules that can have something to say of
it are asked; what they find is the same. Every other deck goes the way that `deckcheck check` takes.
"""

from __future__ import annotations

import hashlib  # noqa: F401 - digests are made with it where it is loaded, which pays for many decks
from collections.abc import Mapping

from deckcheck.app import Checker
from deckcheck.digest import digest
from deckcheck.limits import Limits
from deckcheck.model.card import Card
from deckcheck.model.deck import RawDeck, Request
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.screens import MAX_CARDS
from deckcheck.screening import Line, Made, Screen, Screened, strongholds_of
from deckcheck.spans import Span

# Lines of which it is remembered that they are not exact; there is no end to what people type.
_REMEMBERED = 50_000


class NotExact(Exception):
    """A line that does not name a card to the letter."""


class Examiner:
    """Examines decks in one format."""

    def __init__(self, fmt: Format, pool: Pool, limits: Limits) -> None:
        """Examine decks of `fmt`, whose cards are those of `pool`, and which were read within `limits`."""
        self.format = fmt
        self.pool = pool
        self.limits = limits
        self._checker = Checker(fmt, pool)
        self._cards = tuple(pool.cards())
        self._strongholds = strongholds_of(fmt, self._cards)
        # By names that are exact; a name that means another card in another number of copies is not.
        self._ids: dict[str, str] = {}
        self._screens: Made[frozenset[str] | None, Screen] = Made(self._screen)
        self._marks: Made[Line, str] = Made(self._mark)
        self._exact: Made[Line, tuple[Card, int]] = Made(self._card_of)
        self._not_exact: set[Line] = set()

    def report(self, raw: RawDeck, *, only: set[str] | None = None) -> Report:
        """Return the report on a deck; `only` names the rules that can have something to say, where that is known."""
        return self._checker.report(raw, only)

    def screened(self, lines: Mapping[str, int]) -> Screened | None:
        """Return which rules may have something to say of a deck of these names and copies.

        None when that cannot be told, because a name is not exact, two name one card, or there are very many cards.
        """
        if sum(lines.values()) > MAX_CARDS:
            return None
        try:
            ids = self._ids_of(lines)
            if len(ids) < len(lines):
                return None
            found = self._strongholds.keys() & ids
            own = frozenset[str]().union(*(self._strongholds[each] for each in found)) if found else None
            return self._screens[own].screen(lines, ids)
        except NotExact:
            return None

    def _ids_of(self, lines: Mapping[str, int]) -> set[str]:
        """Return the ids of the cards that names mean; raises NotExact."""
        try:
            return set(map(self._ids.__getitem__, lines))
        except KeyError:
            return {self._exact[line][0].id for line in lines.items()}

    def card_of(self, name: str, count: int) -> Card | None:
        """Return the card that `name` means to the letter in `count` copies, None when it does not."""
        try:
            return self._exact[name, count][0]
        except NotExact:
            return None

    def fingerprint(self, lines: Mapping[str, int]) -> str:
        """Return the fingerprint of a deck that was screened, as `Deck.fingerprint` does."""
        text = "".join(sorted(map(self._marks.__getitem__, lines.items())))
        return digest(text)

    def _screen(self, own: frozenset[str] | None) -> Screen:
        like = next(iter(self._screens.values()), None)
        return Screen(self.format, self._cards, own, self._exact.__getitem__, like=like)

    def _mark(self, line: Line) -> str:
        return f"{self._exact[line][0].id}\t{line[1]}\n"

    def _card_of(self, line: Line) -> tuple[Card, int]:
        """Return the card that a line names to the letter, and its copies; raises NotExact."""
        if line in self._not_exact:
            raise NotExact
        name, count = line
        if not 1 <= count <= self.limits.copies or len(name) > self.limits.name_length:
            raise NotExact
        request = Request(name=name, count=count, span=Span(1, 1, 2), written=name)
        deck = self._checker.resolver.deck(RawDeck(path="", lines=(name,), requests=(request,)))
        if len(deck.entries) == 1:
            entry = deck.entries[0]
            plain = entry.request is request and not (entry.read_as or entry.stood_for or entry.instead)
            if plain and self._ids.setdefault(name, entry.card.id) == entry.card.id:
                return entry.card, count
        if len(self._not_exact) >= _REMEMBERED:
            self._not_exact.clear()
        self._not_exact.add(line)
        raise NotExact
