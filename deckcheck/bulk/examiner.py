"""Examining decks of one format one after the other, with all that they share made once."""

from __future__ import annotations

import hashlib  # noqa: F401 - digests are made with it where it is loaded, which pays for many decks
from collections.abc import Set as AbstractSet

from deckcheck.engine import check
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, RawDeck, Request
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.resolve import Resolver
from deckcheck.screening import strongholds_of


class Examiner:
    """Examines decks in one format."""

    def __init__(self, fmt: Format, pool: Pool) -> None:
        """Examine decks of `fmt`, whose cards are those of `pool`."""
        self.format = fmt
        self.pool = pool
        self.cards = tuple(pool.cards())
        self._resolver = Resolver(fmt, pool)
        self._places: dict[str, str | None] = {}
        self._clans = strongholds_of(fmt, self.cards)
        self._strongholds = frozenset(self._clans)

    def report(self, raw: RawDeck) -> Report:
        """Return the report on a deck."""
        return self.check(self.resolved(raw))

    def resolved(self, raw: RawDeck) -> Deck:
        """Return a deck with its cards known."""
        return self._resolver.deck(raw)

    def check(self, deck: Deck, only: AbstractSet[str] | None = None) -> Report:
        """Return the report on a deck; `only` names the rules that can have something to say, where that is known."""
        return check(deck, self.format, self.pool, only=only, places=self._places)

    def exact(self, request: Request) -> Card | None:
        """Return the card that a line names to the letter, None when it does not."""
        return self._resolver.exact(request)

    def clans_of(self, ids: AbstractSet[str]) -> frozenset[str] | None:
        """Return the clans that a deck of these cards has from its Stronghold, None when it has none."""
        found = list(map(self._clans.__getitem__, self._strongholds & ids))
        return found[0] if len(found) == 1 else frozenset[str]().union(*found) if found else None
