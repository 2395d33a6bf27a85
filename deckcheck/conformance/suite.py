"""The cases of the suite: reading them from files, asking a checker about them, and comparing its answers.

`docs/conformance.md` describes the files and the answers.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError, DeckcheckError, UsageError, called, no_such, reading
from deckcheck.model.finding import Citation
from deckcheck.system import paths

# The file that describes a suite, and the folders of its facts and formats. All other JSON files contain cases.
ABOUT = "suite.json"
CARDS = "cards"
FORMATS = "formats"
# After this number of requests in a row without an answer, the checker counts as unusable.
_IN_A_ROW = 5

T = TypeVar("T")


class DeckOf(Struct, frozen=True, omit_defaults=True):
    """Copies by card id, of the deck and of its sideboard; `unknown` are lines without a card, by text."""

    cards: dict[str, int]
    sideboard: dict[str, int] = {}
    unknown: dict[str, int] = {}


class Case(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A deck with the verdict on it in a format on a day.

    `name` is unique in the suite. `cards` names the file with the facts of the cards. `rules` are the codes of the
    rules that make the deck illegal or undecided, `cite` is the document that decides the case.
    """

    name: str
    description: str
    format: str
    date: str
    cards: str
    deck: DeckOf
    verdict: Literal["legal", "illegal", "undecided"]
    rules: tuple[str, ...] = ()
    tags: tuple[str, ...]
    cite: Citation | None = None


class FormatOf(Struct, frozen=True, omit_defaults=True):
    """A format of the suite; `emeralddb` is its id there."""

    name: str
    emeralddb: str = ""


class About(Struct, frozen=True, kw_only=True):
    """The head of a suite: its version, the meaning of its tags, and its formats by id."""

    version: int
    tags: dict[str, str]
    formats: dict[str, FormatOf]


class CaseRequest(Struct, frozen=True):
    """A question to a checker, with the facts of the cards in the deck."""

    name: str
    format: str
    date: str
    cards: dict[str, Any]
    deck: DeckOf


class Suite(Struct, frozen=True):
    """A suite of cases, with the facts of cards by file and id."""

    folder: Path
    about: About
    cases: tuple[Case, ...]
    facts: Mapping[str, Mapping[str, Any]]

    @property
    def formats_dir(self) -> Path:
        """The folder with the formats of the suite's own."""
        return self.folder / FORMATS

    def case(self, name: str) -> Case:
        """Return the case with this name; raises UsageError."""
        cases = {case.name: case for case in self.cases}
        return called("case", name, cases, "`deckcheck conformance list` lists the cases")

    def request(self, case: Case) -> CaseRequest:
        """Return the request for a case."""
        facts = self.facts[case.cards]
        ids = {*case.deck.cards, *case.deck.sideboard}
        return CaseRequest(case.name, case.format, case.date, {card: facts[card] for card in sorted(ids)}, case.deck)

    def chosen(self, tags: Iterable[str] = (), names: Iterable[str] = ()) -> tuple[Case, ...]:
        """Return the cases with all of `tags` and one of `names` in their name; without any, all cases.

        Raises:
            UsageError: when a tag is unknown or no case is left.
        """
        tags, names = frozenset(tags), tuple(names)
        for tag in tags - self.about.tags.keys():
            raise no_such("tag", tag, self.about.tags)
        found = [case for case in self.cases if tags <= {*case.tags}]
        found = [case for case in found if not names or any(name in case.name for name in names)]
        if not found:
            raise UsageError("no case has these tags and names", help="`deckcheck conformance list` lists the cases")
        return tuple(found)


def load(folder: Path | None = None) -> Suite:
    """Return the suite in a folder, by default the one that comes with deckcheck; raises DataError."""
    folder = folder or shipped()
    about = _read(folder / ABOUT, About)
    facts = {path.stem: _read(path, dict[str, Any]) for path in sorted((folder / CARDS).glob("*.json"))}
    return Suite(folder, about, tuple(_cases(folder, facts)), facts)


def shipped() -> Path:
    """Return the folder of the suite that comes with deckcheck; raises DataError when it is missing."""
    for folder in paths.shipped_folders("conformance", "tests/conformance"):
        if os.path.isdir(folder):  # noqa: PTH112 - it never raises
            return folder
    raise DataError("this installation has no conformance suite", help="name its folder with --suite DIR")


def _cases(folder: Path, facts: Mapping[str, Mapping[str, Any]]) -> Iterator[Case]:
    for path in sorted(folder.glob("*.json")):
        if path.name == ABOUT:
            continue
        for case in _read(path, list[Case]):
            missing = {*case.deck.cards, *case.deck.sideboard} - facts.get(case.cards, {}).keys()
            if missing:
                shown = ", ".join(sorted(missing))
                raise DataError(f"`{case.name}`: no facts in {CARDS}/{case.cards}.json for {shown}", place=str(path))
            yield case


def _read(path: Path, kind: type[T]) -> T:
    with reading(path):
        content = path.read_bytes()
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise DataError(f"not a file of a conformance suite: {error}", place=str(path)) from None


class CheckerAnswer(Struct, frozen=True, omit_defaults=True):
    """A checker's answer about one deck: a `verdict`, or `valid` from a checker without a third verdict.

    `rules` are compared if a checker gives them. `skip` is the reason for giving no answer.
    """

    verdict: str | None = None
    valid: bool | None = None
    rules: tuple[str, ...] | None = None
    skip: str = ""


class NoAnswer(Exception):
    """A checker gave no usable answer about one case; the text is the reason."""


class CannotRun(DeckcheckError):
    """A checker cannot be run, or does not answer at all."""


class Status(Enum):
    """How a checker did on one case."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class CaseOutcome(Struct, frozen=True):
    """The result of one case; `why` is the reason for a failure or for skipping it."""

    case: Case
    status: Status
    why: str = ""


Ask = Callable[[Case], CheckerAnswer]

_VALID = {"legal": True, "illegal": False}


def run(cases: Iterable[Case], ask: Ask) -> Iterator[CaseOutcome]:
    """Yield the outcome of each case with the answers of `ask`; raises CannotRun after a row of missing answers."""
    unanswered = 0
    for case in cases:
        try:
            answer = ask(case)
        except NoAnswer as error:
            unanswered += 1
            if unanswered == _IN_A_ROW:
                raise CannotRun(f"the checker gave no answer {_IN_A_ROW} times in a row: {error}") from None
            yield CaseOutcome(case, Status.FAILED, str(error))
        else:
            unanswered = 0
            yield compared(case, answer)


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
    """Return the numbers of cases by tag and outcome as a table; the last row counts all cases."""
    from tabulate import tabulate

    counts = Counter((tag, each.status) for each in outcomes for tag in {*each.case.tags, "all"})
    rows = [
        (tag, sum(counts[tag, status] for status in Status), *(counts[tag, status] for status in Status))
        for tag in (*sorted(tags), "all")
    ]
    return str(tabulate([row for row in rows if row[1]], ["tag", "cases", *(status.value for status in Status)]))
