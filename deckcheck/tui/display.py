"""The panes of the editor, their layout, and what they show of a session."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal
from textual.screen import Screen

from deckcheck.build.editing.draft import Draft
from deckcheck.model.names import printable
from deckcheck.tui.panes import CSS, VERDICTS, DeckPane, FindingsPane, KeysLine, LinesPane, SearchPane
from deckcheck.tui.rows import card_details, deck_rows, findings_of, line_details, line_key, summary
from deckcheck.tui.session import Session

_NARROW, _WIDE = "-narrow", "-wide"
_WIDE_FROM = 110


class Display(App[None]):
    """Search, deck and details side by side, in a narrow terminal details below the search; findings and numbers."""

    CSS = CSS
    HORIZONTAL_BREAKPOINTS = [(0, _NARROW), (_WIDE_FROM, _WIDE)]  # noqa: RUF012 - as textual declares it
    ENABLE_COMMAND_PALETTE = False
    TITLE = "deckcheck"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def get_default_screen(self) -> Screen[object]:
        """Return the screen in the layout for this terminal; later the size of the terminal chooses it."""
        return Screen(id="_default", classes=_NARROW if self.size.width < _WIDE_FROM else _WIDE)

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

    def show_numbers(self, draft: Draft, lines: Iterable[str]) -> None:
        """Show the curve, odds and economy of a draft, unless the deck has changed since."""
        if draft is self.session.draft:
            self.main.query_one("#numbers", LinesPane).show(map(printable, lines))

    def show_details(self) -> None:
        """Show the card at the cursor of the results when they have the focus, else of the deck."""
        session, row, lines = self.session, self.deck_pane.row, tuple[str, ...]()
        results = self.search_pane
        card = results.card if self.focused is results.table else session.card(row.key) if row else None
        if card:
            lines = tuple(card_details(card, session.draft, session.report.findings, session.popularity))
        elif row:
            found = [line for line in session.draft.deck.unresolved if line_key(line.request) == row.key]
            lines = tuple(line_details(found[0])) if found else (f"{row.name}: {row.count}",)
        self.main.query_one("#details", LinesPane).show(lines)
