"""Tables of one deck per row: CSV as forms and spreadsheets export it, workbooks, and JSON Lines, row by row."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial
from typing import IO

from msgspec.structs import replace

from deckcheck.decks.files import open_source, suffix_of
from deckcheck.decks.lines import is_in_structure
from deckcheck.decks.readers import read_all
from deckcheck.decks.rows import Cell, Rows
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.report import Failure


def _csv(
    stream: IO[bytes], source: str, column: str | None, limits: Limits, delimiters: str = ",;\t"
) -> Iterator[Cell | Failure]:
    from deckcheck.decks.csv_rows import csv_rows

    return csv_rows(stream, source, column, limits, delimiters)


def _jsonl(stream: IO[bytes], source: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    from deckcheck.decks.jsonl_rows import json_rows

    return json_rows(stream, source, column, limits)


def _xlsx(stream: IO[bytes], source: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    from deckcheck.decks.workbooks import workbook_rows

    return workbook_rows(stream, source, column, limits)


TABLES: dict[str, Rows] = {"csv": _csv, "tsv": partial(_csv, delimiters="\t"), "jsonl": _jsonl, "xlsx": _xlsx}
_SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".xlsx": "xlsx"}


def table_for(source: str, syntax: str | None) -> str | None:
    """Return the table that `source` is by its suffix, or by `syntax`; None when it is no table."""
    if syntax is not None:
        return syntax if syntax in TABLES else None
    suffix = suffix_of(source, _SUFFIXES)
    return _SUFFIXES[suffix] if suffix else None


def cells(source: str, table: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the row of each deck in the table `source` (``-``: standard input), and the rows that hold none.

    `table` is one of `TABLES`; `column` names the column of the decks, None: it is seen by its name.

    Raises:
        InputError: when the table cannot be opened, or has no column for decks or no row.
    """
    name = source if source != "-" else "<stdin>"
    with open_source(source) as stream:
        yield from _some(TABLES[table](stream, name, column, limits), name)


def cells_of(content: bytes, source: str, table: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the same for a table that has been read already, out of an archive."""
    if len(content) > limits.file_bytes:
        help = f"unpack it; {how_to_raise('file-bytes')}"
        raise InputError(f"a packed table larger than {limits.file_bytes:,} bytes", place=source, help=help)
    stream = io.BufferedReader(io.BytesIO(content))
    yield from _some(TABLES[table](stream, source, column, limits), source)


def _some(rows: Iterator[Cell | Failure], source: str) -> Iterator[Cell | Failure]:
    row = None
    for row in rows:
        yield row
    if row is None:
        raise InputError("there is no deck in this table", place=source)


def decks_of(cell: Cell, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in a row, with the facts that the row gives about them; raises InputError when there is none."""
    try:
        return tuple(_placed(raw, cell) for raw in read_all(cell.text, cell.path, limits, cell.syntax))
    except InputError as error:
        raise _in_table(error, cell) from None


def _placed(raw: RawDeck, cell: Cell) -> RawDeck:
    """Return a deck that was read by itself with the facts of its row and where its lines begin in the table."""
    facts = {fact: said for fact, said in cell.facts.items() if said}
    raw = replace(raw.with_beside(cell.others), lists=cell.lists, **facts)
    is_placed = cell.line and not is_in_structure(raw, cell.text)
    return replace(raw, source=cell.source, first_line=cell.line) if is_placed else raw


def _in_table(error: InputError, cell: Cell) -> InputError:
    """Return `error`, about a deck that was read by itself, with the line that it has in the table."""
    line, *column = (error.place or "").removeprefix(cell.path).removeprefix(":").split(":")
    if not cell.line:
        line, column = "", []
    number = (cell.line or cell.row) + (int(line) - 1 if line.isdecimal() else 0)
    return InputError(error.message, place=":".join([cell.source, str(number), *column]), help=error.help)
