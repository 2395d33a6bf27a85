"""Workbooks of spreadsheets: the rows of each sheet, and the rows that are struck out, hidden or commented on."""

from __future__ import annotations

import contextlib
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.headers import heading
from deckcheck.model.deck import NOT_IN_DECK, OPEN_MARK
from deckcheck.model.errors import InputError, UsageError, how_to_install
from deckcheck.model.limits import Limits

HIDDEN, STRUCK = "hidden", "struck out"
_MOST_ROWS = 20_000
_EXTRA = how_to_install("event")
_ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
_COMMENT = re.compile(rb"<(?:\w+:)?comment\b([^>]*)>(.*?)</(?:\w+:)?comment>", re.DOTALL)
_TEXT = re.compile(rb"<(?:\w+:)?t\b[^>]*>([^<]*)<")
_TO_COMMENTS = re.compile(rb'Target="([^"]*comments[^"]*\.xml)"')


class Sheet(Struct, frozen=True):
    """A sheet: its rows that are not empty, with their numbers.

    `gone` are the rows that are struck out or hidden, in words, and `comments` what is written beside cells.
    """

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    is_hidden: bool = False
    gone: dict[int, str] = {}
    comments: tuple[tuple[int, str], ...] = ()


def sheets_of(content: bytes, called: str, limits: Limits) -> list[Sheet]:
    """Return the sheets of a workbook that are not empty.

    Raises:
        InputError: when it cannot be read.
        UsageError: when the library that reads it is not installed.
    """
    with reading(".xlsx", content, called, limits):
        return _sheets(content)


@contextlib.contextmanager
def reading(suffix: str, content: bytes, called: str, limits: Limits) -> Iterator[None]:
    """Raise InputError and UsageError for what the library that reads a file raises."""
    _check_size(content, called, limits)
    try:
        yield
    except InputError:
        raise
    except ImportError as error:
        raise UsageError(f"reading {suffix} files needs the library {error.name}", help=_EXTRA) from None
    except Exception as error:  # noqa: BLE001 - the libraries raise nearly anything on broken files
        raise InputError(f"not a {suffix} file that can be read: {error}"[:200], place=called) from None


def _check_size(content: bytes, called: str, limits: Limits) -> None:
    """Raise InputError for a file that would unpack to more than is allowed."""
    if content[:2] != b"PK":
        return
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            total = sum(info.file_size for info in archive.infolist())
    except zipfile.BadZipFile:
        raise InputError("damaged: it cannot be unpacked", place=called) from None
    if total > limits.archive_bytes:
        raise InputError(f"unpacks to more than {limits.archive_bytes:,} bytes", place=called)


def _sheets(content: bytes) -> list[Sheet]:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, rich_text=True)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [sheet for each in book.worksheets if (sheet := _sheet(each, archive)).rows]


def _sheet(sheet: Any, archive: zipfile.ZipFile) -> Sheet:  # noqa: ANN401 - the types of openpyxl lack its read-only sheets
    # The size that a file states may be wrong, and is filled with empty cells.
    sheet.reset_dimensions()
    rows: list[tuple[int, tuple[str, ...]]] = []
    path = sheet._worksheet_path  # noqa: SLF001 - nothing else tells where the sheet is
    gone = dict.fromkeys(_hidden_rows(archive.read(path)), HIDDEN)
    for number, row in enumerate(sheet.rows, 1):
        cells = [_cell(cell.value) for cell in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if not cells:
            continue
        rows.append((number, tuple(cells)))
        if any(_is_struck(cell) for cell in row):
            gone[number] = STRUCK
        if len(rows) > _MOST_ROWS:
            raise InputError(f"sheet `{sheet.title}` has more than {_MOST_ROWS:,} rows")
    is_hidden = sheet.sheet_state != "visible"
    return Sheet(sheet.title, tuple(rows), is_hidden, gone, tuple(_comments(path, archive)))


def _cell(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _is_struck(cell: Any) -> bool:  # noqa: ANN401 - as above
    """Return whether a part of the text of a cell is struck out."""
    if cell.value is None:
        return False
    parts = [part.font for part in cell.value if hasattr(part, "font")] if isinstance(cell.value, list) else []
    return any(font is not None and bool(font.strike) for font in (cell.font, *parts))


def _hidden_rows(sheet: bytes) -> Iterator[int]:
    """Yield the numbers of the hidden rows; a row without its number follows the one before."""
    number = 0
    for row in _ROW.finditer(sheet):
        said = dict(re.findall(rb'([\w:]+)="([^"]*)"', row[1]))
        number = int(said.get(b"r", number + 1))
        if said.get(b"hidden") in (b"1", b"true"):
            yield number


def _comments(path: str, archive: zipfile.ZipFile) -> Iterator[tuple[int, str]]:
    """Yield the comments on cells of a sheet, each with its row."""
    place = PurePosixPath(path)
    links = f"{place.parent}/_rels/{place.name}.rels"
    names = set(archive.namelist())
    for target in _TO_COMMENTS.findall(archive.read(links)) if links in names else ():
        name = str(PurePosixPath("xl") / target.decode().lstrip("/").removeprefix("../").removeprefix("xl/"))
        for comment in _COMMENT.finditer(archive.read(name) if name in names else b""):
            cell = re.search(rb'ref="[A-Z]+(\d+)"', comment[1])
            text = b"".join(_TEXT.findall(comment[2])).decode("utf-8", "replace")
            if cell and text.strip():
                yield int(cell[1]), " ".join(text.split())


def list_in(sheets: Sequence[Sheet], called: str) -> str:
    """Return the list in a workbook as text with tabs between its cells; raises InputError for several sheets.

    Sheets called as the parts of a deck are one list. A row that is struck out or hidden is a question.
    """
    if len(sheets) == 1:
        return "\n".join(_lines(sheets[0]))
    return "\n\n".join("\n".join([each.name, *_lines(each)]) for each in parts_of_list(sheets, called))


def parts_of_list(sheets: Sequence[Sheet], called: str) -> list[Sheet]:
    """Return the sheets that are called as the parts of a deck, the head of their tables in the first only.

    Raises InputError for any other sheets.
    """
    if not _are_parts(sheets):
        names = ", ".join(f"`{sheet.name}`{' (hidden)' if sheet.is_hidden else ''}" for sheet in sheets)
        raise InputError(
            f"the workbook has {len(sheets)} sheets: {names}", place=called, help="save one list as a file of its own"
        )
    head = sheets[0].rows[0][1]
    return [sheets[0], *(replace(each, rows=each.rows[each.rows[0][1] == head :]) for each in sheets[1:])]


def _are_parts(sheets: Sequence[Sheet]) -> bool:
    """Return whether sheets are called as the parts of one deck: ``Dynasty``, ``Conflict``."""
    found = [head.section for sheet in sheets if (head := heading(sheet.name)) and not sheet.is_hidden]
    is_whole = "" in found and not NOT_IN_DECK.issuperset({*found} - {""})
    return len({*found}) == len(sheets) and not is_whole


def _lines(sheet: Sheet) -> Iterator[str]:
    shown = [row for row in sheet.rows if row[0] not in sheet.gone]
    yield from ("\t".join(" ".join(cell.split()) if "\n" not in cell else cell for cell in cells) for _, cells in shown)
    for number, cells in sheet.rows:
        if number in sheet.gone:
            yield f"{OPEN_MARK}row {number} is {sheet.gone[number]}: {' '.join(filter(None, map(str.strip, cells)))}"
    yield from (f"{OPEN_MARK}comment in row {number}: {text}" for number, text in sheet.comments)
