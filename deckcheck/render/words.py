"""Phrases that several reports share."""

from __future__ import annotations

from deckcheck.model.finding import BEARING, Finding, Verdict
from deckcheck.model.report import Failure, Outcome, Report
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


def bearing(report: Report) -> list[Finding]:
    """Return the findings that the verdict comes from."""
    return [finding for finding in report.findings if finding.severity in BEARING]


def summary(outcome: Outcome) -> str:
    """Return one line that counts the decks by verdict."""
    checked = len(outcome.reports)
    counts = ", ".join(f"{outcome.count(verdict)} {verdict.value}" for verdict in Verdict)
    failed = f", {len(outcome.failures)} failed" if outcome.failures else ""
    return f"{checked} deck{'' if checked == 1 else 's'} checked: {counts}{failed}"
