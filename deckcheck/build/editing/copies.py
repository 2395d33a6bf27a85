"""Change the number of copies of a card in a deck file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckcheck.build.editing.draft import Draft, rewritten
from deckcheck.build.editing.placing import line_for, place_for
from deckcheck.decks.editing import LINE_END, take_apart
from deckcheck.decks.json_editing import Edit, change_json
from deckcheck.decks.lines import line_end_of, lines_of, spread, with_count
from deckcheck.decks.readers import is_list
from deckcheck.decks.resolve.naming import name_of
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
    if entries:
        kept = dict(spread([entry.request for entry in entries], change))
        return rewritten(draft, _with_lines(draft, kept), copies)
    return rewritten(draft, _with_new(draft, card, count), copies)


def without_lines(draft: Draft, lines: Iterable[Request]) -> Draft:
    """Return the draft without the given unrecognised lines."""
    gone = tuple(lines)
    return rewritten(draft, _with_lines(draft, dict.fromkeys(gone, 0)), {}, gone)


def exchanged(draft: Draft, old: Card, new: Card, taken: int, added: int) -> Draft:
    """Return the draft with `taken` copies of `old` removed and `added` copies of `new` added.

    When `new` replaces all copies of `old` and they are on one line, it takes over that line.
    """
    entries = draft.entries(old)
    whole = len(entries) == 1 and taken == entries[0].count and not draft.entries(new)
    if whole and is_list(draft.raw.syntax) and (old.kind, old.deck) == (new.kind, new.deck):
        request = entries[0].request
        head, codec, text = take_apart(draft.content, draft.raw.path, draft.raw.limits)
        lines = lines_of(text)
        line = with_count(lines[request.span.line - 1], request, added, draft.raw.limits)
        name = name_of(new, request, draft.format, draft.pool)
        if added and line.count(request.name) == 1:
            lines[request.span.line - 1] = line.replace(request.name, name)
            under = draft.under(entries[0])
            copies = {(old.id, under): 0, (new.id, under): added}
            return rewritten(draft, head + "".join(lines).encode(codec), copies)
    # The new card goes in first, because the lines of the old one show the place of its kind.
    more = with_copies(draft, new, count_of(draft, new) + added)
    return with_copies(more, old, max(0, count_of(more, old) - taken))


def _with_lines(draft: Draft, kept: Mapping[Request, int]) -> bytes:
    """Return the file with the new numbers of copies on its lines."""
    head, codec, text = take_apart(draft.content, draft.raw.path, draft.raw.limits)
    if draft.raw.syntax == "json":
        return head + change_json(text, Edit(draft.deck, dict(kept), ())).encode(codec)
    lines = lines_of(text)
    for request, count in kept.items():
        lines[request.span.line - 1] = with_count(lines[request.span.line - 1], request, count, draft.raw.limits)
    return head + "".join(lines).encode(codec)


def _with_new(draft: Draft, card: Card, count: int) -> bytes:
    """Return the file with a line, or a JSON key, for a new card."""
    head, codec, text = take_apart(draft.content, draft.raw.path, draft.raw.limits)
    if draft.raw.syntax == "json":
        return head + change_json(text, Edit(draft.deck, {}, ((card, count),))).encode(codec)
    lines, end = lines_of(text), line_end_of(text)
    place = place_for(card, draft)
    added = [*place.headers, line_for(card, count, place, draft)]
    if place.line and not LINE_END.search(lines[place.line - 1]):
        # The file ends without a line end, and must again.
        lines[place.line - 1] += end + end.join(added)
    else:
        lines[place.line : place.line] = [f"{line}{end}" for line in added]
    return head + "".join(lines).encode(codec)
