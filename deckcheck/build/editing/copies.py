"""Change the number of copies of a card in a deck file."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.build.editing.draft import Draft, rewritten
from deckcheck.build.editing.writing import edited
from deckcheck.decks.json_editing import Edit
from deckcheck.decks.lines import lines_of, spread, with_count
from deckcheck.decks.readers import is_list
from deckcheck.decks.resolve.lookup import name_of
from deckcheck.model.card import Card
from deckcheck.model.deck import Request
from deckcheck.model.errors import UsageError
from deckcheck.model.limits import how_to_raise


def count_of(draft: Draft, card: Card, under: str | None = None) -> int:
    """Return the copies of `card` on the lines that `with_copies` would change."""
    return sum(entry.count for entry in draft.entries(card, under))


def with_copies(draft: Draft, card: Card, count: int, under: str | None = None) -> Draft:
    """Return the draft with `count` copies of `card` on the lines that `Draft.entries` returns; 0 removes them.

    Raises:
        UsageError: when the count is above the limit.
        OutputError: when the changed list would be read differently.
    """
    most = draft.raw.limits.copies
    if not 0 <= count <= most:
        message = f"{count} copies of a card; the number must be from 0 to {most}"
        raise UsageError(message, help=how_to_raise("copies") if count > most else None)
    entries = draft.entries(card, under)
    change = count - sum(entry.count for entry in entries)
    if not change:
        return draft
    copies = {(card.id, draft.under(entries[0]) if entries else ""): count}
    kept = dict(spread([entry.request for entry in entries], change)) if entries else {}
    return rewritten(draft, edited(draft, Edit(draft.deck, kept, () if entries else ((card, count),))), copies)


def without_lines(draft: Draft, lines: Iterable[Request]) -> Draft:
    """Return the draft without the given unrecognised lines."""
    gone = tuple(lines)
    return rewritten(draft, edited(draft, Edit(draft.deck, dict.fromkeys(gone, 0))), {}, gone)


def exchanged(draft: Draft, old: Card, new: Card, taken: int, added: int) -> Draft:
    """Return the draft with `taken` copies of `old` removed and `added` copies of `new` added.

    When `new` replaces all copies of `old` and they are on one line, it takes over that line.
    """
    entries = draft.entries(old)
    whole = len(entries) == 1 and taken == entries[0].count and not draft.entries(new)
    if whole and is_list(draft.raw.syntax) and (old.kind, old.deck) == (new.kind, new.deck):
        request = entries[0].request
        lines = lines_of(draft.text)
        line = with_count(lines[request.span.line - 1], request, added, draft.raw.limits)
        name = name_of(new, request, draft.format, draft.pool)
        if added and line.count(request.name) == 1:
            lines[request.span.line - 1] = line.replace(request.name, name)
            under = draft.under(entries[0])
            copies = {(old.id, under): 0, (new.id, under): added}
            return rewritten(draft, draft.encoded("".join(lines)), copies)
    # The new card goes in first, because the lines of the old one show the place of its kind.
    more = with_copies(draft, new, count_of(draft, new) + added)
    return with_copies(more, old, max(0, count_of(more, old) - taken))
