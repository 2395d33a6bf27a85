"""JSON as reports write it: on one line, and as a page."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.model.json_text import json_line, json_page, json_text
from tests.conftest import examples

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_keys_are_sorted_and_nothing_stands_between() -> None:
    assert json_line({"verdict": "legal", "counts": {"fate": 40, "dynasty": 40}}) == (
        '{"counts":{"dynasty":40,"fate":40},"verdict":"legal"}\n'
    )


@settings(max_examples=examples(25), deadline=None)
@given(st.dictionaries(st.text(), VALUES))
def test_every_value_is_read_back_from_one_line(value: dict[str, object]) -> None:
    line = json_line(value)

    assert json.loads(line) == value
    assert line.splitlines() == [line[:-1]]


@pytest.mark.parametrize("first", range(0, 0x110000, 0x10000))
def test_characters_are_written_as_they_are_by_python(first: int) -> None:
    text = "".join(map(chr, range(first, first + 0x10000)))

    assert json_text(text) == json.dumps(text, ensure_ascii=False)


def test_bytes_of_a_name_that_are_no_character_are_escaped() -> None:
    assert json_line({"path": "deck\udcff.txt", "b": 1}) == '{"b":1,"path":"deck\\\\udcff.txt"}\n'


@pytest.mark.parametrize(
    ("path", "written"),
    [
        pytest.param("deck\udcff.txt", "deck\\\\udcff.txt", id="not UTF-8"),
        pytest.param("deck\u202etxt.exe", "deck\\u202etxt.exe", id="bidirectional"),
    ],
)
def test_a_page_of_json_is_safe_for_a_terminal(path: str, written: str) -> None:
    assert json_page({"path": path, "copies": [3]}) == f'{{\n  "path": "{written}",\n  "copies": [\n    3\n  ]\n}}\n'
