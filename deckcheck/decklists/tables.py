"""Tables with a deck a row: CSV as forms and spreadsheets export it, and JSON Lines. They are read row by row."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decklists import strict_json
from deckcheck.decklists.files import MAX_BYTES, decode, open_file, suffix_of
from deckcheck.decklists.readers import read
from deckcheck.errors import InputError, UsageError
from deckcheck.model.deck import RawDeck
from deckcheck.model.report import Failure
from deckcheck.spans import Span

# What forms and spreadsheets call the columns that matter here.
_DECK_COLUMNS = ("deck list", "decklist", "deck", "list", "cards")
_FACT_COLUMNS = {
    "player": ("player", "player name", "your name", "username"),
    "name": ("deck name", "deckname", "title"),
    "format": ("format", "legality"),
}


class _Cell(Struct, frozen=True):
    """The deck in a row: its text, the line where the row starts, the line where the text does, what the row says."""

    text: str
    row: int
    line: int
    facts: dict[str, str]


Rows = Callable[[IO[bytes], str, str | None], Iterator[_Cell | Failure]]


def table_for(source: str, syntax: str | None) -> str | None:
    """Return the table that `source` is by its suffix, or by `syntax`; None when it is no table."""
    if syntax is not None:
        return syntax if syntax in TABLES else None
    suffix = suffix_of(source, _SUFFIXES)
    return _SUFFIXES[suffix] if suffix else None


def read_rows(source: str, table: str, column: str | None) -> Iterator[RawDeck | Failure]:
    """Yield the deck in each row of the table `source` (``-``: standard input), and the rows that hold none.

    Raises:
        InputError: when the table cannot be opened, or has no column for decks.
    """
    if source == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise InputError("standard input cannot be read", place="-")
        yield from _decks(sys.stdin.buffer, "<stdin>", table, column)
    else:
        with open_file(source) as stream:
            yield from _decks(stream, source, table, column)


def _decks(stream: IO[bytes], source: str, table: str, column: str | None) -> Iterator[RawDeck | Failure]:
    found = False
    for row in TABLES[table](stream, source, column):
        found = True
        if isinstance(row, _Cell):
            path = f"{source}#{row.row}"
            try:
                yield _placed(read(row.text, path), source, row)
            except InputError as error:
                yield Failure(path, error)
        else:
            yield row
    if not found:
        raise InputError("there is no deck in this table", place=source)


def _placed(raw: RawDeck, source: str, cell: _Cell) -> RawDeck:
    """Return a deck that was read by itself with the lines that it has in the table."""
    by = cell.line - 1
    return replace(
        raw,
        source=source,
        first_line=cell.line,
        requests=tuple(replace(each, span=_moved(each.span, by)) for each in raw.requests),
        comments=tuple(line + by for line in raw.comments),
        headers=tuple(replace(each, span=_moved(each.span, by)) for each in raw.headers),
        repeated=tuple(replace(each, span=_moved(each.span, by)) for each in raw.repeated),
        name=cell.facts.get("name") or raw.name,
        player=cell.facts.get("player") or raw.player,
        format=cell.facts.get("format") or raw.format,
    )


def _moved(span: Span, by: int) -> Span:
    return Span(span.line + by, span.column, span.end_column)


def _json_rows(stream: IO[bytes], source: str, column: str | None) -> Iterator[_Cell | Failure]:
    """Yield the rows of JSON Lines: decks of card ids as they are, or with `column` the list under that key."""
    for number, line in enumerate(_lines(stream, source), 1):
        path = f"{source}#{number}"
        if isinstance(line, InputError):
            yield Failure(path, line)
            continue
        text = line.strip("\ufeff \t\r\n")
        if not text:
            continue
        try:
            yield _Cell(text, number, number, {}) if column is None else _json_cell(text, column, number, path)
        except InputError as error:
            yield Failure(path, error)


def _json_cell(text: str, column: str, number: int, path: str) -> _Cell:
    value = strict_json.parse(text, path)
    cell = value.get(column) if isinstance(value, dict) else None
    if not isinstance(cell, str):
        raise InputError(f"no text under `{column}`", place=path)
    facts = {
        key: value[name].strip()
        for key, names in _FACT_COLUMNS.items()
        for name in (key, *names)
        if isinstance(value.get(name), str) and name != column
    }
    return _Cell(cell, number, number, facts)


def _csv_rows(delimiter: str) -> Rows:
    def rows(stream: IO[bytes], source: str, column: str | None) -> Iterator[_Cell | Failure]:
        import csv

        csv.field_size_limit(MAX_BYTES)
        text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="strict", newline="")
        table = csv.reader(text, delimiter=delimiter, strict=True)
        try:
            header = next(table, None)
            if header is None:
                raise InputError("the table is empty", place=source)
            at = _column(header, column, source)
            facts_at = _fact_columns(header, at)
            before = table.line_num
            for row in table:
                first, before = before + 1, table.line_num
                if not any(cell.strip() for cell in row):
                    continue
                if at >= len(row) or not row[at].strip():
                    yield Failure(f"{source}#{first}", InputError("no deck in this row", place=f"{source}:{first}"))
                    continue
                facts = {key: row[index].strip() for key, index in facts_at.items() if index < len(row)}
                line = first + sum(cell.count("\n") for cell in row[:at])
                yield _Cell(row[at], first, line, facts)
        except UnicodeDecodeError as error:
            raise InputError(f"not UTF-8 at byte {error.start}", place=source, help="save it as UTF-8 text") from None
        except csv.Error as error:
            raise InputError(f"not a table: {error}", place=f"{source}:{table.line_num}") from None
        finally:
            text.detach()

    return rows


def _column(header: list[str], wanted: str | None, source: str) -> int:
    """Return which column holds the decks; raises InputError or UsageError when that is not clear."""
    names = [name.strip().casefold() for name in header]
    if wanted is not None:
        if wanted.strip().casefold() not in names:
            raise UsageError(f"the table has no column `{wanted}`", place=source, help=f"it has {', '.join(header)}")
        return names.index(wanted.strip().casefold())
    for name in _DECK_COLUMNS:
        if name in names:
            return names.index(name)
    shown = ", ".join(f"`{name.strip()}`" for name in header[:8])
    raise InputError(f"no column is called deck list; there are {shown}", place=source, help="say which: --column NAME")


def _fact_columns(header: list[str], deck: int) -> dict[str, int]:
    names = [name.strip().casefold() for name in header]
    return {
        key: names.index(found)
        for key, known in _FACT_COLUMNS.items()
        if (found := next((name for name in (*known, key) if name in names and names.index(name) != deck), None))
    }


def _lines(stream: IO[bytes], source: str) -> Iterator[str | InputError]:
    """Yield the lines of a text that may be of any length, or why one of them cannot be read."""
    while line := stream.readline(MAX_BYTES + 1):
        if len(line) > MAX_BYTES:
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_BYTES)
            yield InputError(f"a line of more than {MAX_BYTES:,} bytes", place=source)
            continue
        try:
            yield decode(line, source) if line.strip(b"\xef\xbb\xbf \t\r\n") else ""
        except InputError as error:
            yield error


TABLES: dict[str, Rows] = {
    "csv": _csv_rows(","),
    "tsv": _csv_rows("\t"),
    "jsonl": _json_rows,
}
_SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
