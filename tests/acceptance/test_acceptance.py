"""The whole table, each case as a process: `python -m tests.acceptance` prints it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.bench import Bench, Home, settle
from tests.acceptance.case import Case, check
from tests.acceptance.table import CASES

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="these are files, streams and processes of Linux"
)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return settle(tmp_path_factory.mktemp("home"))


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case, home: Home, tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    bench = Bench(home, tmp_path / "room")

    check(case, bench, case.act(bench))

    bench.clear()


def test_every_number_is_tried() -> None:
    assert sorted({case.number for case in CASES}) == list(range(1, 153))
    assert len({case.id for case in CASES}) == len(CASES)
