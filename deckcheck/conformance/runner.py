"""Asking a checker about cases, comparing its answers with what the suite says, and showing the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum

from msgspec import Struct

from deckcheck.conformance.suite import Case


class CheckerAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer of a checker about one deck: a `verdict`, or `valid` from one that knows no third verdict.

    `rules` are compared where a checker gives them. `skip` says why it does not answer.
    """

    verdict: str | None = None
    valid: bool | None = None
    rules: tuple[str, ...] | None = None
    skip: str = ""


class NoAnswer(Exception):
    """A checker gave no usable answer about one case; the text says why."""


class Status(Enum):
    """How a checker did on one case."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class CaseOutcome(Struct, frozen=True):
    """The result of one case; `why` says what failed, or why it was skipped."""

    case: Case
    status: Status
    why: str = ""


Ask = Callable[[Case], CheckerAnswer]

_VALID = {"legal": True, "illegal": False}


def run(cases: Iterable[Case], ask: Ask) -> Iterator[CaseOutcome]:
    """Yield the outcome of each case as `ask` answers it."""
    for case in cases:
        try:
            yield compared(case, ask(case))
        except NoAnswer as error:
            yield CaseOutcome(case, Status.FAILED, str(error))


def compared(case: Case, answer: CheckerAnswer) -> CaseOutcome:
    """Return the outcome of a case with this answer."""
    if answer.skip:
        return CaseOutcome(case, Status.SKIPPED, answer.skip)
    wanted: str = case.verdict
    if answer.verdict is not None:
        said = answer.verdict
    elif answer.valid is None:
        return CaseOutcome(case, Status.FAILED, "the answer has no verdict")
    elif case.verdict not in _VALID:
        return CaseOutcome(case, Status.SKIPPED, "the checker has no verdict besides valid and not valid")
    else:
        said, wanted = f"valid: {str(answer.valid).lower()}", f"valid: {str(_VALID[case.verdict]).lower()}"
    expected = f"{wanted}{_codes(case.rules)}"
    if said != wanted:
        return CaseOutcome(case, Status.FAILED, f"{said}{_codes(answer.rules or ())}; expected {expected}")
    if answer.rules is not None and {*answer.rules} != {*case.rules}:
        return CaseOutcome(case, Status.FAILED, f"{said} by{_codes(answer.rules) or ' no rule'}; expected {expected}")
    return CaseOutcome(case, Status.PASSED)


def _codes(rules: Iterable[str]) -> str:
    codes = ", ".join(sorted(rules))
    return f" ({codes})" if codes else ""


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
