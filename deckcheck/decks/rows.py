"""What the rows of tables have in common, whatever the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import IO

from msgspec import Struct

from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure

# What forms and spreadsheets call the columns that matter here, the likeliest first.
DECK_COLUMNS = ("deck list", "decklist", "deck", "list", "cards")
# Those with one card in each row; the second ones only beside a number of copies.
CARD_COLUMNS = ("card", "card name", "card title", "card id")
NAME_COLUMNS = ("name", "title", "karte", "kartenname", "carte", "nom de la carte", "nom", "id")
ONE_CARD_COLUMNS = ("cards", *CARD_COLUMNS, *NAME_COLUMNS)
FACT_COLUMNS = {
    "player": ("player", "player name", "your name", "username"),
    "name": ("deck name", "deckname", "title", "name"),
    "format": ("format", "legality"),
}


class Cell(Struct, frozen=True, tag=True):
    """The deck in a row of the table `source`: its text, the line where the row starts, the line where the text does.

    `line` is 0 where the lines of the text are none of the file, as in a JSON string; they count from 1 then.
    `facts` is what the other columns say of the deck, by the names of the fields of `RawDeck`, `others` what is in
    those that are none of these; `syntax` is that of the text, None where it is to be seen. `lists` are those of
    `RawDeck`: lines of the text that may be a list each.
    """

    source: str
    text: str
    row: int
    line: int
    facts: dict[str, str]
    syntax: str | None = None
    others: tuple[str, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()

    @property
    def path(self) -> str:
        """The path that names the deck."""
        return f"{self.source}#{self.row}"


# The second argument names the table in messages, the third the column of the decks (None: seen by its name).
Rows = Callable[[IO[bytes], str, str | None, Limits], Iterator[Cell | Failure]]


def failed_row(source: str, row: int, error: InputError) -> Failure:
    """Return a failure of the row that starts on the line `row`."""
    return Failure(f"{source}#{row}", InputError(error.message, place=f"{source}:{row}", help=error.help))
