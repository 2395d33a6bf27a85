"""The report for programs, as described by ``report-1.schema.json``.

Keys are sorted and always there; what is missing is null. A finding that leaves the verdict undecided has the
severity "warning" and ``"undecided": true`` in its data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType

from deckcheck import __version__
from deckcheck.errors import UsageError
from deckcheck.model.finding import Citation, Finding, Origin, Severity, Verdict
from deckcheck.model.format import Format
from deckcheck.model.report import History, Outcome, Period, Report, most_telling
from deckcheck.render.json_parts import json_parts, json_text, plain_path
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


class DeckRecord(Struct, kw_only=True, gc=False):
    """The report on one deck, as JSON holds it, with its fields sorted; `kind` and what follows is for JSON Lines."""

    counts: dict[str, int]
    findings: list[FindingRecord]
    fingerprint: str
    format: str | UnsetType = UNSET
    kind: str | UnsetType = "deck"
    legal_spans: list[dict[str, str | None]] | UnsetType = UNSET
    name: str | None
    path: str
    player: str | UnsetType = UNSET
    unlisted: dict[str, Any] | None
    verdict: str


class FindingRecord(Struct, kw_only=True, gc=False):
    """A finding as JSON holds it, with its fields sorted."""

    cards: tuple[str, ...]
    cite: Raw | None
    code: str
    data: Mapping[str, object]
    help: str | None
    message: str
    name: str
    origin: Raw | None
    related: list[SpanRecord]
    severity: str
    span: SpanRecord | None
    url: None = None


class SpanRecord(Struct, gc=False):
    """A place in a line as JSON holds it, with its fields sorted."""

    column: int
    end_column: int
    end_line: int
    line: int


def deck_object(report: Report) -> dict[str, Any]:
    """Return the report on one deck as an object of JSON types."""
    record: dict[str, Any] = json.loads(json_text(deck_record(report)))
    return {key: value for key, value in record.items() if key not in ("kind", "format")}


def _legal_spans(history: History | None) -> list[dict[str, str | None]] | UnsetType:
    """Return the days on which a deck is legal, where that was asked for."""
    if history is None:
        return UNSET
    return [
        {"from": each.first, "until": each.until, "begins": each.begins, "ends": _end(each)}
        for each in history.having(Verdict.LEGAL)
    ]


def _end(period: Period) -> str | None:
    return f"{period.ends}, {period.when}" if period.when else period.ends


def deck_record(report: Report) -> DeckRecord:
    """Return the report on one deck as a line of JSON Lines holds it."""
    most = report.deck.raw.limits.messages
    return DeckRecord(
        counts=report.counts,
        findings=finding_records(report.findings, most),
        fingerprint=report.deck.fingerprint,
        format=report.format.id,
        legal_spans=_legal_spans(report.history),
        name=report.deck.raw.name,
        path=plain_path(report.deck.raw.path),
        unlisted=unlisted(report.findings, most),
        verdict=report.verdict.value,
    )


def finding_records(findings: tuple[Finding, ...], most: int) -> list[FindingRecord]:
    """Return what a report says of findings, of which it lists `most`."""
    return [_finding(finding) for finding in most_telling(findings, most)]


def unlisted(findings: tuple[Finding, ...], most: int) -> dict[str, Any] | None:
    """Return what a report says of the findings that it does not list."""
    return {"findings": len(findings) - most, "limit": "messages"} if len(findings) > most else None


def _finding(finding: Finding) -> FindingRecord:
    undecided = finding.severity is Severity.UNDECIDED
    return FindingRecord(
        cards=finding.cards,
        cite=_cite(finding.cite) if finding.cite else None,
        code=finding.code,
        data=dict(finding.data, undecided=True) if undecided else finding.data,
        help=finding.help,
        message=finding.message,
        name=finding.name,
        origin=_origin(finding.origin) if finding.origin else None,
        related=[_span(span) for span in finding.related],
        severity="warning" if undecided else finding.severity.value,
        span=_span(finding.span) if finding.span else None,
    )


# There are few sources of rules and very many findings.
@lru_cache(maxsize=1000)
def _cite(cite: Citation) -> Raw:
    return Raw(json_text({"at": cite.at, "source": cite.source}).encode("utf-8", "backslashreplace"))


@lru_cache(maxsize=1000)
def _origin(origin: Origin) -> Raw:
    return Raw(json_text(origin).encode("utf-8", "backslashreplace"))


def _span(span: Span) -> SpanRecord:
    return SpanRecord(span.column, span.end_column, span.line, span.line)
