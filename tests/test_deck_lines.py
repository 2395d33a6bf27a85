"""Lines of a deck file in the hand of its writer: how they are taken apart, and what another number does to them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from deckcheck.decks.lines import diff, in_style_of, line_end_of, lines_of, spread, with_count
from deckcheck.decks.readers import read
from deckcheck.decks.writing.ids import Edit, change_json
from deckcheck.model.deck import Request, Span
from deckcheck.model.errors import OutputError
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool


@pytest.mark.parametrize(
    ("text", "lines", "end"),
    [
        ("3 Rout\n", ["3 Rout\n"], "\n"),
        ("3 Rout\n\n2 Banzai!", ["3 Rout\n", "\n", "2 Banzai!"], "\n"),
        ("3 Rout\r\n2 Banzai!\n", ["3 Rout\r\n", "2 Banzai!\n"], "\r\n"),
        ("3 Rout\r2 Banzai!\r", ["3 Rout\r", "2 Banzai!\r"], "\r"),
        ("3 Rout", ["3 Rout"], "\n"),
    ],
)
def test_lines_have_their_ends(text: str, lines: list[str], end: str) -> None:
    assert (lines_of(text), line_end_of(text)) == (lines, end)


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("3 Rout", "2 Banzai!"),
        ("3x Rout", "2x Banzai!"),
        ("  3 x Rout", "  2 x Banzai!"),
        ("\tRout", "\t2 Banzai!"),
        ("3xRout", "2xBanzai!"),
        ("Rout x3", "Banzai! x2"),
        ("3 Rout (Gold)  # good, cheap", "2 Banzai!"),
        ("- **3x** Rout\n", "- **2x** Banzai!"),
        ("- **3 Rout** # good", "- **2 Banzai!**"),
        ("| 3 | Rout | strategy | 5 |", "| 2 | Banzai! | strategy |  |"),
        ("3\tRout\tCE\n", "2\tBanzai!\t"),
        ("<li>3x Rout</li>", "<li>2x Banzai!</li>"),
        ('  <card number="3" name="Rout"/>', '  <card number="2" name="Banzai!"/>'),
        ('  <card qty="3" id="0-0">Rout</card>', "  2 Banzai!"),
        ("12. 3x Rout", "2 Banzai!"),
        ("Strategy: 3 Rout", "2 Banzai!"),
        ('  "Rout": 3', '  "Banzai!": 2'),
        ("Rout;strategy;3", "Banzai!;strategy;2"),
    ],
)
def test_a_new_line_looks_like_its_neighbour(line: str, new: str) -> None:
    old = Request(name="Rout", count=3 if "3" in line else 1, span=Span(1, 1, 2))
    new_card = replace(old, name="Banzai!", count=2)
    assert in_style_of(line, old, new_card, Limits(), kinds=("strategy", "fate")) == new


def test_a_line_in_the_place_of_another_keeps_what_is_in_front() -> None:
    old = Request(name="Tsuma", count=1, span=Span(1, 1, 2))
    new = in_style_of("Province 1: Tsuma  # air", old, replace(old, name="Kuroi Mori"), Limits(), in_place=True)
    assert new == "Province 1: Kuroi Mori  # air"


@pytest.mark.parametrize(
    ("line", "count", "new"),
    [
        ("3x Rout  # good\n", 2, "2x Rout  # good\n"),
        ("3x Rout  # three of them\n", 2, "2 Rout\n"),
        ("Rout x3\r\n", 1, "Rout x1\r\n"),
        ("Rout (3)", 2, "Rout (2)"),
        ("3 Rout # 3 are enough\n", 2, "2 Rout\n"),
        ("Hida Kuon - exp1 x1\n", 3, "Hida Kuon - exp1 x3\n"),
        ("1 Hida Kuon - exp1\n", 3, "3 Hida Kuon - exp1\n"),
        ("Rout  # gold\n", 3, "3 Rout  # gold\n"),
        ("  - Rout # good\n", 2, "  - 2 Rout # good\n"),
        ("Stronghold: Shiro Daidoji\n", 2, "Stronghold: 2 Shiro Daidoji\n"),
        ("2 Tokens: Zombie\n", 3, "3 Tokens: Zombie\n"),
        ("[i]3 Rout[/i]\r\n", 2, "[i]2 Rout[/i]\r\n"),
        ("3 Rout\n", 0, ""),
    ],
)
def test_a_line_with_another_number(line: str, count: int, new: str) -> None:
    (request,) = read(line, "deck.txt", Limits()).requests

    assert with_count(line, request, count, Limits()) == new


@pytest.mark.parametrize(
    ("change", "new"),
    [
        (0, []),
        (2, [("2 Rout", 4)]),
        (-1, [("2 Rout", 1)]),
        (-2, [("2 Rout", 0)]),
        (-3, [("2 Rout", 0), ("3 Rout", 2)]),
        (-9, [("2 Rout", 0), ("3 Rout", 0)]),
    ],
)
def test_copies_come_and_go_from_the_last_line(change: int, new: list[tuple[str, int]]) -> None:
    requests = read("3 Rout\n2 Rout\n", "deck.txt", Limits()).requests

    assert [(request.written, count) for request, count in spread(requests, change)] == new


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("3 Rout\n", "3 Rout\n", []),
        ("3 Rout\n", "2 Rout\n", ["-3 Rout\n", "+2 Rout\n"]),
        ("3 Rout\r\n", "3 Rout\n", []),
        ("3 Rout", "3 Rout\n", ["-3 Rout\n\\ No newline at end of file\n", "+3 Rout\n"]),
        (
            "1 Banzai!\n3 Rout",
            "1 Banzai!\n2 Rout",
            [
                " 1 Banzai!\n",
                "-3 Rout\n\\ No newline at end of file\n",
                "+2 Rout\n\\ No newline at end of file\n",
            ],
        ),
        ("3 Rout\r", "2 Rout\r", ["-3 Rout\n", "+2 Rout\n"]),
        ("3 R\x1bout\n", "3 Rout\n", ["-3 R\\x1bout\n", "+3 Rout\n"]),
    ],
)
def test_a_difference(old: str, new: str, changes: list[str]) -> None:
    found = list(diff("deck.txt", old.encode(), new.encode(), Limits()))

    assert found[3:] == changes
    assert found[:2] == (["--- deck.txt\n", "+++ deck.txt\n"] if changes else [])


# A file, the numbers of its cards that change, the copies of Let Go that are new, and the file then.
MAPS: list[tuple[str, dict[str, int], int, str]] = [
    ('{"cards": {"banzai": 3}}', {"banzai": 2}, 0, '{"cards": {"banzai": 2}}'),
    ('{"cards": {"banzai": 3}}', {}, 2, '{"cards": {"banzai": 3, "let-go": 2}}'),
    ('{"cards": {"banzai" : 3,\n"rout" : 2}}', {}, 1, '{"cards": {"banzai" : 3,\n"rout" : 2,\n"let-go" : 1}}'),
    ('{"cards": {"banzai": 3, "rout": 2}, "x": 1}', {"banzai": 0}, 0, '{"cards": {"rout": 2}, "x": 1}'),
    ('{"cards": {"banzai": 3, "rout": 2}}', {"rout": 0}, 1, '{"cards": {"banzai": 3, "let-go": 1}}'),
    ('{"cards": {"Kyūden" : 3}}', {}, 1, '{"cards": {"Kyūden" : 3, "let-go" : 1}}'),
    ('{"cards": {"Kyūden": 3, "rout": "2"}}', {"rout": 1}, 0, '{"cards": {"Kyūden": 3, "rout": 1}}'),
    ('{"cards":\r\n{"banzai": 3,\r\n"rout": 2}}', {"rout": 1}, 0, '{"cards":\r\n{"banzai": 3,\r\n"rout": 1}}'),
]


@pytest.mark.parametrize("row", MAPS)
def test_a_map_of_ids_with_other_numbers(row: tuple[str, dict[str, int], int, str], lcg: FilePool) -> None:
    text, kept, copies, expected = row
    raw = read(text, "deck.json", Limits())
    requests = {request.name: request for request in raw.requests}
    (card,) = (card for card in lcg.cards() if card.name == "Let Go")
    new = ((card, copies),) if copies else ()

    assert change_json(text, raw, Edit({requests[name]: count for name, count in kept.items()}, new)) == expected


def test_a_key_with_escapes_cannot_be_changed() -> None:
    text = '{"cards": {"rout": 2, "ban\\u007aai": 3}}'

    with pytest.raises(OutputError, match="the keys of this file cannot be changed one by one"):
        change_json(text, read(text, "deck.json", Limits()), Edit())
