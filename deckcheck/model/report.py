"""The result of checking decks, and its records for programs, as in ``report-1.schema.json``.

A finding that leaves the verdict undecided has the severity "warning" and ``"undecided": true`` in its records.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from deckcheck.model.deck import UNRESOLVED, Deck, Span, grouped
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.finding import Finding, Origin, Severity, Verdict, verdict_of
from deckcheck.model.format import Format
from deckcheck.model.json_text import json_line, plain_text
from deckcheck.model.pool import Pool


class DeckRecord(Struct, kw_only=True, gc=False):
    """The report on one deck for JSON, with its fields sorted; by default that on a legal deck without findings.

    `kind` and the fields after it are for JSON Lines.
    """

    counts: dict[str, int]
    findings: list[FindingRecord] = []
    fingerprint: str
    format: str | UnsetType = UNSET
    kind: str | UnsetType = "deck"
    legal_spans: list[dict[str, str | None]] | UnsetType = UNSET
    name: str | None
    path: str = ""
    player: str | UnsetType = UNSET
    unlisted: dict[str, Any] | None = None
    verdict: str = Verdict.LEGAL.value


class FailureRecord(Struct, kw_only=True, gc=False):
    """An input that could not be checked, for JSON Lines, with its fields sorted."""

    help: str | None
    kind: str = "failure"
    message: str
    path: str


class FindingRecord(Struct, kw_only=True, gc=False):
    """A finding for JSON, with its fields sorted."""

    cards: tuple[str, ...]
    cite: CiteRecord | None
    code: str
    data: Mapping[str, object]
    help: str | None
    message: str
    name: str
    origin: Origin | None
    related: list[SpanRecord]
    severity: str
    span: SpanRecord | None
    url: None = None


class CiteRecord(Struct, gc=False):
    """The source of a rule for JSON, with its fields sorted."""

    at: str
    source: str


class SpanRecord(Struct, gc=False):
    """A place in a line for JSON, with its fields sorted."""

    column: int
    end_column: int
    end_line: int
    line: int


def record_of(finding: Finding) -> FindingRecord:
    """Return a finding that a report lists as a record."""
    undecided = finding.severity is Severity.UNDECIDED
    cite = finding.cite
    return FindingRecord(
        cards=finding.cards,
        cite=CiteRecord(cite.at, cite.source) if cite else None,
        code=finding.code,
        data=dict(finding.data, undecided=True) if undecided else finding.data,
        help=finding.help,
        message=finding.message,
        name=finding.name,
        origin=finding.origin,
        related=[_span(span) for span in finding.related],
        severity="warning" if undecided else finding.severity.value,
        span=_span(finding.span) if finding.span else None,
    )


def _span(span: Span) -> SpanRecord:
    return SpanRecord(span.column, span.end_column, span.line, span.line)


class FailOn(enum.Enum):
    """The severity from which a check fails: an illegal deck, an undecided one, or a warning."""

    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    WARNING = "warning"


_FAILING = {
    FailOn.ILLEGAL: {Severity.ERROR},
    FailOn.UNDECIDED: {Severity.ERROR, Severity.UNDECIDED},
    FailOn.WARNING: {Severity.ERROR, Severity.UNDECIDED, Severity.WARNING},
}


# The first letter of the codes of findings about reading; the others are about cards.
_READING = "D"


class Period(Struct, frozen=True):
    """Days on which a deck has one verdict: from `first` on, and before `until` (None: to the end).

    `begins` and `ends` are the reasons. `when` is the interval that contains an end on an unknown day: the verdict is
    certain before `until` only.
    """

    verdict: Verdict
    first: str
    until: str | None
    begins: str
    ends: str | None
    when: str = ""


class DeckHistory(Struct, frozen=True):
    """The verdicts on a deck through the days of a format, and the report on the day on which it fits best."""

    periods: tuple[Period, ...]
    best: Report

    def having(self, verdict: Verdict) -> tuple[Period, ...]:
        """Return the periods with this verdict."""
        return tuple(period for period in self.periods if period.verdict is verdict)


class Report(Struct, frozen=True, kw_only=True):
    """What one check of one deck found: its verdict, findings in a fixed order, and cards per section.

    `history` is set on request only.
    """

    deck: Deck
    format: Format
    pool_id: str
    pool_digest: str
    findings: tuple[Finding, ...]
    counts: dict[str, int]
    history: DeckHistory | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict that the findings lead to."""
        return verdict_of(self.findings)

    @property
    def sizes(self) -> str:
        """The number of cards in each section with cards: ``stronghold 1, dynasty 40``."""
        counts = ((name, count) for name, count in self.counts.items() if count)
        return ", ".join(f"{'not recognised' if name == UNRESOLVED else name} {count}" for name, count in counts)

    @property
    def listed(self) -> tuple[Finding, ...]:
        """The findings that a report lists, in their order: all, or as many as the limits of the deck allow."""
        return most_telling(self.findings, self.deck.raw.limits.messages)

    @property
    def unlisted(self) -> int:
        """The number of findings that are not listed."""
        return max(0, len(self.findings) - self.deck.raw.limits.messages)

    @property
    def record(self) -> DeckRecord:
        """The report as a line of JSON Lines."""
        raw = self.deck.raw
        return DeckRecord(
            counts=self.counts,
            findings=list(map(record_of, self.listed)),
            fingerprint=self.deck.fingerprint,
            format=self.format.id,
            legal_spans=_legal_spans(self.history),
            name=raw.name,
            path=plain_text(raw.path),
            unlisted=unlisted(len(self.findings), raw.limits.messages),
            verdict=self.verdict.value,
        )

    def to_json(self) -> str:
        """Return the report as one line of JSON: an object with ``"kind": "deck"`` as ``--as jsonl`` writes it."""
        return json_line(self.record)

    def passes(self, fail_on: FailOn) -> bool:
        """Return whether no finding is as severe as `fail_on`; with a history, on the day that fits best."""
        if self.history is not None:
            return self.history.best.passes(fail_on)
        found = {finding.severity for finding in self.findings}
        return found.isdisjoint(_FAILING[fail_on])


def unlisted(found: int, most: int) -> dict[str, int | str] | None:
    """Return the part of a record about findings beyond `most`, None when all `found` are listed."""
    return {"findings": found - most, "limit": "messages"} if found > most else None


def _legal_spans(history: DeckHistory | None) -> list[dict[str, str | None]] | UnsetType:
    """Return the days on which a deck is legal, UNSET without a history."""
    if history is None:
        return UNSET
    return [
        {
            "from": each.first,
            "until": each.until,
            "begins": each.begins,
            "ends": f"{each.ends}, {each.when}" if each.when else each.ends,
        }
        for each in history.having(Verdict.LEGAL)
    ]


def most_telling(findings: tuple[Finding, ...], most: int) -> tuple[Finding, ...]:
    """Return at most `most` of the findings, in their order.

    The first of each code stay, those that decide the verdict before the others; then findings about cards stay before
    those about unreadable lines.
    """
    if len(findings) <= most:
        return findings
    first = {finding.code: index for index, finding in reversed([*enumerate(findings)])}

    def rank(index: int) -> tuple[int, int]:
        finding = findings[index]
        decides = finding.severity in _FAILING[FailOn.UNDECIDED]
        if first[finding.code] == index:
            return 0 if decides else 1, index
        return 2 if decides and not finding.code.startswith(_READING) else 3, index

    kept = sorted(range(len(findings)), key=rank)[:most]
    return tuple(findings[index] for index in sorted(kept))


class Failure(Struct, frozen=True):
    """An input that could not be checked, and why."""

    path: str
    error: DeckcheckError

    @property
    def record(self) -> FailureRecord:
        """The failure as a line of JSON Lines."""
        return FailureRecord(help=self.error.help, message=self.error.message, path=plain_text(self.path))

    def to_json(self) -> str:
        """Return the failure as one line of JSON: an object with ``"kind": "failure"`` as ``--as jsonl`` writes it."""
        return json_line(self.record)


class Counts(Struct):
    """How many decks have each verdict, and how many could not be checked."""

    legal: int = 0
    illegal: int = 0
    undecided: int = 0
    failed: int = 0

    @property
    def checked(self) -> int:
        """The decks that have a verdict."""
        return self.legal + self.illegal + self.undecided

    @property
    def total(self) -> int:
        """All lists that were given."""
        return self.checked + self.failed

    def note(self, result: Report | Failure) -> None:
        """Count one more deck, or one more input that could not be checked."""
        name = "failed" if isinstance(result, Failure) else result.verdict.value
        setattr(self, name, getattr(self, name) + 1)

    def add(self, other: Counts) -> None:
        """Add the numbers of `other`."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Run(Struct, frozen=True):
    """When decks were checked: the start in UTC as ``YYYY-MM-DDThh:mm:ss``, and the seconds it took.

    The defaults give the same report for the same decks.
    """

    started: str = "1970-01-01T00:00:00"
    seconds: float = 0.0


class Outcome(Struct, frozen=True, kw_only=True):
    """The reports on all decks that were checked, in the order given, and the inputs that failed.

    `formats` are those in which decks were checked, `pools` their card pools by id.
    """

    formats: tuple[Format, ...]
    pools: Mapping[str, Pool]
    reports: tuple[Report, ...] = ()
    failures: tuple[Failure, ...] = ()
    run: Run = Run()

    @property
    def counts(self) -> Counts:
        """How many reports have each verdict, and how many inputs failed."""
        counts = Counts()
        for report in self.reports:
            counts.note(report)
        counts.failed = len(self.failures)
        return counts

    def passes(self, fail_on: FailOn = FailOn.UNDECIDED) -> bool:
        """Return whether every deck is good enough, in at least one of the formats in which it was checked."""
        return all(any(report.passes(fail_on) for report in reports) for reports in self.by_deck().values())

    def by_format(self) -> list[tuple[Format, tuple[Report, ...]]]:
        """Return each format with the reports on the decks that were checked in it."""
        return [(fmt, tuple(r for r in self.reports if r.format.id == fmt.id)) for fmt in self.formats]

    def by_deck(self) -> dict[str, list[Report]]:
        """Return the reports on each deck by the path of the deck."""
        return grouped((report.deck.raw.path, report) for report in self.reports)
