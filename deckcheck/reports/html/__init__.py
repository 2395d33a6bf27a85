"""The report as one page: HTML without scripts and without external files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.pool import Pool
from deckcheck.model.report import Outcome, Report
from deckcheck.odds.of_deck import odds_rows
from deckcheck.odds.profile import InfluenceUse, curves_of
from deckcheck.reports.format_values import lists_of
from deckcheck.reports.html import views
from deckcheck.reports.html.charts import Chart, charts
from deckcheck.reports.html.environment import page
from deckcheck.reports.style import Style
from deckcheck.reports.wording import left_out
from deckcheck.rules.base import counted

# Verdicts in the order of the page: what needs work comes first.
_ORDER = (Verdict.ILLEGAL, Verdict.UNDECIDED, Verdict.LEGAL)


class DeckView(Struct, frozen=True):
    """One deck of the page; `number` is its place in the input and makes its anchor."""

    number: int
    title: str
    report: Report
    parts: tuple[views.SectionView, ...]
    findings: tuple[views.FindingView, ...]
    left_out: str
    halves: tuple[tuple[str, int, tuple[Chart, ...]], ...]
    influence: InfluenceUse | None
    odds: tuple[tuple[str, float], ...]
    fingerprint: str


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the page, decks sorted by verdict."""
    numbered = list(enumerate(outcome.reports, 1))
    groups = [(v.value, [(number, report) for number, report in numbered if report.verdict is v]) for v in _ORDER]
    return page(
        "report.html",
        "colors",
        "report",
        groups=groups,
        outcome=outcome,
        formats=[(fmt, tuple(lists_of(fmt)), outcome.pools[fmt.pool].digest) for fmt in outcome.formats],
        pieces=views.pieces,
        title_of=views.title_of,
        others_of=views.others_of,
        first_of=views.first_reason,
        counts_of=_counts,
        # Called deck by deck, so that memory has only one of many in this form.
        view_of=lambda number, report: _deck(number, report, outcome.pools[report.format.pool]),
    )


def _deck(number: int, report: Report, pool: Pool) -> DeckView:
    curves = curves_of(report.deck, report.format)
    return DeckView(
        number=number,
        title=views.title_of(report.deck.raw),
        report=report,
        parts=views.parts_of(report),
        findings=views.findings_of(report),
        left_out=left_out(report),
        halves=tuple(
            (report.format.label(half.section), half.size, charts(half, report.format.game)) for half in curves.halves
        ),
        influence=curves.influence,
        odds=tuple(odds_rows(report.deck, report.format, pool)),
        fingerprint=views.short_fingerprint(report.deck),
    )


def _counts(findings: Sequence[Finding]) -> str:
    """Return how many findings there are of each severity but notes, as text: ``2 errors, 1 warning``."""
    shown = (severity for severity in Severity if severity is not Severity.NOTE)
    counts = ((severity, sum(finding.severity is severity for finding in findings)) for severity in shown)
    return ", ".join(
        f"{count} undecided" if severity is Severity.UNDECIDED else counted(count, severity.value)
        for severity, count in counts
        if count
    )
