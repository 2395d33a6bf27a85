"""The state of an editing session, without widgets: the drafts, the report, and the changes that keys make."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from deckcheck.build.collection import Popularity
from deckcheck.build.editing.copies import count_of, with_copies, without_lines
from deckcheck.build.editing.copies_left import CopiesLeft
from deckcheck.build.editing.draft import Draft, DraftHistory, changed, redone, undone
from deckcheck.decks.name_fixes import NameChoice, OpenLine, fix_names, open_lines
from deckcheck.model.card import Card
from deckcheck.model.errors import OutputError
from deckcheck.model.report import Report
from deckcheck.tui.panes import SearchScope
from deckcheck.tui.rows import card_key, line_key

# Writes the deck file, given its old and new content; raises DeckcheckError.
Save = Callable[[bytes, bytes], None]


class Session:
    """One deck during editing. Each change returns the key of the row to go to, "" for none."""

    def __init__(self, draft: Draft, save: Save) -> None:
        """Begin with the deck file `draft`; `save` writes it."""
        self.history = DraftHistory(draft)
        self.report: Report = draft.report()
        self.scope: SearchScope | None = None
        self._save, self._saved = save, draft.content

    @property
    def draft(self) -> Draft:
        """The current draft."""
        return self.history.draft

    @property
    def unsaved(self) -> bool:
        """Whether the deck has unsaved changes."""
        return self.draft.content != self._saved

    @property
    def popularity(self) -> Popularity | None:
        """What the user's own lists play, None before they are counted."""
        return self.scope.popularity if self.scope else None

    def counted(self, popularity: Popularity) -> None:
        """Keep what the user's own lists play."""
        if self.scope:
            self.scope = msgspec.structs.replace(self.scope, popularity=popularity)

    def checked(self, report: Report, left: CopiesLeft | None) -> None:
        """Keep the report on the current draft, and the copies that still fit."""
        self.report = report
        if self.scope and left:
            self.scope = msgspec.structs.replace(self.scope, left=left)

    def card(self, key: str) -> Card | None:
        """Return the card of a row of the deck."""
        kind, _, rest = key.partition(" ")
        return self.draft.pool.card(rest.partition(" ")[0]) if kind == "card" else None

    def add(self, card: Card, change: int, under: str | None = None) -> str:
        """Add or remove copies of a card, of those whose header is `under` if it is given; raises DeckcheckError."""
        new = with_copies(self.draft, card, max(0, count_of(self.draft, card, under) + change), under)
        self.history = changed(self.history, new)
        entries = new.entries(card, under)
        return card_key(card.id, new.under(entries[0])) if entries else ""

    def add_at(self, key: str, change: int) -> str:
        """Add or remove copies of the card of a row, or remove its unrecognised line; raises DeckcheckError."""
        if card := self.card(key):
            return self.add(card, change, key.split(" ", 2)[2])
        lines = [line.request for line in self.draft.deck.unresolved if line_key(line.request) == key]
        if lines and change < 0:
            self.history = changed(self.history, without_lines(self.draft, lines))
        return ""

    def open_line(self, key: str) -> OpenLine | None:
        """Return the unrecognised line of a row with the cards that it may mean."""
        draft = self.draft
        lines = open_lines(draft.content, draft.deck, draft.format, draft.pool)
        return next((line for line in lines if line_key(line.request) == key), None)

    def choose(self, line: OpenLine, place: int) -> str:
        """Write one of the cards of an unrecognised line into it; raises OutputError when that is read differently."""
        draft, choice = self.draft, NameChoice(line, line.options[place])
        fixed = fix_names(draft.content, draft.deck, [choice], draft.format, draft.pool)
        if fixed.rejected:
            raise OutputError("with this name the list would be read differently; nothing was changed")
        new = Draft(fixed.content, fixed.deck, draft.format, draft.pool)
        self.history = changed(self.history, new)
        return card_key(choice.option.card.id, "")

    def undo(self) -> None:
        """Undo the last change."""
        self.history = undone(self.history)

    def redo(self) -> None:
        """Redo the last undone change."""
        self.history = redone(self.history)

    def save(self) -> None:
        """Write the deck file if it has unsaved changes; raises DeckcheckError."""
        if self.unsaved:
            self._save(self._saved, self.draft.content)
            self._saved = self.draft.content
