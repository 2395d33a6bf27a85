"""The panes of the editor, with the deck, the cards that a search finds, and the findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import ClassVar

from msgspec import Struct
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import DataTable, Input, OptionList, Static
from textual.widgets.option_list import Option

from deckcheck.build.card_search import Unknown, in_order, search
from deckcheck.build.copies_left import CopiesLeft
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.names import count_of
from deckcheck.build.popularity import Popularity
from deckcheck.model.card import Card
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.names import fold, printable
from deckcheck.model.query import parse
from deckcheck.reports.card_page import cost_of
from deckcheck.tui.rows import DeckRow

# By verdict and by severity; violet, because textual draws magenta as red.
UNDECIDED = "bold #b18cff"
VERDICTS = {"legal": "bold green", "illegal": "bold red", "undecided": UNDECIDED}
_HEADINGS = ("bold underline", "italic")
_CARD = 2
_COLORS = {Severity.ERROR: "bold red", Severity.UNDECIDED: UNDECIDED, Severity.WARNING: "yellow"}
MOST_HITS = 200
MOST_LEFT = 9


class CardTable(DataTable[Text]):
    """A table of rows, in which Home and End go to the first and the last one, with columns of these widths."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]

    def __init__(self, name: str, columns: Mapping[str, int | None], *, header: bool) -> None:
        super().__init__(id=name, cursor_type="row", cell_padding=0, show_header=header)
        self._widths = columns

    def on_mount(self) -> None:
        """Make the columns."""
        for label, width in self._widths.items():
            self.add_column(label, width=width)


class DeckPane(CardTable):
    """The rows of a deck; the cursor stays on its row when the deck changes."""

    def __init__(self) -> None:
        super().__init__("deck", {"copies": 4, "mark": 2, "cost": 3, "name": None}, header=False)
        self.rows_shown: tuple[DeckRow, ...] = ()

    def show(self, rows: Iterable[DeckRow], goto: str | None = None) -> None:
        """Show rows with the cursor on the one with the key `goto`.

        By default the cursor stays; at first it is on the first card.
        """
        rows = tuple(rows)
        at, key = self.cursor_row, goto or (self.row.key if self.row else None)
        if rows != self.rows_shown:
            self.rows_shown = rows
            self.clear()
            for row in rows:
                style = _HEADINGS[row.level] if row.level < len(_HEADINGS) else ""
                mark, cost = "!" if row.is_wrong else "?" if row.line else "", cost_of(row.card) if row.card else ""
                cells = (f"{row.count:>3}", mark, f"{cost:>2}", " " * (row.level == _CARD) + row.name)
                self.add_row(*map(Text, cells, (style, "bold red", "dim", style)), key=row.key)
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


class LinesPane(VerticalScroll):
    """Lines of text under a title; the first line is bold if the pane is about a card."""

    def __init__(self, name: str, *, head: bool = False) -> None:
        super().__init__(id=name, classes="pane")
        self.border_title = name
        self._head = head
        self.lines: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        yield Static(markup=False)

    def show(self, lines: Iterable[str]) -> None:
        """Show lines, from the first one."""
        lines = tuple(lines)
        if lines != self.lines:
            self.lines = lines
            text = [Text(line, "bold" if self._head and not number else "") for number, line in enumerate(lines)]
            self.query_one(Static).update(Text("\n").join(text))
            self.scroll_home(animate=False)


class KeysLine(Static):
    """The keys of an app on one line; a click on one does what the key does.

    It is one widget, where textual's Footer is one for each key and draws the screen a second time while it opens.
    """

    def __init__(self, bindings: Iterable[BindingType], key_of: Callable[[Binding], str]) -> None:
        keys = (
            f'[@click="app.{each.action}"][bold $footer-key-foreground]{key_of(each)}[/] {each.description}[/]'
            for each in bindings
            if isinstance(each, Binding) and each.show
        )
        super().__init__("  ".join(keys), id="keys")


class FindingsPane(OptionList):
    """The findings; Enter or a click on one goes to its line."""

    def __init__(self) -> None:
        super().__init__(id="findings", classes="pane", markup=False)
        self.findings: tuple[Finding, ...] = ()

    def show(self, findings: Sequence[Finding]) -> None:
        """Show findings; the one with the highlighted number stays highlighted."""
        at, self.findings = self.highlighted, tuple(findings)
        self.clear_options()
        for finding in findings:
            head = (f"{finding.code} {finding.severity.value}", _COLORS.get(finding.severity, ""))
            self.add_option(Option(Text.assemble(head, f" {printable(finding.message)}")))
        if at is not None and findings:
            self.highlighted = min(at, len(findings) - 1)


class SearchPane(Vertical):
    """A field for a query above the cards that it finds."""

    def __init__(self) -> None:
        super().__init__(id="left", classes="pane")
        self.border_title = "what fits"
        self.border_subtitle = "loading the cards"
        self.found: dict[str, FoundCard] = {}

    def compose(self) -> ComposeResult:
        """Lay out the field and the table."""
        yield Input(placeholder="search: doji, clan:crane cost<=2", id="query", compact=True)
        # Copies in the deck, copies that fit, cost, name.
        yield CardTable("hits", {"in": 3, "fit": 3, " $": 3, "name": None}, header=True)

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

    def show(self, results: SearchResults) -> None:
        """Show the results, unless the query has changed since; the cursor stays on its card."""
        if results.asked != self.asked:
            return
        self.border_title = Text("what fits" if results.only_fitting else "all cards of the format")
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


class FoundCard(Struct, frozen=True):
    """A card with the copies in the deck (`have`) and those that still fit (`left`, at most `MOST_LEFT`)."""

    card: Card
    have: int
    left: int


class SearchResults(Struct, frozen=True):
    """The cards that a query found, and a sentence about them; `wrong` when the query cannot be read."""

    asked: str
    only_fitting: bool
    cards: tuple[FoundCard, ...]
    says: str
    wrong: bool = False


def results(
    asked: str, draft: Draft, room: CopiesLeft, popularity: Popularity | None, *, only_fitting: bool
) -> SearchResults:
    """Return the cards that a query finds; without a query, the most likely cards for the deck.

    Those are cards of its clans before others, then those in most of the user's lists.
    """
    unknown = 0
    try:
        if asked:
            pools = {draft.format.pool: room.legal}
            hits = list(search(parse(asked), pools, draft.format, Unknown.INCLUDE))
            unknown = sum(bool(hit.unknown) for hit in hits)
            cards = [hit.card for hit in in_order((hit for hit in hits if not hit.unknown), "title")]
        else:
            cards = _likely(draft, room.legal, popularity)
    except DeckcheckError as error:
        return SearchResults(asked, only_fitting, (), printable(error.message), wrong=True)
    rated = (FoundCard(card, count_of(draft, card), room.copies_left(card, MOST_LEFT)) for card in cards)
    # Cards of the deck stay visible, so that their copies can be removed.
    shown = (each for each in rated if each.left or each.have or not only_fitting)
    found = tuple(islice(shown, MOST_HITS))
    missing = f", {unknown} with missing data" if unknown else ""
    first = "first " if len(found) == MOST_HITS else ""
    return SearchResults(asked, only_fitting, found, f"{first}{len(found)} of {len(cards)} found{missing}")


def _likely(draft: Draft, legal: Iterable[Card], popularity: Popularity | None) -> list[Card]:
    clans = _clans(draft)
    having = popularity.having if popularity else {}

    def order(card: Card) -> tuple[int, int, str]:
        own = 0 if clans & set(card.clans) else 1 if not card.clans else 2
        return own, -having.get(card.id, 0), fold(card.title)

    return sorted((card for card in legal if card.deck != "none"), key=order)


def _clans(draft: Draft) -> set[str]:
    """Return the clans of the Stronghold, else those of all cards."""
    cards = [entry.card for entry in draft.deck.entries]
    strongholds = [card for card in cards if card.kind == "stronghold" and card.clans]
    return {clan for card in strongholds or cards for clan in card.clans}
