"""Tables with one card per row: the list that they are, or why their rows are no decks."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from deckcheck.decks.headers import heading, outside_section
from deckcheck.decks.rows import Cell
from deckcheck.decks.sayings import counts_cards, counts_something, label_words, parts_of, said_in_cell
from deckcheck.model.deck import OPEN_MARK, OUTSIDE
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits

# As many rows of one card, without a column of numbers, are a list; fewer are too few cards for any deck.
MANY = 10
# Columns that say where a card is, and what says there that it is in the deck.
_PARTS = frozenset({"section", "part", "board", "zone", "pile", "group", "place", "location", "status", "in deck"})
_YES = frozenset({"yes", "y", "x", "true", "in", "in deck"})


class Columns(Struct, frozen=True):
    """The column of the decks, the names of all columns, and the columns of facts."""

    deck: int
    names: list[str]
    facts: dict[str, int]

    @property
    def count(self) -> int | None:
        """The column of the number of copies, None where there is none."""
        return next((at for at, name in enumerate(self.names) if at != self.deck and counts_cards(name)), None)


class Row(Struct, frozen=True):
    """The cells of a row, and the number of its first line."""

    number: int
    cells: list[str]

    def cell(self, at: int | None) -> str:
        """Return the text of a cell, the empty string for one that is missing."""
        return self.cells[at].strip() if at is not None and at < len(self.cells) else ""


def is_card(row: Row, columns: Columns, limits: Limits) -> bool:
    """Return whether a row has the name of one card where the deck should be."""
    text = row.cell(columns.deck)
    is_line = bool(text) and len(text.splitlines()) == 1 and len(text) < limits.name_length and text[0] not in "{["
    return is_line and sum(counts_something(part, limits) for part in parts_of(text)) <= 1


def is_counted_card(row: Row, columns: Columns, limits: Limits) -> bool:
    """Return whether a row has one card beside its number of copies, and so no deck."""
    return row.cell(columns.count).isdecimal() and is_card(row, columns, limits)


def refused() -> InputError:
    """Return why a row with one card is no deck."""
    return InputError(
        "this row has one card, and no deck",
        help="put each list into one cell, or save a list as text with one card per line",
    )


def one_list(rows: Sequence[Row], columns: Columns, source: str, limits: Limits) -> Cell | None:
    """Return the list that rows of one card are together, None where they are not plainly one.

    A card whose row says that it is not in the deck, or lacks its number, is an unrecognised line.
    """
    if not all(is_card(row, columns, limits) for row in rows):
        return None
    if not (len(rows) >= MANY or (rows and all(is_counted_card(row, columns, limits) for row in rows))):
        return None
    counts = [row.cell(columns.count) for row in rows]
    if counts == [str(number) for number, _ in enumerate(rows, 1)] and len(rows) > 1:
        return None  # They number the rows.
    facts = {key: {row.cell(at) for row in rows} - {""} for key, at in columns.facts.items()}
    if any(len(said) > 1 for said in facts.values()):
        return None
    first = rows[0].number
    lines: list[str] = []
    others: dict[str, None] = {}
    for row in rows:
        lines += [""] * (row.number - first - len(lines))
        beside = [at for at in range(len(columns.names)) if at not in (columns.deck, columns.count)]
        is_open = (columns.count is not None and not row.cell(columns.count)) or any(
            _says_out(columns.names[at], row.cell(at)) for at in beside
        )
        lines.append((OPEN_MARK if is_open else "") + f"{row.cell(columns.count)} {row.cell(columns.deck)}".strip())
        said = (line for at in beside for line in said_in_cell(columns.names[at], row.cell(at), limits))
        others |= dict.fromkeys(said)
    given = {key: said.pop()[: limits.name_length] for key, said in facts.items() if said}
    return Cell(source, "\n".join(lines), first, first, given, "text", others=tuple(others))


def _says_out(column: str, cell: str) -> bool:
    """Return whether a cell says that the card beside it is not, or may not be, in the deck.

    In a column such as "Section" anything but a known heading of the deck may say so.
    """
    if not cell:
        return False
    found = heading(cell)
    if found is not None:
        return found.section in (OUTSIDE, "sideboard")
    return bool(outside_section(f"{cell}:")) or (label_words(column) in _PARTS and label_words(cell) not in _YES)
