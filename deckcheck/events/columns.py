"""Find the meaning of each column of a table by its cells, not by the language of its header."""

import datetime
import math
import re
from collections.abc import Callable, Sequence
from itertools import product

from msgspec import Struct

from deckcheck.decks.tables.rows import CARD_COLUMNS
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


class Grid(Struct, frozen=True):
    """A table: its header, and rows with their numbers as a spreadsheet counts them."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def cells(self, column: int) -> list[str]:
        """Return the cells of a column that are not empty."""
        return [cell for _, row in self.rows if (cell := cell_in(row, column).strip())]


class PlayerColumns(Struct, frozen=True):
    """The columns by meaning; `names` are one or two, the others may be None.

    `time` is how the times of the column `received` are written, as `times.order_of` says it.
    """

    names: tuple[int, ...]
    list: int | None
    contact: int | None
    id: int | None
    seat: int | None
    received: int | None
    time: str = ""

    @property
    def columns(self) -> set[int]:
        """The columns with a meaning."""
        found = (*self.names, self.list, self.contact, self.id, self.seat, self.received)
        return {column for column in found if column is not None}


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


def cell_in(row: tuple[str, ...], column: int | None) -> str:
    """Return a cell of a row, or "" if it is missing."""
    return row[column] if column is not None and column < len(row) else ""


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
    lists = _named(grid, wanted.list, "--list-column", place)
    lists = _list_column(grid, place) if lists is None else lists
    contact = _named(grid, wanted.contact, "--contact-column", place)
    if contact is None:
        contact = _best(grid, {lists}, lambda cells: sum(bool(MAIL.fullmatch(cell)) for cell in cells) / len(cells))
    external = _named(grid, wanted.id, "--id-column", place)
    number = _called(grid, _IDS) if external is None else None
    seat = _called(grid, _SEATS)
    times = {column: order for column in range(len(grid.header)) if (order := order_of(grid.cells(column)))}
    received = _received(grid, times)
    taken = {lists, contact, external, number, seat, *times}
    player = _named(grid, wanted.player, "--player-column", place)
    names = (player,) if player is not None else _name_columns(grid, taken, contact)
    if number is not None and not (
        lists is not None and (names or contact is not None) and _numbers_rows(grid, number)
    ):
        external = number
    return PlayerColumns(names, lists, contact, external, seat, received, times.get(received or 0, ""))


def owner_column(grid: Grid) -> int | None:
    """Return the column of players of a table with one card per row; None for other tables."""
    has_cards = any(map(says_copies, grid.header)) and _called(grid, CARD_COLUMNS) is not None
    return _called(grid, _PLAYERS) if has_cards else None


def described(grid: Grid, layout: PlayerColumns) -> str:
    """Return the meaning of each column in words."""
    roles: dict[str, tuple[int | None, ...]] = {
        "player": layout.names,
        "list": (layout.list,),
        "contact": (layout.contact,),
        "id": (layout.id,),
        "seat": (layout.seat,),
        "time received": (layout.received,),
    }
    said = []
    for role, columns in roles.items():
        if shown := [f"{letter_of(column)} `{grid.header[column]}`" for column in columns if column is not None]:
            said.append(f"{role}: {' and '.join(shown)}")
    return "; ".join(said)


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
    """Return the column whose cells are lists, or None."""
    counts = {column: sum(map(is_list, grid.cells(column))) for column in range(len(grid.header))}
    most = max(counts.values(), default=0)
    found = [column for column, count in counts.items() if count and count * 2 >= most]
    if len(found) > 1:
        by_name = [column for column in found if grid.header[column].casefold() in _LISTS]
        found = by_name if len(by_name) == 1 else found
    if len(found) > 1:
        there = " and ".join(f"`{grid.header[column]}`" for column in found)
        help = "say which: --list-column NAME; call columns with parts of a list `Dynasty` and `Fate`"
        raise UsageError(f"several columns contain lists: {there}", place=place, help=help)
    return found[0] if found else _called(grid, _LISTS)


def _received(grid: Grid, times: dict[int, str]) -> int | None:
    """Return the first column of times; if a form has start and end times side by side, the column of end times."""
    column = next(iter(times), None)
    while column is not None and column + 1 in times and _is_soon_after(grid, column, times):
        column += 1
    return column


def _is_soon_after(grid: Grid, column: int, times: dict[int, str]) -> bool:
    """Return whether the times of the next column are never before those of a column, and mostly on the same day."""
    columns = (column, column + 1)
    pairs = [[time_in(cell_in(row, each), times[each], datetime.UTC) for each in columns] for _, row in grid.rows]
    both = [[datetime.datetime.fromisoformat(time) for time in pair] for pair in pairs if all(pair)]
    soon = sum(one <= other < one + datetime.timedelta(days=1) for one, other in both)
    return bool(both) and soon * 2 > len(both) and all(one <= other for one, other in both)


def _numbers_rows(grid: Grid, column: int) -> bool:
    """Return whether a column only counts the rows, up or down with few gaps, as forms number answers."""
    cells = grid.cells(column)
    if not all(cell.isdecimal() for cell in cells):
        return False
    numbers = list(map(int, cells))
    if len(numbers) < 2:  # noqa: PLR2004 - one number alone counts only the first row
        return numbers == [1]
    is_dense = max(numbers) - min(numbers) < 2 * len(numbers)
    return is_dense and len(set(numbers)) == len(numbers) and sorted(numbers) in (numbers, numbers[::-1])


def _name_columns(grid: Grid, taken: set[int | None], contact: int | None) -> tuple[int, ...]:
    """Return the column of names, or the columns of first and last names; () when there is none."""
    free = [column for column in range(len(grid.header)) if column not in taken]
    free = [column for column in free if any(fold(cell) != _NOBODY for cell in grid.cells(column))]
    called, first, last = (_called(grid, names, free) for names in (_PLAYERS, _FIRST, _LAST))
    is_part = called is not None and fold(grid.header[called]) == "name" and (first is None) != (last is None)
    if called is not None and not is_part:
        return (called,)
    exact = tuple(column for column in (first, called, last) if column is not None)
    if len(exact) > 1:
        return exact
    parts = (set(_about(grid, names, free)) for names in (_FIRST, _LAST))
    if pair := next(((one, other) for one, other in product(*parts) if abs(one - other) == 1), None):
        return pair
    senders = len(set(grid.cells(contact))) if contact is not None else len(grid.rows)
    others = {*range(len(grid.header))} - {*_about(grid, _PERSONS, free)}
    best = (_best(grid, some, lambda cells: _like_names(cells, max(1, senders))) for some in (taken | others, taken))
    found = next((column for column in best if column is not None), None)
    return () if found is None else _with_last_names(grid, found, free, contact)


def _with_last_names(grid: Grid, found: int, free: list[int], contact: int | None) -> tuple[int, ...]:
    """Return a column of names, with the next one if both have single words and only both tell people apart."""
    for pair in ((found, found + 1), (found - 1, found)):
        are_words = all(column in free and _like_words(grid.cells(column)) for column in pair)
        if are_words and _tells_apart(grid, found, sum(pair) - found, contact):
            return pair
    return (found,)


def _like_words(cells: list[str]) -> bool:
    """Return whether cells look like first or last names: mostly single words of letters, and different ones."""
    words = [
        cell for cell in cells if fold(cell) not in _NO_NAMES and re.fullmatch(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*", cell)
    ]
    return len(words) * 5 >= len(cells) * 4 and len({*map(fold, cells)}) * 2 > len(cells)


def _tells_apart(grid: Grid, names: int, more: int, contact: int | None) -> bool:
    """Return whether a name occurs twice with different cells beside it, and not with one email address."""
    seen: dict[str, tuple[str, str]] = {}
    for _, row in grid.rows:
        name, beside, address = fold(cell_in(row, names)), fold(cell_in(row, more)), cell_in(row, contact).strip()
        before, where = seen.setdefault(name, (beside, address.casefold()))
        if before != beside and not (address and address.casefold() == where):
            return True
    return False


def _called(grid: Grid, names: Sequence[str], columns: Sequence[int] | None = None) -> int | None:
    """Return the first column with one of these names, among `columns` if given."""
    headers = {
        fold(grid.header[column]): column
        for column in reversed(range(len(grid.header)) if columns is None else columns)
    }
    return next((headers[fold(name)] for name in names if fold(name) in headers), None)


def _about(grid: Grid, names: Sequence[str], columns: Sequence[int]) -> list[int]:
    """Return those of `columns` about the player that have one of these names among other words in their own."""
    own = [(column, grid.header[column]) for column in columns if not _is_of_other(grid.header[column])]
    said = ((column, " ".join(["", *_words(header), ""])) for column, header in own)
    return [column for column, words in said if any(f" {name} " in words for name in names)]


def _best(grid: Grid, taken: set[int | None], score: Callable[[list[str]], float]) -> int | None:
    """Return the column with the highest score, or None if that is below a half."""
    scores = [
        (score(cells), -column)
        for column in range(len(grid.header))
        if column not in taken and not _is_of_other(grid.header[column]) and (cells := grid.cells(column))
    ]
    best, column = max(scores, default=(0.0, 0))
    return -column if best >= 0.5 else None  # noqa: PLR2004 - a half


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


def letter_of(column: int) -> str:
    """Return what spreadsheets call a column: A, B, ... Z, AA."""
    more, letter = divmod(column, 26)
    return f"{letter_of(more - 1) if more else ''}{chr(ord('A') + letter)}"
