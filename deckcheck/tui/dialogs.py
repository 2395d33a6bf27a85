"""The dialogs (unsaved changes, what a line may be, the keys), and the panes with their layout."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Label, OptionList, Static

from deckcheck.model.names import printable
from deckcheck.tui.panes import VERDICTS, DeckPane, FindingsPane, KeysLine, LinesPane, SearchPane
from deckcheck.tui.rows import Session, card_details, deck_rows, findings_of, line_details, summary

_KEYS = (
    ("/", "search; Enter goes to the results"),
    ("Tab, Shift+Tab", "go to the next or previous pane"),
    ("Esc", "go to the deck"),
    ("+ or Insert, - or Delete", "add or remove a copy of the card"),
    ("Enter or second click", "add a result, fix a line, go to a finding"),
    ("Home, End", "go to the first or last row"),
    ("paste", "add the lines of a list"),
    ("f", "show what fits, or all cards of the format"),
    ("Ctrl+Z or u, Ctrl+Y or r", "undo, redo"),
    ("Ctrl+S", "save"),
    ("Ctrl+Q or q", "quit"),
    ("? or F1", "show this page"),
)
_NOTES = (
    "The search reads names and conditions: clan:crane cost<=2, type:ring.",
    "Letter keys work outside the search field.",
    "In the deck, ! marks a card with a finding and ? an unrecognised line.",
)
# The classes of a screen, each with its least number of columns.
_LAYOUTS = [(0, "-slim"), (60, "-narrow"), (110, "-wide")]
# The same for lines.
_HEIGHTS = [(0, "-low"), (20, "-high")]


class AskToSave(ModalScreen[str]):
    """Asks what to do with unsaved changes; returns "save", "discard" or "stay"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "dismiss('save')", "Save"),
        Binding("d", "dismiss('discard')", "Discard"),
        Binding("escape", "dismiss('stay')", "Stay"),
    ]

    def compose(self) -> ComposeResult:
        """Show the question and a button for each answer."""
        with Vertical(classes="dialog"):
            yield Label("The deck has unsaved changes.")
            with Horizontal():
                yield Button("Save (s)", variant="success", action="screen.dismiss('save')", compact=True)
                yield Button("Discard (d)", variant="error", action="screen.dismiss('discard')", compact=True)
                yield Button("Stay (esc)", action="screen.dismiss('stay')", compact=True)


class Choose(ModalScreen[int]):
    """Asks which of some cards a line means; returns the place of the card, None for none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Leave as is")]

    def __init__(self, line: str, names: Sequence[str]) -> None:
        super().__init__()
        self._line, self._names = line, names

    def compose(self) -> ComposeResult:
        """Show the line and the cards."""
        with Vertical(classes="dialog"):
            yield Label(self._line, markup=False)
            yield OptionList(*(Text(name) for name in self._names), markup=False)
            yield Label("Enter chooses, Esc leaves the line as it is.")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the choice."""
        self.dismiss(event.option_index)


class Help(ModalScreen[None]):
    """Lists the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,f1,enter", "dismiss", "Close")]
    AUTO_FOCUS = ".dialog"

    def compose(self) -> ComposeResult:
        """Show the keys and what they do."""
        lines = [Text.assemble((f"{keys:<26}", "bold"), what) for keys, what in _KEYS]
        with VerticalScroll(classes="dialog"):
            yield Static(Text("\n").join([*lines, Text(), *map(Text, _NOTES)]), markup=False)
            yield Label("Esc closes.")


class Display(App[None]):
    """Search, deck and details side by side, in a narrow terminal details below the search; findings and numbers.

    A terminal of fewer columns has one pane above the other, without the numbers.
    """

    CSS_PATH = "editor.tcss"
    HORIZONTAL_BREAKPOINTS = _LAYOUTS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    ENABLE_COMMAND_PALETTE = False
    TITLE = "deckcheck"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def get_default_screen(self) -> Screen[object]:
        """Return the screen in the layout for this terminal; later the size of the terminal chooses it."""
        width = [layout for columns, layout in _LAYOUTS if columns <= self.size.width][-1]
        height = [layout for lines, layout in _HEIGHTS if lines <= self.size.height][-1]
        return Screen(id="_default", classes=f"{width} {height}")

    def compose(self) -> ComposeResult:
        """Lay out the panes and the keys."""
        with Container(id="panes"):
            yield SearchPane()
            with Container(id="right", classes="pane"):
                yield DeckPane()
            yield LinesPane("details", head=True)
        with Horizontal(id="below"):
            yield FindingsPane()
            yield LinesPane("numbers")
        yield KeysLine(self.BINDINGS, self.get_key_display)

    @property
    def main(self) -> Screen[object]:
        """The screen with the panes, also under a dialog."""
        return self.screen_stack[0]

    @property
    def is_open(self) -> bool:
        """Whether the panes exist: a closing editor removes them before it stops timers and threads."""
        return bool(self.screen_stack) and bool(self.main.query("#deck"))

    @property
    def deck_pane(self) -> DeckPane:
        """The pane with the deck."""
        return self.main.query_one(DeckPane)

    @property
    def search_pane(self) -> SearchPane:
        """The pane with the search."""
        return self.main.query_one(SearchPane)

    def show_deck(self, goto: str | None = None) -> None:
        """Show the deck with the cursor on the row with the key `goto`; by default the cursor stays."""
        draft = self.session.draft
        self.deck_pane.show(deck_rows(draft, self.session.report), goto)
        pane = self.main.query_one("#right")
        pane.border_title = Text(
            printable(f"{'unsaved: ' if self.session.unsaved else ''}{draft.raw.name or Path(draft.raw.path).name}")
        )
        pane.border_subtitle = Text(draft.format.name)

    def show_report(self) -> None:
        """Show the verdict and the findings."""
        pane, report = self.main.query_one(FindingsPane), self.session.report
        pane.show(findings_of(report))
        verdict = report.verdict.value
        pane.border_title = Text.assemble((verdict, VERDICTS[verdict]), summary(report))
        self.show_details()

    def show_numbers(self, lines: Iterable[str]) -> None:
        """Show the curve, odds and economy of the deck."""
        self.main.query_one("#numbers", LinesPane).show(map(printable, lines))

    def show_details(self) -> None:
        """Show the card at the cursor of the results when they have the focus, else of the deck."""
        session, row, results = self.session, self.deck_pane.row, self.search_pane
        lines: Iterable[str] = ()
        card = results.card if self.focused is results.table else row.card if row else None
        if card:
            lines = card_details(card, session.draft, session.report.findings, session.popularity)
        elif row:
            lines = line_details(row.line) if row.line else (f"{row.name}: {row.count}",)
        self.main.query_one("#details", LinesPane).show(lines)
