"""Find the meaning of each column of a table by its cells, not by the language of its header."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold
from deckcheck.system.web import is_address

MAIL = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;.]+")
# A card with its number in front or behind. Possessive, or long lines would take very long.
_COUNTED = re.compile(
    r"(?:^|[\n,;|])[ \t>*-]*+(?:\d{1,2}(?:[ \t]*+[x×][ \t]++|[ \t]++)[^\W\d_]"
    r"|[^\W\d_][^\n\d,;|]*+\d{1,2}[ \t]*+(?=[\n,;|]|$))"
)
_FEWEST_CARDS = 5
_MOST_WORDS = 5
_LONGEST = 60
# Names that forms give to columns; the cells decide where none of these is there.
_PLAYERS = ("player", "player name", "your name", "full name", "name", "username", "nickname", "participant")
_FIRST, _LAST = ("first name", "given name", "firstname"), ("last name", "surname", "family name", "lastname")
_LISTS = ("deck list", "decklist", "deck", "list", "cards")
_IDS = ("id", "player id", "external id", "membership", "member number", "player number")
_SEATS = ("seat", "table")
_TIMES = ("%Y-%m-%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%m/%d/%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%d.%m.%Y %H:%M:%S")


class ColumnOptions(Struct, frozen=True):
    """The columns that options name; None: found by the cells."""

    player: str | None = None
    list: str | None = None
    contact: str | None = None
    id: str | None = None


class Grid(Struct, frozen=True):
    """A table: its header, and rows with their numbers as a spreadsheet counts them."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def cells(self, column: int) -> list[str]:
        """Return the cells of a column that are not empty."""
        return [row[column].strip() for _, row in self.rows if column < len(row) and row[column].strip()]


class PlayerColumns(Struct, frozen=True):
    """The columns by meaning; `names` are one or two, the others may be None.

    `time` is how the times of the column `received` are written.
    """

    names: tuple[int, ...]
    list: int | None
    contact: int | None
    id: int | None
    seat: int | None
    received: int | None
    time: str = ""


def grid_of(rows: Sequence[tuple[int, Sequence[str]]]) -> Grid:
    """Return rows as a table; a first row with a list or a mail address is not a header."""
    filled = [(number, tuple(cells)) for number, cells in rows if any(cell.strip() for cell in cells)]
    if not filled:
        return Grid((), ())
    width = max(len(cells) for _, cells in filled)
    first = filled[0][1]
    if any(is_list(cell) or MAIL.fullmatch(cell.strip()) for cell in first):
        return Grid(tuple(f"column {number}" for number in range(1, width + 1)), tuple(filled))
    header = tuple(cell.strip() for cell in first)
    return Grid((*header, *(f"column {number}" for number in range(len(header) + 1, width + 1))), tuple(filled[1:]))


def is_list(text: str) -> bool:
    """Return whether a text looks like a deck list or the address of one."""
    text = text.strip()
    if is_address(text):
        return len(text.split()) == 1
    return len(_COUNTED.findall(text)) >= _FEWEST_CARDS or (text.startswith("{") and '"cards"' in text)


def layout_of(grid: Grid, wanted: ColumnOptions, place: str) -> PlayerColumns:
    """Return the columns by meaning.

    Raises:
        UsageError: when an option names no column, or several columns may have the lists.
    """
    lists = _named(grid, wanted.list, "--list-column", place)
    lists = _list_column(grid, place) if lists is None else lists
    contact = _named(grid, wanted.contact, "--contact-column", place)
    taken = {lists, contact}
    if contact is None:
        contact = _best(grid, taken, lambda cells: sum(bool(MAIL.fullmatch(cell)) for cell in cells) / len(cells))
    external = _named(grid, wanted.id, "--id-column", place)
    external = _called(grid, _IDS) if external is None else external
    seat = _called(grid, _SEATS)
    times = {column: form for column in range(len(grid.header)) if (form := _time_format(grid.cells(column)))}
    received = next(iter(times), None)
    taken = {lists, contact, external, seat, *times}
    player = _named(grid, wanted.player, "--player-column", place)
    names = (player,) if player is not None else _name_columns(grid, taken, contact)
    return PlayerColumns(names, lists, contact, external, seat, received, times.get(received or 0, ""))


def described(grid: Grid, layout: PlayerColumns) -> str:
    """Return the meaning of each column in words."""
    roles: tuple[tuple[str, tuple[int | None, ...]], ...] = (
        ("player", layout.names),
        ("list", (layout.list,)),
        ("contact", (layout.contact,)),
        ("id", (layout.id,)),
        ("seat", (layout.seat,)),
        ("time received", (layout.received,)),
    )
    said = []
    for role, columns in roles:
        shown = [f"{letter_of(column)} `{grid.header[column]}`" for column in columns if column is not None]
        said.append(f"{role}: {' and '.join(shown)}" if shown else "")
    return "; ".join(filter(None, said))


def time_in(cell: str, form: str, zone: datetime.tzinfo) -> str:
    """Return a time of a table as an ISO time with a zone, "" for anything else."""
    try:
        if form == "iso":
            found = datetime.datetime.fromisoformat(cell.strip())
        else:
            found = datetime.datetime.strptime(cell.strip(), form)  # noqa: DTZ007 - the zone is added below
    except ValueError:
        return ""
    return (found if found.tzinfo else found.replace(tzinfo=zone)).isoformat(timespec="seconds")


def _named(grid: Grid, name: str | None, option: str, place: str) -> int | None:
    """Return the column that an option names."""
    if name is None:
        return None
    found = [column for column, each in enumerate(grid.header) if each.casefold() == name.strip().casefold()]
    if len(found) == 1:
        return found[0]
    there = ", ".join(f"`{each}`" for each in grid.header if each)
    what = "several columns are" if found else "no column is"
    raise UsageError(f"{what} called `{name}`; the table has {there}", place=place, help=f"{option} NAME")


def _list_column(grid: Grid, place: str) -> int | None:
    """Return the column whose cells are lists, None when there is none."""
    counts = {column: sum(map(is_list, grid.cells(column))) for column in range(len(grid.header))}
    most = max(counts.values(), default=0)
    found = [column for column, count in counts.items() if count and count * 2 >= most]
    if len(found) > 1:
        by_name = [column for column in found if grid.header[column].casefold() in _LISTS]
        found = by_name if len(by_name) == 1 else found
    if len(found) > 1:
        there = " and ".join(f"`{grid.header[column]}`" for column in found)
        raise UsageError(f"several columns contain lists: {there}", place=place, help="say which: --list-column NAME")
    return found[0] if found else _called(grid, _LISTS)


def _name_columns(grid: Grid, taken: set[int | None], contact: int | None) -> tuple[int, ...]:
    """Return the column of the names, or those of first and last names; () when there is none."""
    called = _called(grid, _PLAYERS)
    if called is not None and called not in taken:
        return (called,)
    parts = _called(grid, _FIRST), _called(grid, _LAST)
    if parts[0] is not None and parts[1] is not None:
        return (parts[0], parts[1])
    senders = len(set(grid.cells(contact))) if contact is not None else len(grid.rows)
    found = _best(grid, taken, lambda cells: _like_names(cells, max(1, senders)))
    return () if found is None else (found,)


def _called(grid: Grid, names: Sequence[str]) -> int | None:
    headers = [fold(each) for each in grid.header]
    return next((headers.index(fold(name)) for name in names if fold(name) in headers), None)


def _best(grid: Grid, taken: set[int | None], score: Callable[[list[str]], float]) -> int | None:
    """Return the column that scores highest and at least a half, None when there is none."""
    scores = [
        (score(cells), -column)
        for column in range(len(grid.header))
        if column not in taken and "deck" not in grid.header[column].casefold() and (cells := grid.cells(column))
    ]
    best, column = max(scores, default=(0.0, 0))
    return -column if best >= 0.5 else None  # noqa: PLR2004 - a half


def _like_names(cells: list[str], senders: int) -> float:
    """Return how much cells look like names of persons: short, of letters, some of two words."""
    short = [cell for cell in cells if len(cell) <= _LONGEST and len(cell.split()) <= _MOST_WORDS]
    short = [cell for cell in short if re.search(r"[^\W\d_]", cell) and not re.search(r"[\n@]", cell)]
    words = sum(min(len(cell.split()), 2) for cell in short) / (2 * len(cells))
    letters = sum(not re.search(r"\d", cell) for cell in short) / len(cells)
    # Who hands in twice is there twice, so that names repeat, but never as clans do.
    different = math.sqrt(min(1.0, len({fold(cell) for cell in short}) / senders))
    return different * (0.6 + 0.2 * words + 0.2 * letters)


def _time_format(cells: list[str]) -> str:
    """Return how all cells of a column write a time, "" when they are none or may be read in two ways."""
    if not cells:
        return ""
    fits = [form for form in ("iso", *_TIMES) if all(_is_time(cell, form) for cell in cells)]
    return fits[0] if len(fits) == 1 or fits[:1] == ["iso"] else ""


def _is_time(cell: str, form: str) -> bool:
    return len(cell) > len("2026-12-04") and bool(time_in(cell, form, datetime.UTC))


def letter_of(column: int) -> str:
    """Return what spreadsheets call a column: A, B, ... Z, AA."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def texts(grid: Grid) -> Iterator[str]:
    """Yield each row as a line of text, as a list that was written into a spreadsheet."""
    yield " ".join(filter(None, grid.header)) if grid.header and not grid.header[0].startswith("column ") else ""
    yield from (" ".join(cell.strip() for cell in cells if cell.strip()) for _, cells in grid.rows)
