"""Tables with one deck per row: CSV, TSV and JSON Lines."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deckcheck import Checker, Verdict
from deckcheck.checks import checker as app
from deckcheck.decks.intake import Intake, cells_of, read_one, read_source, table_for
from deckcheck.model.deck import RawDeck, Span
from deckcheck.model.errors import InputError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure
from deckcheck.pools.loading import FilePool
from deckcheck.reports import Style
from deckcheck.reports.text import explained, render
from tests.conftest import text_file
from tests.fixture_decks import WHOLE_DECKS

ROOT = Path(__file__).parent.parent
HEADER = "Player,Deck list\n"


def read(
    content: str | bytes, folder: Path, name: str = "decks.csv", column: str | None = None
) -> tuple[dict[str, RawDeck], dict[str, str]]:
    """Return the decks in a table and why other rows failed, by what follows the name of the file."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    every = list(read_source(str(path), Intake(column=column)))
    decks = {each.path.removeprefix(str(path)): each for each in every if isinstance(each, RawDeck)}
    failed = {each.path.removeprefix(str(path)): each for each in every if isinstance(each, Failure)}
    assert len(decks) + len(failed) == len(every)
    return decks, {key: str(each.error).removeprefix(str(path)) for key, each in failed.items()}


def names(decks: dict[str, RawDeck]) -> list[list[str]]:
    return [[request.name for request in deck.requests] for deck in decks.values()]


def test_each_row_is_a_deck(tmp_path: Path) -> None:
    decks, failed = read(HEADER + 'Ada,"3 Rout\n2 Banzai!"\nBea,1 Rout\n', tmp_path)

    assert list(decks) == ["#2", "#4"]
    assert names(decks) == [["Rout", "Banzai!"], ["Rout"]]
    assert [deck.player for deck in decks.values()] == ["Ada", "Bea"]
    assert failed == {}


@pytest.mark.parametrize("first", ["sep=;\n", "SEP=;\r\n", "\ufeffsep=;\n"])
def test_the_line_that_names_the_delimiter_is_no_header(first: str, tmp_path: Path) -> None:
    decks, failed = read(f'{first}Player;Deck list\nAda;"3 Rout\n2 Banzai!"\n', tmp_path)

    assert (names(decks), failed) == ([["Rout", "Banzai!"]], {})
    assert list(decks) == ["#3"]


def test_lines_are_those_of_the_players_own_list(tmp_path: Path) -> None:
    decks, _ = read('Note,Deck list,More\n"two\nlines","# Fate\n3 Rout\n\n2 Banzai!",x\n', tmp_path)

    deck = decks["#2"]
    assert [(request.span.line, deck.line(request.span.line)) for request in deck.requests] == [
        (2, "3 Rout"),
        (4, "2 Banzai!"),
    ]
    assert [deck.in_file(request.span).line for request in deck.requests] == [4, 6]
    assert deck.place == str(tmp_path / "decks.csv")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_make_no_difference(end: str, tmp_path: Path) -> None:
    table = HEADER + '"A\nda","3 Rout\n2 Banzai!"\n\nBea,1 Rout\n'

    decks, failed = read(table.replace("\n", end), tmp_path)

    assert (list(decks), names(decks), failed) == (["#2", "#6"], [["Rout", "Banzai!"], ["Rout"]], {})
    assert [decks["#2"].in_file(request.span).line for request in decks["#2"].requests] == [3, 4]


def test_a_finding_shows_the_line_of_the_list(tmp_path: Path, celestial: Format, ccg: FilePool) -> None:
    path = text_file(tmp_path / "decks.csv", HEADER + 'Ada,"3 Banzai!\n2 Winter Seige"\nBea,"1 Winter Seige"\n')

    text = "".join(render(app.check_all([str(path)], celestial, ccg), Style()))

    assert f"--> {path}#2:2:1" in text
    assert "2 | 2 Winter Seige\n" in text
    assert f"--> {path}#4:1:1" in text
    assert "1 | 1 Winter Seige\n" in text


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", pytest.param("utf-16-be", id="UTF-16 big endian with BOM")]
)
def test_the_encodings_of_spreadsheets(encoding: str, tmp_path: Path) -> None:
    content = (HEADER + "Åda,3 Daimyō's Favor\n").encode(encoding)

    decks, failed = read(b"\xfe\xff" * (encoding == "utf-16-be") + content, tmp_path)

    assert (names(decks), decks["#2"].player, failed) == ([["Daimyō's Favor"]], "Åda", {})


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("header", [["Player", "Deck List", "Format"], ["Deck; or, list", "DECK", "x\ty"]])
def test_the_delimiter_shows_in_the_header(delimiter: str, header: list[str], tmp_path: Path) -> None:
    table = io.StringIO()
    csv.writer(table, delimiter=delimiter).writerows([header, ["Ada", "3 Rout; 2, or 3", "jade"]])

    decks, failed = read(table.getvalue(), tmp_path)

    assert ([deck.lines for deck in decks.values()], failed) == ([("3 Rout; 2, or 3",)], {})


def test_a_tab_is_the_only_delimiter_of_tsv(tmp_path: Path) -> None:
    decks, failed = read("a,b\tdeck\n1\t3 Rout\n", tmp_path, "decks.tsv")

    assert (names(decks), failed) == ([["Rout"]], {})


@pytest.mark.parametrize(
    ("header", "column"),
    [
        ("Deck List,Cards", None),
        ("DECKLIST,x", None),
        (" deck ,x", None),
        ("Your deck!,deck", "your deck!"),
        ("Your deck!,deck", " Your Deck! "),
    ],
)
def test_the_column_of_the_decks(header: str, column: str | None, tmp_path: Path) -> None:
    decks, failed = read(f"{header}\n3 Rout,2 Banzai!\n", tmp_path, column=column)

    assert (names(decks), failed) == ([["Rout"]], {})


@pytest.mark.parametrize(
    ("header", "column", "said"),
    [
        ("Player,Colour", None, "no column is called deck list; there are `Player`, `Colour`"),
        ("Player,Deck", "list", "there is no column `list`; there are `Player`, `Deck`"),
        ("Deck,x,deck", None, "2 columns are called `deck`"),
        (",".join("abcdefghijkl"), None, "`h` and 4 more"),
        ("x" * 100_000, None, "`" + "x" * 40 + "`"),
        ("Rout", None, "no column is called deck list; there are `Rout`"),
    ],
)
def test_a_column_that_is_not_clear_is_an_error(header: str, column: str | None, said: str, tmp_path: Path) -> None:
    decks, failed = read(f"{header}\n3 Rout,2 Banzai!\n", tmp_path, column=column)

    assert decks == {}
    assert said in failed[""]
    assert len(failed[""]) < 1000


def test_one_table_without_the_column_does_not_stop_the_others(
    tmp_path: Path, celestial: Format, ccg: FilePool
) -> None:
    for name, header in (("a.csv", "x"), ("b.csv", "Round 1")):
        (tmp_path / name).write_text(f"{header}\n3 Rout\n", encoding="utf-8")

    outcome = app.check_all([str(tmp_path)], celestial, ccg, Intake(column="round 1"))

    assert (len(outcome.reports), len(outcome.failures)) == (1, 1)


def test_other_columns_say_what_a_deck_is(tmp_path: Path) -> None:
    table = "Title,Username,Legality,Deck\nCranes,Ada,jade,3 Rout\n,,,Name: Mine\n"

    decks, _ = read(table + f"{'n' * 999},{'p' * 999},{'f' * 999},3 Rout\n", tmp_path)

    said = [(deck.name, deck.player, deck.format) for deck in decks.values()]
    assert said == [("Cranes", "Ada", "jade"), ("n" * 200, "p" * 200, "f" * 200)]


def test_a_deck_says_itself_what_its_row_does_not(tmp_path: Path) -> None:
    decks, _ = read('Player,Deck\n,"Player: Bea\nFormat: jade\nName: Wall\n3 Rout"\n', tmp_path)

    deck = decks["#2"]
    assert (deck.player, deck.format, deck.name) == ("Bea", "jade", "Wall")


@pytest.mark.parametrize(
    ("table", "others"),
    [
        ("Player,Deck list\nAda,1 Banzai!", []),
        ("Player,Deck list\n3 Rout,1 Banzai!", ["Player: 3 Rout"]),
        ("Deck name,Deck list\nRing of Fire,1 Banzai!", []),
        ("Deck name,Deck list\n3 Rout,1 Banzai!", ["Deck name: 3 Rout"]),
        ("Deck name,Deck list\nCranes (work in progress),1 Banzai!", ["Deck name: Cranes (work in progress)"]),
        ("Deck,Deck list\nRing of Fire,1 Banzai!", ["Deck: Ring of Fire"]),
        ("Team,Deck list\nCranes,1 Banzai!", ["Team: Cranes"]),
        ("Deck list,Player\n1 Banzai!", []),
        ("Deck list,Round,Note\n1 Banzai!,3,3 Rout", ["3 Round", "Note: 3 Rout"]),
        ("Deck list,3 Rout,Note\n1 Banzai!,,", ["3 Rout"]),
        ("Deck list,3 Rout,Note\n1 Banzai!,,nice", ["Note: nice", "3 Rout"]),
        ("Deck list,3 Rout,2 Iron Mine\n1 Banzai!, ", ["3 Rout", "2 Iron Mine"]),
        ("Deck list,3 Rout\n1 Banzai!,2", ["2 3 Rout"]),
    ],
)
def test_other_cells_and_headings_above_empty_ones_may_be_cards(table: str, others: list[str], tmp_path: Path) -> None:
    decks, failed = read(table, tmp_path)

    assert failed == {}
    assert [(aside.text, aside.span) for aside in decks["#2"].asides] == [
        (text, Span(line, 1, len(text) + 1)) for line, text in enumerate(others, 3)
    ]


def test_other_cells_are_lines_behind_the_list(tmp_path: Path, celestial: Format, ccg: FilePool) -> None:
    path = text_file(tmp_path / "decks.csv", 'Extra,Deck list\n3 Rout,"1 Banzai!\n1 Iron Mine"\n')

    outcome = app.check_all([str(path)], celestial, ccg)
    (report,) = outcome.reports
    open_line = next(each for each in report.findings if each.code == "D001")

    assert "--> " + f"{path}#2:4:1" in "".join(render(outcome, Style()))
    assert "4 | Extra: 3 Rout" in "".join(render(outcome, Style()))
    assert open_line.span is not None
    assert report.deck.raw.in_file(open_line.span).line == 2
    assert [line.split()[:2] for line in explained(report)][1:] == [["1", "card"], ["2", "card"], ["4", "unrecognised"]]


def test_the_column_of_the_deck_is_no_fact(tmp_path: Path) -> None:
    decks, _ = read("Name,Player\n3 Rout,Ada\n", tmp_path, column="name")

    assert (decks["#2"].name, decks["#2"].player) == (None, "Ada")


def test_the_delimiter_is_the_one_that_shows_the_column(tmp_path: Path) -> None:
    decks, failed = read("My list;a,b,c\n3 Rout;x\n", tmp_path, column="my list")

    assert (names(decks), failed) == ([["Rout"]], {})


def test_the_columns_that_there_are_are_shown(tmp_path: Path) -> None:
    _, failed = read(",".join("abcdefgh"), tmp_path)

    assert failed[""].endswith("there are " + ", ".join(f"`{name}`" for name in "abcdefgh"))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("Ada,", ":3: no deck in this row"),
        ("Ada", ":3: no deck in this row"),
        ('Ada," \n "', ":3: no deck in this row"),
        ("Ada,3 Rout,2 Banzai!", ":3: 3 cells in a table of 2 columns"),
        ("Ada,# only a comment", ":3: this list has no cards"),
        ('Ada,"{""cards"": {},\n3}"', ":4:1: not valid JSON"),
        ('"A\nda",# only a comment', ":4: this list has no cards"),
        ("Ada,3 R\0ut", ":3: not text: it contains NUL characters"),
        (b"\x8dda,3 Rout", ":3: not UTF-8"),
        ("Adá,3 Kyūden ".encode() + b"R\xf4ut", ":3: not UTF-8"),
        ('Ada,"' + "3 Rout\n" * 2001 + '"', ":3: more than 2,000 lines"),
    ],
)
def test_a_row_that_is_no_deck_is_reported_and_stops_nothing(row: str | bytes, said: str, tmp_path: Path) -> None:
    row = row if isinstance(row, bytes) else row.encode()

    decks, failed = read(HEADER.encode() + b"Ada,1 Rout\n" + row + b"\nBea,2 Rout\n", tmp_path)

    assert [deck.requests[0].count for deck in decks.values()] == [1, 2]
    assert list(failed) == ["#3"]
    assert said in failed["#3"]


@pytest.mark.parametrize(("name", "end"), [("decks.csv", "\n"), ("decks.jsonl", "\n"), ("decks.jsonl", "")])
def test_a_row_may_be_as_long_as_the_limit(name: str, end: str, tmp_path: Path) -> None:
    def failures(length: int) -> list[Failure]:
        text = (
            f"Deck\n{'1 Rout':<{length}}" if name.endswith("csv") else f'{{"rout":1,"banzai":1{" " * (length - 21)}}}'
        )
        path = text_file(tmp_path / name, f"{text}{end}")
        each = read_source(str(path), Intake(limits=Limits(file_bytes=40)))
        return [found for found in each if isinstance(found, Failure)]

    most = 39 if name.endswith("csv") else 40  # The row of a spreadsheet has its line end.
    assert failures(most) == []
    assert len(failures(most + 1)) == 1


def test_a_packed_table_may_be_as_large_as_a_file() -> None:
    content = b"Deck\n1 Rout\n"

    assert len(list(cells_of(content, "a.zip/decks.csv", "csv", None, Limits(file_bytes=len(content))))) == 1
    with pytest.raises(InputError, match="a packed table larger than 11 bytes"):
        list(cells_of(content, "a.zip/decks.csv", "csv", None, Limits(file_bytes=len(content) - 1)))


@pytest.mark.parametrize(
    ("source", "syntax", "table"),
    [
        ("decks.csv", None, "csv"),
        ("DECKS.TSV", None, "tsv"),
        ("decks.ndjson", None, "jsonl"),
        ("decks.txt", None, None),
        ("decks.txt", "csv", "csv"),
        ("decks.csv", "text", None),
    ],
)
def test_which_table_a_file_is(source: str, syntax: str | None, table: str | None) -> None:
    assert table_for(source, syntax) == table


def test_more_columns_than_the_header_may_be_empty(tmp_path: Path) -> None:
    decks, failed = read(HEADER + "Ada,3 Rout,, \n,,\n", tmp_path)

    assert (names(decks), failed) == ([["Rout"]], {})


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ('Ada,"3 Rout\nBea,2 Rout\n', ":3: not a table: unexpected end of data"),
        ('Ada,"3 Rout" x\nBea,2 Rout\n', ":3: not a table"),
        ("Ada," + "x" * (Limits().file_bytes + 1) + "\nBea,2 Rout\n", ":3: a row of more than 1,048,576 characters"),
        ('Ada,"' + "x\n" * Limits().file_bytes, "a row of more than 1,048,576 characters"),
        ("," * (Limits().file_bytes + 1), "a row of more than 1,048,576 characters"),
    ],
)
def test_where_rows_cannot_be_told_apart_the_table_ends_with_an_error(rest: str, said: str, tmp_path: Path) -> None:
    decks, failed = read(HEADER + "Ada,1 Rout\n" + rest, tmp_path)

    assert list(decks) == ["#2"]
    assert said in failed[""]
    assert "were not read" in failed[""]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the table is empty"),
        (b"\xef\xbb\xbf\r\n,,\n", "the table is empty"),
        (HEADER.encode(), "there is no deck in this table"),
        (HEADER.encode("utf-16-le"), "NUL"),
        (b"\xff\xfe\x00", "not UTF-16"),
        (b"D\x8dck\n3 Rout", "not UTF-8"),
        (b'"Deck\n3 Rout', "not a table"),
        (bytes(100), "NUL"),
    ],
)
def test_what_is_no_table_is_an_error(content: bytes, said: str, tmp_path: Path) -> None:
    decks, failed = read(content, tmp_path)

    assert decks == {}
    assert said in failed[""]


def test_blank_lines_before_the_header(tmp_path: Path) -> None:
    decks, failed = read(f"\n,,\n{HEADER}Ada,3 Rout\n", tmp_path)

    assert (list(decks), failed) == (["#4"], {})


def test_a_column_of_another_name_has_the_lists(tmp_path: Path) -> None:
    listed = "\n".join(f"{copies} {name}" for copies, name in CARDS)
    rows = f'Ada,"{listed}",Hello\nBea,see my mail,\nCho,"{listed}",Hello again\n'

    decks, failed = read("Your name,Paste your deck list here,Remarks\n" + rows, tmp_path)

    assert [deck.player for deck in decks.values()] == ["Ada", "Bea", "Cho"]
    assert [len(cards) for cards in names(decks)] == [11, 1, 11]
    assert failed == {}


def test_of_two_columns_with_lists_none_is_chosen(tmp_path: Path) -> None:
    listed = "\n".join(f"{copies} {name}" for copies, name in CARDS)

    decks, failed = read(f'Your name,First,Second\nAda,"{listed}","{listed}"\n', tmp_path)

    assert decks == {}
    assert "no column is called deck list" in failed[""]


@pytest.mark.parametrize("head", ["What you played last time", "Collection (for sale)", "Backup list", "Wants"])
def test_a_column_of_other_lists_is_not_chosen(head: str, tmp_path: Path) -> None:
    listed = "\n".join(f"{copies} {name}" for copies, name in CARDS)

    decks, failed = read(f'Your name,{head}\nAda,"{listed}"\n', tmp_path)

    assert decks == {}
    assert "no column is called deck list" in failed[""]


@pytest.mark.parametrize("row", ["{0},{1}", "{1},{0}", "{0}\t{1}\tHolding", "Fate;{0};{1}"])
def test_a_table_may_begin_with_a_card(row: str, tmp_path: Path) -> None:
    decks, failed = read("\n".join(row.format(*card) for card in CARDS), tmp_path)

    (deck,) = decks.values()
    assert failed == {}
    assert [(each.count, each.name) for each in deck.requests] == CARDS
    assert [deck.in_file(each.span).line for each in deck.requests] == [*range(1, 12)]


@pytest.mark.parametrize("row", ["{at},{1},CE,{0}", "{1},Later,{0}", "{at},{0},{1},,CE"])
def test_rows_without_heads_stay_on_their_lines(row: str, tmp_path: Path) -> None:
    decks, failed = read("\n\n".join(row.format(*card, at=at) for at, card in enumerate(CARDS, 1)), tmp_path)

    (deck,) = decks.values()
    assert failed == {}
    cells = (row.replace("{at},", "").format(*card).split(",") for card in CARDS)
    assert [each.written for each in deck.requests] == ["\t".join(each) for each in cells]
    assert [deck.in_file(each.span).line for each in deck.requests] == [*range(1, 23, 2)]


@pytest.mark.parametrize("row", ["{at}, {1}, CE, {0}", "1{at:02},{0},{1}", "{0}, {1}, 1{at:02}"])
def test_blanks_and_codes_beside_cards_without_heads_say_nothing(row: str, tmp_path: Path) -> None:
    decks, failed = read("\n".join(row.format(*card, at=at) for at, card in enumerate(CARDS, 1)), tmp_path)

    (deck,) = decks.values()
    assert failed == {}
    cells = [{*each.written.split("\t")} - {"CE"} for each in deck.requests]
    assert cells == [{str(number), name} for number, name in CARDS]


@pytest.mark.parametrize("row", ["CE,06{0},{1}", "CE,1{0},{1}", "{at},{1},0", "1{at:02},{1},2{at:02}"])
def test_other_numbers_in_a_table_without_heads_are_no_copies(row: str, tmp_path: Path) -> None:
    decks, failed = read("\n".join(row.format(*card, at=at) for at, card in enumerate(CARDS, 1)), tmp_path)

    assert decks == {}
    assert "no column is called deck list" in failed[""]


def test_no_row_of_a_table_without_heads_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "decks.csv"
    path.write_text("\n".join(f"{at},{name},CE,{number}" for at, (number, name) in enumerate(CARDS, 1)), "utf-8")
    (failed,) = read_source(str(path), Intake(limits=Limits(lines=10)))

    assert isinstance(failed, Failure)
    assert "more than 10 lines" in str(failed.error)


@pytest.mark.parametrize("row", ["3,{1},2", "{1},Holding", "{1},{0},Later,{1}"])
def test_a_first_row_that_may_be_no_card_is_a_header(row: str, tmp_path: Path) -> None:
    decks, failed = read("\n".join(row.format(*card) for card in CARDS), tmp_path)

    assert decks == {}
    assert "no column is called deck list" in failed[""]


@pytest.mark.parametrize("last", ["3,Card k,Later", "3,Card k,Maybe", "3,Card k,2", "0,Card k,", ",Card k,"])
def test_a_row_below_it_may_say_that_its_card_is_outside(last: str, tmp_path: Path) -> None:
    rows = [f"{number},{name},Fate" for number, name in CARDS[:-1]]
    decks, _ = read("\n".join([*rows, last]), tmp_path)

    assert [deck.requests[-1].written[0] for deck in decks.values()] == ["?"]


BROKEN_LINES = [
    '{"cards": {"banzai": 3}}',
    "",
    '{"cards": {"court-games": 2}, "name": "Two"}',
    '{"cards": {"banzai": 3',
    '{"cards": {"banzai": 1}}',
]


CARDS = [(3, f"Card {letter}") for letter in "abcdefghijk"]


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Qty,Cards", "{0},{1}"),
        ("List,Count,Player", "{1},{0},Kei"),
        ("Decklist", "{0} {1}"),
        ("Decklist,Kind", "{0} {1},Character"),
        ("Anzahl,Karte,Bereich", "{0},{1},Dynasty"),
        ("Quantité,Carte", "{0},{1}"),
    ],
)
def test_a_table_with_one_card_in_each_row_is_one_list(head: str, row: str, tmp_path: Path) -> None:
    rows = [row.format(*card) for card in CARDS]
    decks, failed = read("\n".join([head, *rows[:5], ",", *rows[5:]]), tmp_path)

    (deck,) = decks.values()
    assert failed == {}
    assert [(each.count, each.name) for each in deck.requests] == CARDS
    assert [deck.in_file(each.span).line for each in deck.requests] == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]
    assert deck.player == ("Kei" if "Player" in head else "")


@pytest.mark.parametrize(
    ("column", "cells"),
    [("Board", ("Main", "Sideboard")), ("Section", ("Conflict", "Réserve")), ("Use", ("", "Maybe"))],
)
def test_a_card_whose_row_says_that_it_is_outside_is_left_open(
    column: str, cells: tuple[str, str], tmp_path: Path
) -> None:
    rows = "".join(f"{number},{name},{cells[name == 'Card k']}\n" for number, name in CARDS)
    decks, _ = read(f"Qty,Cards,{column}\n{rows}", tmp_path)

    assert [deck.requests[-1].written for deck in decks.values()] == ["? 3 Card k"]
    assert [deck.requests[0].written for deck in decks.values()] == ["3 Card a"]


@pytest.mark.parametrize(
    "rows",
    [
        "Ada,3,Rout\nBea,2,Banzai!\n",
        'Ada,3,Rout\nAda,2,Banzai!\nAda,,"3 Rout\n2 Banzai!"\n',
        "Ada,3,Rout\nAda,2,Banzai!\nAda,5,\n",
    ],
)
def test_a_row_of_one_card_beside_a_number_is_no_deck(rows: str, tmp_path: Path) -> None:
    _, failed = read(f"Player,Qty,Cards\n{rows}", tmp_path)

    assert failed["#2"] == failed["#3"].replace(":3:", ":2:") == ":2: this row has only one card, not a deck"


def test_numbers_of_rows_are_none_of_copies(tmp_path: Path) -> None:
    numbered = [f"{line},{name}" for line, (_, name) in enumerate(CARDS, 1)]
    counted = [f"{'' if name == 'Card b' else number},{name}" for number, name in CARDS]

    for rows, written in (
        (numbered, ["? 1 Card a (Number 1)", "? 2 Card b (Number 2)", "? 3 Card c (Number 3)"]),
        (counted, ["3 Card a", "? Card b", "3 Card c"]),
    ):
        decks, _ = read("\n".join(["Number,Cards", *rows]), tmp_path)
        assert [request.written for request in decks["#2"].requests][:3] == written


@pytest.mark.parametrize(
    "row",
    ['{{"name": "{name}", "count": {n}}}', '{{"{name}": {n}}}', '"{n}x {name}"', '{{"card": "{name}", "Anzahl": {n}}}'],
)
def test_json_lines_with_one_card_each_are_one_list(row: str, tmp_path: Path) -> None:
    cards = [f"Card {letter}" for letter in "ABCDEFGHIJ"]
    lines = [row.format(name=name, n=at % 3 + 1) for at, name in enumerate(cards)]
    decks, failed = read("\n\n".join(lines) + "\n\n", tmp_path, "whole.jsonl")
    few = read("\n".join(lines[1:]), tmp_path, "few.jsonl")

    (raw,) = decks.values()
    assert [(each.name, each.count) for each in raw.requests] == [(name, at % 3 + 1) for at, name in enumerate(cards)]
    assert [raw.in_file(each.span).line for each in raw.requests] == [*range(1, 20, 2)]
    assert (failed, few[0], len(few[1])) == ({}, {}, 9)


@pytest.mark.parametrize("order", ["one below the other", "mixed", "named once"])
def test_rows_of_one_card_for_several_players_are_their_lists(order: str, tmp_path: Path) -> None:
    ada, bea = ([f"{player},{number},{name}" for number, name in CARDS] for player in ("Ada", "Tester"))
    rows = [row for pair in zip(ada, bea, strict=True) for row in pair] if order == "mixed" else [*ada, *bea]
    if order == "named once":
        rows = [row if row in (ada[0], bea[0]) else row[row.index(",") :] for row in rows]
    decks, failed = read("\n".join(["Player,Qty,Card", *rows]), tmp_path)

    assert failed == {}
    assert [deck.player for deck in decks.values()] == ["Ada", "Tester"]
    for deck, first in zip(decks.values(), (ada[1], bea[1]), strict=True):
        assert [(request.count, request.name) for request in deck.requests] == CARDS
        if order != "named once":
            assert deck.in_file(deck.requests[1].span).line == rows.index(first) + 2  # Below the head.


@pytest.mark.parametrize(
    ("head", "names", "last"),
    [("Player", ("Ada", "Ada"), "Bea,3,Card a"), ("Player", ("", "Bea"), ""), ("Title", ("Dynasty", "Fate"), "")],
)
def test_few_rows_of_a_player_or_parts_of_a_deck_are_no_list(
    head: str, names: tuple[str, str], last: str, tmp_path: Path
) -> None:
    rows = [f"{name},{number},{card}" for name in names for number, card in CARDS]
    decks, failed = read("\n".join([f"{head},Qty,Card", *rows, last]), tmp_path)

    assert decks == {}
    assert failed["#2"] == ":2: this row has only one card, not a deck"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_broken_line_of_json_lines_is_reported_and_stops_nothing(end: str, tmp_path: Path) -> None:
    decks, failed = read(end.join(BROKEN_LINES), tmp_path, "decks.jsonl")

    assert list(decks) == ["#1", "#3", "#5"]
    assert decks["#3"].name == "Two"
    assert [deck.first_line for deck in decks.values()] == [1, 3, 5]
    assert list(failed) == ["#4"]
    assert failed["#4"].startswith(":4:23: not valid JSON")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"3 Banzai!", "not valid JSON"),
        (b'"3 Banzai!"', "no map of card ids"),
        (b'{"name": "Banzai!", "count": 3}', "only one card, not a deck"),
        (b'{"banzai": 3}', "only one card, not a deck"),
        (b"[]", "there is no deck"),
        (b'{"cards": {}}', "this list has no cards"),
        (b'{"cards": {"banzai": 1, "banzai": 2}}', "twice"),
        (b'{"cards": {"banzai": 1}} {}', ":2:26: not valid JSON"),
        (b"[" * 100_000, "nested deeper"),
        (b"\xff\xfe{}", ":2:1: "),
        (b'{"n\xe9": 1}', "not UTF-8 at byte 3"),
        (b'{"x": "\0"}', "binary data"),
        (b" " * (Limits().file_bytes + 1), "a line of more than 1,048,576 bytes"),
        (b'{"x": "' + b"y" * (3 * Limits().file_bytes) + b'"}', "a line of more than 1,048,576 bytes"),
    ],
)
def test_each_line_of_json_lines_is_a_deck_or_a_failure(line: bytes, said: str, tmp_path: Path) -> None:
    good = b'{"cards": {"banzai": 3}}'

    decks, failed = read(b"\n".join([b"\xef\xbb\xbf" + good, line, good]), tmp_path, "decks.ndjson")

    assert (list(decks), list(failed)) == (["#1", "#3"], ["#2"])
    assert said in failed["#2"]


def test_lists_under_a_key_of_json_lines(tmp_path: Path) -> None:
    rows: list[object] = [
        {"deck": "3 Rout\n2 Banzai!", "player": "Ada", "deck name": "Cranes", "format": "jade"},
        {"deck": 3},
        {"list": "3 Rout"},
        ["3 Rout"],
        {"deck": ""},
        {"deck": '{"cards": {"banzai": 3}}', "player": 7},
        {"deck": '{\n"cards": {"banzai": 3'},
    ]

    decks, failed = read("\n".join(map(json.dumps, rows)), tmp_path, "decks.jsonl", column="deck")

    assert list(decks) == ["#1", "#6"]
    first = decks["#1"]
    assert (first.player, first.name, first.format) == ("Ada", "Cranes", "jade")
    assert (first.source, first.first_line) == ("", 1)
    assert list(failed) == ["#2", "#3", "#4", "#5", "#7"]
    assert failed["#7"].startswith(":7: not valid JSON")
    assert failed["#2"] == ":2: no text under `deck`"


def test_the_key_of_the_list_is_no_fact(tmp_path: Path) -> None:
    decks, _ = read('{"name": "3 Rout", "player": "Ada"}', tmp_path, "decks.jsonl", column="name")

    assert (decks["#1"].name, decks["#1"].player) == (None, "Ada")


def test_a_line_of_json_lines_may_have_several_decks(tmp_path: Path) -> None:
    two = [{"name": "Cranes", "cards": {"rout": 3}}, {"name": "Crabs", "cards": {"banzai": 2}}]
    decks, failed = read("\n".join(map(json.dumps, ({"cards": {"rout": 1}}, two))), tmp_path, "decks.jsonl")

    assert [(path, deck.name) for path, deck in decks.items()] == [("#1", None), ("#2#1", "Cranes"), ("#2#2", "Crabs")]
    assert not failed


def test_the_key_of_the_list_is_seen_by_its_name(tmp_path: Path) -> None:
    rows: list[object] = [
        {"deck": "3 Rout\n2 Banzai!", "player": "Ada"},
        {"Decklist": "3 Rout", "name": "Cranes"},
        {"cards": {"banzai": 3}, "deck": "Cranes"},
        {"deck": 7, "cards": "3 Rout"},
        [{"deck": "Cranes", "cards": {"let-go": 3}}],
    ]

    decks, failed = read("\n".join(map(json.dumps, rows)), tmp_path, "decks.jsonl")

    assert not failed
    assert [[request.name for request in deck.requests] for deck in decks.values()] == [
        ["Rout", "Banzai!"],
        ["Rout"],
        ["banzai"],
        ["Rout"],
        ["let-go"],
    ]
    assert (decks["#1"].player, decks["#2"].name) == ("Ada", "Cranes")


def test_the_lines_of_a_list_under_a_key_are_its_own(tmp_path: Path, celestial: Format, ccg: FilePool) -> None:
    path = text_file(tmp_path / "decks.jsonl", '{"deck": "3 Rout"}\n{"deck": "3 Banzai!\\n2 Winter Seige"}\n')

    text = "".join(render(app.check_all([str(path)], celestial, ccg, Intake(column="deck")), Style()))

    assert f"--> {path}#2:2:1" in text
    assert "2 | 2 Winter Seige" in text


@pytest.mark.parametrize(
    ("syntax", "table"),
    [("csv", HEADER + "Ada,3 Rout\n"), ("tsv", "Deck\n3 Rout"), ("jsonl", '{"cards": {"rout": 3}}')],
)
def test_tables_on_standard_input(syntax: str, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table.encode())))

    (deck,) = read_source("-", Intake(syntax))

    assert isinstance(deck, RawDeck)
    assert deck.requests[0].name.casefold() == "rout"
    assert deck.path.startswith("<stdin>#")


def test_a_table_on_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.TextIOWrapper(io.BytesIO())
    closed.close()
    for stdin in (None, closed):
        monkeypatch.setattr(sys, "stdin", stdin)
        (failure,) = read_source("-", Intake("csv"))
        assert isinstance(failure, Failure)


WATCHED = """
import re, sys
from pathlib import Path
from deckcheck.decks.intake import Intake, read_source
from deckcheck.model.report import Failure
from tests.conftest import text_file
def peak():  # the usage that resource gives begins with that of the process that started this one
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
count = 0
for deck in read_source(sys.argv[1], Intake()):
    if isinstance(deck, Failure):
        raise deck.error
    count += 1
    if count == 1000:
        before = peak()
print(count, round(peak() - before))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the size of a process is measured as Linux tells it")
@pytest.mark.parametrize("name", ["decks.csv", "decks.jsonl"])
def test_a_large_table_takes_no_more_room_than_a_small_one(name: str, tmp_path: Path) -> None:
    row = '{"cards": {"banzai": 3, "rout": 2}}\n' if name.endswith("l") else 'Ada,"3 Banzai!\n2 Rout"\n'
    with (tmp_path / name).open("w", encoding="utf-8") as file:
        file.write("" if name.endswith("l") else HEADER)
        file.write(row * 6_000)

    result = subprocess.run(
        [sys.executable, "-c", WATCHED, str(tmp_path / name)], capture_output=True, text=True, cwd=ROOT, check=True
    )

    count, megabytes = map(int, result.stdout.split())
    assert count == 6_000
    assert megabytes < 2


PAIRS = [("Card A", 3), ("Card B", 2), ("Card C", 1), *((f"Card {letter}", 3) for letter in "DEFGHIJKL")]


@pytest.mark.parametrize(
    ("above", "head"),
    [
        ([], "Ilość;Nazwa"),
        ([], "Cantidad;Nombre de la carta"),
        ([], "Aantal;Kaart"),
        (["My Crane deck;"], "Qty;Card"),
        (["Event:;Spring Court", ";"], "Number;Name"),
        (["Spring Court"], "Liczba;Karta"),
        (["Deck;Cranes", "Player;Kei", "Event;Spring Court"], "Qty;Card"),
        (["Spring Court, by Kei"], "Qty;Card"),
        (["Deck list", "Dynasty", "Player;Kei"], "Qty;Card"),
    ],
)
def test_the_head_of_a_table_may_be_below_a_title_or_have_other_words(
    above: list[str], head: str, tmp_path: Path
) -> None:
    rows = [*above, head, *(f"{count};{name}" for name, count in PAIRS), f"{sum(n for _, n in PAIRS)};Suma"]
    decks, failed = read("\n".join(rows), tmp_path)

    (raw,) = decks.values()
    assert failed == {}
    cards = [each for each in raw.requests if each.counted and not each.name.startswith("Total")]
    assert [(each.name, each.count) for each in cards] == PAIRS
    assert raw.in_file(cards[0].span).line == len(rows) - len(PAIRS)
    # The rows above are lines of the list, in their places.
    assert list(raw.lines[: len(above)]) == [line.strip(";").replace(":", "").replace(";", ": ") for line in above]
    assert raw.beside == ()


@pytest.mark.parametrize("head", ["", "Qty;Card\n"])
@pytest.mark.parametrize("number", ["{}", "{},00", "{}.0", "{}x", "x{}"])
def test_a_few_counted_cards_are_one_list(number: str, head: str, tmp_path: Path) -> None:
    rows = [f"{number.format(count)};{name}" for name, count in PAIRS[:3]]
    decks, failed = read(head + "\n".join(rows), tmp_path)

    (raw,) = decks.values()
    assert failed == {}
    assert [(each.name, each.count) for each in raw.requests] == PAIRS[:3]


def test_a_cell_of_several_lines_above_a_table_is_a_line_of_its_list(tmp_path: Path) -> None:
    rows = ['Event;"Spring\nCourt"', "Stronghold;Kyuden Hida", "Qty;Card"]
    decks, _ = read("\n".join([*rows, *(f"{count};{name}" for name, count in PAIRS)]), tmp_path)

    (raw,) = decks.values()
    assert raw.lines[:5] == ("Event: Spring Court", "", "Stronghold: Kyuden Hida", "", "3 Card A")


ABOVE = ["{};", ";{}", "Stronghold;{}", "{};Stronghold", "Stronghold: {};", "Player;Kei\nStronghold;{}"]


@pytest.mark.parametrize("head", ["", "Qty;Card\n"])
@pytest.mark.parametrize("above", ABOVE)
def test_a_row_above_a_table_may_be_the_stronghold(above: str, head: str, tmp_path: Path) -> None:
    checker, path = Checker("celestial-40-40"), tmp_path / "deck.csv"
    raw = read_one(str(WHOLE_DECKS / "celestial-40-40" / "crab-military.txt"), Intake())
    rows = [f"{each.count};{each.name}" for each in raw.requests if each.name != "Kyuden Hida"]
    verdicts = {}
    for name in ("Kyuden Hida", "Kyuden Hidda", "Shiro Matsu"):
        path.write_text("\n".join([above.format(name), head + rows[0], *rows[1:]]), "utf-8")
        report = checker.check_file(path)
        verdicts[name] = report.verdict
        if report.verdict is Verdict.UNDECIDED:
            (finding,) = (each for each in report.findings if each.code == "D001")
            assert finding.span is not None
            assert finding.span.line == above.count("\n") + 1
            assert "did you mean `Kyuden Hida`?" in str(finding.help)
    assert verdicts == {
        "Kyuden Hida": Verdict.LEGAL,
        "Kyuden Hidda": Verdict.UNDECIDED,
        "Shiro Matsu": Verdict.ILLEGAL,
    }


@pytest.mark.parametrize("head", ["Copy 1;Copy 2;Copy 3", "1;2;3", ";;"])
@pytest.mark.parametrize(("sign", "other"), [("x", ""), ("TRUE", "FALSE"), ("✓", "-"), ("1", "0")])
def test_several_columns_of_signs_may_have_one_for_each_copy(sign: str, other: str, head: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    raw = read_one(str(WHOLE_DECKS / "lcg-2017" / "crane-keeper.txt"), Intake())
    cells = [[each.name, *(sign if copy < each.count else other for copy in range(3))] for each in raw.requests]
    path.write_text("\n".join([f"Card;{head}", *map(";".join, cells)]), "utf-8")

    assert Checker("lcg-2017").check_file(path).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "row",
    [
        "{n},00;{name}",
        "{name};{n},00",
        '"{n},00","{name}"',
        "{n}.0\t{name}",
        "{n};{name};4,00",
        "'{n};{name}",
        "{name};{n} copies",
    ],
)
def test_whole_numbers_of_copies_may_have_the_format_of_spreadsheets(row: str, tmp_path: Path) -> None:
    decks, failed = read("\n".join(row.format(n=n, name=name) for name, n in PAIRS), tmp_path)

    (raw,) = decks.values()
    assert failed == {}
    assert [(each.name, each.count) for each in raw.requests] == PAIRS


@pytest.mark.parametrize("title", ["Deck list", "Deck list;", "Decklist;\n;", "Deck\n\nQty;Card", "Deck\nDynasty;"])
def test_a_heading_of_the_whole_deck_alone_in_its_row_is_a_title(title: str, tmp_path: Path) -> None:
    decks, failed = read("\n".join([title, *(f"{count};{name}" for name, count in PAIRS)]), tmp_path)

    (raw,) = decks.values()
    assert failed == {}
    assert [(each.name, each.count) for each in raw.requests] == PAIRS


def workbook(path: Path, sheets: dict[str, list[list[object]]]) -> Any:
    """Return a workbook with these rows on its sheets; it is saved at `path`."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return book


QTY: list[object] = ["Qty", "Card"]
ROWS: list[list[object]] = [[count, name] for name, count in PAIRS]


@pytest.mark.parametrize(
    ("sheets", "line"),
    [
        pytest.param({"Sheet1": [QTY, *ROWS], "Sheet2": []}, 2, id="a head"),
        pytest.param({"Sheet1": [["Deck list"], [], QTY, *ROWS]}, 4, id="a title"),
        pytest.param(
            {"Sheet1": [[], [None, None, "3 Card A"], *([None, None, f"{n} {c}"] for n, c in ROWS[1:])]}, 2, id="lines"
        ),
        pytest.param({"Dynasty": [QTY, *ROWS[:6]], "Fate": [QTY, *ROWS[6:]]}, 3, id="sheets of parts"),
        pytest.param({"Dynasty": [QTY, *ROWS], "Sideboard": [QTY]}, 3, id="a sheet with a head alone"),
        pytest.param(
            {"Form": [["Player", "Deck list"], ["Kei", "\n".join(f"{n} {c}" for n, c in ROWS)]]}, 1, id="a form"
        ),
    ],
)
def test_a_workbook_is_read_as_tables_are(sheets: dict[str, list[list[object]]], line: int, tmp_path: Path) -> None:
    workbook(tmp_path / "deck.xlsx", sheets)

    (raw,) = read_source(str(tmp_path / "deck.xlsx"), Intake())

    assert isinstance(raw, RawDeck)
    assert [(each.name, each.count) for each in raw.requests] == PAIRS
    assert raw.in_file(raw.requests[0].span).line == line


@pytest.mark.parametrize("head", ["What do you play?", ""])
def test_the_lists_in_a_workbook_are_found_by_their_length(head: str, tmp_path: Path) -> None:
    text = "\n".join(f"{count} {name}" for name, count in PAIRS)
    workbook(
        tmp_path / "form.xlsx", {"Answers": [["Time", "Who?", head], ["12:00", "Kei", text], ["12:05", "Tom", text]]}
    )
    decks = [each for each in read_source(str(tmp_path / "form.xlsx"), Intake()) if isinstance(each, RawDeck)]

    assert [[(each.name, each.count) for each in raw.requests] for raw in decks] == [PAIRS, PAIRS]


def test_a_row_of_a_workbook_that_is_struck_out_hidden_or_commented_on_is_a_question(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = workbook(path, {"Sheet1": [QTY, *ROWS]})
    openpyxl, sheet = pytest.importorskip("openpyxl"), book.active
    sheet.cell(3, 2).font = openpyxl.styles.Font(strike=True)
    sheet.row_dimensions[4].hidden = True
    sheet.cell(5, 1).comment = openpyxl.comments.Comment("not sure", "Kei")
    sheet.cell(1, 1).comment = openpyxl.comments.Comment("as in the rules", "Kei")
    book.save(path)

    (raw,) = read_source(str(path), Intake())

    assert isinstance(raw, RawDeck)
    assert [raw.line(number) for number in (2, 3, 4, 5, 6)] == [
        "3 Card A",
        "2 ? Card B (struck out)",
        "1 ? Card C (hidden)",
        "3 ? Card D (comment: not sure)",
        "3 Card E",
    ]


def test_workbooks_that_leave_the_list_open_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    workbook(path, {"Kei": [QTY, *ROWS], "Tom": [QTY, *ROWS]})
    (two,) = read_source(str(path), Intake())
    book = workbook(path, {"Sheet1": [QTY, *ROWS]})
    book.active.cell(1, 2).comment = pytest.importorskip("openpyxl").comments.Comment("an old list", "Kei")
    book.save(path)
    (old,) = read_source(str(path), Intake())
    path.write_bytes(b"PK, but no workbook")
    (broken,) = read_source(str(path), Intake())

    assert [str(each.error).removeprefix(str(path)) for each in (two, old, broken) if isinstance(each, Failure)] == [
        ": the workbook has 2 sheets: `Kei`, `Tom`",
        ":1: row 1 has the comment: an old list",
        ": damaged: it cannot be unpacked",
    ]


def test_a_workbook_with_less_than_it_shows_is_refused(tmp_path: Path) -> None:
    """A formula that no program has computed, a list on a hidden sheet alone, and one behind a password."""
    path = tmp_path / "deck.xlsx"
    book = workbook(path, {"Kei": [QTY, *ROWS]})
    book.active["A3"] = "=1+2"
    book.save(path)
    (formula,) = read_source(str(path), Intake())
    book.active["A3"] = 3
    book.create_sheet("Empty")
    book.active.sheet_state = "hidden"
    book.save(path)
    (hidden,) = read_source(str(path), Intake())
    path.write_bytes(b"\xd0\xcf\x11\xe0 locked")
    (locked,) = read_source(str(path), Intake())

    said = [str(each.error).removeprefix(str(path)) for each in (formula, hidden, locked) if isinstance(each, Failure)]
    assert said == [
        ": sheet `Kei` has a formula without its value in A3",
        ": the workbook has 1 sheet: `Kei` (hidden)",
        ": an encrypted file, or one of an old version",
    ]


def test_a_hidden_column_with_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = workbook(path, {"Kei": [QTY, *ROWS]})
    book.active.column_dimensions["D"].hidden = True
    book.save(path)
    (shown,) = read_source(str(path), Intake())
    book.active["D4"] = "cut"
    book.save(path)
    (failure,) = read_source(str(path), Intake())

    assert not isinstance(shown, Failure)
    assert isinstance(failure, Failure)
    assert str(failure.error) == f"{path}: sheet `Kei` has a hidden column with text in row 4"
    assert failure.error.help == "show or delete it, and save the workbook again"


@pytest.mark.parametrize(
    "title", ["Maybe list", "My binder", "Old list (before cuts)", "Only two copies of each", "cut one"]
)
def test_a_title_that_speaks_of_another_deck_is_refused_with_its_place(title: str, tmp_path: Path) -> None:
    decks, failed = read("\n".join([f"{title};", "Qty;Card", *(f"{n};{name}" for name, n in PAIRS)]), tmp_path)

    assert decks == {}
    assert any(title in message for message in map(str, failed.values()))


@pytest.mark.parametrize(
    "head",
    [[], ["Dynasty;;Fate;"], ["Qty;Card;Qty;Card"], ["Fate;;Dynasty;", "Qty;Card;Qty;Card"], ["Qty;Dynasty;Qty;Fate"]],
)
def test_pairs_of_columns_are_one_list(head: list[str], tmp_path: Path) -> None:
    half = len(PAIRS) // 2
    both = zip(PAIRS[:half], PAIRS[half:], strict=True)
    decks, failed = read("\n".join([*head, *(f"{n};{one};{m};{other}" for (one, n), (other, m) in both)]), tmp_path)

    (raw,) = decks.values()
    assert (failed, [(each.name, each.count) for each in raw.requests]) == ({}, PAIRS)


def test_pairs_of_columns_may_have_sums_and_a_table_prices(tmp_path: Path) -> None:
    sums = read("\n".join([*(f"{n};{name};{n};{name} II" for name, n in PAIRS), "32;;32;"]), tmp_path)
    prices = read("\n".join(["Qty;Card;Price", *(f"{n};{name};0.25" for name, n in PAIRS), "32;;3.00"]), tmp_path)

    for (decks, failed), total in ((sums, "32"), (prices, "Total: 32")):
        (raw,) = decks.values()
        assert not failed
        assert [each.written for each in raw.requests if "32" in each.written][:1] == [total]


def test_pairs_of_columns_with_anything_else_are_refused(tmp_path: Path) -> None:
    rows = [f"{n};{name};{n};{name}" for name, n in PAIRS]

    for odd in ("3;Card M;maybe;Card N", "3;Card M;;2", "Maybe;;;"):
        decks, failed = read("\n".join(["Qty;Card;Qty;Card", *rows, odd]), tmp_path)
        assert (decks, len(failed)) == ({}, 1)


def test_cards_without_a_head_may_have_their_number_in_the_same_cell(tmp_path: Path) -> None:
    decks, _ = read("\n".join(f"{n} {name}" for name, n in PAIRS), tmp_path)

    (raw,) = decks.values()
    assert [(each.name, each.count) for each in raw.requests] == PAIRS


def test_semicolons_between_cards_part_no_columns(tmp_path: Path) -> None:
    row = 'Kei,Shizuka Toshi,"Night Raid; Pilgrimage","3 Doji Whisperer; 3 Guest of Honor","3 Rout; 2 Banzai!"'
    decks, failed = read(f"Player,Stronghold,Provinces,Dynasty,Conflict\n{row}\n", tmp_path)

    assert not failed
    assert [deck.player for deck in decks.values()] == ["Kei"]


def test_a_table_in_the_code_page_of_windows_is_read_and_says_so(tmp_path: Path) -> None:
    """As Excel saves CSV unless somebody chooses UTF-8."""
    deck = (WHOLE_DECKS / "lcg-stronghold" / "phoenix-one-restricted.txt").read_text("utf-8")
    rows = re.findall("(?m)^([0-9])x (.*)$", deck.replace("Kyūden", "Kyuden").replace("Fushichō", "Fushichô"))
    path = tmp_path / "deck.csv"
    path.write_bytes("".join(f"{row}\r\n" for row in ("Anzahl;Karte", *map(";".join, rows))).encode("cp1252"))
    said = "read as Windows-1252 text, because it is not UTF-8"

    (raw,) = read_source(str(path), Intake())
    assert isinstance(raw, RawDeck)
    report = Checker("lcg-stronghold").report(raw)

    assert report.verdict is Verdict.LEGAL
    assert [line.text for line in report.deck.left_out] == [said]
    assert [said in each.message for each in report.findings if each.code == "D005"] == [True]
