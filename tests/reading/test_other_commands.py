"""What a check leaves open or out, the other commands know as well: one list for every ninth row of the table."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from deckcheck.cli import run
from deckcheck.model.report import Failure
from tests.conftest import examples
from tests.reading.lists import GAMES, Bench, Case
from tests.reading.test_line_syntaxes import ROWS, case_of, ways_of

FORMAT = "celestial-40-40"
# All rows in the long profile.
TURNS = range(0, len(ROWS), max(1, 9 // examples(1)))


class Tried(NamedTuple):
    """A list in a file, what its row means, and its verdict, ``failed`` for none.

    `is_open` tells whether its question is about a line that ``convert`` keeps, and not about one that it leaves out.
    """

    path: Path
    case: Case
    means: frozenset[str]
    verdict: str
    is_open: bool

    @property
    def left_out(self) -> bool:
        """Whether a card of the row was left out of a legal deck, and is to be shown."""
        return self.verdict == "legal" and bool(self.case.banned) and "comment" not in self.means

    def may_become(self, verdict: str) -> bool:
        """Return whether the list may have this verdict when it has been written in another syntax."""
        named = self.case.banned and self.means & {"read", "some"}
        return verdict in (self.verdict, "undecided") or (
            verdict == "illegal" and bool(named or "outside" in self.means)
        )


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(GAMES[FORMAT], tmp_path_factory.mktemp("checked"))


@pytest.fixture(scope="module")
def tried(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tried]:
    """Return the lists by the name of their file."""
    folder = tmp_path_factory.mktemp("lists")
    return {each.path.name: each for turn in TURNS for each in _tried(bench, folder, turn)}


def _tried(bench: Bench, folder: Path, turn: int) -> Iterator[Tried]:
    row = ROWS[turn]
    ways = [way for way in ways_of(row) if way != "too many"]
    case = case_of(bench, row, turn, ways[turn % len(ways)], row.places[turn % len(row.places)])
    if case:
        path = folder / f"{turn:04}.txt"
        path.write_bytes(case.text.encode("utf-8"))
        report = bench.check(case.text)
        verdict = "failed" if isinstance(report, Failure) else report.verdict.value
        is_open = not isinstance(report, Failure) and not any(line.possible for line in report.deck.left_out)
        yield Tried(path, case, row.means, verdict, is_open)


def deckcheck(*arguments: object) -> None:
    """Run a command; lists that are not legal or could not be done are no failure of it."""
    assert run(list(map(str, arguments))) in (0, 1, 2)


@pytest.fixture(scope="module")
def bulk(tried: dict[str, Tried], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of ``bulk`` over the lists."""
    out = tmp_path_factory.mktemp("bulk") / "out"
    deckcheck("bulk", next(iter(tried.values())).path.parent, "--format", FORMAT, "--out", out)
    return out


def test_bulk_has_the_verdicts_of_check(tried: dict[str, Tried], bulk: Path) -> None:
    results = map(json.loads, (bulk / "results.jsonl").read_text("utf-8").splitlines())
    verdicts = {Path(result["path"]).name: result.get("verdict", "failed") for result in results}

    assert verdicts == {name: each.verdict for name, each in tried.items()}


def test_the_table_of_an_event_shows_what_was_left_out(tried: dict[str, Tried], bulk: Path) -> None:
    with (bulk / "desk.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {Path(row["path"]).name: " ".join(row.values()) for row in csv.DictReader(file)}
    silent = [each.case.row for name, each in tried.items() if each.left_out and not _names(each.case, rows[name])]

    assert not silent, f"{len(silent)} lists: {silent[:20]}"


def test_a_sheet_shows_what_was_left_out(tried: dict[str, Tried], tmp_path: Path) -> None:
    left_out = [each for each in tried.values() if each.left_out][:30]
    silent = []
    for each in left_out:
        deckcheck("sheet", each.path, "--format", FORMAT, "--html", tmp_path / "sheet.html")
        if not _names(each.case, (tmp_path / "sheet.html").read_text("utf-8")):
            silent.append(each.case.row)

    assert left_out
    assert not silent, f"{len(silent)} of {len(left_out)} lists: {silent[:20]}"


def test_what_is_open_stays_open_in_a_deck_file(bench: Bench, tried: dict[str, Tried], tmp_path: Path) -> None:
    syntax, suffix = "deckcheck-yaml", ".yaml"
    folder = next(iter(tried.values())).path.parent
    deckcheck("convert", folder, "--to", syntax, "-o", tmp_path, "--format", FORMAT)
    wrong = []
    for each in tried.values():
        written = tmp_path / f"{each.path.stem}{suffix}"
        if not each.is_open:
            continue
        report = bench.check(written.read_text("utf-8"), suffix)
        verdict = "failed" if isinstance(report, Failure) else report.verdict.value
        if not each.may_become(verdict):
            wrong.append(f"{each.case.row!r}: {each.verdict}, and {verdict} as {syntax}")

    assert not wrong, "\n".join([f"{len(wrong)} of {len(tried)} lists", *wrong[:40]])


def _names(case: Case, text: str) -> bool:
    return all(name.casefold() in text.casefold() for name in case.names)
