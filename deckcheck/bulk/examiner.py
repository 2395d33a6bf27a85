"""Examining decks of one format one after the other, with all that they share made once."""

from __future__ import annotations

import hashlib  # noqa: F401 - digests are made with it where it is loaded, which pays for many decks
from collections.abc import Container

from deckcheck.app import Checker
from deckcheck.engine import PlaceOf, findings_of
from deckcheck.limits import Limits
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Request, Unresolved
from deckcheck.model.finding import Finding
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.screening import Common
from deckcheck.tally import Tally


class Examiner(Checker):
    """Examines decks in one format, which were read within `limits`; its screens have `common`."""

    def __init__(self, fmt: Format, pool: Pool, limits: Limits) -> None:
        """Examine decks of `fmt`, whose cards are those of `pool`."""
        super().__init__(fmt, pool)
        self.limits = limits
        self.common = Common(fmt, tuple(pool.cards()))

    def exact(self, request: Request) -> Card | None:
        """Return the card that a line names to the letter, None when it does not."""
        return self._resolver.exact(request)

    def stranger(self, request: Request) -> Unresolved | None:
        """Return what is said of a line that can be no card, None when it may be one, or no card line."""
        return self._resolver.stranger(request)

    def findings(self, deck: Deck, only: Container[str], place_of: PlaceOf) -> tuple[Finding, ...]:
        """Return what the rules named in `only` have to say of a deck, whose lines stand where `place_of` says."""
        return findings_of(Tally(deck, self.format, self._shared.places), self._shared, only, place_of)
