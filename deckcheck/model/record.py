"""The records of decks and findings in reports for programs, as in ``report-1.schema.json``.

A finding that leaves the verdict undecided has the severity "warning" and ``"undecided": true`` in its data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType

from deckcheck.model.finding import Citation, Finding, Origin, Severity
from deckcheck.model.json_text import json_text
from deckcheck.model.spans import Span


class DeckRecord(Struct, kw_only=True, gc=False):
    """The report on one deck for JSON, with its fields sorted; `kind` and the fields after it are for JSON Lines."""

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


class FailureRecord(Struct, kw_only=True, gc=False):
    """An input that could not be checked, for JSON Lines, with its fields sorted."""

    help: str | None
    kind: str = "failure"
    message: str
    path: str


class FindingRecord(Struct, kw_only=True, gc=False):
    """A finding for JSON, with its fields sorted."""

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
    """A place in a line for JSON, with its fields sorted."""

    column: int
    end_column: int
    end_line: int
    line: int


def finding_records(listed: Iterable[Finding]) -> list[FindingRecord]:
    """Return the records of the findings that a report lists."""
    return [_finding(finding) for finding in listed]


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
