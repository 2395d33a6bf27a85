"""A deck file during editing: its bytes, the deck read from them, and the history of changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from deckcheck.decks.editing import is_in_structure, take_apart
from deckcheck.decks.files import decode
from deckcheck.decks.readers import is_list, read
from deckcheck.decks.resolve import resolve
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request
from deckcheck.model.errors import InputError, OutputError, UsageError
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.engine import check

# The copies of each card, by its id and by its header when the header decides the section, else "".
Copies = dict[tuple[str, str], int]


class Draft(Struct, frozen=True):
    """A deck file, the deck read from it, and its format and pool."""

    content: bytes
    deck: Deck
    format: Format
    pool: Pool

    @property
    def raw(self) -> RawDeck:
        """The deck as read."""
        return self.deck.raw

    @property
    def text(self) -> str:
        """The text of the file, without a byte order mark."""
        return take_apart(self.content, self.raw.path, self.raw.limits)[2]

    def encoded(self, text: str) -> bytes:
        """Return `text` as bytes in the encoding of the file."""
        mark, codec, _ = take_apart(self.content, self.raw.path, self.raw.limits)
        return mark + text.encode(codec)

    def reread(self, content: bytes) -> Draft:
        """Return the draft of a changed file; raises OutputError when it cannot be read."""
        path, limits = self.raw.path, self.raw.limits
        try:
            raw = read(decode(content, path, limits), path, limits, self.raw.syntax)
        except InputError as error:
            message = f"the changed list cannot be read: {error.message}; nothing was changed"
            raise OutputError(message, place=path) from None
        return Draft(content, resolve(raw, self.format, self.pool), self.format, self.pool)

    def report(self) -> Report:
        """Return the report on the current deck."""
        return check(self.deck, self.format, self.pool)

    def entries(self, card: Card, under: str | None = None) -> list[Entry]:
        """Return the entries of `card` whose `Draft.under` equals `under`.

        None: the entries in the deck itself, or without any, those under headers such as a sideboard.
        """
        named = [entry for entry in self.deck.named if entry.card.id == card.id]
        if under is not None:
            return [entry for entry in named if self.under(entry) == under]
        return [entry for entry in named if not self.under(entry)] or named

    def under(self, entry: Entry) -> str:
        """Return the header's meaning when it decides the section of the entry, else the empty string."""
        section = entry.request.section
        return section if section in {each.header for each in self.format.sections.values() if each.header} else ""

    def copies(self) -> Copies:
        """Return the copies of all cards."""
        counts: Copies = {}
        for entry in self.deck.named:
            key = (entry.card.id, self.under(entry))
            counts[key] = counts.get(key, 0) + entry.count
        return counts


def draft_of(content: bytes, raw: RawDeck, fmt: Format, pool: Pool) -> Draft:
    """Return the draft of a file read as `raw`; raises UsageError for a syntax that cannot be edited."""
    if not is_list(raw.syntax) and raw.syntax != "json":
        raise _not_in_place(raw, f"decks in the syntax `{raw.syntax}`")
    draft = Draft(content, resolve(raw, fmt, pool), fmt, pool)
    refuse_inside(draft)
    return draft


def refuse_inside(draft: Draft) -> None:
    """Raise UsageError for a list that is in a text of another file."""
    if is_in_structure(draft.raw, draft.text):
        raise _not_in_place(draft.raw, "lists in a text of JSON or YAML, or in rows of HTML over several lines,")


def _not_in_place(raw: RawDeck, what: str) -> UsageError:
    help = "convert it first: deckcheck convert DECK --to text"
    return UsageError(f"{what} cannot be edited in place", place=raw.path, help=help)


def rewritten(draft: Draft, content: bytes, changes: Copies, gone: Iterable[Request] = ()) -> Draft:
    """Return the draft with the bytes `content`, after confirming the intended change.

    `changes` has the new copies of the changed cards, `gone` the unrecognised lines to remove. The names and numbers
    on all other lines must stay the same; their cards can change, for example with a new Stronghold.

    Raises:
        OutputError: when the bytes are read differently.
    """
    new = draft.reread(content)
    copies, ids = new.copies(), {card_id for card_id, _ in changes}
    good = all(copies.get(key, 0) == count for key, count in changes.items())
    if not good or _other_lines(draft, ids) - Counter(map(_as_read, gone)) != _other_lines(new, ids):
        raise not_writable(draft.raw.path)
    return new


def not_writable(path: str) -> OutputError:
    """Return the error for a change that a list would not be read with."""
    help_ = "convert it first: deckcheck convert DECK --to text"
    return OutputError("the change cannot be written into this list", place=path, help=help_)


def _other_lines(draft: Draft, ids: set[str]) -> Counter[tuple[str, int, str]]:
    """Return the lines without these cards, as read."""
    named = {entry.request.span for entry in draft.deck.named if entry.card.id in ids}
    return Counter(_as_read(request) for request in draft.raw.requests if request.span not in named)


def _as_read(request: Request) -> tuple[str, int, str]:
    return request.name, request.count, request.section


def text_only(draft: Draft, what: str) -> None:
    """Raise UsageError when the list is JSON, where `what` is not possible."""
    if not is_list(draft.raw.syntax):
        raise UsageError(f"{what} only in text lists", place=draft.raw.path)


class DraftHistory(Struct, frozen=True):
    """The current draft, the earlier ones (latest last), and the undone ones (next to redo last)."""

    draft: Draft
    past: tuple[Draft, ...] = ()
    future: tuple[Draft, ...] = ()


def changed(history: DraftHistory, draft: Draft) -> DraftHistory:
    """Return the history with a new draft and nothing to redo; the same history when the content is equal."""
    if draft.content == history.draft.content:
        return history
    return DraftHistory(draft, (*history.past, history.draft))


def undone(history: DraftHistory) -> DraftHistory:
    """Return the history with the last change undone, the same history when there is none."""
    if not history.past:
        return history
    return DraftHistory(history.past[-1], history.past[:-1], (*history.future, history.draft))


def redone(history: DraftHistory) -> DraftHistory:
    """Return the history with the last undone change redone, the same history when there is none."""
    if not history.future:
        return history
    return DraftHistory(history.future[-1], (*history.past, history.draft), history.future[:-1])
