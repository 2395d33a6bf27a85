"""The pane with the deck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from deckcheck.tui.rows import DeckRow

_HEADINGS = ("bold underline", "italic")
_CARD = 2


class CardTable(DataTable[Text]):
    """A table of rows, in which Home and End go to the first and the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]

    def __init__(self, name: str, *, header: bool) -> None:
        super().__init__(id=name, cursor_type="row", cell_padding=0, show_header=header)


class DeckPane(CardTable):
    """The rows of a deck; the cursor stays on its row when the deck changes."""

    def __init__(self) -> None:
        super().__init__("deck", header=False)
        self.rows_shown: tuple[DeckRow, ...] = ()

    def on_mount(self) -> None:
        """Make the columns: copies, mark, cost, name."""
        for label, width in (("count", 4), ("mark", 2), ("cost", 3), ("name", None)):
            self.add_column(label, width=width)

    def show(self, rows: Iterable[DeckRow], goto: str | None = None) -> None:
        """Show rows with the cursor on the one with the key `goto`.

        By default the cursor stays; at first it is on the first card.
        """
        rows = tuple(rows)
        at, key = self.cursor_row, goto or self.key
        if rows != self.rows_shown:
            self.rows_shown = rows
            self.clear()
            for row in rows:
                style = _HEADINGS[row.level] if row.level < len(_HEADINGS) else ""
                cells = (f"{row.count:>3}", row.mark, f"{row.cost:>2}", " " * (row.level == _CARD) + row.name)
                styles = (style, "bold red", "dim", style)
                self.add_row(*map(Text, cells, styles), key=row.key)
        keys = [row.key for row in rows]
        if key in keys:
            at = keys.index(key)
        elif key is None:
            at = next((place for place, row in enumerate(rows) if row.level == _CARD), 0)
        self.move_cursor(row=max(0, min(at, len(rows) - 1)))

    @property
    def row(self) -> DeckRow | None:
        """The row at the cursor."""
        return self.rows_shown[self.cursor_row] if 0 <= self.cursor_row < len(self.rows_shown) else None

    @property
    def key(self) -> str | None:
        """The key of the row at the cursor."""
        return self.row.key if self.row else None
