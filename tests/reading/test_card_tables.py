"""Tables with a card in each row: the list that each of them is."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from deckcheck.decks.rows import Cell
from deckcheck.decks.tables import cells_of
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
        assert lines[: len(lines) - more] == row["list"].splitlines()
    else:
        assert all(len(lines) == 1 for lines in lists)
