"""The interactive deck editor."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import ClassVar, TypeVar

from textual import work
from textual.binding import Binding, BindingType
from textual.events import DescendantFocus, Event, Paste
from textual.widgets import DataTable, Input, OptionList

from deckcheck.build.copies_left import CopiesLeft
from deckcheck.build.editing.draft import Draft
from deckcheck.build.popularity import Popularity
from deckcheck.model.card import Card
from deckcheck.model.deck import Unresolved
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.names import printable
from deckcheck.model.report import Report
from deckcheck.model.sentences import counted
from deckcheck.rules.judge import Judge
from deckcheck.tui.dialogs import AskToSave, Choose, Display, Help
from deckcheck.tui.panes import FindingsPane, SearchResults, results
from deckcheck.tui.rows import Save, Session, curve_lines, economy_lines, odds_lines, row_of

# Seconds to wait for the next key before searching or checking, and before the slower numbers.
_PAUSE = 0.15
_LONG_PAUSE = 0.6

Result = TypeVar("Result")
# Reads what the user's own lists play.
Count = Callable[[], Popularity]


class Editor(Display):
    """Edits one deck: keys, mouse and threads.

    `draft` is the current file, `cards` yields all cards of its pool, `save` writes the file, and `count` reads the
    user's own lists (None: there are none). Threads load the cards, check the deck, search and compute; a thread that
    is late, because the deck has changed since, changes nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # Letter keys work only outside the search field; the others always work.
        Binding("plus,equals_sign", "more(1)", "Add", key_display="+"),
        Binding("minus", "more(-1)", "Remove", key_display="-"),
        Binding("f", "toggle_fitting", "Fits/all"),
        Binding("slash", "go('query')", "Search", key_display="/", priority=True),
        Binding("ctrl+z", "undo", "Undo", priority=True),
        Binding("ctrl+y", "redo", priority=True, show=False),
        Binding("ctrl+s", "save", "Save", priority=True),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("ctrl+q", "leave", "Quit", priority=True),
        Binding("insert", "more(1)", show=False),
        Binding("delete", "more(-1)", show=False),
        Binding("u", "undo", show=False),
        Binding("r", "redo", show=False),
        Binding("q", "leave", show=False),
        Binding("f1", "help", show=False),
        Binding("escape", "go('deck')", show=False, priority=True),
        Binding("enter", "go('hits')", show=False, priority=True),
    ]
    AUTO_FOCUS = "#deck, .dialog *"

    def __init__(
        self, draft: Draft, cards: Callable[[], Iterable[Card]], save: Save, count: Count | None = None
    ) -> None:
        super().__init__(Session(draft, save))
        self.only_fitting = True
        self._cards, self._count = cards, count

    def on_mount(self) -> None:
        """Show the deck first; the cards of the pool and the numbers follow."""
        self.show_deck()
        self.show_report()
        self.call_after_refresh(self._load)

    # Workers, which wait for threads. A worker ends without its result when a later one of its group begins.

    @work(group="load")
    async def _load(self) -> None:
        """Load the cards of the pool, then count what the user's own lists play."""
        session, draft = self.session, self.session.draft
        session.left = await self._unless_closed(asyncio.to_thread(self._room_for, draft))
        if draft is session.draft:
            self._look()
        else:
            self._check()
        self._compute(_PAUSE)
        if self._count:
            session.popularity = await self._unless_closed(asyncio.to_thread(self._count))
            self.show_details()
            self._look()

    @work(exclusive=True, group="check")
    async def _check(self, pause: float = 0) -> None:
        """Check the deck after a pause, then search for what fits now."""
        await self._unless_closed(asyncio.sleep(pause))
        session = self.session
        session.report, left = await self._unless_closed(asyncio.to_thread(_checked, session.draft, session.left))
        session.left = left or session.left
        self.show_deck()
        self.show_report()
        self._look()

    @work(exclusive=True, group="search")
    async def _look(self, pause: float = 0) -> None:
        """Search after a pause, once the cards are loaded."""
        await self._unless_closed(asyncio.sleep(pause))
        if self.session.left:
            self.search_pane.show(await self._unless_closed(asyncio.to_thread(self._search(self.session.left))))

    @work(exclusive=True, group="numbers")
    async def _compute(self, pause: float) -> None:
        """Compute the numbers after a pause; the slowest ones, those of the economy, come last."""
        await self._unless_closed(asyncio.sleep(pause))
        draft = self.session.draft
        curves = await asyncio.to_thread(tuple, curve_lines(draft))
        odds = await self._unless_closed(asyncio.to_thread(tuple, odds_lines(draft)))
        self.show_numbers((*curves, *odds))
        economy = await self._unless_closed(asyncio.to_thread(tuple, economy_lines(draft)))
        self.show_numbers((*curves, *economy, *odds))

    async def _unless_closed(self, step: Awaitable[Result]) -> Result:
        """Return the result of a step of a worker, which ends here if the editor has closed meanwhile."""
        result = await step
        if not self.is_open:
            raise asyncio.CancelledError
        return result

    def _room_for(self, draft: Draft) -> CopiesLeft:
        return CopiesLeft(draft.deck, Judge(draft.format), [*filter(draft.format.allows, self._cards())])

    def _search(self, left: CopiesLeft) -> Callable[[], SearchResults]:
        """Return the search for what is asked now."""
        asked, session = self.search_pane.asked, self.session
        return partial(results, asked, session.draft, left, session.popularity, only_fitting=self.only_fitting)

    # Actions.

    def action_more(self, change: int) -> None:
        """Add or remove a copy of the card at the cursor of the table in focus."""
        row, found = self.deck_pane.row, self.search_pane.card
        if self.focused is self.deck_pane:
            self._change(lambda: self.session.add_at(row, change) if row else "")
        elif found:
            self._change(lambda: self.session.add(found, change))

    def action_undo(self) -> None:
        """Undo the last change."""
        self._change(self.session.undo)

    def action_redo(self) -> None:
        """Redo the last undone change."""
        self._change(self.session.redo)

    def _change(self, change: Callable[[], str | None]) -> None:
        """Make a change and show it at once, its findings and numbers after a pause between keys."""
        before = self.session.draft
        try:
            goto = change()
        except DeckcheckError as error:
            self._complain(error)
            return
        if self.session.draft is not before:
            self.show_deck(goto)
            self.show_details()
            self._check(_PAUSE)
            self._compute(_LONG_PAUSE)

    def action_toggle_fitting(self) -> None:
        """Switch between all cards of the format and those that still fit."""
        self.only_fitting = not self.only_fitting
        self._look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Leave the keys of `go` to dialogs, / to the search field, and Enter to every other pane.

        These keys have priority, so that the focus has moved before the next key arrives, however fast they come.
        """
        if action != "go":
            return True
        in_search = isinstance(self.focused, Input)
        return len(self.screen_stack) == 1 and {"query": not in_search, "hits": in_search}.get(str(*parameters), True)

    async def action_go(self, pane: str) -> None:
        """Go to a pane; to the results only when they include all typed letters, unless the query is wrong."""
        if pane != "hits" or await self._searched():
            self.main.set_focus(self.main.query_one(f"#{pane}"))

    async def _searched(self) -> bool:
        """Search for all that was typed so far; return whether the query can be read."""
        session, taken = self.session, asyncio.Event()
        self.main.query_one(Input).call_later(taken.set)
        await taken.wait()
        session.left = session.left or self._room_for(session.draft)
        found = self._search(session.left)()
        self.search_pane.show(found)
        return not found.wrong

    def action_help(self) -> None:
        """List the keys."""
        if len(self.screen_stack) == 1:
            self.push_screen(Help())

    def action_leave(self) -> None:
        """Quit, after a question when there are unsaved changes."""
        if len(self.screen_stack) > 1:
            return
        if self.session.unsaved:
            self.push_screen(AskToSave(), self._answered)
        else:
            self.exit()

    def _answered(self, answer: str | None) -> None:
        if answer == "discard" or (answer == "save" and self.action_save()):
            self.exit()

    def action_save(self) -> bool:
        """Write the deck; return whether that succeeded."""
        if self.session.unsaved:
            try:
                self.session.save()
            except DeckcheckError as error:
                self._complain(error)
                return False
            self.show_deck()
            self.notify("saved", timeout=2)
        return True

    def _offer(self, unresolved: Unresolved) -> None:
        """Offer the cards that an unrecognised line may mean."""
        line = self.session.open_line(unresolved)
        if line is None or not line.options:
            self.notify("no suggestion for this line; - removes it", timeout=3)
            return
        names = [option.name if option.legal else f"{option.name} (not legal)" for option in line.options]
        said = printable(f"line {line.request.span.line}: {line.request.written or line.request.name}")

        def chosen(place: int | None) -> None:
            if place is not None:
                self._change(lambda: self.session.choose(line, place))

        self.push_screen(Choose(said, list(map(printable, names))), chosen)

    # Events.

    async def on_event(self, event: Event) -> None:
        """Take pasted lines for the deck, wherever the focus is; one line in the search field is a query."""
        if isinstance(event, Paste) and not event.is_forwarded and len(self.screen_stack) == 1:
            in_search = isinstance(self.focused, Input)
            if event.text.strip() and not (in_search and len(event.text.strip().splitlines()) == 1):
                self._change(lambda: self._pasted(event.text))
                return
        await super().on_event(event)

    def _pasted(self, text: str) -> str:
        missed = self.session.paste(text)
        if missed:
            said = f"{counted(len(missed), 'pasted line')} not added: {'; '.join(missed)}"
            self.notify(printable(said), severity="warning", markup=False)
        return ""

    def on_input_changed(self, _: Input.Changed) -> None:
        """Search after a pause between keys."""
        self._look(_PAUSE)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Add a copy of the selected result, or choose a card for an unrecognised line."""
        if event.data_table.id == "hits":
            self.action_more(1)
        elif (row := self.deck_pane.row) and row.line:
            self._offer(row.line)

    def on_data_table_row_highlighted(self, _: DataTable.RowHighlighted) -> None:
        """Show the card at the cursor."""
        self.show_details()

    def on_descendant_focus(self, _: DescendantFocus) -> None:
        """Show the card at the cursor of the pane in focus."""
        if self.is_open:
            self.show_details()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the line of a finding."""
        pane = self.main.query_one(FindingsPane)
        if event.option_list is pane:
            self.deck_pane.focus()
            self.show_deck(row_of(pane.findings[event.option_index], self.deck_pane.rows_shown) or None)

    def _complain(self, error: DeckcheckError) -> None:
        self.notify(printable(error.advice), severity="error", markup=False)


def _checked(draft: Draft, left: CopiesLeft | None) -> tuple[Report, CopiesLeft | None]:
    """Return the report on a draft, and the copies that fit into it if the cards are loaded."""
    return draft.report(), CopiesLeft(draft.deck, left.judge, left.legal) if left else None
