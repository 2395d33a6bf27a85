"""Tables in files: the sheets of a workbook, CSV, JSON Lines, and what a spreadsheet saved as text with tabs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.csv_rows import part_columns
from deckcheck.decks.files import decode, suffix_of
from deckcheck.decks.workbooks import Sheet, sheets_of
from deckcheck.events.columns import Grid, cell_in, grid_of, is_list
from deckcheck.events.documents import OFFICE
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.system.web import is_address

# Suffixes of files that are always tables.
TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx")


class Table(Struct, frozen=True):
    """A table, the name of its file, with that of the sheet, and the sheet of a workbook."""

    file: str
    grid: Grid
    sheet: Sheet = Sheet("", ())

    @property
    def is_list(self) -> bool:
        """Whether its rows look like one list."""
        return is_list("\n".join(" ".join(filter(None, map(str.strip, cells))) for _, cells in self.grid.rows))


def tables_in(path: str, content: bytes, limits: Limits) -> list[Table]:
    """Return the tables in a file, one for each sheet of a workbook; raises InputError for a broken one."""
    suffix, file = suffix_of(path, TABLES), Path(path).name
    if suffix == ".xlsx":
        sheets = sheets_of(content, path, limits)
        return [
            Table(f"{file} sheet {sheet.name}" if at else file, grid_of(sheet.rows), sheet)
            for at, sheet in enumerate(sheets)
        ]
    grid = grid_in(table_text(path, content, limits), path) if suffix else _tabbed(path, content, limits)
    return [Table(file, _with_whole_lists(grid))] if grid else []


def grid_in(text: str, path: str) -> Grid:
    """Return the table in a text, by the suffix of its file; raises InputError for anything else."""
    suffix = suffix_of(path, TABLES)
    if suffix in (".jsonl", ".ndjson"):
        return _json_table(text, path)
    return _csv_table(text, path, "\t" if suffix == ".tsv" else ",;\t")


def table_text(path: str, content: bytes, limits: Limits) -> str:
    """Return the text of a table, which may be larger than one list; raises InputError."""
    return decode(content, path, replace(limits, file_bytes=max(limits.file_bytes, len(content)))).lstrip("\ufeff")


def _with_whole_lists(grid: Grid) -> Grid:
    """Return a table whose columns are parts of lists ("Stronghold", "Dynasty deck") with whole lists in one column."""
    parts = part_columns(list(grid.header), None)
    lists = ["\n\n".join(f"{grid.header[at]}\n{row[at]}" for at in parts if at < len(row)) for _, row in grid.rows]
    if not any(map(is_list, lists)):
        return grid
    kept = [at for at in range(len(grid.header)) if at not in parts]
    rows = (
        (number, (*(cell_in(row, at) for at in kept), text))
        for (number, row), text in zip(grid.rows, lists, strict=True)
    )
    return Grid((*(grid.header[at] for at in kept), "deck list"), tuple(rows))


def _tabbed(path: str, content: bytes, limits: Limits) -> Grid | None:
    """Return the table that a spreadsheet saved as text, with tabs between its cells; None for anything else.

    A list may have tabs too, but no column of lists.
    """
    if suffix_of(path, OFFICE):
        return None
    try:
        text = table_text(path, content, limits)
        grid = _csv_table(text, path, "\t") if "\t" in text.lstrip().partition("\n")[0] else Grid((), ())
    except InputError:
        return None
    columns = ([is_list(cell) and not is_address(cell) for cell in grid.cells(at)] for at in range(len(grid.header)))
    return grid if any(sum(column) * 2 > len(column) for column in columns) else None


def _csv_table(text: str, path: str, delimiters: str) -> Grid:
    """Return the table with the delimiter that gives most rows the cells of the first row, and then most cells."""
    csv.field_size_limit(Limits().file_bytes)
    tables: list[tuple[int, int, list[list[str]]]] = []
    for delimiter in delimiters:
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
        except csv.Error as error:
            fault = f"not a table: {error}"
            continue
        if text[:4].casefold() == "sep=":  # What Excel writes above a table to say what parts its cells.
            rows[0] = []
        tables.append((_fitting(rows), max(map(len, rows)), rows))
    if not tables:
        raise InputError(fault, place=path, help="is there a quotation mark that is not closed?")
    rows = max(tables, key=lambda table: table[:2])[2]
    return grid_of(list(enumerate(rows, 1)))


def _fitting(rows: list[list[str]]) -> int:
    """Return how many rows have several cells and no more than the first one; a list may contain the delimiter."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(1 < len(row) <= len(filled[0]) for row in filled)


def _json_table(text: str, path: str) -> Grid:
    objects = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            item = json.loads(line) if line.strip() else {}
        except (ValueError, RecursionError) as error:
            raise InputError(f"not JSON: {error}", place=f"{path}:{number}") from None
        objects.append((number, item if isinstance(item, dict) else {}))
    header = tuple(dict.fromkeys(str(key) for _, item in objects for key in item))
    rows = [(number, tuple(_json_cell(item.get(key)) for key in header)) for number, item in objects if item]
    return Grid(header, tuple(rows))


def _json_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        return str(value["name"])
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
