"""The findings of a check."""

import enum
from collections.abc import Iterable, Mapping

from msgspec import Struct

from deckcheck.model.deck import Span


class Severity(enum.Enum):
    """The effect of a finding on the verdict: `ERROR` makes it illegal, `UNDECIDED` undecided, the others leave it."""

    ERROR = "error"
    UNDECIDED = "undecided"
    WARNING = "warning"
    NOTE = "note"


# The severities of findings that prevent the verdict legal.
BEARING = (Severity.ERROR, Severity.UNDECIDED)


class Verdict(enum.Enum):
    """The result for one deck; illegal beats undecided."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"


class Citation(Struct, frozen=True, omit_defaults=True):
    """The source of a rule: `source` is the document, `at` the section and page.

    `doubt` is the reason why it does not prove the rule (empty: it does).
    """

    source: str
    at: str
    doubt: str = ""


class Origin(Struct, frozen=True):
    """Where a value was set: the id of the format, the 1-based line and the file; JSON has the fields sorted."""

    format: str
    line: int
    path: str

    @property
    def place(self) -> str:
        """The file and line for messages."""
        return f"{self.path}:{self.line}"


class Finding(Struct, frozen=True, kw_only=True):
    """One result about a deck, with the rule that found it.

    `message` names the problem and makes sense by itself; `help` is the remedy. `span` is the most important line,
    `related` has further lines. `cards` are card ids; `data` has the numbers and names of the message.
    """

    code: str
    name: str
    severity: Severity
    message: str
    span: Span | None = None
    related: tuple[Span, ...] = ()
    cards: tuple[str, ...] = ()
    data: Mapping[str, object] = {}
    help: str | None = None
    cite: Citation | None = None
    origin: Origin | None = None


def verdict_of(findings: tuple[Finding, ...]) -> Verdict:
    """Return the verdict for `findings`."""
    found = [finding.severity for finding in findings]
    if Severity.ERROR in found:
        return Verdict.ILLEGAL
    return Verdict.UNDECIDED if Severity.UNDECIDED in found else Verdict.LEGAL


def bearing(findings: Iterable[Finding]) -> list[Finding]:
    """Return the `findings` that decide the verdict."""
    return [finding for finding in findings if finding.severity in BEARING]
