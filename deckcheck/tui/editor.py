"""The interactive deck editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import DataTable, Footer, Input, Static

from deckcheck.build.card_search import Unknown, in_order, search
from deckcheck.build.editing.copies import count_of, with_copies, without_lines
from deckcheck.build.editing.copies_left import Candidates, CopiesLeft
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.history import DraftHistory, changed, redone, undone
from deckcheck.model.card import Card
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.finding import Severity
from deckcheck.model.names import printable
from deckcheck.model.query import parse
from deckcheck.model.report import Report
from deckcheck.model.standing import Hit
from deckcheck.tui.quitting import AskToSave
from deckcheck.tui.rows import card_key, curve_lines, deck_rows, findings_of, line_key, odds_lines, summary

# Seconds to wait for the next key before searching or checking.
_PAUSE = 0.15
_MOST_HITS = 200
_MOST_LEFT = 9
_HINT = "search: doji, clan:crane cost<=2"
_COLORS = {Severity.ERROR: "bold red", Severity.UNDECIDED: "bold magenta", Severity.WARNING: "yellow"}

# Writes the deck file, given its old and new content; raises DeckcheckError.
Save = Callable[[bytes, bytes], None]


class Editor(App[None]):
    """Edits one deck. `draft` is the current file, `cards` are all cards of its pool, `save` writes it."""

    CSS = """
    #panes { height: 1fr; }
    #left, #right { width: 1fr; border: round $primary; }
    #left:focus-within, #right:focus-within { border: round $accent; }
    #below { height: 8; border: round $primary; padding: 0 1; }
    DataTable { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; }
    Input { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        # Letter keys work only outside the search field; the others always work.
        Binding("plus,equals_sign", "more(1)", "Add", key_display="+"),
        Binding("minus", "more(-1)", "Remove", key_display="-"),
        Binding("f", "toggle_fitting", "Fits/all"),
        Binding("slash", "focus_search", "Search", key_display="/"),
        Binding("ctrl+z", "undo", "Undo", priority=True),
        Binding("ctrl+y", "redo", "Redo", priority=True),
        Binding("ctrl+s", "save", "Save", priority=True),
        Binding("ctrl+q", "leave", "Quit", priority=True),
        Binding("insert", "more(1)", show=False),
        Binding("delete", "more(-1)", show=False),
        Binding("u", "undo", show=False),
        Binding("r", "redo", show=False),
        Binding("q", "leave", show=False),
        Binding("escape", "focus_deck", "Deck", show=False),
    ]
    ENABLE_COMMAND_PALETTE = False
    TITLE = "deckcheck"

    def __init__(self, draft: Draft, cards: Iterable[Card], save: Save) -> None:
        super().__init__()
        self.history = DraftHistory(draft)
        self.report: Report = draft.report()
        self.only_fitting = True
        self._cards = cards
        self._candidates: Candidates | None = None
        self._room: CopiesLeft | None = None
        self._save = save
        self._saved = draft.content
        self._hits: dict[str, Hit] = {}
        self._waiting: dict[str, Timer] = {}

    @property
    def draft(self) -> Draft:
        """The current draft."""
        return self.history.draft

    @property
    def unsaved(self) -> bool:
        """Whether the deck has unsaved changes."""
        return self.draft.content != self._saved

    @property
    def _main(self) -> Screen[object]:
        """The screen with the panes, also under a dialog."""
        return self.screen_stack[0]

    @property
    def _is_open(self) -> bool:
        """Whether the panes exist: a closing editor removes them before it stops the timers."""
        return bool(self.screen_stack) and bool(self._main.query("#deck"))

    def compose(self) -> ComposeResult:
        """Lay out the panes: search and results, the deck, the findings, the keys."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Input(placeholder=_HINT, id="query", compact=True)
                yield DataTable(id="hits", cursor_type="row", cell_padding=0)
            with Vertical(id="right"):
                yield DataTable(id="deck", cursor_type="row", cell_padding=0, show_header=False)
        with VerticalScroll(id="below", can_focus=False):
            yield Static(id="report", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Fill the deck first, and load the cards of the pool after the first screen."""
        hits, deck = self._main.query_one("#hits", DataTable), self._main.query_one("#deck", DataTable)
        for label, width in (("in", 4), ("left", 5), ("cost", 5), ("name", None)):
            hits.add_column(label, width=width)
        for label, width in (("count", 4), ("mark", 2), ("name", None)):
            deck.add_column(label, width=width)
        self._show_deck()
        self._show_report()
        self._main.query_one("#query", Input).focus()
        self.call_after_refresh(self._load)

    def _load(self) -> None:
        self._candidates = Candidates(self.draft.format, self._cards)
        self._room = CopiesLeft(self.draft, self._candidates)
        if self._is_open:
            self._show_hits()

    # Display.

    def _show_deck(self, goto: str | None = None) -> None:
        """Show the deck with the cursor on the row with the key `goto`; by default the cursor stays."""
        table = self._main.query_one("#deck", DataTable)
        at, key = table.cursor_row, goto or self._key_of(table)
        table.clear()
        for row in deck_rows(self.draft, self.report):
            style = "bold underline" if row.is_heading else ""
            cells = (Text(f"{row.count:>3}", style), Text(row.mark, "bold red"), Text(row.name, style))
            table.add_row(*cells, key=row.key or f"section {row.name}")
        if key is not None and key in table.rows:
            at = table.get_row_index(key)
        table.move_cursor(row=min(at, table.row_count - 1))
        pane = self._main.query_one("#right")
        pane.border_title = Text(
            printable(self.draft.raw.name or self.draft.raw.path) + ("  *" if self.unsaved else "")
        )
        pane.border_subtitle = Text(self.draft.format.name)

    def _show_report(self) -> None:
        color = {"legal": "bold green", "illegal": "bold red", "undecided": "bold magenta"}[self.report.verdict.value]
        lines = [Text.assemble((self.report.verdict.value, color), f" {summary(self.report)}")]
        for finding in findings_of(self.report):
            style = _COLORS.get(finding.severity, "")
            lines.append(Text.assemble((finding.code, style), f" {printable(finding.message)}"))
        lines += [Text(line, "dim") for line in (*curve_lines(self.draft), *odds_lines(self.draft))]
        self._main.query_one("#report", Static).update(Text("\n").join(lines))

    def _show_hits(self) -> None:
        pane, table = self._main.query_one("#left"), self._main.query_one("#hits", DataTable)
        pane.border_title = Text("what still fits" if self.only_fitting else "all cards of the format")
        asked = self._main.query_one("#query", Input).value.strip()
        at, key = table.cursor_row, self._key_of(table)
        if not asked or self._room is None or self._candidates is None:
            table.clear()
            pane.border_subtitle = Text("")
            return
        try:
            pools = {self.draft.format.pool: self._candidates.legal}
            found = list(search(parse(asked), pools, self.draft.format, Unknown.INCLUDE))
            hits = in_order((hit for hit in found if not hit.unknown), "title")
        except DeckcheckError as error:
            pane.border_subtitle = Text(printable(error.message)[:60], "red")
            return
        table.clear()
        self._hits = {}
        for hit in hits:
            if len(self._hits) == _MOST_HITS:
                break
            left = self._room.copies_left(hit.card, _MOST_LEFT)
            # Cards of the deck stay visible, so that their copies can be removed.
            if left or not self.only_fitting or count_of(self.draft, hit.card):
                self._hits[hit.card.id] = hit
                self._add_hit(table, hit.card, left)
        if key is not None and key in table.rows:
            at = table.get_row_index(key)
        table.move_cursor(row=min(at, max(0, table.row_count - 1)))
        unknown = f", {len(found) - len(hits)} with missing data" if len(found) > len(hits) else ""
        first = "first " if len(self._hits) == _MOST_HITS else ""
        pane.border_subtitle = Text(f"{first}{len(self._hits)} of {len(hits)} found{unknown}")

    def _add_hit(self, table: DataTable[Text], card: Card, left: int) -> None:
        have = count_of(self.draft, card)
        cost = "" if card.cost is None else str(card.cost)
        fits = f"{left}+" if left == _MOST_LEFT else str(left or "-")
        cells = (f"{have or '':>2}", f"{fits:>3}", f"{cost:>3}", printable(card.name))
        table.add_row(*(Text(cell, "" if left else "dim") for cell in cells), key=card.id)

    # Actions.

    def action_more(self, change: int) -> None:
        """Add or remove a copy of the card at the cursor of the table in focus."""
        table = self.focused if isinstance(self.focused, DataTable) else self._main.query_one("#hits", DataTable)
        key = self._key_of(table)
        kind, _, rest = (key or "").partition(" ")
        try:
            if table.id == "hits" and key in self._hits:
                self._change(self._hits[key].card, change)
            elif kind == "card":
                card_id, _, under = rest.partition(" ")
                card = self.draft.pool.card(card_id)
                if card:
                    self._change(card, change, under)
            elif kind == "line" and change < 0:
                lines = [each.request for each in self.draft.deck.unresolved if line_key(each.request) == key]
                self._take(changed(self.history, without_lines(self.draft, lines)))
        except DeckcheckError as error:
            self._complain(error)

    def _change(self, card: Card, change: int, under: str | None = None) -> None:
        count = max(0, count_of(self.draft, card, under) + change)
        new = with_copies(self.draft, card, count, under)
        entries = new.entries(card, under)
        self._take(changed(self.history, new), card_key(card.id, new.under(entries[0]) if entries else ""))

    def _take(self, history: DraftHistory, goto: str | None = None) -> None:
        """Show a new draft at once, and its findings after a pause between keys."""
        if history.draft is self.draft:
            return
        self.history = history
        self._show_deck(goto)
        self._later("report", self._judge)

    def _judge(self) -> None:
        self.report = self.draft.report()
        if self._candidates is not None:
            self._room = CopiesLeft(self.draft, self._candidates)
        self._show_deck()
        self._show_report()
        self._show_hits()

    def action_undo(self) -> None:
        """Undo the last change."""
        self._take(undone(self.history))

    def action_redo(self) -> None:
        """Redo the last undone change."""
        self._take(redone(self.history))

    def action_toggle_fitting(self) -> None:
        """Switch between all cards of the format and those that still fit."""
        self.only_fitting = not self.only_fitting
        self._show_hits()

    def action_focus_search(self) -> None:
        """Go to the search."""
        self._main.query_one("#query", Input).focus()

    def action_focus_deck(self) -> None:
        """Go to the deck."""
        self._main.query_one("#deck", DataTable).focus()

    def action_save(self) -> None:
        """Write the deck."""
        self._written()

    def action_leave(self) -> None:
        """Quit, after a question when there are unsaved changes."""
        if self.unsaved:
            self.push_screen(AskToSave(), self._answered)
        else:
            self.exit()

    def _answered(self, answer: str | None) -> None:
        if answer == "discard" or (answer == "save" and self._written()):
            self.exit()

    def _written(self) -> bool:
        """Save; return whether that succeeded."""
        if not self.unsaved:
            return True
        try:
            self._save(self._saved, self.draft.content)
        except DeckcheckError as error:
            self._complain(error)
            return False
        self._saved = self.draft.content
        self._show_deck()
        self.notify("saved", timeout=2)
        return True

    def on_input_changed(self, _: Input.Changed) -> None:
        """Search after a pause between keys."""
        self._later("search", self._show_hits)

    def on_input_submitted(self, _: Input.Submitted) -> None:
        """Go to the results."""
        self._main.query_one("#hits", DataTable).focus()
        self._show_hits()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Add a copy of the selected card, on Enter or a click on the row at the cursor."""
        if event.data_table.id == "hits":
            self.action_more(1)

    def _later(self, what: str, do: Callable[[], None]) -> None:
        if what in self._waiting:
            self._waiting[what].stop()

        def unless_closed() -> None:
            if self._is_open:
                do()

        self._waiting[what] = self.set_timer(_PAUSE, unless_closed)

    def _complain(self, error: DeckcheckError) -> None:
        self.notify(
            printable(f"{error.message}{f'; {error.help}' if error.help else ''}"), severity="error", markup=False
        )

    def _key_of(self, table: DataTable[Text]) -> str | None:
        """Return the key of the row at the cursor, None when there is none."""
        if not table.row_count:
            return None
        return table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value
