"""Read decks from files, archives, pages and tables, and find the game and the format that fit them best.

Tables have one deck per row: CSV from forms and spreadsheets, workbooks, and JSON Lines.
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.containers import Document, documents, is_archive
from deckcheck.decks.files import decode, open_file, shown, suffix_of
from deckcheck.decks.lines import is_in_structure
from deckcheck.decks.readers import READERS, lazily, only, read, read_all
from deckcheck.decks.resolve import cards_called, resolve, similar_names
from deckcheck.decks.tables.rows import Cell, Rows
from deckcheck.model.deck import Deck, RawDeck
from deckcheck.model.errors import InputError, UsageError, raised_as
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure
from deckcheck.system import paths
from deckcheck.system.web import is_address

_with_text = lazily("mails:with_text")
_csv = lazily("tables.csv_rows:csv_rows")
TABLES: dict[str, Rows] = {
    "csv": _csv,
    "tsv": partial(_csv, delimiters="\t"),
    "jsonl": lazily("documents.jsonl_rows:json_rows"),
    "xlsx": lazily("tables.workbooks:workbook_rows"),
}
_SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".xlsx": "xlsx"}
SYNTAXES = (*READERS, *TABLES)

Piece = Document | Cell


class Intake(Struct, frozen=True):
    """How to read lists: the syntax (one of `SYNTAXES`; None: detected), and the limits.

    `column` is the column of the deck in tables of one deck per row; None: detected.
    """

    syntax: str | None = None
    column: str | None = None
    limits: Limits = Limits()


def pieces(source: str, intake: Intake) -> Iterator[Piece | Failure]:
    """Yield the pieces to read in the file, archive, table or page `source`, and the failures.

    ``-`` is standard input, ``DECK@VERSION`` a saved version of a deck file.
    """
    try:
        if is_address(source):
            yield _fetched(source, intake.limits)
            return
        if "@" in source:
            from deckcheck.decks.versions import history_of, split_version

            path, version = split_version(source)
            if version is not None:
                yield Document(source, "", history_of(path).version(version).content)
                return
        table = None if is_archive(source) else table_for(source, intake.syntax)
        if table is not None:
            with open_file(source) as stream:
                yield from _cells(stream, shown(source), table, intake.column, intake.limits)
            return
        for document in documents(source, intake.limits):
            yield from (document,) if isinstance(document, Failure) else _pieces_of(document, intake)
    except InputError as error:
        yield Failure(source, error)


def _pieces_of(document: Document, intake: Intake) -> Iterator[Piece | Failure]:
    """Yield the document, an email as its text, or the rows of a table from an archive."""
    table = table_for(document.name, intake.syntax)
    try:
        if table is None:
            is_mail = document.name.casefold().endswith(".eml")
            yield _with_text(document, intake.limits) if is_mail else document
            return
        yield from cells_of(document.content, document.path, table, intake.column, intake.limits)
    except InputError as error:
        yield Failure(document.path, error)


def _fetched(address: str, limits: Limits) -> Document:
    from deckcheck.system.web.decks import fetch_deck

    folder = paths.cache_folder()
    # A wrong address must not stop the others.
    with raised_as(InputError, UsageError):
        text = fetch_deck(address, limits, folder / "web" if folder else None)
    return Document(address, "", text.encode("utf-8", "surrogatepass"))


def decks_in(piece: Piece, limits: Limits, syntax: str | None = None) -> Iterator[RawDeck | Failure]:
    """Yield the decks in one piece, or why it has none."""
    try:
        if isinstance(piece, Cell):
            yield from decks_of(piece, limits)
        else:
            yield from read_all(decode(piece.content, piece.path, limits), piece.path, limits, syntax)
    except InputError as error:
        yield Failure(piece.path, error)


def read_source(source: str, intake: Intake) -> Iterator[RawDeck | Failure]:
    """Yield the decks in the file, archive or table `source`, and the failures, as `pieces` does."""
    for piece in pieces(source, intake):
        if isinstance(piece, Failure):
            yield piece
        else:
            yield from decks_in(piece, intake.limits, intake.syntax)


def read_one(source: str, intake: Intake) -> RawDeck:
    """Return the only deck in `source`; raises InputError when there is none or there are several."""
    return only(read_source(source, intake), source)


def read_content(content: bytes, path: str, limits: Limits, syntax: str | None = None) -> RawDeck:
    """Return the deck in the `content` of a file, also of a table with one card per row; raises InputError."""
    table = table_for(path, syntax)
    if table is None:
        return read(decode(content, path, limits), path, limits, syntax)
    cards = [each for each in cells_of(content, path, table, None, limits) if isinstance(each, Cell) and each.line == 1]
    if len(cards) != 1 or table not in ("csv", "tsv"):
        raise InputError("tables of decks cannot be edited", place=path, help="`deckcheck convert` makes lists")
    return only(decks_in(cards[0], limits), path)


def resolve_best(raw: RawDeck, formats: Iterable[Format], pools: Mapping[str, Pool]) -> tuple[Deck, Pool]:
    """Return the deck with its names looked up, and the pool of its cards; `pools` has those of `formats` by id.

    Names are read in the format that the file names, if it is one of `formats`. Otherwise it is the format of the
    deck's game with the fewest unrecognised lines; ties go to the fewest cards that are not legal, then to the fewest
    inexact names, then to the first format.
    """
    every = list(formats)
    named = {name: fmt for fmt in every for name in fmt.called}.get(fold(raw.format))
    if named is not None or len(every) == 1:
        fmt = named or every[0]
        return resolve(raw, fmt, pools[fmt.pool]), pools[fmt.pool]
    pool = pools[game_of(raw, pools)]
    decks = [(resolve(raw, fmt, pool), fmt) for fmt in every if fmt.pool == pool.info.id]
    best, _ = min(decks, key=lambda pair: _misfit(*pair))
    return best, pool


def game_of(raw: RawDeck, pools: Mapping[str, Pool]) -> str:
    """Return the id of the pool that recognises the most lines; if none does, the one with the most similar names."""
    if len(pools) == 1:
        return next(iter(pools))
    known = {key: sum(bool(cards_called(line.name, pool)) for line in raw.requests) for key, pool in pools.items()}
    if not any(known.values()):
        names = [line.name for line in raw.requests[:20]]
        known = {key: sum(bool(similar_names(name, pool)) for name in names) for key, pool in pools.items()}
    return max(known, key=lambda key: known[key])


def _misfit(deck: Deck, fmt: Format) -> tuple[int, int, int]:
    """Return how badly `fmt` reads a deck: unrecognised lines, cards that are not legal, inexact names."""
    illegal = sum(not fmt.allows(entry.card) for entry in deck.entries)
    inexact = sum(bool(entry.inexact or entry.replaced_by_soul) for entry in deck.entries)
    return len(deck.unresolved), illegal, inexact


def table_for(source: str, syntax: str | None) -> str | None:
    """Return the kind of table of `source`, by its suffix or by `syntax`; None when it is not a table."""
    if syntax is not None:
        return syntax if syntax in TABLES else None
    return _SUFFIXES.get(suffix_of(source, _SUFFIXES))


def cells_of(content: bytes, source: str, table: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the row of each deck in the `content` of a table from an archive, and the rows without one.

    `table` is one of `TABLES`; `column` names the column of the decks, None: detected by its name.

    Raises:
        InputError: when the table is too large, or has no column for decks or no row.
    """
    if len(content) > limits.file_bytes:
        help = f"unpack it; {how_to_raise('file-bytes')}"
        raise InputError(f"a packed table larger than {limits.file_bytes:,} bytes", place=source, help=help)
    yield from _cells(io.BufferedReader(io.BytesIO(content)), source, table, column, limits)


def _cells(stream: IO[bytes], source: str, table: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the row of each deck in a table, and the rows without one; raises InputError when there is no row."""
    row = None
    for row in TABLES[table](stream, source, column, limits):
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
    """Return a deck that was read separately with the facts of its row and the place of its lines in the table."""
    facts = {fact: said for fact, said in cell.facts.items() if said}
    raw = replace(raw.with_beside(cell.others), lists=cell.lists, column=cell.column, **facts)
    is_placed = cell.line and not is_in_structure(raw, cell.text)
    return replace(raw, source=cell.source, first_line=cell.line) if is_placed else raw


def _in_table(error: InputError, cell: Cell) -> InputError:
    """Return `error`, about a deck that was read separately, with its line in the table."""
    line, *column = (error.place or "").removeprefix(cell.path).removeprefix(":").split(":")
    if not cell.line:
        line, column = "", []
    number = (cell.line or cell.row) + (int(line) - 1 if line.isdecimal() else 0)
    return InputError(error.message, place=":".join([cell.source, str(number), *column]), help=error.help)
