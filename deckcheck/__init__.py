"""Check Legend of the Five Rings decks against the rules of a format.

>>> from deckcheck import Checker
>>> Checker("celestial-40-40").check_file("deck.txt").verdict  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from deckcheck.app import Checker, load_format, load_pool, read_deck
    from deckcheck.deck_odds import Asking, Play
    from deckcheck.engine import check
    from deckcheck.errors import DataError, DeckcheckError, FetchError, InputError, OutputError, UsageError
    from deckcheck.intake import Intake
    from deckcheck.interface import convert, fix, odds_of
    from deckcheck.limits import Limits
    from deckcheck.model.deck import Deck
    from deckcheck.model.finding import Citation, Finding, Origin, Severity, Verdict
    from deckcheck.model.report import Failure, Report
    from deckcheck.repair.fix import NoRepair
    from deckcheck.spans import Span

__all__ = [
    "Asking",
    "Checker",
    "Citation",
    "DataError",
    "Deck",
    "DeckcheckError",
    "Failure",
    "FetchError",
    "Finding",
    "InputError",
    "Intake",
    "Limits",
    "NoRepair",
    "Origin",
    "OutputError",
    "Play",
    "Report",
    "Severity",
    "Span",
    "UsageError",
    "Verdict",
    "check",
    "convert",
    "fix",
    "load_format",
    "load_pool",
    "odds_of",
    "read_deck",
]

# The module that has each name.
_HOMES = {
    "Checker": "deckcheck.app",
    "load_format": "deckcheck.app",
    "load_pool": "deckcheck.app",
    "read_deck": "deckcheck.app",
    "Asking": "deckcheck.deck_odds",
    "Play": "deckcheck.deck_odds",
    "check": "deckcheck.engine",
    "DataError": "deckcheck.errors",
    "DeckcheckError": "deckcheck.errors",
    "FetchError": "deckcheck.errors",
    "InputError": "deckcheck.errors",
    "OutputError": "deckcheck.errors",
    "UsageError": "deckcheck.errors",
    "Intake": "deckcheck.intake",
    "convert": "deckcheck.interface",
    "fix": "deckcheck.interface",
    "odds_of": "deckcheck.interface",
    "Limits": "deckcheck.limits",
    "Deck": "deckcheck.model.deck",
    "Citation": "deckcheck.model.finding",
    "Finding": "deckcheck.model.finding",
    "Origin": "deckcheck.model.finding",
    "Severity": "deckcheck.model.finding",
    "Verdict": "deckcheck.model.finding",
    "Failure": "deckcheck.model.report",
    "Report": "deckcheck.model.report",
    "NoRepair": "deckcheck.repair.fix",
    "Span": "deckcheck.spans",
}


def __getattr__(name: str) -> object:
    # The command line imports this package first, so the public names are looked up on first use.
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
