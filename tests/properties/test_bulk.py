"""Whatever lines and files hold, a bulk run gives one whole record for each list, the same as `check` would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import Checker, Intake
from deckcheck.bulk import desk
from deckcheck.bulk.chunks import Recorder
from deckcheck.bulk.local import in_this_process
from deckcheck.bulk.run import Inputs, run
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool
from tests.conftest import examples
from tests.good_files import GOOD

several = settings(deadline=None, max_examples=examples(60))

KEYS = st.one_of(st.sampled_from(["cards", "name", "player", "deckcheck", "conflict", "role"]), st.text(max_size=4))
IDS = st.one_of(st.sampled_from(["01-banzai", "01-shiro-nishiyama", "Banzai!", "?"]), st.text(max_size=8))
NUMBERS = st.one_of(st.integers(-1, 5), st.integers(), st.floats(), st.booleans(), st.none(), st.text(max_size=3))
CARDS = st.dictionaries(IDS, NUMBERS, max_size=4)
VALUES = st.recursive(NUMBERS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))
DECKS = st.dictionaries(KEYS, VALUES | CARDS, max_size=4)
LINES = st.one_of(
    st.binary(max_size=40),
    DECKS.map(lambda deck: json.dumps(deck).encode()),
    st.builds(lambda deck, cards: json.dumps({**deck, "cards": cards}).encode(), DECKS, CARDS),
)


@pytest.fixture(scope="module")
def checker(lcg2017: Format, lcg: FilePool) -> Checker:
    return Checker(lcg2017, lcg)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bulk")


def recorded(path: Path, checker: Checker) -> list[dict[str, Any]]:
    """Return the records of a run over one file, which the desk reads too."""
    recorder = Recorder(checker, Intake())
    steps = list(run(Inputs((str(path),), Intake(), 3), lambda todo: in_this_process(todo, lambda: recorder)))
    lines = b"".join(step.records or b"" for step in steps).splitlines()
    found = [json.loads(line) for line in lines]
    assert sum(step.counts.total for step in steps) == len(found) > 0
    assert len(list(desk.table(lines))) == len(found) + 1
    assert not [each for each in found if "internal error" in each.get("message", "")]
    return found


@given(lines=st.lists(LINES, min_size=1, max_size=5))
@several
def test_rows_of_json_are_recorded_as_check_reports_them(lines: list[bytes], folder: Path, checker: Checker) -> None:
    path = folder / "rows.jsonl"
    path.write_bytes(b"\n".join(lines))

    reported = [json.loads(each.to_json()) for each in checker.check_many([path])]

    assert [{**each, "player": ""} for each in recorded(path, checker)] == [{**each, "player": ""} for each in reported]


@given(content=st.binary(max_size=200), suffix=st.sampled_from(["", *GOOD]))
@several
def test_files_of_any_bytes_are_recorded(content: bytes, suffix: str, folder: Path, checker: Checker) -> None:
    path = folder / f"list{suffix}"
    path.write_bytes(content)

    assert all(each["path"].startswith(str(path)) for each in recorded(path, checker))
