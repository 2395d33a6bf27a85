"""Read the sheets of workbooks as tables: their rows, and the parts that are struck out, hidden or commented on."""

import contextlib
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import IO, Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.tables.csv_rows import table_decks
from deckcheck.decks.tables.rows import Cell, Row
from deckcheck.decks.words.headers import heading
from deckcheck.decks.words.remarks import may_change_copies
from deckcheck.decks.words.talk import without_talk
from deckcheck.model.deck import NOT_IN_DECK, OPEN_MARK
from deckcheck.model.errors import InputError, UsageError, how_to_install, raised_as
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.report import Failure

HIDDEN, STRUCK = "hidden", "struck out"
_MOST_ROWS = 20_000
_MOST_COLUMNS = 1_000
# The maximum row number of a sheet, and the maximum of cells to read, most of them empty.
_LAST_ROW = 2**20
_MOST_CELLS = 20_000_000
# Encrypted workbooks, and those from before 2007, begin with this.
_OLD = b"\xd0\xcf\x11\xe0"
_SAVE_AGAIN = "open it in a spreadsheet program and save it again"
_SHOW = "show or delete it, and save the workbook again"
_UNLOCKED = "save it as .xlsx, without a password"
_EXTRA = how_to_install("event")
_ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
_COLUMN = re.compile(rb"<(?:\w+:)?col\b([^>]*)>")
_SAID = re.compile(rb"""([\w:]+)\s*=\s*["']([^"']*)["']""")
# A cell with a formula and no value; an empty text is one.
_FORMULA = re.compile(
    rb"<(?:\w+:)?c\b([^>]*)>\s*<(?:\w+:)?f\b(?:[^>]*/>|[^>]*>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_COMMENT = re.compile(rb"<(?:\w+:)?comment\b([^>]*)>(.*?)</(?:\w+:)?comment>", re.DOTALL)
_TEXT = re.compile(rb"<(?:\w+:)?t\b[^>]*>([^<]*)<")
_TO_COMMENTS = re.compile(rb'Target="([^"]*comments[^"]*\.xml)"')
# Separates the lines of a cell without ending a line of the table.
_NEXT_LINE = "\u2028"


class Worksheet(Struct, frozen=True):
    """A sheet: its non-empty rows, with their numbers.

    `gone` are the rows that are struck out or hidden, with the reason in words, and `comments` the comments on cells.
    """

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    is_hidden: bool = False
    gone: dict[int, str] = {}
    comments: tuple[tuple[int, str], ...] = ()


def sheets_of(content: bytes, called: str, limits: Limits) -> list[Worksheet]:
    """Return the non-empty sheets of a workbook.

    Raises:
        InputError: when it cannot be read.
        UsageError: when the library that reads it is not installed.
    """
    with reading(".xlsx", content, called, limits):
        from openpyxl import load_workbook

        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, rich_text=True)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return [sheet for each in book.worksheets if (sheet := _sheet(each, archive)).rows]


@contextlib.contextmanager
def reading(suffix: str, content: bytes, called: str, limits: Limits) -> Iterator[None]:
    """Translate the errors of the library that reads a file into InputError and UsageError."""
    _check_size(content, called, limits)
    try:
        yield
    except InputError as error:
        raise InputError(error.message, place=error.place or called, help=error.help) from None
    except ImportError as error:
        raise UsageError(f"reading {suffix} files needs the library {error.name}", help=_EXTRA) from None
    except Exception as error:
        # The libraries raise nearly anything on broken files, with messages about their own insides.
        raise InputError(f"not a readable {suffix} file", place=called, help="give the list as text") from error


def _check_size(content: bytes, called: str, limits: Limits) -> None:
    """Raise InputError for a file that would unpack to more than the limit, and for one that is not compressed."""
    if content.startswith(_OLD):
        raise InputError("an encrypted file, or one of an old version", place=called, help=_UNLOCKED)
    if content[:2] != b"PK":
        return
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            total = sum(info.file_size for info in archive.infolist())
    except zipfile.BadZipFile:
        raise InputError("damaged: it cannot be unpacked", place=called) from None
    if total > limits.archive_bytes:
        raise InputError(f"unpacks to more than {limits.archive_bytes:,} bytes", place=called)


def _sheet(sheet: Any, archive: zipfile.ZipFile) -> Worksheet:  # noqa: ANN401 - the types of openpyxl lack its read-only sheets
    # The file may declare a wrong size, which the library fills with empty cells.
    sheet.reset_dimensions()
    rows: list[tuple[int, tuple[str, ...]]] = []
    path = sheet._worksheet_path  # noqa: SLF001 - nothing else tells where the sheet is
    content = archive.read(path)
    gone = dict.fromkeys(_hidden_rows(content, sheet.title), HIDDEN)
    hidden = [*_hidden_columns(content)]
    read = 0
    for number, row in enumerate(sheet.rows, 1):
        read += len(row)
        cells = [_cell(cell.value) for cell in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if read > _MOST_CELLS or len(cells) > _MOST_COLUMNS or len(rows) == _MOST_ROWS:
            message = f"sheet `{sheet.title}` has more than {_MOST_ROWS:,} rows or {_MOST_COLUMNS:,} columns"
            raise InputError(message, help="save the list as a file of its own")
        if not cells:
            continue
        for first, last in hidden:
            if any(map(str.strip, cells[first:last])):
                raise InputError(f"sheet `{sheet.title}` has a hidden column with text in row {number}", help=_SHOW)
        rows.append((number, tuple(cells)))
        if any(_is_struck(cell) for cell in row):
            gone[number] = STRUCK
    is_hidden = sheet.sheet_state != "visible"
    return Worksheet(sheet.title, tuple(rows), is_hidden, gone, tuple(_comments(path, archive)))


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


def _hidden_rows(sheet: bytes, called: str) -> Iterator[int]:
    """Yield the numbers of the hidden rows; a row without a number follows the one before.

    Raises:
        InputError: for rows out of order, and for a formula without its value.
    """
    number = 0
    for row in _ROW.finditer(sheet):
        said = dict(_SAID.findall(row[1]))
        last, number = number, int(said.get(b"r", number + 1))
        if not last < number <= _LAST_ROW:
            raise InputError(f"sheet `{called}` has row {number} after row {last}", help=_SAVE_AGAIN)
        if said.get(b"hidden") in (b"1", b"true") or float(said.get(b"ht", 1)) == 0:
            yield number
    for cell in _FORMULA.finditer(sheet):
        said = dict(_SAID.findall(cell[1]))
        if said.get(b"t") != b"str":
            at = said.get(b"r", b"").decode()
            raise InputError(f"sheet `{called}` has a formula without its value in {at}", help=_SAVE_AGAIN)


def _hidden_columns(sheet: bytes) -> Iterator[tuple[int, int]]:
    """Yield the first hidden columns of a sheet, from 0, and those after the last column."""
    for column in _COLUMN.finditer(sheet):
        said = dict(_SAID.findall(column[1]))
        if said.get(b"hidden") in (b"1", b"true") or float(said.get(b"width", 1)) == 0:
            yield int(said.get(b"min", 1)) - 1, int(said.get(b"max", 1))


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


def list_in(sheets: Sequence[Worksheet], called: str) -> str:
    """Return the list in a workbook as text with tabs between its cells; raises InputError for several sheets.

    Sheets named after the parts of a deck are one list. A row that is struck out or hidden is a question.
    """
    return "\n\n".join("\n".join([*heads, *_lines(each)]) for heads, each in _parts(sheets, called))


def _parts(sheets: Sequence[Worksheet], called: str) -> list[tuple[list[str], Worksheet]]:
    """Return the only sheet without a head, or the sheets named after parts of a deck, each under its name.

    Only the first of several has the head of its table.

    Raises:
        InputError: for any other sheets.
    """
    if not sheets or (len(sheets) == 1 and not sheets[0].is_hidden):
        return [([], sheet) for sheet in sheets]
    if not _are_parts(sheets):
        names = ", ".join(f"`{sheet.name}`{' (hidden)' if sheet.is_hidden else ''}" for sheet in sheets)
        message = f"the workbook has {len(sheets)} sheet{'s'[: len(sheets) > 1]}: {names}"
        raise InputError(message, place=called, help="save one list as a file of its own")
    head = sheets[0].rows[0][1]
    others = [replace(each, rows=each.rows[each.rows[0][1] == head :]) for each in sheets[1:]]
    return [([each.name], each) for each in (sheets[0], *others)]


def _are_parts(sheets: Sequence[Worksheet]) -> bool:
    """Return whether sheets are named after the parts of one deck: ``Dynasty``, ``Conflict``."""
    found = [head.section for sheet in sheets if (head := heading(sheet.name)) and not sheet.is_hidden]
    is_whole = "" in found and not NOT_IN_DECK.issuperset({*found} - {""})
    return len({*found}) == len(sheets) and not is_whole


def _lines(sheet: Worksheet) -> Iterator[str]:
    shown = [row for row in sheet.rows if row[0] not in sheet.gone]
    yield from ("\t".join(" ".join(cell.split()) if "\n" not in cell else cell for cell in cells) for _, cells in shown)
    for number, cells in sheet.rows:
        if number in sheet.gone:
            yield f"{OPEN_MARK}row {number} is {sheet.gone[number]}: {' '.join(filter(None, map(str.strip, cells)))}"
    yield from (f"{OPEN_MARK}comment in row {number}: {text}" for number, text in sheet.comments)


def workbook_rows(stream: IO[bytes], source: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the rows of a workbook; sheets named after the parts of a deck are one table.

    Raises:
        InputError: for several other sheets.
    """
    content = stream.read(limits.archive_bytes + 1)
    if len(content) > limits.archive_bytes:
        help = how_to_raise("archive-bytes")
        raise InputError(f"a workbook larger than {limits.archive_bytes:,} bytes", place=source, help=help)
    # A missing library must not stop the other files.
    with raised_as(InputError, UsageError, source):
        sheets = sheets_of(content, source, limits)
    parts = _parts(sheets, source)
    rows: list[Row] = []
    for heads, part in parts:
        first = rows[-1].number if rows else 0
        rows += [Row(first := first + 1, [head]) for head in heads]
        rows += [Row(first + number, cells) for number, cells in _table_rows(part, source)]
    for cell in table_decks(iter(rows), column, source, limits):
        yield _with_lines(cell, is_whole=len(parts) == 1) if isinstance(cell, Cell) else cell


def _table_rows(sheet: Worksheet, source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a sheet with their numbers, all as wide as the widest.

    Cards that are struck out, or have a comment that may change the list, stay unrecognised.

    Raises:
        InputError: for such a comment on anything else.
    """
    said = {at: text for at, text in sheet.comments if may_change_copies(without_talk(text), None)}
    why = {at: f"comment: {text}" for at, text in said.items()} | sheet.gone
    width = max((len(cells) for _, cells in sheet.rows), default=0)
    for number, cells in sheet.rows:
        texts = [_NEXT_LINE.join(cell.strip().splitlines()) for cell in cells]
        if number in sheet.gone or (number in said and any(text[:1].isdigit() for text in texts)):
            texts = [f"{OPEN_MARK}{text} ({why[number]})" if any(map(str.isalpha, text)) else text for text in texts]
            said.pop(number, None)
        yield number, texts + [""] * (width - len(texts))
    for number, text in said.items():
        help = "delete the comment if the sheet is the deck"
        raise InputError(f"row {number} has the comment: {text}", place=f"{source}:{number}", help=help)


def _with_lines(cell: Cell, *, is_whole: bool) -> Cell:
    """Return a row with the line breaks inside its cells restored; with `is_whole`, only if it has any."""
    if is_whole and _NEXT_LINE not in cell.text:
        return cell
    return replace(cell, text=cell.text.replace(_NEXT_LINE, "\n"), line=0)
