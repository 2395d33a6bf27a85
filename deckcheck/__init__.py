"""Check Legend of the Five Rings decks against the rules of a format.

>>> from deckcheck import Checker
>>> Checker("celestial-40-40").check_file("deck.txt").verdict  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.5.0"

if TYPE_CHECKING:
    from deckcheck.build.repair.fix import NoRepair
    from deckcheck.checks.checker import Checker, load_format, load_pool, read_deck
    from deckcheck.decks.intake import Intake
    from deckcheck.interface import convert, fix, odds_of
    from deckcheck.model.deck import Deck
    from deckcheck.model.errors import DataError, DeckcheckError, FetchError, InputError, OutputError, UsageError
    from deckcheck.model.finding import Citation, Finding, Origin, Severity, Verdict
    from deckcheck.model.limits import Limits
    from deckcheck.model.report import Failure, Report
    from deckcheck.model.spans import Span
    from deckcheck.odds.of_deck import OddsRequest, Play
    from deckcheck.rules.engine import check

__all__ = [
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
    "OddsRequest",
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
    "Checker": "deckcheck.checks.checker",
    "load_format": "deckcheck.checks.checker",
    "load_pool": "deckcheck.checks.checker",
    "read_deck": "deckcheck.checks.checker",
    "OddsRequest": "deckcheck.odds.of_deck",
    "Play": "deckcheck.odds.of_deck",
    "check": "deckcheck.rules.engine",
    "DataError": "deckcheck.model.errors",
    "DeckcheckError": "deckcheck.model.errors",
    "FetchError": "deckcheck.model.errors",
    "InputError": "deckcheck.model.errors",
    "OutputError": "deckcheck.model.errors",
    "UsageError": "deckcheck.model.errors",
    "Intake": "deckcheck.decks.intake",
    "convert": "deckcheck.interface",
    "fix": "deckcheck.interface",
    "odds_of": "deckcheck.interface",
    "Limits": "deckcheck.model.limits",
    "Deck": "deckcheck.model.deck",
    "Citation": "deckcheck.model.finding",
    "Finding": "deckcheck.model.finding",
    "Origin": "deckcheck.model.finding",
    "Severity": "deckcheck.model.finding",
    "Verdict": "deckcheck.model.finding",
    "Failure": "deckcheck.model.report",
    "Report": "deckcheck.model.report",
    "NoRepair": "deckcheck.build.repair.fix",
    "Span": "deckcheck.model.spans",
}


def __getattr__(name: str) -> object:
    # The command line imports this package first, so the public names are looked up on first use.
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
