"""The text of documents, as lines that can be read as a list, and the tables in files."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from deckcheck.decks.files import OF_PROGRAMS, decode, is_unnamed, suffix_of
from deckcheck.decks.intake import read_content
from deckcheck.decks.tables.heads import part_columns
from deckcheck.decks.tables.rows import UNCLOSED
from deckcheck.decks.tables.workbooks import list_in, reading, sheets_of
from deckcheck.decks.text.quotes import is_list
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.sayings import label_words
from deckcheck.events.columns import Grid, cell_in, grid_of
from deckcheck.events.model import LIMITS
from deckcheck.model.deck import OPEN_MARK, RawDeck
from deckcheck.model.errors import InputError
from deckcheck.system.web import is_address

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from docx.text.paragraph import Paragraph

# Suffixes of files that are always tables.
TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx")
OFFICE = (".docx", ".pdf", ".xlsx")
# The files of one list that players send.
ONE_LIST = (".txt", *OF_PROGRAMS, ".csv", ".tsv", *OFFICE)
_MOST_PAGES = 50
# Spreadsheets that deckcheck cannot read.
_OTHER_SHEETS = (".ods", ".xls", ".xlsb", ".numbers")
_AS_TABLE = "save it as .xlsx, or as CSV in UTF-8 (in Excel: `CSV UTF-8`)"
# The attribute with the value of an element in a Word document.
_VALUE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}val"


def text_of(content: bytes, called: str) -> str:
    """Return the text of a file, by its suffix.

    Raises:
        InputError: when it cannot be read.
        UsageError: when the library that reads it is not installed.
    """
    suffix = suffix_of(called, OFFICE)
    if not suffix:
        cards = card_table(content, called)
        return "\n".join(cards.lines) if cards else decode(content, called, LIMITS)
    if suffix == ".xlsx":
        text = list_in(sheets_of(content, called, LIMITS), called)
    else:
        with reading(suffix, content, called, LIMITS):
            text = _docx(content) if suffix == ".docx" else _pdf(content)
    if not text.strip():
        raise InputError("contains no text; is it a scan?", place=called, help="ask for the list as text")
    return text


def card_table(content: bytes, called: str) -> RawDeck | None:
    """Return the list in a CSV or TSV file with one card per row, None for any other file."""
    with contextlib.suppress(InputError):
        return read_content(content, called, LIMITS) if called.lower().endswith((".csv", ".tsv")) else None
    return None


def _docx(content: bytes) -> str:
    import docx
    from docx.text.paragraph import Paragraph

    document = docx.Document(io.BytesIO(content))
    number = _ListNumbers(document)
    lines: list[str] = []
    for part in document.iter_inner_content():
        if isinstance(part, Paragraph):
            lines.append(_marked(f"{number.of(part)}{part.text}", [part]))
            continue
        for row in part.rows:
            # A cell that spans several columns is there several times.
            cells = list({id(cell._tc): cell for cell in row.cells}.values())  # noqa: SLF001 - what tells cells apart
            paragraphs = [each for cell in cells for each in cell.paragraphs]
            texts = ("\n".join(f"{number.of(each)}{each.text}" for each in cell.paragraphs) for cell in cells)
            lines.append(_marked("\t".join(texts), paragraphs))
    return "\n".join([*lines, *_tracked(document)])


class _ListNumbers:
    """Counts the paragraphs of the lists in a document: their text lacks the numbers that Word shows before them."""

    def __init__(self, document: DocxDocument) -> None:
        parts = [link.target_part for link in document.part.rels.values() if link.reltype.endswith("/numbering")]
        self._levels: Any = parts[0].element if parts and hasattr(parts[0], "element") else None
        self._last: dict[tuple[str, str], int] = {}

    def of(self, paragraph: Paragraph) -> str:
        """Return the number of the next paragraph, with a point and a space: "3. "; "" in a list without numbers."""
        found = _list_of(paragraph) if self._levels is not None else None
        if found is None:
            return ""
        level = f"w:lvl[@w:ilvl='{found[1]}']"
        own = f".//w:num[@w:numId='{found[0]}']"
        kind = self._value(f"{own}/w:abstractNumId")
        base = f".//w:abstractNum[@w:abstractNumId='{kind}']/{level}"
        if self._value(f"{base}/w:numFmt") in ("", "bullet", "none"):
            return ""
        override = f"{own}/w:lvlOverride[@w:ilvl='{found[1]}']/w:startOverride"
        start = self._value(override) or self._value(f"{base}/w:start") or "1"
        self._last[found] = self._last.get(found, int(start) - 1) + 1
        return f"{self._last[found]}. "

    def _value(self, path: str) -> str:
        """Return the value of the first element at a path, "" without one."""
        return next((each.get(_VALUE, "") for each in self._levels.xpath(path)), "")


def _list_of(paragraph: Paragraph) -> tuple[str, str] | None:
    """Return the list and the level of a paragraph, set directly or by its style; None outside a list."""
    style: Any = paragraph.style
    elements: list[Any] = [paragraph._p]  # noqa: SLF001 - nothing else tells of lists
    while style is not None:
        elements.append(style.element)
        style = style.base_style
    for element in elements:
        if numbers := element.xpath("./w:pPr/w:numPr/w:numId/@w:val"):
            levels = element.xpath("./w:pPr/w:numPr/w:ilvl/@w:val")
            return None if numbers[0] == "0" else (str(numbers[0]), str(levels[0]) if levels else "0")
    return None


def _marked(text: str, paragraphs: Sequence[Paragraph]) -> str:
    """Return a line of a document; one with struck-out or hidden text is a question."""
    fonts = [run.font for paragraph in paragraphs for run in paragraph.runs if run.text.strip()]
    is_struck = any(font.strike or font.double_strike for font in fonts)
    why = "struck out" if is_struck else "hidden" if any(font.hidden for font in fonts) else ""
    return f"{OPEN_MARK}{why}: {' '.join(text.split())}" if why else text


def _tracked(document: DocxDocument) -> Iterator[str]:
    """Yield a question for each change to a document that nobody has accepted yet."""
    for change in document.element.body.xpath(".//w:ins|.//w:del|.//w:moveFrom|.//w:moveTo"):
        kind = "inserted" if change.tag.endswith(("}ins", "}moveTo")) else "deleted"
        text = "".join(each.text or "" for each in change.xpath(".//w:t|.//w:delText")).strip()
        if text:
            yield f"{OPEN_MARK}{kind} as a tracked change: {' '.join(text.split())}"


def _pdf(content: bytes) -> str:
    import logging

    import pypdf

    # Its complaints about a broken file would be lines in the log of a desk, with parts of the file.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    return "\n".join(page.extract_text() for page in pages[:_MOST_PAGES])


def tables_in(path: str, content: bytes) -> list[Grid]:
    """Return the tables in a file, one for each sheet of a workbook; raises InputError for a broken one."""
    suffix, file = suffix_of(path, TABLES), Path(path).name
    if other := suffix_of(path, _OTHER_SHEETS):
        raise InputError(f"deckcheck cannot read {other} spreadsheets", place=path, help=_AS_TABLE)
    if suffix == ".xlsx":
        sheets = sheets_of(content, path, LIMITS)
        return [
            replace(
                _with_whole_lists(grid_of(sheet.rows)), file=f"{file} sheet {sheet.name}" if at else file, sheet=sheet
            )
            for at, sheet in enumerate(sheets)
        ]
    grid = grid_in(table_text(path, content), path) if suffix else _tabbed(path, content)
    return [replace(_with_whole_lists(grid), file=file)] if grid else []


def grid_in(text: str, path: str) -> Grid:
    """Return the table in a text, by the suffix of its file; raises InputError for anything else."""
    suffix = suffix_of(path, TABLES)
    if suffix in (".jsonl", ".ndjson"):
        return _json_table(text, path)
    return _csv_table(text, path, "\t" if suffix == ".tsv" else ",;\t")


def table_text(path: str, content: bytes) -> str:
    """Return the text of a table, which may be larger than one list; raises InputError."""
    try:
        text = decode(content, path, replace(LIMITS, file_bytes=max(LIMITS.file_bytes, len(content))))
    except InputError as error:
        is_table = path.lower().endswith((".csv", ".tsv")) and error.help
        raise InputError(error.message, place=error.place, help=_AS_TABLE if is_table else error.help) from None
    return text.lstrip("\ufeff")


def _with_whole_lists(grid: Grid) -> Grid:
    """Return a table with columns for parts of lists ("Stronghold", "Dynasty deck") as one with whole lists.

    The lists are in a column behind all others, which keep their places.
    """
    parts = part_columns(list(grid.header))
    lists = ["\n\n".join(f"{grid.header[at]}\n{row[at]}" for at in parts if at < len(row)) for _, row in grid.rows]
    if not any(map(is_list, lists)):
        return grid

    def kept(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple("" if at in parts else cell_in(row, at) for at in range(len(grid.header)))

    rows = ((number, (*kept(row), text)) for (number, row), text in zip(grid.rows, lists, strict=True))
    return Grid((*kept(grid.header), "deck list"), tuple(rows))


def _tabbed(path: str, content: bytes) -> Grid | None:
    """Return the table in text with tabs between its cells, or in a JSON array of players; else None.

    Text without a file name may have commas or semicolons between its cells.

    A list may have tabs too, but no column of lists.
    """
    if suffix_of(path, OFFICE):
        return None
    try:
        text = table_text(path, content)
        if text.lstrip().startswith("["):
            grid = _json_grid([*enumerate(json.loads(text), 1)])
            return grid if any(FACTS.get(label_words(key)) == "player" for key in grid.header) else None
        delimiters = ",;\t" if is_unnamed(path) else "\t"
        if set(delimiters).isdisjoint(text.lstrip().partition("\n")[0]):
            return None
        grid = _csv_table(text, path, delimiters)
    except (InputError, ValueError, RecursionError):
        return None
    columns = ([is_list(cell) and not is_address(cell) for cell in each.filled] for each in grid.columns)
    return grid if any(sum(column) * 2 > len(column) for column in columns) else None


def _csv_table(text: str, path: str, delimiters: str) -> Grid:
    """Return the table with the delimiter for which most rows match the first in cells, and then with most cells."""
    csv.field_size_limit(LIMITS.file_bytes)
    tables: list[tuple[int, int, list[list[str]]]] = []
    for delimiter in delimiters:
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
        except csv.Error as error:
            fault = f"not a table: {error}"
            continue
        if text[:4].casefold() == "sep=":  # What Excel writes above a table to name its delimiter.
            rows[0] = []
        tables.append((_fitting(rows), max(map(len, rows)), rows))
    if not tables:
        raise InputError(fault, place=path, help=UNCLOSED)
    rows = max(tables, key=lambda table: table[:2])[2]
    return grid_of(list(enumerate(rows, 1)))


def _fitting(rows: list[list[str]]) -> int:
    """Return how many rows have several cells, but no more than the first row; a list may contain the delimiter."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(1 < len(row) <= len(filled[0]) for row in filled)


def _json_table(text: str, path: str) -> Grid:
    objects = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            item = json.loads(line) if line.strip() else {}
        except (ValueError, RecursionError) as error:
            raise InputError(f"not JSON: {error}", place=f"{path}:{number}") from None
        objects.append((number, item))
    return _json_grid(objects)


def _json_grid(items: Sequence[tuple[int, Any]]) -> Grid:
    """Return the objects among some items as a table, each in the row of its number."""
    objects = [(number, item if isinstance(item, dict) else {}) for number, item in items]
    header = tuple(dict.fromkeys(str(key) for _, item in objects for key in item))
    rows = [(number, tuple(_json_cell(item.get(key)) for key in header)) for number, item in objects if item]
    return Grid(header, tuple(rows))


def _json_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        return str(value["name"])
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
