"""One line per finding, for editors and grep: ``path:line:col: CODE message``; then the verdict of each deck."""

from collections.abc import Iterator

from deckcheck.model.names import printable
from deckcheck.model.report import Outcome
from deckcheck.reports import Style
from deckcheck.reports.wording import left_out, short_fingerprint


def render(outcome: Outcome, style: Style) -> Iterator[str]:
    """Yield a line for each finding, and after those of a deck its verdict and fingerprint without a line number."""
    for report in outcome.reports:
        path = style(printable(report.deck.raw.path), "bold")
        for finding in report.listed:
            line, column = finding.span.start if finding.span else (1, 1)
            code = style(finding.code, finding.severity.value)
            yield f"{path}:{line}:{column}: {code} {finding.severity.value}: {printable(finding.message)}\n"
        verdict = style(report.verdict.value, report.verdict.value)
        more = f"; {left_out(report)}" if report.unlisted else ""
        yield f"{path}: {verdict} in {report.format.id}, fingerprint {short_fingerprint(report)}{more}\n"
