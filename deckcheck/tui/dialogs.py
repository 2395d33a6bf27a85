"""The dialogs: unsaved changes, what a line may be, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Label, OptionList, Static

_KEYS = (
    ("/", "search; Enter goes to the results"),
    ("Tab, Shift+Tab", "go to the next or previous pane"),
    ("Esc", "go to the deck"),
    ("+ or Insert, - or Delete", "add or remove a copy of the card"),
    ("Enter or second click", "add a result, fix a line, go to a finding"),
    ("Home, End", "go to the first or last row"),
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
                yield Button("Save (s)", id="save", variant="success", compact=True)
                yield Button("Discard (d)", id="discard", variant="error", compact=True)
                yield Button("Stay (esc)", id="stay", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Return the answer of the button."""
        self.dismiss(event.button.id or "stay")


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

    def compose(self) -> ComposeResult:
        """Show the keys and what they do."""
        lines = [Text.assemble((f"{keys:<26}", "bold"), what) for keys, what in _KEYS]
        with Vertical(classes="dialog"):
            yield Static(Text("\n").join([*lines, Text(), *map(Text, _NOTES)]), markup=False)
            yield Label("Esc closes.")
