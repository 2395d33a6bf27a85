"""Find the meaning of each column of a table by its cells, not by the language of its header."""

import datetime
import math
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import product

from msgspec import Struct

from deckcheck.decks.tables.rows import CARD_COLUMNS
from deckcheck.decks.tables.workbooks import Worksheet
from deckcheck.decks.text.quotes import is_list
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.sayings import says_copies
from deckcheck.events.times import order_of, time_in
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold

MAIL = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;.]+")
_MOST_WORDS = 5
_LONGEST = 60
# Names that forms give to columns; without any of them, the cells decide.
_PLAYERS = ("player", "player name", "pilot", "participant", "your name", "full name", "name", "username", "nickname")
_FIRST, _LAST, _PEOPLE = (sorted(KEYS[names]) for names in ("first names", "last names", "people"))
_LISTS = ("deck list", "decklist", "deck", "list", "cards")
_IDS = ("id", "player id", "external id", "membership", "member number", "player number")
_SEATS = ("seat", "table")
_CONTACTS = ("mail", "e-mail", "email", "mail address", "email address", "contact")
_TIMES = ("time", "date", "timestamp", "zeitstempel", "horodateur", "start time", "completion time")
# Folded names of columns: a row with one of them is the header of a table.
_HEADERS = frozenset(map(fold, (*_PLAYERS, *_FIRST, *_LAST, *_LISTS, *_IDS, *_SEATS, *_CONTACTS, *_TIMES, *_PEOPLE)))
# Words in the name of a column of names, beside others: `Spieler*in`.
_PERSONS = ("real name", *KEYS["players"], *_PEOPLE)
# What forms write for somebody who is not signed in.
_NOBODY = "anonymous"
# What is in columns beside the names, folded.
_NO_NAMES = KEYS["clans"] | {_NOBODY}


class ColumnOptions(Struct, frozen=True):
    """The columns that options name; None: detected from the cells."""

    player: str | None = None
    list: str | None = None
    contact: str | None = None
    id: str | None = None


class Column(Struct, frozen=True, eq=False, dict=True):
    """A column of a table: its place, its name, and its cells, one for each row."""

    at: int
    name: str
    cells: tuple[str, ...]

    @cached_property
    def filled(self) -> list[str]:
        """The cells that are not empty, without spaces around them."""
        return [cell for cell in map(str.strip, self.cells) if cell]

    @cached_property
    def order(self) -> str:
        """How the cells write times, as `times.order_of` says it."""
        return order_of(self.filled)

    @property
    def letter(self) -> str:
        """What spreadsheets call it: A, B, ... Z, AA."""
        letters, more = "", self.at + 1
        while more:
            more, letter = divmod(more - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return letters


class Grid(Struct, frozen=True, dict=True):
    """A table: its header, and rows with their numbers as a spreadsheet counts them.

    `file` is the name of its file, with that of the `sheet` if it is not the first of a workbook.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    file: str = ""
    sheet: Worksheet = Worksheet("", ())

    @property
    def is_list(self) -> bool:
        """Whether its rows look like one list, or a column has numbers of copies."""
        said = "\n".join(" ".join(filter(None, map(str.strip, cells))) for _, cells in self.rows)
        return any(map(says_copies, self.header)) or is_list(said)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns; a cell that a short row lacks is empty."""
        return tuple(
            Column(at, name, tuple(cell_in(row, at) for _, row in self.rows)) for at, name in enumerate(self.header)
        )


class PlayerColumns(Struct, frozen=True):
    """The columns by meaning; `names` are one or two, the others may be None."""

    names: tuple[Column, ...]
    list: Column | None
    contact: Column | None
    id: Column | None
    seat: Column | None
    received: Column | None

    @property
    def by_role(self) -> dict[str, tuple[Column, ...]]:
        """The columns with a meaning, by what they mean."""
        single = {"list": self.list, "contact": self.contact, "id": self.id, "seat": self.seat}
        single["time received"] = self.received
        return {"player": self.names, **{role: (column,) for role, column in single.items() if column}}


def grid_of(rows: Sequence[tuple[int, Sequence[str]]]) -> Grid:
    """Return rows as a table: with a header if a row is one, and without the title above it.

    A row is the header where it has the name of a column, or where a column differs from it: a word above numbers,
    email addresses or lists.
    """
    filled = [(number, tuple(cells)) for number, cells in rows if any(cell.strip() for cell in cells)]
    width = max((len(cells) for _, cells in filled), default=0)
    at = next((at for at, (_, cells) in enumerate(filled) if sum(bool(cell.strip()) for cell in cells) > 1), 0)
    for head in dict.fromkeys((at, 0)):
        if filled and _is_header(filled[head][1], [cells for _, cells in filled[head + 1 :]]):
            header = tuple(cell.strip() for cell in filled[head][1])
            names = (f"column {number}" for number in range(len(header) + 1, width + 1))
            return Grid((*header, *names), tuple(filled[head + 1 :]))
    return Grid(tuple(f"column {number}" for number in range(1, width + 1)), tuple(filled))


def cell_in(row: tuple[str, ...], at: int) -> str:
    """Return a cell of a row, or "" if it is missing."""
    return row[at] if at < len(row) else ""


def _is_header(row: tuple[str, ...], below: list[tuple[str, ...]]) -> bool:
    if any(is_list(cell) or MAIL.fullmatch(cell.strip()) for cell in row):
        return False
    if any(fold(cell) in _HEADERS for cell in row):
        return True
    columns = ([cell_in(cells, at).strip() for cells in below] for at, cell in enumerate(row) if _is_word(cell))
    return any(sum(bool(cell) and not _is_word(cell) for cell in column) * 2 > len(column) for column in columns)


def _is_word(cell: str) -> bool:
    """Return whether a cell is anything but empty, a number, a time, an email address or a list."""
    cell = cell.strip()
    return bool(cell) and not (cell[0].isdigit() or MAIL.fullmatch(cell) or is_list(cell))


def layout_of(grid: Grid, wanted: ColumnOptions, place: str) -> PlayerColumns:
    """Return the columns by meaning.

    Raises:
        UsageError: when an option names no column, or several columns may have the lists.
    """
    columns = grid.columns
    lists = _named(columns, wanted.list, "--list-column", place) or _list_column(columns, place)
    others = [column for column in columns if column is not lists]
    mails = _best(others, lambda cells: sum(bool(MAIL.fullmatch(cell)) for cell in cells) / len(cells))
    contact = _named(columns, wanted.contact, "--contact-column", place) or mails
    external = _named(columns, wanted.id, "--id-column", place)
    number = _called(columns, _IDS) if external is None else None
    seat = _called(columns, _SEATS)
    times = [column for column in columns if column.order]
    taken = {lists, contact, external, number, seat, *times}
    player = _named(columns, wanted.player, "--player-column", place)
    names = (player,) if player else _name_columns(grid, [each for each in columns if each not in taken], contact)
    if number and not (lists and (names or contact) and _numbers_rows(number)):
        external = number
    return PlayerColumns(names, lists, contact, external, seat, _received(times))


def owner_column(grid: Grid) -> Column | None:
    """Return the column of players of a table with one card per row; None for other tables."""
    has_cards = any(map(says_copies, grid.header)) and _called(grid.columns, CARD_COLUMNS)
    return _called(grid.columns, _PLAYERS) if has_cards else None


def described(layout: PlayerColumns) -> str:
    """Return the meaning of each column in words."""
    shown = {role: [f"{each.letter} `{each.name}`" for each in found] for role, found in layout.by_role.items()}
    return "; ".join(f"{role}: {' and '.join(found)}" for role, found in shown.items() if found)


def _named(columns: Sequence[Column], name: str | None, option: str, place: str) -> Column | None:
    """Return the column that an option names."""
    if name is None:
        return None
    found = [column for column in columns if column.name.casefold() == name.strip().casefold()]
    if len(found) == 1:
        return found[0]
    there = ", ".join(f"`{each.name}`" for each in columns if each.name)
    what = "several columns are" if found else "no column is"
    raise UsageError(f"{what} called `{name}`; the table has {there}", place=place, help=f"{option} NAME")


def _list_column(columns: Sequence[Column], place: str) -> Column | None:
    """Return the column whose cells are lists, or None."""
    counts = {column: sum(map(is_list, column.filled)) for column in columns}
    most = max(counts.values(), default=0)
    found = [column for column, count in counts.items() if count and count * 2 >= most]
    if len(found) > 1:
        by_name = [column for column in found if column.name.casefold() in _LISTS]
        found = by_name if len(by_name) == 1 else found
    if len(found) > 1:
        there = " and ".join(f"`{column.name}`" for column in found)
        help = "say which: --list-column NAME; call columns with parts of a list `Dynasty` and `Fate`"
        raise UsageError(f"several columns contain lists: {there}", place=place, help=help)
    return found[0] if found else _called(columns, _LISTS)


def _received(times: Sequence[Column]) -> Column | None:
    """Return the first column of times; if a form has start and end times side by side, the column of end times."""
    found = next(iter(times), None)
    for column in times[1:]:
        if found and column.at == found.at + 1 and _is_soon_after(found, column):
            found = column
    return found


def _is_soon_after(start: Column, end: Column) -> bool:
    """Return whether the times of a column are never before those of another, and mostly on the same day."""
    starts, ends = ([time_in(cell, each.order, datetime.UTC) for cell in each.cells] for each in (start, end))
    pairs = (pair for pair in zip(starts, ends, strict=True) if all(pair))
    both = [[datetime.datetime.fromisoformat(time) for time in pair] for pair in pairs]
    soon = sum(one <= other < one + datetime.timedelta(days=1) for one, other in both)
    return bool(both) and soon * 2 > len(both) and all(one <= other for one, other in both)


def _numbers_rows(column: Column) -> bool:
    """Return whether a column only counts the rows, up or down with few gaps, as forms number answers."""
    if not all(cell.isdecimal() for cell in column.filled):
        return False
    numbers = list(map(int, column.filled))
    if len(numbers) < 2:  # noqa: PLR2004 - one number alone counts only the first row
        return numbers == [1]
    is_dense = max(numbers) - min(numbers) < 2 * len(numbers)
    return is_dense and len(set(numbers)) == len(numbers) and sorted(numbers) in (numbers, numbers[::-1])


def _name_columns(grid: Grid, free: Sequence[Column], contact: Column | None) -> tuple[Column, ...]:
    """Return the column of names, or the columns of first and last names, of those without another meaning; or ()."""
    free = [column for column in free if any(fold(cell) != _NOBODY for cell in column.filled)]
    called, first, last = (_called(free, names) for names in (_PLAYERS, _FIRST, _LAST))
    is_part = called is not None and fold(called.name) == "name" and (first is None) != (last is None)
    if called and not is_part:
        return (called,)
    exact = tuple(filter(None, (first, called, last)))
    if len(exact) > 1:
        return exact
    parts = (_about(free, names) for names in (_FIRST, _LAST))
    if pair := next(((one, other) for one, other in product(*parts) if abs(one.at - other.at) == 1), None):
        return pair
    senders = max(1, len(set(contact.filled)) if contact else len(grid.rows))
    best = (_best(some, lambda cells: _like_names(cells, senders)) for some in (_about(free, _PERSONS), free))
    found = next(filter(None, best), None)
    return _with_last_names(found, free, contact) if found else ()


def _with_last_names(found: Column, free: Sequence[Column], contact: Column | None) -> tuple[Column, ...]:
    """Return a column of names, with the next one if both have single words and only both tell people apart."""
    words = [column for column in free if _like_words(column.filled)]
    for other in reversed(words if found in words else []):
        if abs(other.at - found.at) == 1 and _tells_apart(found, other, contact):
            return (found, other) if found.at < other.at else (other, found)
    return (found,)


def _like_words(cells: list[str]) -> bool:
    """Return whether cells look like first or last names: mostly single words of letters, and different ones."""
    words = [
        cell for cell in cells if fold(cell) not in _NO_NAMES and re.fullmatch(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*", cell)
    ]
    return len(words) * 5 >= len(cells) * 4 and len({*map(fold, cells)}) * 2 > len(cells)


def _tells_apart(names: Column, more: Column, contact: Column | None) -> bool:
    """Return whether a name occurs twice with different cells beside it, and not with one email address."""
    seen: dict[str, tuple[str, str]] = {}
    addresses = [cell.strip().casefold() for cell in contact.cells] if contact else [""] * len(names.cells)
    for name, beside, address in zip(map(fold, names.cells), map(fold, more.cells), addresses, strict=True):
        before, where = seen.setdefault(name, (beside, address))
        if before != beside and not (address and address == where):
            return True
    return False


def _called(columns: Sequence[Column], names: Sequence[str]) -> Column | None:
    """Return the first column with one of these names."""
    by_name = {fold(column.name): column for column in reversed(columns)}
    return next((by_name[fold(name)] for name in names if fold(name) in by_name), None)


def _about(columns: Sequence[Column], names: Sequence[str]) -> list[Column]:
    """Return the columns about the player that have one of these names among other words in their own."""
    said = [(column, " ".join(["", *_words(column.name), ""])) for column in columns if not _is_of_other(column.name)]
    return [column for column, words in said if any(f" {name} " in words for name in names)]


def _best(columns: Sequence[Column], score: Callable[[list[str]], float]) -> Column | None:
    """Return the column about the player with the highest score, or None if that is below a half."""
    scores = {column: score(column.filled) for column in columns if column.filled and not _is_of_other(column.name)}
    best = max(scores, key=scores.__getitem__, default=None)
    return best if best and scores[best] >= 0.5 else None  # noqa: PLR2004 - a half


def _is_of_other(name: str) -> bool:
    """Return whether a column is not about the player: ``Parent's name``."""
    return not KEYS["other columns"].isdisjoint(_words(name)) or "deck" in name.casefold()


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", name.casefold())


def _like_names(cells: list[str], senders: int) -> float:
    """Return a score for cells that look like personal names: short, of letters, some with two words."""
    short = [cell for cell in cells if len(cell) <= _LONGEST and len(cell.split()) <= _MOST_WORDS]
    short = [cell for cell in short if fold(cell) not in _NO_NAMES and fold(cell) not in KEYS["answers"]]
    short = [cell for cell in short if re.search(r"[^\W\d_]", cell) and not re.search(r"[\n@]", cell)]
    words = sum(min(len(cell.split()), 2) for cell in short) / (2 * len(cells))
    letters = sum(not re.search(r"\d", cell) for cell in short) / len(cells)
    # Names repeat, because players hand in twice, but never as often as clans.
    different = math.sqrt(min(1.0, len({fold(cell) for cell in short}) / senders))
    return different * (0.6 + 0.2 * words + 0.2 * letters)
