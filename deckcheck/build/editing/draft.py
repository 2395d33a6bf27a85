"""A deck file that is being edited: its bytes and the deck that they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

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

# The copies of each card: by its id and, where the header of the list decides where it counts, that header's meaning.
Copies = dict[tuple[str, str], int]


class Draft(Struct, frozen=True):
    """A deck file, the deck read from it, and the format and pool that it is read by."""

    content: bytes
    deck: Deck
    format: Format
    pool: Pool

    @property
    def raw(self) -> RawDeck:
        """The deck as read."""
        return self.deck.raw

    def report(self) -> Report:
        """Return the report on the deck as it stands."""
        return check(self.deck, self.format, self.pool)

    def entries(self, card: Card, under: str | None = None) -> list[Entry]:
        """Return the lines that name `card` where the header's meaning is `under`, as `under` gives it for an entry.

        None: those of the deck itself, else those under headers such as a sideboard.
        """
        named = [entry for entry in self.deck.named if entry.card.id == card.id]
        if under is not None:
            return [entry for entry in named if self.under(entry) == under]
        return [entry for entry in named if not self.under(entry)] or named

    def under(self, entry: Entry) -> str:
        """Return the header's meaning where it decides where the entry counts, else the empty string."""
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
    """Return the draft of a file that was read as `raw`; raises UsageError for a syntax that cannot be edited."""
    if not is_list(raw.syntax) and raw.syntax != "json":
        raise UsageError(
            f"decks in the syntax `{raw.syntax}` cannot be edited in place",
            place=raw.path,
            help="write it anew first: deckcheck convert DECK --to text",
        )
    return Draft(content, resolve(raw, fmt, pool), fmt, pool)


def rewritten(draft: Draft, content: bytes, changes: Copies, gone: Iterable[Request] = ()) -> Draft:
    """Return the draft with other bytes; `changes` are the new numbers of the cards that change, `gone` other lines.

    Raises:
        OutputError: when the bytes are not read as meant: so many copies of those cards, and all other lines as before.
            What other lines mean may change, as that of a name which several clans have when a stronghold comes in.
    """
    path, limits = draft.raw.path, draft.raw.limits
    try:
        raw = read(decode(content, path, limits), path, limits, draft.raw.syntax)
    except InputError as error:
        raise OutputError(
            f"the list could not be read afterwards: {error.message}; nothing was changed", place=path
        ) from None
    new = Draft(content, resolve(raw, draft.format, draft.pool), draft.format, draft.pool)
    copies, ids = new.copies(), {card_id for card_id, _ in changes}
    good = all(copies.get(key, 0) == count for key, count in changes.items())
    if not good or _other_lines(draft, ids) - Counter(map(_as_read, gone)) != _other_lines(new, ids):
        raise OutputError(
            "the change cannot be written into the list as it stands",
            place=path,
            help="write it anew first: deckcheck convert DECK --to text",
        )
    return new


def _other_lines(draft: Draft, ids: set[str]) -> Counter[tuple[str, int, str]]:
    """Return the lines that name none of the cards with these ids, as they are read."""
    named = {entry.request.span for entry in draft.deck.named if entry.card.id in ids}
    return Counter(_as_read(request) for request in draft.raw.requests if request.span not in named)


def _as_read(request: Request) -> tuple[str, int, str]:
    return request.name, request.count, request.section


def text_only(draft: Draft, what: str) -> None:
    """Raise UsageError when the list is JSON, in which `what` has no place."""
    if not is_list(draft.raw.syntax):
        raise UsageError(f"{what} only in text lists", place=draft.raw.path)
