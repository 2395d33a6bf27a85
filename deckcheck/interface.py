"""The public names, which `deckcheck` exports, and functions for decks besides checking them."""

from collections.abc import Iterable, Mapping

from deckcheck.build.repair.fix import NoRepair, Repaired, RepairOptions, repair
from deckcheck.build.repair.slots import banned_cards, kept_cards
from deckcheck.checks.checker import Checker, load_format, load_pool, read_deck
from deckcheck.decks.intake import Intake
from deckcheck.decks.writers import Written, write, writer_called
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, Span
from deckcheck.model.errors import DataError, DeckcheckError, FetchError, InputError, OutputError, UsageError
from deckcheck.model.finding import Citation, Finding, Origin, Severity, Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Report
from deckcheck.odds import parse_want
from deckcheck.odds.of_deck.ask import Asked, OddsRequest, ask
from deckcheck.odds.of_deck.deck_halves import Play, halves_of
from deckcheck.rules.engine import check, demand_basis

__all__ = [
    "Asked",
    "Card",
    "Checker",
    "Citation",
    "DataError",
    "Deck",
    "DeckcheckError",
    "Entry",
    "Failure",
    "FetchError",
    "Finding",
    "Format",
    "InputError",
    "Intake",
    "Limits",
    "NoRepair",
    "OddsRequest",
    "Origin",
    "OutputError",
    "Play",
    "Pool",
    "Repaired",
    "Report",
    "Severity",
    "Span",
    "UsageError",
    "Verdict",
    "Written",
    "check",
    "convert",
    "fix",
    "load_format",
    "load_pool",
    "odds_of",
    "read_deck",
]
SECONDS = 20.0
_USUAL = Play()


def odds_of(  # noqa: PLR0913 - as many as the options of the command
    checker: Checker,
    deck: Deck,
    want: str,
    *,
    groups: Mapping[str, str] | None = None,
    turns: int | None = None,
    play: Play = _USUAL,
    asking: OddsRequest | None = None,
) -> Asked:
    """Return the odds of drawing `want`, such as ``type:holding>=2``, in the opening and by each turn.

    `groups` are queries, by the names of the want. Without `turns` there are at most five. `play` gives the player's
    decisions, `asking` the method of the answer.

    Raises:
        UsageError: for a want that cannot be read or is never true, and for a deck of another format or pool.
    """
    demand_basis(deck, checker.format, checker.pool)
    halves = halves_of(deck, checker.format, checker.pool, play)
    return ask(halves, parse_want(want), groups, turns, asking)


def fix(
    checker: Checker, deck: Deck, *, keep: Iterable[str] = (), ban: Iterable[str] = (), seconds: float = SECONDS
) -> Repaired:
    """Return the nearest legal deck that keeps `keep` (``2 NAME`` or all copies of ``NAME``) and excludes `ban`.

    Each of the two steps takes `seconds` at most. It needs the extra "repair".

    Raises:
        NoRepair: when there is no such deck, or none was found in time.
        UsageError: when a name matches no card, for a deck of another format or pool, or without the extra.
    """
    options = RepairOptions(kept_cards(keep, deck, checker.pool), banned_cards(ban, checker.pool))
    return repair(checker.check_deck(deck), checker.pool, options, seconds)


def convert(checker: Checker, deck: Deck, to: str) -> Written:
    """Return a deck in the syntax `to`, with sentences about the facts that the syntax cannot express.

    Raises:
        UsageError: when there is no such syntax or it is of the other game, and for a deck of another pool.
    """
    demand_basis(deck, checker.format, checker.pool)
    return write(deck, checker.pool, writer_called(to))
