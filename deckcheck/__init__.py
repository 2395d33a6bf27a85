"""Check Legend of the Five Rings decks against the rules of a format.

>>> from deckcheck import check, load_format, load_pool, read_deck
>>> fmt = load_format("celestial-40-40")
>>> pool = load_pool(fmt.pool)
>>> report = check(read_deck("deck.txt", fmt, pool), fmt, pool)  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from deckcheck.app import load_format, load_pool, read_deck
    from deckcheck.engine import check
    from deckcheck.errors import DeckcheckError
    from deckcheck.limits import Limits
    from deckcheck.model.finding import Finding, Verdict
    from deckcheck.model.report import Report

__all__ = ["DeckcheckError", "Finding", "Limits", "Report", "Verdict", "check", "load_format", "load_pool", "read_deck"]

_HOMES = {
    "DeckcheckError": "deckcheck.errors",
    "Finding": "deckcheck.model.finding",
    "Limits": "deckcheck.limits",
    "Report": "deckcheck.model.report",
    "Verdict": "deckcheck.model.finding",
    "check": "deckcheck.engine",
    "load_format": "deckcheck.app",
    "load_pool": "deckcheck.app",
    "read_deck": "deckcheck.app",
}


def __getattr__(name: str) -> object:
    # The command line imports this package first, so the public names are looked up on first use.
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
