"""A table for spreadsheets: one row for each deck and format, and for each input that failed.

An apostrophe in front protects each cell that a spreadsheet would read as a formula: deck names are untrusted text.
"""

import csv
from collections.abc import Iterable, Iterator
from types import SimpleNamespace

from deckcheck.model.finding import Severity, bearing
from deckcheck.model.names import printable
from deckcheck.model.report import Outcome
from deckcheck.reports import Style
from deckcheck.reports.wording import why_failed

COLUMNS = ("path", "name", "player", "verdict", "errors", "codes", "fingerprint", "format", "date", "reason")
# Spreadsheets read a cell with these at its start as a formula; some languages use the full-width forms.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001 - these are meant


# A writer returns what its file's `write` returns: here the line.
_writer = csv.writer(SimpleNamespace(write=str), lineterminator="\n")


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the lines: `errors` counts the errors of a deck, `codes` names those that decide the verdict, each once."""
    yield row(COLUMNS)
    for report in outcome.reports:
        raw, findings = report.deck.raw, bearing(report.findings)
        yield row(
            (
                raw.path,
                raw.name or "",
                raw.player,
                report.verdict.value,
                str(sum(finding.severity is Severity.ERROR for finding in findings)),
                " ".join(dict.fromkeys(finding.code for finding in findings)),
                report.deck.fingerprint,
                report.format.id,
                report.format.date,
                findings[0].message if findings else "",
            )
        )
    for failure in outcome.failures:
        yield row((failure.path, "", "", "failed", "", "", "", "", "", why_failed(failure)))


def row(cells: Iterable[str]) -> str:
    """Return one line of a table, in which no cell is a formula."""
    line: str = _writer.writerow([safe_cell(cell) for cell in cells])
    return line


def safe_cell(cell: str) -> str:
    """Return a cell that no spreadsheet reads as a formula."""
    text = f"'{cell}" if cell.lstrip().startswith(_FORMULA) or cell.startswith(("\t", "\r")) else cell
    return printable(text)
