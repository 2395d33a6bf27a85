"""The report for programs, as described by ``report-1.schema.json``.

Keys are sorted and always there; what is missing is null. A finding that leaves the verdict undecided has the
severity "warning" and ``"undecided": true`` in its data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcheck import __version__
from deckcheck.errors import UsageError
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.format import Format
from deckcheck.model.report import History, Outcome, Period, Report, most_telling
from deckcheck.render.json_parts import json_parts, plain_path
from deckcheck.render.style import Style
from deckcheck.spans import Span

SCHEMA_VERSION = 1


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the report as one JSON object; raises UsageError when decks were checked in several formats."""
    if len(outcome.formats) != 1:
        raise UsageError(
            f"the JSON report is about one format, and these decks were checked in {len(outcome.formats)}",
            help="say which: --format ID; the report `jsonl` takes several",
        )
    (fmt,) = outcome.formats
    yield from json_parts(
        head()
        | {
            "format": format_object(fmt),
            "pool": {"id": fmt.pool, "digest": outcome.pools[fmt.pool].digest},
            "summary": summary_object(outcome),
            "decks": map(deck_object, outcome.reports),
        }
    )
    yield "\n"


def head() -> dict[str, Any]:
    """Return what says which program wrote a report, and in which form."""
    return {"schema_version": SCHEMA_VERSION, "tool": {"name": "deckcheck", "version": __version__}}


def format_object(fmt: Format) -> dict[str, Any]:
    """Return what a report says of a format."""
    return {
        "id": fmt.id,
        "name": fmt.name,
        "snapshot": fmt.date,
        "digest": fmt.digest,
        "lineage": list(fmt.lineage),
    }


def summary_object(outcome: Outcome) -> dict[str, int]:
    """Return the number of reports, and how many have each verdict."""
    counts = outcome.counts
    return {
        "decks": counts.checked,
        "legal": counts.legal,
        "illegal": counts.illegal,
        "undecided": counts.undecided,
    }


def deck_object(report: Report) -> dict[str, Any]:
    """Return the report on one deck as an object of JSON types."""
    return (
        {
            "path": plain_path(report.deck.raw.path),
            "name": report.deck.raw.name,
            "verdict": report.verdict.value,
            "fingerprint": report.deck.fingerprint,
            "counts": report.counts,
        }
        | _spans_object(report.history)
        | findings_object(report.findings, report.deck.raw.limits.messages)
    )


def _spans_object(history: History | None) -> dict[str, Any]:
    """Return the days on which a deck is legal, where that was asked for."""
    if history is None:
        return {}
    spans = [
        {"from": each.first, "until": each.until, "begins": each.begins, "ends": _end(each)}
        for each in history.having(Verdict.LEGAL)
    ]
    return {"legal_spans": spans}


def _end(period: Period) -> str | None:
    return f"{period.ends}, {period.when}" if period.when else period.ends


def findings_object(findings: tuple[Finding, ...], most: int) -> dict[str, Any]:
    """Return what a report says of the findings on one deck, of which it lists `most`."""
    listed = most_telling(findings, most)
    unlisted = len(findings) - len(listed)
    return {
        "findings": [_finding(finding) for finding in listed],
        "unlisted": {"findings": unlisted, "limit": "messages"} if unlisted else None,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    undecided = finding.severity is Severity.UNDECIDED
    cite, origin = finding.cite, finding.origin
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": "warning" if undecided else finding.severity.value,
        "message": finding.message,
        "span": _span(finding.span) if finding.span else None,
        "related": [_span(span) for span in finding.related],
        "cards": list(finding.cards),
        "data": dict(finding.data) | ({"undecided": True} if undecided else {}),
        "help": finding.help,
        "cite": {"source": cite.source, "at": cite.at} if cite else None,
        "origin": {"format": origin.format, "path": origin.path, "line": origin.line} if origin else None,
        "url": None,
    }


def _span(span: Span) -> dict[str, int]:
    return {"line": span.line, "column": span.column, "end_line": span.line, "end_column": span.end_column}
