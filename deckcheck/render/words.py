"""Phrases that several reports share."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.model.finding import BEARING, Finding
from deckcheck.model.report import Counts, Failure, Report
from deckcheck.names import printable

_SHORT = len("sha256:") + 12


def short_fingerprint(report: Report) -> str:
    """Return the start of the deck's fingerprint, enough to tell decks of an event apart; `hash` prints it whole."""
    return report.deck.fingerprint[:_SHORT]


def place_of(report: Report, finding: Finding) -> str:
    """Return ``file:line:column``; a finding about the whole deck points at the start of its lines."""
    line, column = (finding.span.line, finding.span.column) if finding.span else (report.deck.raw.first_line, 1)
    return f"{printable(report.deck.raw.place)}:{line}:{column}"


def why_failed(failure: Failure) -> str:
    """Return what is wrong with an input that could not be checked, and what to do about it."""
    error = failure.error
    return printable(f"{error.message}; {error.help}" if error.help else error.message)


def bearing(findings: Iterable[Finding]) -> list[Finding]:
    """Return those of `findings` that the verdict comes from."""
    return [finding for finding in findings if finding.severity in BEARING]


def left_out(report: Report) -> str:
    """Return how many findings the report does not list and how to see them, "" when it lists all."""
    if not report.unlisted:
        return ""
    few = "finding is" if report.unlisted == 1 else "findings are"
    return f"{report.unlisted:,} more {few} not listed; `--limit messages={len(report.findings)}` lists all"


def summary(counts: Counts) -> str:
    """Return one line that counts the decks by verdict."""
    verdicts = f"{counts.legal} legal, {counts.illegal} illegal, {counts.undecided} undecided"
    failed = f", {counts.failed} failed" if counts.failed else ""
    return f"{counts.checked} deck{'' if counts.checked == 1 else 's'} checked: {verdicts}{failed}"
