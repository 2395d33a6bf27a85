"""The report as one page: HTML without scripts and without external files, with bar charts."""

from collections.abc import Iterator, Sequence
from functools import partial

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.pool import Pool
from deckcheck.model.query.knowledge import words_of
from deckcheck.model.report import Outcome, Report
from deckcheck.model.sentences import counted
from deckcheck.odds.of_deck.standard import odds_rows
from deckcheck.odds.profile import curves_of
from deckcheck.reports import Style
from deckcheck.reports.formats import lists_of
from deckcheck.reports.html import views
from deckcheck.reports.html.environment import page
from deckcheck.reports.told import told
from deckcheck.reports.wording import left_out

# Verdicts in the order of the page: what needs work comes first.
_ORDER = (Verdict.ILLEGAL, Verdict.UNDECIDED, Verdict.LEGAL)
# The currency of a cost depends on the game.
_COSTS = {"ccg": "Gold cost", "lcg": "Fate cost"}


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
        counts_of=_counts,
        # Called deck by deck, so that only one deck at a time is in memory in this form.
        view_of=lambda number, report: _deck(number, report, outcome.pools[report.format.pool]),
    )


def _deck(number: int, report: Report, pool: Pool) -> dict[str, object]:
    """Return what the page shows of a deck; `number` is its place in the input and makes its anchor."""
    curves = curves_of(report.deck, report.format)
    game, label = report.format.game, report.format.label
    return {
        "number": number,
        "title": views.title_of(report.deck.raw),
        "report": report,
        "parts": views.parts_of(report),
        "findings": [*enumerate(told(report.listed, report.findings), 1)],
        "left_out": left_out(report),
        "halves": [(label(half.section), half) for half in curves.halves],
        "chart_title": partial(_title, game=game),
        "influence": curves.influence,
        "odds": odds_rows(report.deck, report.format, pool),
        "fingerprint": views.grouped_fingerprint(report.deck),
    }


def _counts(findings: Sequence[Finding]) -> str:
    """Return how many findings there are of each severity but notes, as text: ``2 errors, 1 warning``."""
    shown = (severity for severity in Severity if severity is not Severity.NOTE)
    counts = ((severity, sum(finding.severity is severity for finding in findings)) for severity in shown)
    return ", ".join(
        f"{count} undecided" if severity is Severity.UNDECIDED else counted(count, severity.value)
        for severity, count in counts
        if count
    )


def _title(fact: str, game: str) -> str:
    """Return the title of the chart of a fact; `game` is "ccg" or "lcg"."""
    titles = {"cost": _COSTS.get(game, "Cost"), "focus": "Focus value"}
    return titles.get(fact, words_of(fact).capitalize())
