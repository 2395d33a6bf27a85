"""Workbooks of spreadsheets as tables: their rows are read as those of CSV, with the numbers that they have there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import IO

from msgspec.structs import replace

from deckcheck.decks.csv_rows import csv_rows
from deckcheck.decks.remarks import may_change_copies
from deckcheck.decks.rows import Cell
from deckcheck.decks.talk import without_talk
from deckcheck.decks.workbooks import Sheet, is_one, parts_of_list, sheets_of
from deckcheck.model.deck import OPEN_MARK
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.report import Failure

# Between the lines of a cell: no end of a line of the table.
_NEXT_LINE = "\u2028"


def workbook_rows(stream: IO[bytes], source: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the rows of a workbook; sheets called as the parts of a deck are one table.

    Raises InputError for several other sheets.
    """
    content = stream.read(limits.archive_bytes + 1)
    if len(content) > limits.archive_bytes:
        help = how_to_raise("archive-bytes")
        raise InputError(f"a workbook larger than {limits.archive_bytes:,} bytes", place=source, help=help)
    try:
        sheets = sheets_of(content, source, limits)
    except UsageError as error:
        # A library that is missing stops none of the other files.
        raise InputError(error.message, place=source, help=error.help) from None
    is_whole = not sheets or is_one(sheets)
    parts = sheets if is_whole else parts_of_list(sheets, source)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for part in parts:
        writer.writerows([] if is_whole else [[part.name]])
        writer.writerows(_rows(part, source))
    for cell in csv_rows(io.BytesIO(text.getvalue().encode()), source, column, limits, ","):
        yield _with_lines(cell, is_whole=is_whole) if isinstance(cell, Cell) else cell


def _rows(sheet: Sheet, source: str) -> Iterator[list[str]]:
    """Yield the rows of a sheet, also the empty ones, all as wide as the widest.

    Cards that are struck out, or have a comment that may change the list, stay unrecognised. Raises InputError for such
    a comment on anything else.
    """
    said = {at: text for at, text in sheet.comments if may_change_copies(without_talk(text), None)}
    why = {at: f"comment: {text}" for at, text in said.items()} | sheet.gone
    width = max(len(cells) for _, cells in sheet.rows)
    last = 0
    for number, cells in sheet.rows:
        yield from ([] for _ in range(last + 1, number))
        last = number
        texts = [_NEXT_LINE.join(cell.strip().splitlines()) for cell in cells]
        if number in sheet.gone or (number in said and any(map(_has_number, texts))):
            texts = [f"{OPEN_MARK}{text} ({why[number]})" if any(map(str.isalpha, text)) else text for text in texts]
            said.pop(number, None)
        yield texts + [""] * (width - len(texts))
    for number, text in said.items():
        help = "delete the comment if the sheet is the deck"
        raise InputError(f"row {number} has the comment: {text}", place=f"{source}:{number}", help=help)


def _has_number(text: str) -> bool:
    return text[:1].isdigit()


def _with_lines(cell: Cell, *, is_whole: bool) -> Cell:
    """Return a row with the lines of its cells, which are none of the table; other sheets have rows of their own."""
    if is_whole and _NEXT_LINE not in cell.text:
        return cell
    return replace(cell, text=cell.text.replace(_NEXT_LINE, "\n"), line=0)
