"""Describe an edit in words: the cards, the findings that it adds and fixes, and the verdict in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from deckcheck.build.editing.changes import Change, broken, changes_between, settled
from deckcheck.build.editing.draft import Draft
from deckcheck.model.finding import Severity
from deckcheck.model.names import printable
from deckcheck.model.report import Report


def described(old: Draft, new: Draft) -> Iterator[str]:
    """Yield lines that describe the change from one draft to the next, the verdict last."""
    changes = list(changes_between(old.copies(), new.copies(), new.pool))
    yield from map(_change, changes)
    open_lines = Counter(line.request.name for line in old.deck.unresolved)
    gone = (open_lines - Counter(request.name for request in new.raw.requests)).total()
    if gone:
        yield f"removed {gone} unrecognised line{'' if gone == 1 else 's'}"
    if not changes and not gone:
        yield "text changed, cards unchanged" if old.content != new.content else "nothing to change"
    before, after = old.report(), new.report()
    for finding in settled(before.findings, after.findings):
        yield f"  fixes {finding.code}: {printable(finding.message)}"
    for finding in broken(before.findings, after.findings):
        yield f"  breaks {finding.code}: {printable(finding.message)}"
    yield verdict(after)


def verdict(report: Report) -> str:
    """Return the verdict on a deck in one line, with the number of cards in each section."""
    found = [finding.severity for finding in report.findings]
    counts = ", ".join(f"{name} {count}" for name, count in report.counts.items() if count)
    troubles = [
        f"{found.count(severity)} {word}{'' if found.count(severity) == 1 else 's'}"
        for severity, word in ((Severity.ERROR, "error"), (Severity.UNDECIDED, "open question"))
        if severity in found
    ]
    why = f", {' and '.join(troubles)}" if troubles else ""
    return printable(f"{report.verdict.value} in {report.format.name} ({counts}){why}")


def _change(change: Change) -> str:
    more = change.after - change.before
    where = f" in the {change.under}" if change.under else ""
    verb = "added" if more > 0 else "removed"
    now = f", now {change.after}" if change.before and change.after else ""
    return f"{verb} {abs(more)} `{printable(change.name)}`{where}{now}"
