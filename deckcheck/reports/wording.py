"""Phrases that several reports share."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from deckcheck.model.deck import RawDeck, Span
from deckcheck.model.finding import Finding, bearing
from deckcheck.model.names import printable
from deckcheck.model.report import Counts, Failure, Report
from deckcheck.model.sentences import counted, plural
from deckcheck.rules.legality import misfit

# The characters of the longest part of a line, and those shown before the place in a line that is cut.
_LONGEST = 120
_BEFORE = 40
SHORT_FINGERPRINT = len("sha256:") + 12
# A clause that names a command or an option.
_COMMAND = re.compile(r"[;,]?[^;,.?]*(?:`(?:deckcheck |--)[^`]*`|(?<![\w`-])--[a-z])[^;.?]*")


def short_fingerprint(report: Report) -> str:
    """Return the start of the deck's fingerprint, enough to tell decks of an event apart; `hash` prints all of it."""
    return report.deck.fingerprint[:SHORT_FINGERPRINT]


def place_of(report: Report, finding: Finding) -> str:
    """Return ``file:line:column``; a finding about the whole deck points at the start of its lines."""
    line, column = finding.span.start if finding.span else (1, 1)
    return f"{printable(report.deck.raw.path)}:{line}:{column}"


def notes_of(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield the source of a finding, where its rule was set and what to do, each with its label."""
    if finding.cite:
        yield "rule", f"{finding.cite.source}, {finding.cite.at}"
    if finding.origin:
        yield "set by", f"{finding.origin.format} ({finding.origin.path}:{finding.origin.line})"
    if finding.help:
        yield "help", finding.help


def for_players(help: str) -> str:
    """Return what to do without the commands and options in it: a player has no deckcheck to run."""
    return _COMMAND.sub("", help)


def marked_line(raw: RawDeck, span: Span) -> tuple[str, str, str]:
    """Return a line in three parts, the second one at `span`; long parts are cut.

    A JSON deck may be one long line.
    """
    text = raw.line(span.line).replace("\t", " ")
    start = span.column - 1
    end = min(span.end_column - 1, start + _LONGEST)
    before = text[:start] if start <= _LONGEST else f"...{text[start - _BEFORE : start]}"
    after = text[end:] if len(text) <= end + _LONGEST else "..."
    return before, text[start:end], after


def why_failed(failure: Failure) -> str:
    """Return the problem with an input that could not be checked, and what to do about it."""
    return printable(failure.error.advice)


def first_reason(report: Report) -> str:
    """Return the first finding that decides the verdict, sizes last, and how many more there are; "" for none."""
    found = sorted(bearing(report.findings), key=lambda finding: finding.code.startswith("S"))
    if not found:
        return ""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{found[0].code} {printable(found[0].message)}{more}"


def by_fit(reports: Iterable[Report]) -> list[Report]:
    """Return reports on one deck in several formats, best fit first.

    With a history, the day on which the deck fits best counts, otherwise the day of the format.
    """

    def rank(report: Report) -> tuple[tuple[int, int, int], int]:
        # Of formats that fit alike, those of one arc say more than those that take many.
        return misfit(report.history.best if report.history else report), len(report.format.legality.marks)

    return sorted(reports, key=rank)


def best_reports(results: Iterable[Report | Failure]) -> Iterator[Report | Failure]:
    """Yield for each deck the report in the format that it fits best; reports on one deck follow each other."""
    for _, group in groupby(results, key=lambda each: each.deck.raw.path if isinstance(each, Report) else None):
        found = list(group)
        yield from (each for each in found if isinstance(each, Failure))
        yield from by_fit(each for each in found if isinstance(each, Report))[:1]


def left_out(report: Report) -> str:
    """Return how many findings the report does not list and how to see them, "" when it lists all."""
    if not report.unlisted:
        return ""
    few = plural(report.unlisted, "finding is", "findings are")
    return f"{report.unlisted:,} more {few} not shown; show all with `--limit messages={len(report.findings)}`"


def summary(counts: Counts) -> str:
    """Return one line that counts the decks by verdict."""
    verdicts = f"{counts.legal:,} legal, {counts.illegal:,} illegal, {counts.undecided:,} undecided"
    failed = f", {counts.failed:,} failed" if counts.failed else ""
    return f"{counted(counts.checked, 'deck')} checked: {verdicts}{failed}"
