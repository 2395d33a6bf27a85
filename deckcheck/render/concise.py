"""One line a finding, for editors and grep: ``path:line:col: CODE message``."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.report import Outcome
from deckcheck.names import printable
from deckcheck.render.style import Style


def render(outcome: Outcome, style: Style) -> Iterator[str]:
    """Yield a line for each finding; a deck without findings gives none."""
    for report in outcome.reports:
        path = style(printable(report.deck.raw.place), "bold")
        for finding in report.findings:
            line, column = (finding.span.line, finding.span.column) if finding.span else (1, 1)
            code = style(finding.code, finding.severity.value)
            yield f"{path}:{line}:{column}: {code} {finding.severity.value}: {printable(finding.message)}\n"
