"""What a case is, and the checks that apply to each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypedDict, Unpack

from msgspec import Struct

from tests.acceptance.bench import FORMAT, Bench, Ran

Content = str | bytes | Callable[[], str | bytes]
Act = Callable[[Bench], Ran]

# The longest elapsed time of a process: many times what any needs, for the machine may do other work.
REAL_SECONDS = 120.0

_RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SUMMARY = re.compile(
    r"([\d,]+) decks? checked: ([\d,]+) legal, ([\d,]+) illegal, ([\d,]+) undecided(?:, ([\d,]+) failed)?"
)
_SLACK = 10
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Case(Struct, frozen=True, kw_only=True):
    """One thing that goes wrong, and what is expected of it.

    `act` makes it in an empty folder, by `make` where nothing else is done before, and runs deckcheck. `seconds` are
    CPU seconds beyond those of the smallest check. `decks` is how many decks the summary has to account for (None:
    there is no summary). `leaves` are names of files that are written on purpose.
    """

    number: int
    what: str
    act: Act
    make: Callable[[Path], object] | None = None
    code: int | tuple[int, ...] = 2
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    decks: int | None = None
    then: Callable[[Ran], None] | None = None
    leaves: tuple[str, ...] = ()
    seconds: float = 1.0
    megabytes: float = 200.0
    coloured: bool = False

    @property
    def id(self) -> str:
        """The name of its test."""
        return f"{self.number:03}-{re.sub(r'[^0-9A-Za-z]+', '-', self.what).strip('-')}"


class Expected(TypedDict, total=False):
    """What a case may say of what is expected, as the fields of `Case`."""

    code: int | tuple[int, ...]
    says: tuple[str, ...]
    never: tuple[str, ...]
    decks: int | None
    then: Callable[[Ran], None] | None
    leaves: tuple[str, ...]
    seconds: float
    megabytes: float
    coloured: bool


def call(
    number: int,
    what: str,
    *arguments: str | bytes,
    make: Callable[[Path], object] | None = None,
    stdin: bytes = b"",
    env: Mapping[str, str | None] | None = None,
    **expected: Unpack[Expected],
) -> Case:
    """Return the case of a plain call of deckcheck, in a folder that `make` has filled."""

    def act(bench: Bench) -> Ran:
        if make:
            make(bench.folder)
        return bench.run(*arguments, stdin=stdin, env=env)

    return Case(number=number, what=what, act=act, make=make, **expected)


def shell(
    number: int, what: str, script: str, *, make: Callable[[Path], object] | None = None, **expected: Unpack[Expected]
) -> Case:
    """Return the case of a line of bash in which ``$DECKCHECK`` is the command."""

    def act(bench: Bench) -> Ran:
        if make:
            make(bench.folder)
        return bench.shell(script)

    return Case(number=number, what=what, act=act, **expected)


def deck(
    number: int,
    what: str,
    name: str,
    content: Content,
    *words: str,
    more: tuple[str, ...] = (),
    **expected: Unpack[Expected],
) -> Case:
    """Return the case of one deck file called `name`, with `more` options of ``check``; all of `words` are said."""
    expected.setdefault("decks", 1)
    expected["says"] = (*words, *expected.get("says", ()))
    arguments = ("check", name, "-f", FORMAT, *more)
    return call(number, what, *arguments, make=lambda folder: write(folder / name, content), **expected)


def write(path: Path, content: Content) -> None:
    """Write a file."""
    made = content() if callable(content) else content
    path.write_bytes(made if isinstance(made, bytes) else made.encode("utf-8"))


def check(case: Case, bench: Bench, ran: Ran) -> None:
    """Raise AssertionError when something is not as the case says, or as everything has to be."""
    text = _COLOUR.sub("", ran.text) if case.coloured else ran.text
    shown = text[:2000]
    codes = case.code if isinstance(case.code, tuple) else (case.code,)
    assert ran.code in codes, f"exit code {ran.code}, expected {case.code}: {shown}"
    for words in case.says:
        assert words in text, f"{words!r} is not said: {shown}"
    for words in ("Traceback", "internal error", "Error(", "BrokenProcessPool", *case.never):
        assert words not in text, f"{words[:100]!r} is said: {shown}"
    raw = _RAW.search(text)
    assert raw is None, f"the raw character {raw[0]!r} is said: {shown}" if raw else ""
    if case.decks is not None:
        check_summary(case.decks, text)
    _check_files(case, bench)
    if case.then:
        case.then(ran)
    # On a machine that has other work the same work takes several times as long; the table says what is slow.
    limit = _SLACK * (bench.home.start_up + case.seconds)
    assert ran.cpu <= limit, f"{ran.cpu:.2f} s of work, more than {limit:.2f} s"
    assert ran.seconds <= REAL_SECONDS, f"{ran.seconds:.2f} s, more than {REAL_SECONDS} s"
    assert ran.megabytes <= case.megabytes, f"{ran.megabytes:.0f} MB, more than {case.megabytes:.0f} MB"


def check_summary(decks: int, text: str) -> None:
    """See that no deck is lost: what is legal, what is not and what failed add up to what was given."""
    summary = _SUMMARY.findall(text)
    assert len(summary) == 1, f"there is no summary, or several: {text[-500:]}"
    checked, *verdicts, failed = (int(number.replace(",", "") or 0) for number in summary[0])
    assert checked == sum(verdicts), f"the verdicts do not add up: {summary[0]}"
    assert checked + failed == decks, f"{checked} checked and {failed} failed, {decks} were given"


def _check_files(case: Case, bench: Bench) -> None:
    """See that nothing is written but what is asked for: no half of a report, nothing of an archive, no cache."""
    assert bench.written <= set(case.leaves), f"written: {sorted(bench.written)}"
    own = {path.relative_to(bench.home.folder).parts[:2] for path in bench.home.folder.rglob("*") if path.is_file()}
    assert own <= {(".cache", "deckcheck")}, f"written at home: {own}"
