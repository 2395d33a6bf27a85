"""The pane with the search and what it finds."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from deckcheck.model.card import Card
from deckcheck.model.names import printable
from deckcheck.reports.card_facts import cost_of
from deckcheck.tui.deck_pane import CardTable
from deckcheck.tui.searching import MOST_LEFT, FoundCard, SearchResults

_HINT = "search: doji, clan:crane cost<=2"


class SearchPane(Vertical):
    """A field for a query above the cards that it finds."""

    def __init__(self) -> None:
        super().__init__(id="left", classes="pane")
        self.border_title = "what fits"
        self.border_subtitle = "loading the cards"
        self.found: dict[str, FoundCard] = {}

    def compose(self) -> ComposeResult:
        """Lay out the field and the table."""
        yield Input(placeholder=_HINT, id="query", compact=True)
        yield CardTable("hits", header=True)

    def on_mount(self) -> None:
        """Make the columns: copies in the deck, copies that fit, cost, name."""
        for label, width in (("in", 3), ("fit", 3), (" $", 3), ("name", None)):
            self.table.add_column(label, width=width)

    @property
    def asked(self) -> str:
        """The query."""
        return self.query_one(Input).value.strip()

    @property
    def table(self) -> CardTable:
        """The table of cards."""
        return self.query_one(CardTable)

    @property
    def card(self) -> Card | None:
        """The card at the cursor."""
        found = list(self.found.values())
        return found[self.table.cursor_row].card if 0 <= self.table.cursor_row < len(found) else None

    def show(self, results: SearchResults, *, only_fitting: bool) -> None:
        """Show the results; the cursor stays on its card."""
        self.border_title = Text("what fits" if only_fitting else "all cards of the format")
        self.border_subtitle = Text(results.says[:60], "bold red" if results.wrong else "")
        if results.wrong:
            return
        card = self.card
        self.found = {each.card.id: each for each in results.cards}
        self.table.clear()
        for each in results.cards:
            fits = f"{each.left}+" if each.left == MOST_LEFT else str(each.left or "-")
            cells = (f"{each.have or '':>2}", f"{fits:>2}", f"{cost_of(each.card):>2}", printable(each.card.name))
            self.table.add_row(*(Text(cell, "" if each.left else "dim") for cell in cells), key=each.card.id)
        if card and card.id in self.found:
            self.table.move_cursor(row=list(self.found).index(card.id))
