"""Arrivals: lists with their players, from tables, mails, files, folders and archives."""

from __future__ import annotations

import csv
import datetime
import io
import json
import mailbox
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import asdict, replace

from deckcheck.decks.containers import Document, documents
from deckcheck.decks.csv_rows import part_columns, said_beside
from deckcheck.decks.files import decode, is_deck_file, is_hidden, open_file, suffix_of
from deckcheck.decks.headers import heading
from deckcheck.decks.sayings import label_words, phrases
from deckcheck.events.columns import (
    MAIL,
    ColumnOptions,
    Grid,
    PlayerColumns,
    card_columns,
    described,
    grid_of,
    is_list,
    layout_of,
    letter_of,
    texts,
)
from deckcheck.events.documents import OFFICE, mail_of, sheets_of
from deckcheck.events.model import place_of
from deckcheck.events.times import time_in, two_readings
from deckcheck.events.workbooks import HIDDEN, STRUCK, Sheet
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.json_text import plain_text
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure
from deckcheck.rules.base import counted
from deckcheck.system.web import is_address

_TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx")
_MAILS = (".eml", ".mbox")
# File names that say nothing about the player; the folder does.
_PLAIN = frozenset({"deck", "decklist", "deck list", "list", "deck-list"})
# What a cell of a form says about a list that may no longer count.
_VOID = phrases(
    """void; invalid; withdrawn; cancelled; canceled; retracted; superseded; replaced; outdated; obsolete; old; draft;
    duplicate; deleted; rejected; ungültig; zurückgezogen; storniert; annulé; anulado"""
)
_NO_FORM = "a sheet with one list beside the sheets of a form; save it as a file of its own"
_PART = "a part of a deck by its name; put the whole list into one file"
_ONE_SHEET = "save the sheet with the players as a file of its own"
# Columns of the second player of a match, lines of a roster that are no players, and what is before names there.
_SEVERAL_PLAYERS = r"(?:player|spieler|joueur|jugador) ?(?:[2-9]|b|two)|opponent|gegner|adversaire"
_NO_PLAYER = r"(?i)~~.*~~|.*:|(?:total|sum|players)\s*[:=]?\s*\d+"
_NUMBERED = r"^(?:\d{1,4}[.)]|[-*•–])\s+"
_NO_NAME = frozenset({"-", "--", "–", "—", '"', "''", "″", "n/a", "na", "none", "."})
# Surrogates that do not come from a byte of the file, but from an escape in JSON.
_NO_BYTE = "[\ud800-\udc7f\udd00-\udfff]"


class Arrival(Struct, frozen=True, kw_only=True):
    """One received list, or the `reason` for none.

    `file` and `row` say where it is, the row as a spreadsheet counts it, or the number of the message; `called` is
    the file name by which `content` is read. `received` is an ISO time, "" where nothing tells. `player` is the id of
    the player, 0 where that is to be found out. `whose` says why the player is not clear.
    `beside` is what else came with the list and may change it, `doubts` what leaves open whether it is meant.
    """

    source: str
    file: str
    row: int = 0
    name: str = ""
    contact: str = ""
    external_id: str = ""
    seat: str = ""
    received: str = ""
    called: str = ""
    content: bytes = b""
    reason: str = ""
    player: int = 0
    whose: str = ""
    beside: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where it came from, for people."""
        return place_of(self.source, self.file, self.row)


class _Table(Struct, frozen=True):
    """A table, the name of its file, with that of the sheet, and the sheet of a workbook."""

    file: str
    grid: Grid
    sheet: Sheet = Sheet("", ())

    @property
    def text(self) -> str:
        """The rows as lines of text."""
        return "\n".join(texts(self.grid.rows))


class Inbox(Struct, frozen=True, kw_only=True):
    """How inputs are read.

    `say` gets sentences about the meaning of columns, `skip` the paths of files in folders and archives that are of
    no kind that is read.
    """

    wanted: ColumnOptions = ColumnOptions()
    zone: datetime.tzinfo = datetime.UTC
    limits: Limits = Limits()
    say: Callable[[str], None] = lambda _: None
    skip: Callable[[str], None] = lambda _: None


def arrivals(sources: tuple[str, ...], inbox: Inbox) -> Iterator[Arrival]:
    """Yield the lists in files, folders, archives and addresses, in their order.

    A file that cannot be read, or whose columns are not clear, is an arrival without a player; it stops no other.
    """
    for source in sources:
        for path in _files(source, inbox):
            yield from map(_plain, _of_path(path, inbox))


def roster(path: str, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the players of a table, without lists; raises InputError and UsageError."""
    table = _roster_table(path, _read(path, inbox.limits), inbox.limits)
    grid = table.grid
    layout = replace(layout_of(grid, inbox.wanted, path), list=None)
    if not layout.names:
        raise UsageError("no column contains names", place=path, help="say which: --player-column NAME")
    several = [name for name in grid.header if re.fullmatch(_SEVERAL_PLAYERS, name.strip(), re.IGNORECASE)]
    if several and inbox.wanted.player is None:
        names = ", ".join(f"`{name}`" for name in several)
        raise UsageError(f"more than one column may contain players: {names}", place=path, help="--player-column NAME")
    inbox.say(f"{path}: {described(grid, layout)}")
    for number, cells in grid.rows:
        arrival = _plain(_in_row(table, number, cells, layout, inbox))
        if re.fullmatch(_NO_PLAYER, arrival.name):
            inbox.say(f"{path}: line {number} is read as no player: {arrival.name}")
        else:
            yield replace(arrival, name=re.sub(_NUMBERED, "", arrival.name))


def _roster_table(path: str, content: bytes, limits: Limits) -> _Table:
    """Return the table of a roster; a text without a header is one name on each line, which may be `Last, First`."""
    if suffix_of(path, _TABLES) == ".xlsx":
        tables = _tables(path, content, limits)
        if len(tables) != 1:
            names = ", ".join(f"`{table.sheet.name}`" for table in tables)
            raise UsageError(f"the workbook has {len(tables)} sheets: {names}", place=path, help=_ONE_SHEET)
        return tables[0]
    grid = _table(path, content, limits)
    if suffix_of(path, _TABLES) or grid.header[:1] != ("column 1",):
        return _Table(Path(path).name, grid)
    text = _text(path, content, limits)
    if len(grid.rows) == 1 and ";" in text and not re.search(r"[@\d]", text):
        # All names on one line.
        return _Table(Path(path).name, Grid(("column 1",), tuple((1, (name,)) for name in grid.rows[0][1])))
    lines = tuple((number, (line,)) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    return _Table(Path(path).name, grid if re.search(r"[;\t@\d]", text) else Grid(("column 1",), lines))


def fetched(arrival: Arrival, limits: Limits) -> Arrival:
    """Return an arrival that is the address of a public deck with the deck behind it, or with the reason why not."""
    text = arrival.content.decode("utf-8", "replace").strip()
    if arrival.reason or not is_address(text) or len(text.split()) != 1:
        return arrival
    from deckcheck.system.web.decks import fetch_deck

    try:
        found, _ = fetch_deck(text, limits)
    except (InputError, UsageError) as error:
        return replace(arrival, reason=f"{text}: {error.message}", received="")
    # The list behind an address may have changed since.
    return replace(arrival, called="deck.json", content=found.encode("utf-8", "surrogatepass"), received="")


def _plain(arrival: Arrival) -> Arrival:
    """Return an arrival with its facts as the event file keeps them, so that the next one finds them."""
    facts = {name: value for name, value in asdict(arrival).items() if isinstance(value, str)}
    return replace(arrival, **{name: plain_text(value) for name, value in facts.items()})


def _files(source: str, inbox: Inbox) -> Iterator[str]:
    """Yield the files in a folder that may be lists, tables or mails; any other source is yielded as it is."""
    folder = Path(source)
    if is_address(source) or not folder.is_dir():
        yield source
        return
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or is_hidden(path.relative_to(folder).as_posix()):
            continue
        if is_deck_file(path.name, (*_MAILS, *OFFICE)):
            yield str(path)
        else:
            inbox.skip(str(path))


def _of_path(path: str, inbox: Inbox) -> Iterator[Arrival]:
    try:
        if is_address(path):
            yield Arrival(source="address", file=path, called="deck.txt", content=path.encode())
        elif suffix_of(path, _MAILS) == ".mbox":
            yield from _mbox(path, inbox)
        else:
            # A table or a mail may be larger than one list.
            limits = replace(inbox.limits, file_bytes=inbox.limits.archive_bytes)
            for document in documents(path, limits, (".eml", *OFFICE), inbox.skip):
                if isinstance(document, Failure):
                    yield Arrival(source="file", file=document.path, reason=document.error.message)
                else:
                    yield from _of_document(document, inbox)
    except (InputError, UsageError) as error:
        yield _failed(path, error)


def _of_document(document: Document, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the contents of a file; one of an archive that cannot be read stops no other."""
    path = document.path.removesuffix(".gz")
    try:
        _check_size(document.content, path, inbox.limits)
        yield from _of_content(path, document.content, inbox)
    except (InputError, UsageError) as error:
        yield _failed(path, error)


def _failed(path: str, error: InputError | UsageError) -> Arrival:
    return Arrival(source="file", file=path, reason=error.message + (f"; {error.help}" if error.help else ""))


def _of_content(path: str, content: bytes, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the contents of a file: a mail, the rows of a table with lists, or one list."""
    if suffix_of(path, _MAILS):
        yield from _mail(path, 0, content, inbox)
        return
    tables = _tables(path, content, inbox.limits)
    forms, others = _forms(tables, inbox.wanted, path)
    for table, layout in forms:
        yield from _rows(path, table, layout, inbox)
    if forms:
        lists = [table for table in others if is_list(table.text)]
        yield from (Arrival(source="file", file=table.file, reason=_NO_FORM) for table in lists)
        return
    if len(tables) == 1 and (players := list(_by_player(tables[0]))):
        yield from players
        return
    if tables and not any(is_list(table.text) for table in tables):
        raise UsageError("no column contains lists", place=path, help="say which: --list-column NAME")
    stem = PurePosixPath(path.replace("\\", "/"))
    name = stem.parent.name if stem.stem.casefold() in _PLAIN else stem.name.removesuffix(stem.suffix)
    content = content[: inbox.limits.file_bytes + 1]
    if (head := heading(stem.stem)) and head.section and head.deck:
        yield Arrival(source="file", file=path, name=name_in(stem.parent.name), reason=_PART)
        return
    yield Arrival(source="file", file=path, name=name_in(name.replace("_", " ")), called=stem.name, content=content)


def _forms(
    tables: list[_Table], wanted: ColumnOptions, path: str
) -> tuple[list[tuple[_Table, PlayerColumns]], list[_Table]]:
    """Return the tables with a column of lists, and the others; options have to fit one table at least."""
    forms: list[tuple[_Table, PlayerColumns]] = []
    others: list[_Table] = []
    faults: list[UsageError] = []
    for table in tables:
        try:
            layout = layout_of(table.grid, wanted, path)
        except UsageError as error:
            faults.append(error)
            others.append(table)
            continue
        if layout.list is None:
            others.append(table)
        else:
            forms.append((table, layout))
    if faults and not forms:
        raise faults[0]
    return forms, others


def _rows(path: str, table: _Table, layout: PlayerColumns, inbox: Inbox) -> Iterator[Arrival]:
    grid = table.grid
    inbox.say(f"{path}: {described(grid, layout)}")
    if not layout.names:
        inbox.say(f"{path}: no column contains names; players are told apart by contact or id (--player-column NAME)")
    if layout.received is None and (unclear := _unclear_times(grid)):
        inbox.say(f"{path}: {unclear}")
    rows = [_in_row(table, number, cells, layout, inbox) for number, cells in grid.rows]
    if layout.received is not None and (
        unread := len(grid.cells(layout.received)) - sum(bool(row.received) for row in rows)
    ):
        place = f"{path}: column {letter_of(layout.received)}"
        inbox.say(f"{place}: {counted(unread, 'cell')} without a time; such a list counts as received now (--received)")
    if hidden := [str(row.row) for row in rows if table.sheet.gone.get(row.row) == HIDDEN]:
        inbox.say(f"{path}: these rows are hidden, and read as the others: {', '.join(hidden)}")
    yield from rows


def _by_player(table: _Table) -> Iterator[Arrival]:
    """Yield the list of each player of a table with one card in each row; a name may be in the first row only."""
    columns = card_columns(table.grid)
    if columns is None:
        return
    lists: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    name = ""
    for number, row in table.grid.rows:
        name = name_in("".join(row[columns[0] : columns[0] + 1])) or name
        lists.setdefault(name, []).append((number, row))
    for name, rows in lists.items():
        lines = (row[: columns[0]] + row[columns[0] + 1 :] for row in (table.grid.header, *(row for _, row in rows)))
        text = "\n".join("\t".join(line) for line in lines)
        yield Arrival(
            source="table",
            file=table.file,
            row=rows[0][0],
            name=name,
            called=called_for(""),
            content=text.encode("utf-8", "replace"),
        )


def _unclear_times(grid: Grid) -> str:
    """Return a sentence about the first column of times that may be read in two ways, "" without one."""
    for column, name in enumerate(grid.header):
        if found := two_readings(grid.cells(column)):
            cell, one, other = found
            return (
                f"column {letter_of(column)} `{name}` has times that may be read in two ways: `{cell}` is {one} or"
                f" {other}; the lists count as received now (--received). Write the times as {one} 18:30"
            )
    return ""


def _in_row(table: _Table, number: int, cells: tuple[str, ...], layout: PlayerColumns, inbox: Inbox) -> Arrival:
    def cell(column: int | None) -> str:
        return cells[column] if column is not None and column < len(cells) else ""

    contact, text = cell(layout.contact).strip(), cell(layout.list)
    beside = [(name, cell(at).strip()) for at, name in enumerate(table.grid.header) if at not in layout.columns]
    if inbox.wanted.list is not None:
        # Who names the column of the lists decides against the lists in others.
        beside = [(name, said) for name, said in beside if not is_list(said)]
    comments = [said for row, said in table.sheet.comments if row == number]
    return Arrival(
        source="table",
        file=table.file,
        row=number,
        name=name_in(
            " ".join(said for column in layout.names if (said := cell(column)).strip().casefold() not in _NO_NAME)
        ),
        contact=contact if MAIL.fullmatch(contact) else "",
        external_id=cell(layout.id).strip(),
        seat=cell(layout.seat).strip(),
        received=time_in(cell(layout.received), layout.time, inbox.zone) if layout.time else "",
        called=called_for(text),
        content=re.sub(_NO_BYTE, lambda found: plain_text(found[0]), text).encode("utf-8", "surrogateescape"),
        reason=_why_no_list(table, number, text, layout, beside),
        beside=(*said_beside(text, beside, inbox.limits), *comments) if layout.list is not None else (),
    )


def _why_no_list(
    table: _Table, number: int, text: str, layout: PlayerColumns, beside: Sequence[tuple[str, str]]
) -> str:
    """Return why a row hands in no list, "" where it does."""
    if layout.list is None:
        return ""
    if not text.strip():
        return f"no list in column `{letter_of(layout.list)}`"
    if table.sheet.gone.get(number) == STRUCK:
        return "the row is struck out; ask which list counts"
    void = next(((name, cell) for name, cell in beside if label_words(cell) in _VOID), None)
    return f"`{void[0]}` is `{void[1]}`; ask which list counts" if void else ""


def name_in(text: str) -> str:
    """Return a name on one line, of a length that fits one."""
    return " ".join(text.split())[: Limits().name_length]


def called_for(text: str) -> str:
    """Return a file name by which a list is read that came as text."""
    return "list.json" if text.lstrip().startswith("{") else "list.txt"


def _mbox(path: str, inbox: Inbox) -> Iterator[Arrival]:
    with open_file(path):  # Raises the error for a wrong path.
        pass
    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.iterkeys(), 1):
            yield from _mail(path, number, box.get_bytes(key), inbox)
    finally:
        box.close()


def _mail(path: str, number: int, content: bytes, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the list in a mail; a mail with several lists, or none, or that cannot be read, says so."""
    try:
        mail = mail_of(content, inbox.limits)
    except InputError as error:
        yield Arrival(source="mail", file=Path(path).name, row=number, reason=error.message)
        return
    arrival = Arrival(
        source="mail",
        file=Path(path).name,
        row=number,
        name=name_in(mail.sender.name),
        contact=mail.sender.address,
        received=mail.received,
        whose=mail.whose,
        beside=mail.beside,
        doubts=mail.doubts,
    )
    if len(mail.parts) == 1:
        yield replace(arrival, called=mail.parts[0].called, content=mail.parts[0].content)
    elif mail.parts:
        names = ", ".join(part.called for part in mail.parts)
        yield replace(arrival, reason=f"the mail has {len(mail.parts)} lists: {names}; ask which one counts")
    else:
        yield replace(arrival, reason=f"the mail has no list, only {', '.join(mail.refused)}; ask for the list as text")


def _tables(path: str, content: bytes, limits: Limits) -> list[_Table]:
    """Return the tables in a file, one for each sheet of a workbook; raises InputError for a broken one."""
    suffix, file = suffix_of(path, _TABLES), Path(path).name
    if suffix == ".xlsx":
        sheets = sheets_of(content, path, limits)
        return [
            _Table(f"{file} sheet {sheet.name}" if at else file, grid_of(sheet.rows), sheet)
            for at, sheet in enumerate(sheets)
        ]
    grid = _table(path, content, limits) if suffix else _tabbed(path, content, limits)
    return [_Table(file, _with_whole_lists(grid))] if grid else []


def _with_whole_lists(grid: Grid) -> Grid:
    """Return a table whose columns are parts of lists ("Stronghold", "Dynasty deck") with whole lists in one column."""
    parts = part_columns(list(grid.header), None)
    lists = ["\n\n".join(f"{grid.header[at]}\n{row[at]}" for at in parts if row[at : at + 1]) for _, row in grid.rows]
    if not any(map(is_list, lists)):
        return grid
    kept = [at for at in range(len(grid.header)) if at not in parts]
    rows = (
        (number, (*("".join(row[at : at + 1]) for at in kept), text))
        for (number, row), text in zip(grid.rows, lists, strict=True)
    )
    return Grid((*(grid.header[at] for at in kept), "deck list"), tuple(rows))


def _table(path: str, content: bytes, limits: Limits) -> Grid:
    """Return the table in a text; raises InputError for anything else."""
    text, suffix = _text(path, content, limits), suffix_of(path, _TABLES)
    return _json_table(text, path) if suffix in (".jsonl", ".ndjson") else _csv_table(text, path, suffix)


def _tabbed(path: str, content: bytes, limits: Limits) -> Grid | None:
    """Return the table that a spreadsheet saved as text, with tabs between its cells; None for anything else.

    A list may have tabs too, but no column of lists.
    """
    if suffix_of(path, OFFICE):
        return None
    try:
        text = _text(path, content, limits)
        grid = _csv_table(text, path, ".tsv") if "\t" in text.lstrip().partition("\n")[0] else Grid((), ())
    except InputError:
        return None
    columns = ([is_list(cell) and not is_address(cell) for cell in grid.cells(at)] for at in range(len(grid.header)))
    return grid if any(sum(column) * 2 > len(column) for column in columns) else None


def _text(path: str, content: bytes, limits: Limits) -> str:
    """Return the text of a table, which may be larger than one list; raises InputError."""
    return decode(content, path, replace(limits, file_bytes=max(limits.file_bytes, len(content)))).lstrip("\ufeff")


def _csv_table(text: str, path: str, suffix: str) -> Grid:
    """Return the table with the delimiter that gives most rows the cells of the first row, and then most cells."""
    csv.field_size_limit(Limits().file_bytes)
    tables: list[tuple[int, int, list[list[str]]]] = []
    for delimiter in "\t" if suffix == ".tsv" else ",;\t":
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
        except csv.Error as error:
            fault = f"not a table: {error}"
            continue
        if text[:4].casefold() == "sep=":  # What Excel writes above a table to say what parts its cells.
            rows[0] = []
        width = max(len(row) for row in rows)
        tables.append((_fitting(rows), width, rows))
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


def _read(path: str, limits: Limits) -> bytes:
    with open_file(path) as stream:
        content = stream.read(limits.archive_bytes + 1)
    _check_size(content, path, limits)
    return content


def _check_size(content: bytes, path: str, limits: Limits) -> None:
    if len(content) > limits.archive_bytes:
        raise InputError(f"larger than {limits.archive_bytes:,} bytes", place=path)
