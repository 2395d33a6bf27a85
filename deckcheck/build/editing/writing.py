"""Write other numbers of copies and new cards into a deck file, changing only the lines of changed cards."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.placing import Place, line_for, place_for
from deckcheck.decks.editing import LINE_END
from deckcheck.decks.json_editing import Edit, change_json
from deckcheck.decks.lines import line_end_of, lines_of, with_count
from deckcheck.model.deck import Request


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
