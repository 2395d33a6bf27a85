"""YAML, JSON and XML decks made to trip readers: each is refused with its place, or read with a finding, quickly."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from deckcheck import Checker
from deckcheck.cli import run
from deckcheck.decks.readers import read, read_all
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGES = "a: &a {k: 1}\n" + "".join(
    f"{new}: &{new} {{<<: [*{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}]}}\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)

# What it is, the text, what the message says, where: the line and column, "" for the file as a whole.
YAML = {
    "1 aliases that multiply": (LAUGHS, "anchors and aliases are not allowed", ":1:4"),
    "2 merge keys that multiply": (MERGES, "anchors and aliases are not allowed", ":1:4"),
    "3 tag that runs code": (
        "name: !!python/object/apply:os.system ['true']\n",
        "python/object/apply:os.system",
        ":1:7",
    ),
    "4 tag that names Python": ("conflict:\n  banzai: !!python/name:os.system\n", "python/name:os.system", ":2:11"),
    "5 tag of nobody": ("name: !deck {a: 1}\n", "the tag !deck is not allowed", ":1:7"),
    "6 key twice": ("conflict:\n  banzai: 3\n  banzai: 1\n", "duplicate key `banzai`", ":3:3"),
    "7 words that are booleans": ("clan: no\nname: on\n", "`no` means different things", ":1:7"),
    "7 name that is a boolean": ("name: on\nfate: {Banzai!: 3}\n", "`on` means different things", ":1:7"),
    "8 octal number": ("conflict:\n  banzai: 010\n", "`010` means different things", ":2:11"),
    "8 hexadecimal number": ("conflict:\n  court-games: 0x3\n", "`0x3` means different things", ":2:16"),
    "9 number to base 60": ("conflict:\n  banzai: 1:02\n", "`1:02` means different things", ":2:11"),
    "10 decimal as a name": (
        "name: 1.10\nconflict: {banzai: 3}\n",
        "expected text or null, got a decimal number",
        ":1:1",
    ),
    "11 underscores": ("conflict:\n  banzai: 1_0\n", "`1_0` means different things", ":2:11"),
    "12 infinity": ("conflict:\n  banzai: .inf\n", "`.inf` means different things", ":2:11"),
    "12 not a number": ("conflict:\n  banzai: .nan\n", "`.nan` means different things", ":2:11"),
    "18 list of names": ("- banzai\n- banzai\n", "a deck is a map", ":1:3"),
    "19 text alone": ("just text\n", "a deck is a map", ":1:1"),
    "21 comment alone": ("# nothing\n", "the file is empty", ""),
    "23 flow nested 5,000 deep": ("conflict: " + "[" * 5000 + "]" * 5000, "nested deeper than 20 levels", ":1:31"),
    "24 map nested 2,000 deep": (
        "".join(f"{' ' * depth}a:\n" for depth in range(1200)) + " " * 1200 + "a: 1\n",
        "nested deeper than 20 levels",
        ":21:21",
    ),
    "25 tab": ("conflict:\n\tbanzai: 3\n", "not valid YAML", ":2:1"),
    "26 unclosed": ("conflict: {banzai: 3\nname: x\n", "not valid YAML", ":2:5"),
    "28 list as a key": ("? [a, b]\n: 3\n", "a key must be plain text", ":1:3"),
    "29 list in itself": ("conflict: &a\n  - *a\n", "anchors and aliases are not allowed", ":1:11"),
    "30 misspelt key": ("format: emerald\nstronghould: kyuden-doji\n", "a deck has no key `stronghould`", ":2:1"),
    "31 name of 1 MB": (
        "name: " + "A" * 1_000_000 + "\nconflict: {banzai: 3}\n",
        "1,000,000 characters, more than 200",
        ":1:1",
    ),
    "an empty list": ("[]\n", "there is no deck in this list", ""),
    "no cards": ("name: x\n", "this deck has no cards", ""),
    "a number without a name": ("name: x\ncards: [3x]\n", "this deck has no cards", ""),
    "32 20,000 cards": ("conflict:\n" + "".join(f"  c{n}: 1\n" for n in range(20_000)), "more than 2,000 cards", ""),
}
JSON = {
    "33 key twice": ('{"name":"d","conflict":{"banzai":3,"banzai":1}}', "`banzai` appears twice", ":1:36"),
    "34 nested 100,000 deep": ('{"conflict":{"a":' * 100_000, "nested deeper than 20 levels", ":1:171"),
    "35 not a number": ('{"conflict":{"banzai":NaN}}', "`NaN` is not JSON", ":1:23"),
    "35 infinity": ('{"conflict":{"x":-Infinity}}', "`-Infinity` is not JSON", ":1:18"),
    "36 number of 5,000 digits": ('{"conflict":{"banzai":' + "9" * 5000 + "}}", "a number is too long", ":1:23"),
    "38 data behind": ('{"name":"x"} {"name":"y"}', "extra data", ":1:14"),
    "44 names of attributes": (
        '{"__proto__":{"a":1},"constructor":1,"conflict":{"__init__":3}}',
        "a deck has no key `__proto__`",
        ":1:2",
    ),
    "a key twice, with objects between": ('{"x":{"b":1},"y":{"b":1},"y":2}', "`y` appears twice", ":1:26"),
    "not a number behind a long one": ('{"a":0.' + "1" * 5000 + ', "b":NaN}', "`NaN` is not JSON", ":1:5014"),
    "not a number in the second line": ('\n{"a":NaN}', "`NaN` is not JSON", ":2:6"),
    "not a number behind the longest one": ('{"a":' + "9" * 4300 + ',"b":NaN}', "`NaN` is not JSON", ":1:4311"),
    "number below an empty line": ('\n{"name":5,"fate":{}}', "expected text or null, got a whole number", ":2:2"),
    "lists nested too deep": ('{"conflict":' + "[" * 20 + "]" * 20 + "}", "nested deeper than 20 levels", ":1:32"),
    "number as a name": ('{"conflict":["banzai",3]}', "expected text, got a whole number", ":1:23"),
    "number in the second line": (
        '{"name":"x",\n "event":5,"fate":{}}',
        "expected text or null, got a whole number",
        ":2:2",
    ),
    "45 half a file": ('{"name":"x","conflict":{"banz', "not valid JSON", ":1:25"),
}
ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
XML = {
    "86 entities that multiply": (
        f'<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY e0 "lol">{ENTITIES}]>\n<deck>&e9;</deck>',
        "document types and entities are not allowed",
        ":2",
    ),
    "87 entity of a file": (
        '<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<deck>&x;</deck>',
        "document types and entities are not allowed",
        ":2",
    ),
    "88 one long entity": (
        f'<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY a "{"a" * 50_000}">]>\n<deck>{"&a;" * 5000}</deck>',
        "document types and entities are not allowed",
        ":2",
    ),
    "89 inclusion": (
        '<deck xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/passwd" parse="text"/></deck>',
        "this deck has no cards",
        "",
    ),
    "90 document type elsewhere": (
        '<?xml version="1.0"?>\n<!DOCTYPE d SYSTEM "http://deck.example/d.dtd">\n<deck/>',
        "document types and entities are not allowed",
        ":2",
    ),
    "a document type that says nothing": (
        "<?xml version='1.0'?>\n<!DOCTYPE deck>\n<deck><card qty='3'>Rout</card></deck>",
        "document types and entities are not allowed",
        ":2",
    ),
    "91 nested 20,000 deep": (
        "<deck>" + "<a>" * 20_000 + "</a>" * 20_000 + "</deck>",
        "nested deeper than 20",
        ":1:64",
    ),
    "unclosed": ("<deck>\n<section>\n</deck>", "not valid XML", ":3:3"),
    "another element": ("<?xml version='1.0'?><cards/>", "no `deck`", ":1:22"),
}
REFUSED = [
    pytest.param(f"deck.{kind}", *case, id=f"{kind} {name}")
    for kind, cases in (("yaml", YAML), ("json", JSON), ("xml", XML))
    for name, case in cases.items()
]


@pytest.mark.parametrize(("path", "text", "says", "place"), REFUSED)
def test_it_is_refused_with_its_place(path: str, text: str, says: str, place: str) -> None:
    start = time.process_time()

    with pytest.raises(InputError) as caught:
        read_all(text, path, Limits())

    assert says in caught.value.message
    assert caught.value.place == path + place
    assert len(caught.value.message) < 500
    assert time.process_time() - start < 10


def bad_counts(raw: RawDeck) -> dict[str, str]:
    return {request.name: request.bad_count for request in raw.requests}


@pytest.mark.parametrize(
    ("path", "text", "counts"),
    [
        pytest.param("d.yaml", "conflict:\n  a: 2.5\n  b: 3.0\n", {"a": "2.5", "b": "3.0"}, id="13 fractions"),
        pytest.param("d.yaml", "conflict:\n  a: -3\n  b: 43\n", {"a": "-3", "b": ""}, id="14 negative"),
        pytest.param("d.yaml", f"conflict:\n  a: {'9' * 5000}\n", {"a": "9" * 20}, id="15 5,000 digits"),
        pytest.param("d.yaml", "conflict:\n  a: true\n", {"a": "true"}, id="16 boolean"),
        pytest.param("d.yaml", "conflict:\n  a:\n  b: ~\n", {"a": "null", "b": "null"}, id="17 no number"),
        pytest.param("d.json", '{"conflict":{"a":1e400,"b":2}}', {"a": "inf", "b": ""}, id="37 too large"),
        pytest.param("d.json", '{"conflict":{"a":"3","b":2}}', {"a": "3", "b": ""}, id="43 text"),
        pytest.param("d.json", '{"conflict":{"a":{},"b":[2]}}', {"a": "{...}", "b": "[...]"}, id="a map, a list"),
        pytest.param(
            "d.xml",
            '<deck><card qty="-1">a</card><card qty="٣">b</card><card>c</card></deck>',
            {"a": "-1", "b": "٣", "c": '""'},
            id="XML",
        ),
    ],
)
def test_a_number_that_cannot_be_one_of_copies_is_kept_for_a_finding(
    path: str, text: str, counts: dict[str, str]
) -> None:
    assert bad_counts(read(text, path, Limits())) == counts


def test_10_a_date_is_text() -> None:
    assert read("name: 2024-05-01\nconflict: {banzai: 3}\n", "deck.yaml", Limits()).name == "2024-05-01"


def test_22_two_documents_are_two_decks() -> None:
    decks = read_all("name: A\nconflict: {banzai: 3}\n---\nname: B\nconflict: {banzai: 2}\n", "deck.yaml", Limits())

    assert [(deck.path, deck.source, deck.name, deck.requests[0].span.line) for deck in decks] == [
        ("deck.yaml#1", "deck.yaml", "A", 2),
        ("deck.yaml#2", "deck.yaml", "B", 5),
    ]


def test_30_the_key_that_was_meant_is_named() -> None:
    with pytest.raises(InputError) as caught:
        read("stronghould: kyuden-doji\n", "deck.yaml", Limits())

    assert caught.value.help == "did you mean `stronghold`?"


def test_39_a_byte_order_mark_is_passed_over() -> None:
    assert read('\ufeff{"name":"x","conflict":{"banzai":3}}', "deck.json", Limits()).requests[0].count == 3


def test_40_a_lone_surrogate_is_shown_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deck.json"
    file.write_text('{"name":"\\ud800 deck","format":"lcg-2017","conflict":{"banzai":3,"\\udfffqqqq":3}}', "utf-8")

    assert run(["check", str(file)]) == 1

    assert "\\udfff" in capsys.readouterr().out


def test_39_old_line_ends_part_lines_too() -> None:
    found = read('{"deckcheck": 1, "conflict": {"banzai":\r3,\r\n"ambush": 2}}', "deck.json", Limits()).requests

    assert [(each.name, each.span.line, each.span.column) for each in found] == [("banzai", 1, 31), ("ambush", 3, 1)]


def test_40_a_lone_surrogate_is_no_version() -> None:
    with pytest.raises(InputError, match="half of a surrogate pair") as caught:
        read('{"conflict": {"banzai": 3}, "deckcheck": "\\ud800"}', "deck.json", Limits())

    assert caught.value.place == "deck.json:1:1"


def test_42_a_name_that_is_null_is_no_name() -> None:
    assert read('{"name":null,"conflict":{"banzai":3}}', "deck.json", Limits()).name is None


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("20.yaml", b"", "the file is empty"),
        ("27.yaml", b"name: a\0b\n", "binary data"),
        ("41.json", b'{"name":"\xff\xfe\xfd"}', "not UTF-8 at byte 9"),
    ],
)
def test_bytes_that_are_no_text(
    name: str, content: bytes, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(content)

    assert run(["check", str(tmp_path / name), "--format", "lcg-2017"]) == 2

    assert says in capsys.readouterr().err


def test_46_a_broken_line_stops_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = json.dumps({"cards": {"banzai": 3}}).encode()
    (tmp_path / "decks.jsonl").write_bytes(good + b"\r\n\r\n" + good + b'\r\n{"cards": \r\n' + good)

    assert run(["check", str(tmp_path / "decks.jsonl"), "--format", "lcg-2017", "--as", "concise"]) == 2

    error = capsys.readouterr().err
    assert "decks.jsonl:4:10: not valid JSON" in error
    assert "3 decks checked" in error
    assert "1 failed" in error


PAGE = "<!DOCTYPE html><html>{}<body>\n3 Banzai!<br>\n2 Ambush\n</body></html>\n"


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("<style>" + "a" * 200_000 + "</style>", id="one long word"),
        pytest.param("<style>" + "a{display:none}" * 20_000 + "</style>", id="many rules"),
        pytest.param("<style>a{color:red}</style>" * 20_000, id="many styles"),
        pytest.param("<meta name='a'>" * 20_000, id="many that say nothing"),
    ],
)
def test_a_long_head_of_a_page_is_passed_over(head: str) -> None:
    start = time.process_time()

    found = read(PAGE.format(head), "deck.html", Limits()).requests

    assert [(each.count, each.name) for each in found] == [(3, "Banzai!"), (2, "Ambush")]
    assert time.process_time() - start < 10


@pytest.mark.parametrize("line", ["3 Hida Kuon • Experienced 6, ", "1\ta\t"])
def test_a_line_with_thousands_of_cards_or_cells(line: str) -> None:
    checker = Checker("celestial-40-40")
    start = time.process_time()
    assert checker.check_text("3 Banzai!\n2 Ambush\n" + line * (60_000 // len(line))).verdict
    assert time.process_time() - start < 10
