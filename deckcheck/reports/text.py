"""The report for people: each finding with its line, its source and what to do."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from deckcheck.model.deck import RawDeck
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.names import printable
from deckcheck.model.report import Outcome, Report
from deckcheck.model.spans import Span
from deckcheck.reports.rule_page import page
from deckcheck.reports.style import Style
from deckcheck.reports.wording import left_out, marked_line, notes_of, short_fingerprint, summary
from deckcheck.rules import rule_named

_SHOWN_LINES = 6
_LONGEST = 120


def render(outcome: Outcome, style: Style) -> Iterator[str]:
    """Yield the report as text, deck by deck, and a closing summary."""
    explained: set[str] = set()
    for report in outcome.reports:
        yield from deck(report, style, explained)
    yield f"{summary(outcome.counts)}\n"


def deck(report: Report, style: Style, explained: set[str]) -> Iterator[str]:
    """Yield the report on one deck; `explained` collects the rules whose pages were shown."""
    fmt = report.format
    path = printable(report.deck.raw.path)
    verdict = style(report.verdict.value, report.verdict.value)
    counts = ", ".join(f"{name} {count}" for name, count in report.counts.items() if count)
    where = printable(f"{fmt.name}, cards of {fmt.dated} ({counts})")
    yield f"{style(path, 'bold')}: {verdict} in {where}\n"
    yield f"{style('fingerprint', 'dim')} {short_fingerprint(report)}\n"
    if fmt.house:
        yield f"{style('house rules', 'dim')} {printable('; '.join(fmt.house))}\n"
    for finding in report.listed:
        yield from _finding(report, finding, style)
        if style.explain and finding.name not in explained:
            explained.add(finding.name)
            yield from (f"   {style('|', 'dim')} {line}".rstrip() + "\n" for line in page(rule_named(finding.name)))
    if report.unlisted:
        yield f"{style('note', 'note')}: {left_out(report)}\n"
    yield "\n"


def _finding(report: Report, finding: Finding, style: Style) -> Iterator[str]:
    severity = finding.severity
    yield f"{style(f'{severity.value}[{finding.code}]', severity.value)}: {style(printable(finding.message), 'bold')}\n"
    if severity is Severity.NOTE:
        return
    spans = (finding.span, *finding.related) if finding.span else ()
    width = max((len(str(span.line)) for span in spans), default=1)
    gutter = " " * width
    if finding.span:
        place = f"{printable(report.deck.raw.path)}:{finding.span.line}:{finding.span.column}"
        yield f"{gutter}{style('-->', 'dim')} {place}\n"
        yield from _lines(report.deck.raw, spans, width, severity, style)
    for label, text in notes_of(finding):
        yield f"{gutter} {style('=', 'dim')} {label}: {printable(text)}\n"


def _lines(raw: RawDeck, spans: tuple[Span, ...], width: int, severity: Severity, style: Style) -> Iterator[str]:
    bar = style("|", "dim")
    yield f"{' ' * width} {bar}\n"
    for span in spans[:_SHOWN_LINES]:
        before, marked, rest = map(printable, marked_line(raw, span, _LONGEST))
        yield f"{style(str(span.line).rjust(width), 'dim')} {bar} {before}{marked}{rest}\n"
        if span is spans[0]:
            mark = style("^" * max(1, _columns(marked)), severity.value)
            yield f"{' ' * width} {bar} {' ' * _columns(before)}{mark}\n"
    if len(spans) > _SHOWN_LINES:
        yield f"{' ' * width} {bar} ... and {len(spans) - _SHOWN_LINES} more lines\n"


def _columns(text: str) -> int:
    """Return how many columns of a terminal `text` takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(not unicodedata.combining(char) for char in text) + sum(
        unicodedata.east_asian_width(char) in "WF" for char in text
    )
