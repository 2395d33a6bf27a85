"""Showing the result of a run: what failed, and a table by tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from deckcheck.conformance.runner import CaseOutcome, Status


def failures(outcomes: Iterable[CaseOutcome]) -> list[str]:
    """Return a line for each case that failed."""
    return [f"{each.case.name}: {each.why}" for each in outcomes if each.status is Status.FAILED]


def by_tag(outcomes: Iterable[CaseOutcome], tags: Iterable[str]) -> str:
    """Return the numbers of cases by tag and outcome as a table; the last row has those of all cases."""
    from tabulate import tabulate

    counts: Counter[tuple[str, Status]] = Counter()
    for each in outcomes:
        counts.update((tag, each.status) for tag in {*each.case.tags, "all"})
    rows = [
        (tag, sum(counts[tag, status] for status in Status), *(counts[tag, status] for status in Status))
        for tag in (*sorted(tags), "all")
    ]
    return str(tabulate([row for row in rows if row[1]], ["tag", "cases", *(status.value for status in Status)]))
