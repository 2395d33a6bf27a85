"""The dialog that asks before unsaved changes are lost."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Label


class AskToSave(ModalScreen[str]):
    """Asks what to do with unsaved changes; returns "save", "discard" or "stay"."""

    CSS = """
    AskToSave { align: center middle; }
    AskToSave > Vertical { width: 50; height: 5; border: round $warning; background: $surface; padding: 0 2; }
    AskToSave Horizontal { height: 3; align: center middle; }
    AskToSave Button { min-width: 10; margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "dismiss('save')", "Save"),
        Binding("d", "dismiss('discard')", "Discard"),
        Binding("escape", "dismiss('stay')", "Stay"),
    ]

    def compose(self) -> ComposeResult:
        """Show the question and a button for each answer."""
        with Vertical():
            yield Label("The deck has unsaved changes.")
            with Horizontal():
                yield Button("Save (s)", id="save", variant="success", compact=True)
                yield Button("Discard (d)", id="discard", variant="error", compact=True)
                yield Button("Stay (esc)", id="stay", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Return the answer of the button."""
        self.dismiss(event.button.id or "stay")
