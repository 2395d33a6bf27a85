"""How inputs are read, and tables: the list of a player in each row, the cards of several, or names only."""

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, replace

from deckcheck.decks.containers import Document
from deckcheck.decks.files import suffix_of
from deckcheck.decks.tables.csv_rows import said_beside
from deckcheck.decks.tables.workbooks import HIDDEN, STRUCK
from deckcheck.decks.text.quotes import is_list
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.sayings import label_words
from deckcheck.events import columns
from deckcheck.events.columns import Column, ColumnOptions, Grid, PlayerColumns
from deckcheck.events.documents import TABLES, grid_in, table_text, tables_in
from deckcheck.events.model import LIMITS, Arrival
from deckcheck.events.times import time_in, two_readings
from deckcheck.model.deck import grouped
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.json_text import plain_text
from deckcheck.model.sentences import counted


class Inbox(Struct, frozen=True, kw_only=True):
    """How inputs are read.

    `zone` applies to times without one; None means the zone of this machine. `say` gets sentences about the meaning of
    columns, `skip` the paths of files in folders and archives that are of no kind that is read. `joined` returns files
    that are parts of one list as one, None for any others.
    """

    wanted: ColumnOptions = ColumnOptions()
    zone: datetime.tzinfo | None = datetime.UTC
    say: Callable[[str], None] = lambda _: None
    skip: Callable[[str], None] = lambda _: None
    joined: Callable[[Sequence[Document]], Document | None] = lambda _: None


def refuse_large(content: bytes, path: str) -> None:
    """Raise InputError for a file that is larger than an archive may be when unpacked."""
    if len(content) > LIMITS.archive_bytes:
        raise InputError(f"larger than {LIMITS.archive_bytes:,} bytes", place=path)


def plain(arrival: Arrival) -> Arrival:
    """Return an arrival with its facts as the event file keeps them, so that later arrivals match them."""
    facts = asdict(arrival).items()
    return replace(arrival, **{name: plain_text(value) for name, value in facts if isinstance(value, str)})


def name_in(text: str) -> str:
    """Return a name on one line, cut to the maximum length."""
    return " ".join(text.split())[: LIMITS.name_length]


def called_for(text: str) -> str:
    """Return the file name to read a list under that came as text."""
    return "list.json" if text.lstrip().startswith("{") else "list.txt"


# Not the zone of any event; a time that is the same in it has its own zone.
_ELSEWHERE = datetime.timezone(datetime.timedelta(hours=-23, minutes=-7))
# Columns in which `Void` is an element.
_OF_ELEMENTS = r"(?i)\b(?:roles?|rolle|rôle|elements?|rings?)\b"
# Columns about the person, whose numbers count no cards.
_OF_PERSON = r"(?i)^(?!.*(?:deck|list)).*\b(?:address|adresse|anschrift|street|ticket|accommodation|hear about)\b"
# Columns for the name of somebody else, whose list it is.
_FOR_ANOTHER = r"""(?ix)\b(?:regist\w+|sign\w*|submit\w*|hand\w*\sin|on\sbehalf)\b.{0,20}\b(?:for|of)\s
    (?:(?:a|my|your)\s)?(?:friend|team\s?mate|somebody|someone|another)\b"""
_NO_FORM = "a sheet with one list beside the sheets of a form; save it as a file of its own"
_NO_NAME = frozenset({"-", "--", "–", "—", '"', "''", "″", "n/a", "na", "none", "."})
# Surrogates from an escape in JSON, not from a byte of the file.
_NO_BYTE = "[\ud800-\udc7f\udd00-\udfff]"
# Columns of a match's second player, lines of a roster that are not players, and what comes before names there.
_SEVERAL_PLAYERS = r"(?:player|spieler|joueur|jugador) ?(?:[2-9]|b|two)|opponent|gegner|adversaire"
_NO_PLAYER = r"(?i)~~.*~~|.*:|(?:total|sum|players)\s*[:=]?\s*\d+"
_NUMBERED = r"^(?:\d{1,4}[.)]|[-*•–])\s+"
# The place of a player in the standings: "1 Kei", "2nd Ren".
_PLACE = r"^#?\d{1,4}(?:st|nd|rd|th)?\s+(?=\D)"
_RECIPIENT = r'"?([^"<>@]{1,200}?)"? ?<([^<>\s@]+@[^<>\s@]+)>'
_NO_HEADER = ("column 1",)
_ONE_SHEET = "save the sheet with the players as a file of its own"


def lists_in(tables: Sequence[Grid], path: str, inbox: Inbox) -> list[Arrival] | None:
    """Return the lists of the players in the tables of a file; None if the file is itself a list.

    Beside forms, a table that is itself a list becomes an arrival with the reason why it is not read.

    Raises:
        UsageError: when the options fit no table, or no column contains lists.
    """
    if forms := _forms(tables, inbox.wanted, path):
        found = [each for table, layout in forms for each in _in_form(table, layout, path, inbox)]
        beside = [table for table in tables if table.is_list and table not in [form for form, _ in forms]]
        return [*found, *(Arrival(source="file", file=table.file, reason=_NO_FORM) for table in beside)]
    if len(tables) == 1 and (lists := list(_by_player(tables[0]))):
        return lists
    if tables and not any(table.is_list for table in tables):
        raise UsageError("no column contains lists", place=path, help="say which: --list-column NAME")
    return None


def rows_of(table: Grid, layout: PlayerColumns, inbox: Inbox) -> list[Arrival]:
    """Return each row of a table as an arrival; without a column of lists, it has only the facts about its player."""
    return [_in_row(table, at, layout, inbox) for at in range(len(table.rows))]


def _forms(tables: Sequence[Grid], wanted: ColumnOptions, path: str) -> list[tuple[Grid, PlayerColumns]]:
    """Return the tables with a column of lists; options have to fit at least one table."""
    forms: list[tuple[Grid, PlayerColumns]] = []
    faults: list[UsageError] = []
    for table in tables:
        try:
            layout = columns.layout_of(table, wanted, path)
        except UsageError as error:
            faults.append(error)
            continue
        if layout.list:
            forms.append((table, layout))
    if faults and not forms:
        raise faults[0]
    return forms


def _in_form(table: Grid, layout: PlayerColumns, path: str, inbox: Inbox) -> list[Arrival]:
    """Return the lists in the rows of a form; says what its columns mean and what is unclear about them."""
    inbox.say(f"{path}: {columns.described(layout)}")
    if not layout.names:
        by = "contact or id" if layout.contact or layout.id else "what each list says"
        inbox.say(f"{path}: no column contains names; players are told apart by {by} (--player-column NAME)")
    received = layout.received
    if received is None and (unclear := _unclear_times(table)):
        inbox.say(f"{path}: {unclear}")
    rows = rows_of(table, layout, inbox)
    if received and (said := _said_of_zone(received, inbox.zone)):
        inbox.say(f"{path}: {said}")
    if received and (unread := len(received.filled) - sum(bool(row.received) for row in rows)):
        what = f"{counted(unread, 'cell')} without a time; such a list counts as received now (--received)"
        inbox.say(f"{path}: column {received.letter}: {what}")
    if hidden := [str(row.row) for row in rows if table.sheet.gone.get(row.row) == HIDDEN]:
        inbox.say(f"{path}: these rows are hidden, but read like the others: {', '.join(hidden)}")
    return rows


def _said_of_zone(received: Column, zone: datetime.tzinfo | None) -> str:
    """Return how times without a zone are read if only the deadline gives an offset, else ""."""
    if not isinstance(zone, datetime.timezone) or all(
        time_in(cell, received.order, zone) == time_in(cell, received.order, _ELSEWHERE) for cell in received.filled
    ):
        return ""
    return f"times without a zone are read as {zone}, in summer too; `event set FILE --zone Europe/Berlin` names a zone"


def _unclear_times(table: Grid) -> str:
    """Return a sentence about the first column of times that may be read in two ways, "" without one."""
    for column in table.columns:
        if found := two_readings(column.filled):
            cell, one, other = found
            said = f"has ambiguous times: `{cell}` is {one} or {other}"
            do = f"the lists count as received now (--received). Write the times as {one} 18:30"
            return f"column {column.letter} `{column.name}` {said}; {do}"
    return ""


def _by_player(table: Grid) -> Iterator[Arrival]:
    """Yield the list of each player in a table with one card per row; the name may be in the first row only."""
    owner = columns.owner_column(table)
    if owner is None:
        return
    names: Iterator[str] = accumulate(map(name_in, owner.cells), lambda before, name: name or before)
    for name, rows in grouped(zip(names, table.rows, strict=True)).items():
        every = (table.header, *(row for _, row in rows))
        lines = ("\t".join(row[: owner.at] + row[owner.at + 1 :]) for row in every)
        yield Arrival(
            source="table",
            file=table.file,
            row=rows[0][0],
            name=name,
            called=called_for(""),
            content="\n".join(lines).encode("utf-8", "replace"),
        )


def _in_row(table: Grid, at: int, layout: PlayerColumns, inbox: Inbox) -> Arrival:
    """Return a row by its place below the header."""

    def said(column: Column | None) -> str:
        return column.cells[at].strip() if column else ""

    number, contact, text = table.rows[at][0], said(layout.contact), layout.list.cells[at] if layout.list else ""
    known = [column for found in layout.by_role.values() for column in found]
    others = (each for each in table.columns if each not in known and not re.search(_OF_PERSON, each.name))
    beside = [(each.name, said(each)) for each in others]
    if inbox.wanted.list is not None:
        # Whoever names the column of lists excludes lists in other columns.
        beside = [(name, cell) for name, cell in beside if not is_list(cell)]
    comments = [comment for row, comment in table.sheet.comments if row == number]
    names = (name for name in map(said, layout.names) if name.casefold() not in _NO_NAME)
    return Arrival(
        source="table",
        file=table.file,
        row=number,
        name=name_in(" ".join(names)),
        contact=contact if columns.MAIL.fullmatch(contact) else "",
        external_id=said(layout.id),
        seat=said(layout.seat),
        received=time_in(said(layout.received), layout.received.order, inbox.zone) if layout.received else "",
        called=called_for(text),
        content=re.sub(_NO_BYTE, lambda found: plain_text(found[0]), text).encode("utf-8", "surrogateescape"),
        reason=_why_no_list(table, number, text, layout.list, beside) if layout.list else "",
        beside=(*said_beside(text, beside, LIMITS), *comments) if layout.list else (),
    )


def _why_no_list(table: Grid, number: int, text: str, column: Column, beside: Sequence[tuple[str, str]]) -> str:
    """Return why a row does not hand in a list; "" if it does."""
    if not text.strip():
        return f"`{column.name}` (column {column.letter}) is empty"
    if table.sheet.gone.get(number) == STRUCK:
        return "the row is struck out; ask which list counts"
    for name, cell in beside:
        if label_words(cell) in KEYS["void"] and not re.search(_OF_ELEMENTS, name):
            return f"`{name}` is `{cell}`; ask which list counts"
        if cell and re.search(_FOR_ANOTHER, name) and label_words(cell) not in KEYS["none"]:
            return f"`{name}` is `{cell}`; ask whose list it is"
    return ""


# Each line of such a file, even of a format, would be the name of a player.
_NO_ROSTER = (".yaml", ".yml", ".json", ".toml", ".html", ".htm", ".md")


def players_in(path: str, content: bytes, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the players of a table, without lists; raises InputError and UsageError."""
    if suffix_of(path, _NO_ROSTER):
        raise UsageError("not a table of players", place=path, help="save it as CSV, or as text with one name per line")
    table = _table(path, content)
    layout = replace(columns.layout_of(table, inbox.wanted, path), list=None)
    if not layout.names:
        raise UsageError("no column contains names", place=path, help="say which: --player-column NAME")
    several = [name for name in table.header if re.fullmatch(_SEVERAL_PLAYERS, name.strip(), re.IGNORECASE)]
    if several and inbox.wanted.player is None:
        names = ", ".join(f"`{name}`" for name in several)
        raise UsageError(
            f"more than one column may contain players: {names}",
            place=path,
            help="choose one with --player-column NAME",
        )
    inbox.say(f"{path}: {columns.described(layout)}")
    for arrival in map(plain, rows_of(table, layout, inbox)):
        if re.fullmatch(_NO_PLAYER, arrival.name):
            inbox.say(f"{path}: line {arrival.row} is not read as a player: {arrival.name}")
        else:
            yield replace(arrival, name=re.sub(_NUMBERED, "", arrival.name))


def _table(path: str, content: bytes) -> Grid:
    """Return the table in a file; a text without a header is one name per line, which may be `Last, First`."""
    refuse_large(content, path)
    if suffix_of(path, TABLES):
        tables = tables_in(path, content)
        if len(tables) != 1:
            names = ", ".join(f"`{table.sheet.name}`" for table in tables)
            raise UsageError(f"the workbook has {len(tables)} sheets: {names}", place=path, help=_ONE_SHEET)
        return tables[0]
    text = table_text(path, content)
    grid = _recipients(text) or grid_in(text, path)
    return replace(_names(grid, text) if grid.header[:1] == _NO_HEADER else grid, file=Path(path).name)


def _recipients(text: str) -> Grid | None:
    """Return the names and addresses in the recipients of an email, None for any other text."""
    parts = [each.strip() for each in re.split(r"(?<=>)[,;]|\n", text) if each.strip()]
    found = enumerate((re.fullmatch(_RECIPIENT, each) for each in parts), 1)
    rows = tuple((number, each.groups()) for number, each in found if each)
    return Grid((*_NO_HEADER, "column 2"), rows) if parts and len(rows) == len(parts) else None


def _names(grid: Grid, text: str) -> Grid:
    """Return a text without a header as one column of names, or `grid` if it has more than names."""
    if re.search(r"[@\d]", re.sub(rf"(?m){_NUMBERED}|{_PLACE}|\s#\d+\s*$", "", text)):
        return grid
    if len(grid.rows) == 1 and ";" in text:
        # All names on one line.
        return Grid(_NO_HEADER, tuple((1, (name,)) for name in grid.rows[0][1]))
    lines = tuple((number, (line,)) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    return grid if re.search(r"[;\t]", text) else Grid(_NO_HEADER, lines)
