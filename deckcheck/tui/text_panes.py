"""The panes of text: details of a card, findings, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from deckcheck.model.finding import Finding, Severity
from deckcheck.model.names import printable
from deckcheck.tui.style import UNDECIDED

_COLORS = {Severity.ERROR: "bold red", Severity.UNDECIDED: UNDECIDED, Severity.WARNING: "yellow"}


class LinesPane(VerticalScroll):
    """Lines of text under a title, the first one bold where the pane is about a card."""

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
        """Show findings, the highlighted one stays by its number."""
        at, self.findings = self.highlighted, tuple(findings)
        self.clear_options()
        for finding in findings:
            head = (f"{finding.code} {finding.severity.value}", _COLORS.get(finding.severity, ""))
            self.add_option(Option(Text.assemble(head, f" {printable(finding.message)}")))
        if at is not None and findings:
            self.highlighted = min(at, len(findings) - 1)
