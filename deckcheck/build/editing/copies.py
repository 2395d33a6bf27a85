"""Change the number of copies of a card in a deck file, and only the lines of changed cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckcheck.build.editing.draft import Draft, rewritten
from deckcheck.build.editing.placing import Place, line_for, place_for
from deckcheck.decks.editing import LINE_END
from deckcheck.decks.json_editing import Edit, change_json
from deckcheck.decks.lines import line_end_of, lines_of, spread, with_count
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


def edited(draft: Draft, edit: Edit, replaced: Mapping[str, Request] | None = None) -> bytes:
    """Return the file of a draft with the changes of `edit`.

    `replaced` has the line that a new card takes the place of, by the id of the card.
    """
    if draft.raw.syntax == "json":
        return draft.encoded(change_json(draft.text, edit))
    lines, end = lines_of(draft.text), line_end_of(draft.text)
    for request, count in edit.kept.items():
        lines[request.span.line - 1] = with_count(lines[request.span.line - 1], request, count, draft.raw.limits)
    below = _new_lines(draft, edit, replaced or {})
    parts = [f"{line}{end}" for line in below.get(0, ())]
    for number, line in enumerate(lines, 1):
        parts.append(line)
        if number in below and line and not LINE_END.search(line):
            # The file ends without a line end, and must again.
            parts.append(end + end.join(below[number]))
        elif number in below:
            parts += [f"{each}{end}" for each in below[number]]
    return draft.encoded("".join(parts))


def _new_lines(draft: Draft, edit: Edit, replaced: Mapping[str, Request]) -> dict[int, list[str]]:
    """Return the lines for new cards, by the number of the line above them."""
    groups: dict[int, dict[tuple[str, ...], list[str]]] = {}
    for card, count in edit.new:
        old = replaced.get(card.id)
        place = Place(old.span.line, old.span.line) if old else place_for(card, draft)
        groups.setdefault(place.line, {}).setdefault(place.headers, []).append(line_for(card, count, place, draft))
    below: dict[int, list[str]] = {}
    for number, by_headers in groups.items():
        new = below[number] = by_headers.pop((), [])  # Lines under the existing header come before new headers.
        for headers, added in by_headers.items():
            new += [*([""] if new and headers[0] else []), *headers, *added]
    return below
