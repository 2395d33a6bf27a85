"""Examining decks of one format one after the other, with all that they share made once."""

from __future__ import annotations

import hashlib  # noqa: F401 - digests are made with it where it is loaded, which pays for many decks

from deckcheck.app import Checker
from deckcheck.limits import Limits
from deckcheck.model.card import Card
from deckcheck.model.deck import Request
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.screening import Common


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
