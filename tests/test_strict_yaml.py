"""YAML without surprises: what is refused, and where."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from deckcheck.model.errors import DataError
from deckcheck.system.strict_yaml import decode, dump, parse, plain, read_text


class Copies(Struct, forbid_unknown_fields=True):
    max: int
    titles: list[str] = []


class Rules(Struct, forbid_unknown_fields=True):
    name: str
    copies: Copies
    more: list[Copies] = []


def value(text: str) -> Any:
    return plain(parse(text, "f.yaml"))


def problem(text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        parse(text, "f.yaml")
    return caught.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1", {"a": 1}),
        ("a: -3", {"a": -3}),
        ("a: 0", {"a": 0}),
        ("a: 2.5", {"a": 2.5}),
        ("a: true\nb: false", {"a": True, "b": False}),
        ("a: null\nb: ~\nc:", {"a": None, "b": None, "c": None}),
        ("a: Kyuden Hida", {"a": "Kyuden Hida"}),
        ("a: 'no'", {"a": "no"}),
        ('a: "010"', {"a": "010"}),
        ("a: '12:30'", {"a": "12:30"}),
        ("a: ''", {"a": ""}),
        ("a: 2011-09-01", {"a": "2011-09-01"}),
        ("a: 700 Soldier Plain", {"a": "700 Soldier Plain"}),
        ("a: 1,000 Cuts Technique", {"a": "1,000 Cuts Technique"}),
        ("a: 1.2.3", {"a": "1.2.3"}),
        ("a: [1, two]", {"a": [1, "two"]}),
        ("a: {b: {c: d}}", {"a": {"b": {"c": "d"}}}),
        ("- 1\n- 2", [1, 2]),
        ("a: >\n  folded\n  text\n", {"a": "folded text\n"}),
        ("a: |\n  no\n", {"a": "no\n"}),
        ("a: Daimyō’s Favor", {"a": "Daimyō’s Favor"}),
        ("\ufeffa: 1", {"a": 1}),
        ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("---\na: 1\n...\n", {"a": 1}),
    ],
)
def test_plain_values(text: str, expected: object) -> None:
    assert value(text) == expected


def test_true_is_no_number() -> None:
    assert value("a: true")["a"] is True


SURPRISES = [
    "no",
    "No",
    "NO",
    "yes",
    "Yes",
    "on",
    "ON",
    "off",
    "Off",
    "y",
    "n",
    "Y",
    "N",
    "True",
    "TRUE",
    "False",
    "FALSE",
    "Null",
    "NULL",
    "010",
    "08",
    "00",
    "007",
    "0o14",
    "0x1F",
    "0b11",
    "1_000",
    "1_0",
    "12:30",
    "1:02",
    "190:20:30",
    "-1:30",
    "1:30.5",
    ".inf",
    ".Inf",
    "-.inf",
    "+.inf",
    ".nan",
    ".NaN",
    "+1",
    "+0.5",
    ".5",
    "-.5",
    "1.",
    "1e3",
    "1E3",
    "1.5e3",
    "-1e-3",
]


@pytest.mark.parametrize("scalar", SURPRISES)
def test_what_yaml_readers_disagree_about_needs_quotes(scalar: str) -> None:
    error = problem(f"first: 1\nname: {scalar}\n")

    assert error.place == "f.yaml:2:7"
    assert scalar in error.message
    assert "quotes" in error.message
    assert value(f"name: '{scalar}'") == {"name": scalar}


@pytest.mark.parametrize("scalar", ["no", "010", "1:30", "on"])
def test_the_same_in_lists_and_flow_mappings(scalar: str) -> None:
    assert problem(f"a:\n  - {scalar}\n").place == "f.yaml:2:5"
    assert problem(f"a: {{b: {scalar}}}\n").place == "f.yaml:1:8"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("a: &x 1\nb: *x\n", "f.yaml:1:4", id="anchor on a scalar"),
        pytest.param("a: &x [1]\n", "f.yaml:1:4", id="anchor on a list"),
        pytest.param("a: 1\nb: &x {c: 1}\n", "f.yaml:2:4", id="anchor on a mapping"),
        pytest.param("a: &a [*a]\n", "f.yaml:1:4", id="recursive"),
        pytest.param("&x a: 1\n", "f.yaml:1:1", id="anchor on a key"),
        pytest.param("base: &b {a: 1}\nc: {<<: *b}\n", "f.yaml:1:7", id="merge"),
        pytest.param("a: !!python/object/apply:os.system [ls]\n", "f.yaml:1:4", id="code"),
        pytest.param("a: !!python/name:os.system\n", "f.yaml:1:4", id="python name"),
        pytest.param("a: !card banzai\n", "f.yaml:1:4", id="local tag"),
        pytest.param("a: !!str 1\n", "f.yaml:1:4", id="standard tag"),
        pytest.param("! a: 1\n", "f.yaml:1:1", id="tag on a key"),
        pytest.param("!!map {a: 1}\n", "f.yaml:1:1", id="tag on the root"),
        pytest.param("a: 1\nb: 2\na: 3\n", "f.yaml:3:1", id="duplicate key"),
        pytest.param("a: {b: 1, b: 2}\n", "f.yaml:1:11", id="duplicate key in a flow mapping"),
        pytest.param("a: 1\n'a': 2\n", "f.yaml:2:1", id="duplicate key in quotes"),
        pytest.param("? [a, b]\n: 3\n", "f.yaml:1:3", id="list as key"),
        pytest.param("? {a: b}\n: 3\n", "f.yaml:1:3", id="mapping as key"),
        pytest.param("1: 3\n", "f.yaml:1:1", id="number as key"),
        pytest.param("true: 3\n", "f.yaml:1:1", id="boolean as key"),
        pytest.param("a: 1\nno: 3\n", "f.yaml:2:1", id="no as key"),
        pytest.param("~: 3\n", "f.yaml:1:1", id="null as key"),
        pytest.param("a: 1\n---\nb: 2\n", "f.yaml:2:1", id="two documents"),
        pytest.param("a:\n\tb: 1\n", "f.yaml:2:1", id="tab"),
        pytest.param("a: 1\nb: [1, 2\nc: 3\n", "f.yaml:3:2", id="unclosed list"),
        pytest.param("a: 'text\n", "f.yaml:2:1", id="unclosed quote"),
        pytest.param("a: 1\n  b: 2\n", "f.yaml:2:4", id="indentation"),
        pytest.param("a: b: c\n", "f.yaml:1:5", id="colon in text"),
    ],
)
def test_refused_with_line_and_column(text: str, place: str) -> None:
    assert problem(text).place == place


def test_a_duplicate_names_the_first_line() -> None:
    assert "line 2" in problem("x: 1\na: 1\nb: 2\na: 3\n").message


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "\ufeff", "---\n...\n"])
def test_an_empty_file_is_an_error_where_something_is_needed(text: str) -> None:
    with pytest.raises(DataError):
        decode(parse(text, "f.yaml"), Rules)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a: \0", id="NUL"),
        pytest.param("a: \x07", id="bell"),
        pytest.param("%YAML 9.9\n---\na: 1", id="version"),
        pytest.param("[" * 5000, id="5,000 open brackets"),
        pytest.param("[" * 5000 + "]" * 5000, id="5,000 brackets"),
        pytest.param("{a: " * 5000 + "1" + "}" * 5000, id="5,000 braces"),
        pytest.param("".join(f"{' ' * depth}a:\n" for depth in range(2000)), id="2,000 indents"),
        pytest.param("- " * 5000 + "a", id="5,000 dashes"),
    ],
)
def test_broken_and_deep_files_are_data_errors(text: str) -> None:
    start = time.process_time()

    assert (problem(text).place or "").startswith("f.yaml")
    assert time.process_time() - start < 10


def test_the_deepest_nesting_and_one_level_more() -> None:
    assert value("[" * 20 + "1" + "]" * 20)
    assert "nested" in problem("[" * 21 + "1" + "]" * 21).message


def test_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    start = time.process_time()

    assert problem("\n".join(lines)).place == "f.yaml:1:5"
    assert time.process_time() - start < 10


def test_a_number_of_5000_digits_is_no_integer() -> None:
    with pytest.raises(DataError) as caught:
        decode(parse(f"name: x\ncopies:\n  max: {'9' * 5000}\n", "f.yaml"), Rules)

    assert caught.value.place == "f.yaml:3:3"


def test_50000_digits_are_text_at_once() -> None:
    start = time.process_time()

    assert value("4" * 50_000) == "4" * 50_000
    assert time.process_time() - start < 5


@pytest.mark.parametrize("flow", [None, False, True])
def test_written_texts_are_read_as_they_were(flow: bool | None) -> None:
    signs = [chr(code) for code in (*range(0x100), 0x2028, 0x2029, 0x202E, 0xFEFF, 0xFFFE, 0x1F600)]
    texts = {form.format(sign): form.format(sign) for sign in signs for form in ("{}", "a{}b", "it's {}\n", "{}: c")}

    assert value(dump({"texts": [*texts], "keys": texts}, flow=flow)) == {"texts": [*texts], "keys": texts}


GOOD = "name: x\ncopies:\n  max: 3\n  titles: [a, b]\nmore:\n  - max: 1\n  - max: 2\n"


def test_values_get_their_types() -> None:
    rules: Rules = decode(parse(GOOD, "f.yaml"), Rules)

    assert rules == Rules("x", Copies(3, ["a", "b"]), [Copies(1), Copies(2)])


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("max: 3", "max: three", "f.yaml:3:3"),
        ("max: 3", "max: 3.5", "f.yaml:3:3"),
        ("max: 3", "max: true", "f.yaml:3:3"),
        ("max: 3", "max: null", "f.yaml:3:3"),
        ("max: 3", "max: '3'", "f.yaml:3:3"),
        ("max: 3", "max: [3]", "f.yaml:3:3"),
        ("max: 3", "mx: 3", "f.yaml:3:3"),
        ("  max: 3\n", "", "f.yaml:2:1"),
        ("titles: [a, b]", "titles: [a, 2]", "f.yaml:4:15"),
        ("titles: [a, b]", "titles: a", "f.yaml:4:3"),
        ("titles:", "tiltes:", "f.yaml:4:3"),
        ("- max: 2", "- max: two", "f.yaml:7:5"),
        ("name: x", "name: 1.10", "f.yaml:1:1"),
        ("name: x", "nam: x", "f.yaml:1:1"),
    ],
)
def test_wrong_types_and_unknown_keys_are_found_at_their_place(old: str, new: str, place: str) -> None:
    text = GOOD.replace(old, new)
    with pytest.raises(DataError) as caught:
        decode(parse(text, "f.yaml"), Rules)

    assert caught.value.place == place
    assert text.splitlines()[int(place.split(":")[1]) - 1]


@pytest.mark.parametrize("text", ["just text", "- a\n- b", "3"])
def test_a_root_of_the_wrong_type(text: str) -> None:
    with pytest.raises(DataError) as caught:
        decode(parse(text, "f.yaml"), Rules)

    assert (caught.value.place or "").startswith("f.yaml:1")


def test_20000_keys_end_quickly() -> None:
    start = time.process_time()

    assert len(value("".join(f"k{number}: 1\n" for number in range(20_000)))) == 20_000
    assert time.process_time() - start < 10


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"name: Daimy\xf4")
    zero = Path("/dev/zero")

    for path, said in ((latin, "byte 11"), (tmp_path, "read"), (tmp_path / "none.yaml", "read"), (zero, "larger")):
        with pytest.raises(DataError) as caught:
            read_text(path)
        assert said in caught.value.message
        assert caught.value.place == str(path)
