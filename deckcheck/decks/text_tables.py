"""Tables in text lists: their heads, and the facts about cards in their cells."""

from __future__ import annotations

import re

from msgspec import Struct

from deckcheck.decks.card_rows import whole_number
from deckcheck.decks.marks import says_out
from deckcheck.decks.rows import CARD_COLUMNS, NAME_COLUMNS
from deckcheck.decks.sayings import is_fact_of_card, label_words, names_fact, names_part, says_copies
from deckcheck.model.limits import Limits

# Signs between the cells of a table, and the tags between those in HTML.
_SEPARATORS = "\t|"
_NEXT_CELL = r"</t[dh]>\s*<t[dh]\b[^<>]*>"
# Without one of these a text has no table.
TABLE_SIGNS = (*_SEPARATORS, "</t", "</T")


def without_facts(lines: tuple[str, ...], limits: Limits) -> tuple[str, ...]:
    """Return the lines of a list without the facts about cards in its tables, such as "Crane" below "Clan".

    Spaces replace them, so that every other character keeps its column.

    A table ends at the heads of the next one; its rows have a cell below each head.
    """
    table: _Heads | None = None
    shown = list(lines)
    for number, line in enumerate(lines):
        plain = with_tabs(line)
        if heads := _heads(plain):
            table = heads
        elif table is not None and table.is_row(plain):
            end = -1
            for at, cell in enumerate(plain.split(table.separator)):
                start, end = end + 1, end + 1 + len(cell)
                said, head = cell.strip(), table.facts.get(at)
                if head and is_fact_of_card(head, said, limits) and not says_out(head, said):
                    start += cell.find(said)
                    shown[number] = shown[number][:start] + " " * len(said) + shown[number][start + len(said) :]
    return tuple(shown)


class _Heads(Struct, frozen=True):
    """The heads of a table: what parts them, how many they are, the columns of names and copies, the heads of facts."""

    separator: str
    width: int
    name: int
    copies: int
    facts: dict[int, str]

    def is_row(self, line: str) -> bool:
        """Return whether a line has a cell below each head, with a number and a name."""
        cells = line.split(self.separator)
        is_wide = len(cells) == self.width
        return (
            is_wide and whole_number(cells[self.copies].strip()) is not None and any(map(str.isalpha, cells[self.name]))
        )


def with_tabs(line: str) -> str:
    """Return a line with tabs between cells in HTML, and spaces for other tags; every character stays in its column."""
    if "<" not in line:
        return line
    cells = re.sub(_NEXT_CELL, lambda match: "\t".ljust(len(match[0])), line, flags=re.IGNORECASE)
    return re.sub(r"<[^<>]*>", lambda match: " " * len(match[0]), cells)


def _heads(line: str) -> _Heads | None:
    """Return the heads of a table: one is for the names of cards, one for copies, and the others are known facts."""
    separator = next((sign for sign in _SEPARATORS if sign in line), "")
    heads = dict(enumerate(line.split(separator))) if separator else {}
    facts = {at: head for at, head in heads.items() if names_fact(head) and not names_part(head)}
    others = {at: words for at, head in heads.items() if at not in facts and (words := label_words(head))}
    names = [at for at, words in others.items() if words in ("cards", *CARD_COLUMNS, *NAME_COLUMNS)]
    copies = [at for at, words in others.items() if says_copies(words)]
    if len(names) == 1 == len(copies) == len(others) - 1:
        return _Heads(separator, len(heads), names[0], copies[0], facts)
    return None
