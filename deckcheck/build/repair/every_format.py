"""The nearest legal deck in each of several formats, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from deckcheck.build.repair.constraints import refused
from deckcheck.build.repair.fix import NoRepair, Repaired, RepairOptions, repair
from deckcheck.model.finding import Verdict
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.legality import misfit

# More changes than any deck needs.
_MANY = 9999


class InFormat(Struct, frozen=True):
    """One format: the report on the deck as written, its nearest legal deck (None: `error` is the reason).

    `refused` are the cards of the deck that no legal deck of the format has, by name.
    """

    report: Report
    repaired: Repaired | None
    refused: tuple[str, ...]
    error: NoRepair | None = None

    @property
    def changes(self) -> int | None:
        """The fewest changes, None when no legal deck was found."""
        return self.repaired.changes if self.repaired else None


def in_each_format(
    reports: Iterable[Report], pool: Pool, options: Callable[[Report], RepairOptions], seconds: float
) -> Iterator[InFormat]:
    """Yield the nearest legal deck for each report, the fewest changes first; formats without one come last.

    `options` gives the constraints for the deck as one format reads it; each format takes up to twice `seconds`. A
    format is yielded as soon as no other can need fewer changes: every card that is not legal there needs one.
    """
    waiting = sorted(reports, key=misfit)
    found: list[InFormat] = []
    for number, report in enumerate(waiting, 1):
        found.append(_in_format(report, pool, options(report), seconds))
        found.sort(key=_rank)
        least = misfit(waiting[number])[0] if number < len(waiting) else _MANY
        while found and _rank(found[0])[0] <= least:
            yield found.pop(0)


def _rank(each: InFormat) -> tuple[int, tuple[int, int, int]]:
    return _MANY if each.changes is None else each.changes, misfit(each.report)


def refused_cards(report: Report) -> tuple[str, ...]:
    """Return the names of the deck's cards that no legal deck of the format has, in the order of the list."""
    cards = {entry.card.id: entry.card for entry in report.deck.entries}
    wrong = refused(report.format, cards.values())
    return tuple(card.name for card in cards.values() if card.id in wrong)


def _in_format(report: Report, pool: Pool, options: RepairOptions, seconds: float) -> InFormat:
    unwanted = any(entry.card.id in options.ban for entry in report.deck.entries)
    gone = refused_cards(report)
    try:
        if report.verdict is Verdict.LEGAL and not unwanted:
            return InFormat(report, Repaired((), (), report.deck, report, 0, 0, alike=True), gone)
        return InFormat(report, repair(report, pool, options, seconds), gone)
    except NoRepair as error:
        return InFormat(report, None, gone, error)
