"""The whole table, each case as a process: `python -m tests.acceptance` prints it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.bench import FORMAT, Bench, Home, settle
from tests.acceptance.case import Case, check, check_summary
from tests.acceptance.table import CASES

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="these are files, streams and processes of Linux"
)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    home = settle(tmp_path_factory.mktemp("home"))
    yield home
    home.close()


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case, home: Home, tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    bench = Bench(home, tmp_path / "room")

    check(case, bench, case.act(bench))

    bench.clear()


def test_all_bad_decks_in_one_folder(home: Home, tmp_path: Path) -> None:
    decks = 0
    (tmp_path / "room").mkdir()
    bench = Bench(home, tmp_path / "room")
    for case in CASES:
        if case.make and case.decks and case.number < 92:
            (bench.folder / case.id).mkdir()
            case.make(bench.folder / case.id)
            decks += case.decks

    ran = bench.run("check", ".", "-f", FORMAT, "--as", "json")

    assert ran.code == 2
    assert len(json.loads(ran.out)["decks"]) > decks // 2
    check_summary(decks, ran.text)
    assert ran.megabytes < 200
    bench.clear()


def test_every_number_is_tried() -> None:
    assert sorted({case.number for case in CASES}) == list(range(1, 153))
    assert len({case.id for case in CASES}) == len(CASES)
