"""Check Legend of the Five Rings decks against the rules of a format.

>>> from deckcheck import Checker
>>> Checker("celestial-40-40").check_file("deck.txt").verdict  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.11.0"

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
    from deckcheck.odds.of_deck.ask import OddsRequest
    from deckcheck.odds.of_deck.deck_halves import Play
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

# The names that each module has.
_HOMES = {
    "build.repair.fix": ("NoRepair",),
    "checks.checker": ("Checker", "load_format", "load_pool", "read_deck"),
    "decks.intake": ("Intake",),
    "interface": ("convert", "fix", "odds_of"),
    "model.deck": ("Deck",),
    "model.errors": ("DataError", "DeckcheckError", "FetchError", "InputError", "OutputError", "UsageError"),
    "model.finding": ("Citation", "Finding", "Origin", "Severity", "Verdict"),
    "model.limits": ("Limits",),
    "model.report": ("Failure", "Report"),
    "model.spans": ("Span",),
    "odds.of_deck.ask": ("OddsRequest",),
    "odds.of_deck.deck_halves": ("Play",),
    "rules.engine": ("check",),
}


def __getattr__(name: str) -> object:
    # The command line imports this package first, so the public names are looked up on first use.
    for module, names in _HOMES.items():
        if name in names:
            import importlib

            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
