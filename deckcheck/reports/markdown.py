"""Markdown, for comments on changes and the summary of a workflow: a table of decks, then a section for each one.

Deck lists are untrusted text: every character that means something in Markdown is escaped.
"""

import re
from collections.abc import Iterator

from deckcheck.model.finding import Severity, Verdict
from deckcheck.model.names import printable
from deckcheck.model.report import Outcome, Report
from deckcheck.reports import Style
from deckcheck.reports.tables import table
from deckcheck.reports.told import ToldLine, lines_of, told
from deckcheck.reports.wording import left_out, short_fingerprint, summary, why_failed

_COLUMNS = ("deck", "player", "name", "format", "verdict", "fingerprint")
_MARKS = re.compile(r"[\\`*_{}\[\]()#+!|~^$]")
# An "@" would call people by their names, and "://" or "www." make links even without brackets.
_WORDS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "@<!-- -->", "://": ":<!-- -->//", "www.": "www<!-- -->."}
_WORD = re.compile("|".join(map(re.escape, _WORDS)), re.IGNORECASE)


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the table as one piece, since its columns are aligned, and the sections deck by deck."""
    rows = [
        (raw.path, raw.player, raw.name or "", report.format.id, report.verdict.value, short_fingerprint(report))
        for report in outcome.reports
        for raw in [report.deck.raw]
    ]
    rows += [(failure.path, "", "", "", "failed", "") for failure in outcome.failures]
    yield f"## {summary(outcome.counts)}\n\n"
    yield table((map(escape, row) for row in rows), _COLUMNS, "github")
    for report in outcome.reports:
        if report.verdict is not Verdict.LEGAL:
            yield from _section(report)
    if outcome.failures:
        yield "\n### Could not be checked\n\n"
        yield from (f"- {escape(failure.path)}: {escape(why_failed(failure))}\n" for failure in outcome.failures)


def escape(text: str) -> str:
    """Return `text` as Markdown that shows it as it is, in a table too."""
    return _WORD.sub(lambda match: _WORDS[match[0].lower()], _MARKS.sub(r"\\\g<0>", printable(text)))


def _section(report: Report) -> Iterator[str]:
    fmt = report.format
    yield f"\n### {escape(report.deck.raw.path)}\n\n"
    yield f"{report.verdict.value} in {escape(fmt.name)}, cards of {escape(fmt.dated)}; {report.deck.fingerprint}\n\n"
    for each in told(report.listed, report.findings):
        finding = each.finding
        if finding.severity is Severity.NOTE:
            continue
        line = f" line {finding.span.line}:" if finding.span else ""
        yield f"- **{finding.severity.value} {finding.code}**{line} {escape(finding.message)}\n"
        if finding.help:
            yield f"  help: {escape(finding.help)}\n"
        if len(each.findings) > 1:
            yield from map(_line, lines_of(report.deck.raw, each))
    if report.unlisted:
        yield f"- {escape(left_out(report))}\n"


def _line(told: ToldLine) -> str:
    remark = f" ({escape(told.remark)})" if told.remark else ""
    return f"  - line {told.span.line}: {escape(told.before + told.marked + told.after)}{remark}\n"
