"""Tables with a card in each row: the list that each of them is."""

from __future__ import annotations

import csv
from pathlib import Path
from string import ascii_uppercase

import pytest
import yaml

from deckcheck.decks.intake import cells_of
from deckcheck.decks.tables.rows import Cell
from deckcheck.decks.text.lists import read_text
from deckcheck.model.limits import Limits
from deckcheck.system.strict_yaml import safe_loader

FILE = Path(__file__).parent / "card_tables.yaml"
TABLES: list[dict[str, str]] = yaml.load(FILE.read_text("utf-8"), Loader=safe_loader())
MORE = 8


def whole(table: str) -> str:
    """Return a table with as many rows as its last one says."""
    *rows, last = table.splitlines()
    return "\n".join([*rows, *(last.format(n=number) for number in range(1, MORE + 1 if "{n}" in last else 2))])


@pytest.mark.parametrize("row", TABLES, ids=lambda row: row["about"])
def test_a_table_is_one_list(row: dict[str, str]) -> None:
    found = [*cells_of(whole(row["table"]).encode(), "deck.csv", "csv", None, Limits())]

    lists = [cell.text.splitlines() for cell in found if isinstance(cell, Cell)]
    if "list" in row:
        more = MORE - 1 if "{n}" in row["table"] else 0
        (lines,) = lists
        head = [] if row["about"] == "columns of parts" else [""]
        assert lines[: len(lines) - more] == [*head, *row["list"].splitlines()]
        assert [cell.row for cell in found if isinstance(cell, Cell)] == [2]
    else:
        assert all(len(lines) == 1 for lines in lists)


@pytest.mark.parametrize("sign", ["|", "\t"])
def test_a_table_in_a_text_list_puts_the_same_cards_in_doubt(sign: str) -> None:
    """Its heads say which column has the copies, and which one the names."""
    wrong, tables = [], 0
    for row in TABLES:
        cells = [*csv.reader(whole(row["table"]).splitlines())]
        if "list" in row and {"qty", "card"}.issubset(map(str.casefold, cells[0])):
            lists = cells_of(whole(row["table"]).encode(), "deck.csv", "csv", None, Limits())
            lines = (cell.text.split("\n") for cell in lists if isinstance(cell, Cell))
            raw = read_text("\n".join(sign.join(each) for each in cells), "deck.md", Limits())
            found = {each.span.line for each in raw.requests if each.written.startswith("? ")}
            said = {number for number, line in enumerate(next(lines), 1) if line.startswith("? ")}
            wrong += [row["about"]] if found != said else []
            tables += 1
    assert tables > 40
    # Their heads are unrecognised there, and so put the list in doubt.
    assert wrong == [
        "as many cards with a mark as without",
        "the heads again without a heading",
        "two lists below each other, called by their decks",
    ]


@pytest.mark.parametrize(
    ("column", "texts", "lists"),
    [
        ("User", "Doji Akodo Doji Akodo", ((2, 4), (3, 5))),
        ("Team", "1st 2nd 3rd 3rd", ((2,), (3,), (4, 5))),
        ("User", "Doji Doji Doji Doji", ()),
        ("User", "Doji - - Akodo", ()),
        *((label, "Crane Lion Crane Lion", ()) for label in ("Clan", "Section", "Type", "Owned", "Box")),
    ],
)
def test_a_column_may_part_a_table_in_lists(column: str, texts: str, lists: tuple[tuple[int, ...], ...]) -> None:
    cards = zip(texts.split(), ("Tower", "Rout", "Banzai!", "Snow"), strict=True)
    rows = [f"{text.strip('-')},{at % 3 + 1},{name}" for at, (text, name) in enumerate(cards, 1)]

    (cell,) = cells_of("\n".join([f"{column},Qty,Card", *rows, ",9,Total"]).encode(), "deck.csv", "csv", None, Limits())

    assert isinstance(cell, Cell)
    assert cell.lists == lists


def test_headings_among_the_cards_are_in_none_of_the_lists() -> None:
    rows = [[f"{user},1,Name {letter}" for letter in "ABCDE"] for user in ("Doji", "Akodo")]
    table = "\n".join(["User,Qty,Card", ",,Fate", *rows[0], ",,Fate", *rows[1]])
    (cell,) = cells_of(table.encode(), "deck.csv", "csv", None, Limits())

    assert isinstance(cell, Cell)
    assert cell.lists == ((3, 4, 5, 6, 7), (9, 10, 11, 12, 13))


@pytest.mark.parametrize(("owned", "said"), [("3", ()), ("4x", ()), ("2", ("2 Owned",)), ("some", ("Owned: some",))])
def test_who_has_all_copies_says_nothing_of_the_deck(owned: str, said: tuple[str, ...]) -> None:
    rows = ["Qty,Card,Owned", *(f"3,Name {letter},{owned}" for letter in ascii_uppercase[:20])]
    (cell,) = cells_of("\n".join(rows).encode(), "deck.csv", "csv", None, Limits())

    assert isinstance(cell, Cell)
    assert cell.others == said


def test_a_column_of_roles_may_say_what_cards_do() -> None:
    said = {}
    for texts in (("Economy", "Duels"), ("Keeper of Air", "")):
        rows = [
            "Qty,Card,Role",
            *(f"3,Name {letter},{texts[at % 2]}" for at, letter in enumerate(ascii_uppercase[:20])),
        ]
        (cell,) = cells_of("\n".join(rows).encode(), "deck.csv", "csv", None, Limits())
        assert isinstance(cell, Cell)
        said[texts[0]] = cell.others
    assert said == {"Economy": ("tags: Economy", "tags: Duels"), "Keeper of Air": ("Role: Keeper of Air",)}


@pytest.mark.parametrize("row", ["Total,60", "60,Total", "Sum:,60", "60,", ",60"])
def test_the_number_of_all_cards_may_be_in_either_column(row: str) -> None:
    table = "\n".join(["Qty,Card", *(f"3,Name {letter}" for letter in ascii_uppercase[:20]), row])
    (cell,) = cells_of(table.encode(), "deck.csv", "csv", None, Limits())

    assert isinstance(cell, Cell)
    assert cell.text.splitlines()[-1] == "Total: 60"
