"""The rows that all kinds of tables share, and the lines from which they are read."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, islice
from typing import IO, TextIO

from msgspec import Struct

from deckcheck.decks.words.sayings import counts_cards, says_copies
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.report import Failure

# The names of the important columns in forms and spreadsheets, the most likely first.
DECK_COLUMNS = ("deck list", "decklist", "deck", "list", "cards")
# Columns with one card per row; the second group counts only beside a number of copies.
CARD_COLUMNS = ("card", "card name", "card title", "card id")
NAME_COLUMNS = (
    *("name", "title", "karte", "kartenname", "carte", "nom de la carte", "nom", "carta", "nombre", "nome"),
    *("karta", "nazwa", "kaart", "naam", "id"),
)
ONE_CARD_COLUMNS = ("cards", *CARD_COLUMNS, *NAME_COLUMNS)
# The note in the report on a list that was read from a table in this way.
WINDOWS = "read as Windows-1252 text, because it is not UTF-8"
# The help where a quotation mark may swallow the rows below it.
UNCLOSED = "look for an unclosed quotation mark"
FACT_COLUMNS = {
    "player": ("player", "player name", "your name", "username"),
    "name": ("deck name", "deckname", "title", "name"),
    "format": ("format", "legality"),
}


class Columns(Struct, frozen=True, dict=True):
    """The column of the decks, the names of all columns, and the columns of facts.

    Where no column has decks, `parts` are those of their parts, such as "Dynasty deck", and `deck` is one of these.
    `titles` are the numbers and texts of the rows above the table; a table that `is_headless` begins with a card.
    """

    deck: int
    names: list[str]
    facts: dict[str, int]
    parts: tuple[int, ...] = ()
    titles: tuple[tuple[int, str], ...] = ()
    is_headless: bool = False

    @cached_property
    def others(self) -> list[tuple[int, str]]:
        """The numbers and names of the columns without decks."""
        return [(at, name) for at, name in enumerate(self.names) if at not in (self.parts or (self.deck,))]

    @cached_property
    def count(self) -> int | None:
        """The column with the number of copies, by its name, or None."""
        return next((at for says in (says_copies, counts_cards) for at, name in self.others if says(name)), None)


class Row(Struct, frozen=True):
    """The cells of a row, and the number of its first line."""

    number: int
    cells: list[str]

    @property
    def texts(self) -> list[str]:
        """The non-empty cells."""
        return [cell for cell in map(str.strip, self.cells) if cell]

    def cell(self, at: int | None) -> str:
        """Return the text of a cell, the empty string for a missing one."""
        return self.cells[at].strip() if at is not None and at < len(self.cells) else ""


class Cell(Struct, frozen=True, tag=True):
    """The deck in a row of the table `source`: its text, and the lines where the row and the text start.

    `line` is 0 where the lines of the text are not lines of the file, as in a JSON string; they then count from 1.
    `facts` are the facts about the deck in other columns, by the names of the fields of `RawDeck`; `others` is the
    content of all other columns. `syntax` is that of the text, None where it has to be detected. `lists` and `column`
    are those of `RawDeck`.
    """

    source: str
    text: str
    row: int
    line: int
    facts: dict[str, str]
    syntax: str | None = None
    others: tuple[str, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()
    column: str = ""

    @property
    def path(self) -> str:
        """The path that names the deck."""
        return f"{self.source}#{self.row}"


# The second argument names the table in messages, the third the column of the decks (None: detected by its name).
Rows = Callable[[IO[bytes], str, str | None, Limits], Iterator[Cell | Failure]]


def failed_row(source: str, row: int, error: InputError) -> Failure:
    """Return a failure of the row that starts on the line `row`."""
    return Failure(f"{source}#{row}", InputError(error.message, place=f"{source}:{row}", help=error.help))


class TableLines:
    """The lines of a table in the form that `csv` reads, numbered from 1; a row may have as many bytes as a deck file.

    `of_windows` tells whether a line was in the code page of spreadsheets on Windows, and not in UTF-8.
    """

    def __init__(self, text: TextIO, source: str, limits: Limits) -> None:
        self._lines: Iterator[str] = iter(lambda: text.readline(limits.file_bytes + 1), "")
        self.source = source
        self.limits = limits
        self._left = limits.file_bytes
        self.number = 0
        self.of_windows = False

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.number += 1
            self._left -= len(line)
            if self._left < 0:
                most = self.limits.file_bytes
                message = f"a row of more than {most:,} characters; it and all rows below it were not read"
                help = f"{UNCLOSED}; {how_to_raise('file-bytes')}"
                raise InputError(message, place=f"{self.source}:{self.number}", help=help)
            plain = line if line.isascii() else _from_windows(line)
            self.of_windows |= plain != line
            yield plain

    def ahead(self, number: int) -> list[str]:
        """Return the first lines, which will be read again afterwards."""
        first = [*islice(self._lines, number)]
        self._lines = chain(first, self._lines)
        return first

    def new_row(self) -> int:
        """Begin a row, and return the number of its first line."""
        self._left = self.limits.file_bytes
        return self.number + 1


def _from_windows(line: str) -> str:
    """Return a line that is not UTF-8 as decoded by code page 1252, or unchanged if a byte has no meaning there.

    A line with some letters in UTF-8 and others damaged stays unchanged too.
    """
    try:
        return line.encode("ascii", "surrogateescape").decode("cp1252")
    except UnicodeError:
        return line
