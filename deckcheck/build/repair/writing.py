"""Write a changed deck back into its file, changing only the lines of changed cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.placing import Place, line_for, place_for
from deckcheck.build.repair.candidates import meant, old_slots
from deckcheck.build.repair.fix import Repaired
from deckcheck.decks.editing import LINE_END, take_apart
from deckcheck.decks.files import decode
from deckcheck.decks.json_editing import Edit, change_json
from deckcheck.decks.lines import line_end_of, lines_of, spread, with_count
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import Deck, Request
from deckcheck.model.errors import InputError, OutputError
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.tally import Tally


def written_back(content: bytes, report: Report, repaired: Repaired, pool: Pool) -> bytes:
    """Return `content`, the file of the deck of `report`, changed to the repaired deck.

    Raises:
        OutputError: when the changed file would be read differently.
    """
    deck, fmt = report.deck, report.format
    head, codec, text = take_apart(content, deck.raw.path, deck.raw.limits)
    first = len(old_slots(deck, fmt))
    new = zip(repaired.slots[first:], repaired.counts[first:], strict=True)
    edit = Edit(
        deck=deck,
        kept=dict(_line_counts(deck, repaired.counts, fmt)),
        new=tuple((slot.card, count) for slot, count in new if count),
    )
    if deck.raw.syntax == "json":
        changed = change_json(text, edit)
    else:
        changed = _change_text(text, edit, Draft(content, deck, fmt, pool))
    result = head + changed.encode(codec)
    _verify(result, report, repaired, pool)
    return result


def _line_counts(deck: Deck, counts: Sequence[int], fmt: Format) -> Iterator[tuple[Request, int]]:
    """Yield each line of the deck with a new number of copies, and that number; 0 removes the line."""
    for line in deck.unresolved:
        yield line.request, 0
    for entry, count in zip(Tally(deck, fmt).cards, counts, strict=False):
        yield from spread(entry.requests, count - entry.count)


def _change_text(text: str, edit: Edit, draft: Draft) -> str:
    """Return a text list with the new numbers on its lines and with lines for new cards."""
    lines, end = lines_of(text), line_end_of(text)
    changed = {
        request.span.line: with_count(lines[request.span.line - 1], request, n, edit.deck.raw.limits)
        for request, n in edit.kept.items()
    }
    behind = _new_lines(edit, draft)
    parts = []
    for number, line in enumerate(lines, 1):
        parts.append(changed.get(number, line))
        if number in behind and parts[-1] and not LINE_END.search(line):
            # The file ends without a line end, and must again.
            parts.append(end + end.join(behind[number]))
        elif number in behind:
            parts += [f"{each}{end}" for each in behind[number]]
    return "".join(parts)


def _new_lines(edit: Edit, draft: Draft) -> dict[int, list[str]]:
    """Return the lines for new cards, by the number of the line above them.

    A card that a removed line could mean replaces that line.
    """
    meaning = {
        card_id: line.request for line in edit.deck.unresolved for card_id in meant(line, draft.format, draft.pool)
    }
    groups: dict[int, dict[tuple[str, ...], list[str]]] = {}
    for card, count in edit.new:
        slip = meaning.get(card.id)
        place = Place(slip.span.line, slip.span.line) if slip else place_for(card, draft)
        groups.setdefault(place.line, {}).setdefault(place.headers, []).append(line_for(card, count, place, draft))
    behind: dict[int, list[str]] = {}
    for number, by_headers in groups.items():
        new = behind[number] = by_headers.pop((), [])  # Lines under the existing header come before new headers.
        for headers, added in by_headers.items():
            new += [*([""] if new and headers[0] else []), *headers, *added]
    return behind


def _verify(content: bytes, report: Report, repaired: Repaired, pool: Pool) -> None:
    """Raise OutputError unless `content` is read as the repaired deck."""
    raw, fmt = report.deck.raw, report.format
    try:
        new = resolve(read(decode(content, raw.path, raw.limits), raw.path, raw.limits, raw.syntax), fmt, pool)
    except InputError:
        new = None
    wanted: dict[tuple[str, str], int] = {}
    for slot, count in zip(repaired.slots, repaired.counts, strict=True):
        if count:
            wanted[slot.card.id, slot.header] = count
    found = {(slot.card.id, slot.header): slot.old for slot in old_slots(new, fmt)} if new else {}
    if new is None or new.unresolved or found != wanted:
        raise OutputError(
            "the changes cannot be written into this list",
            place=raw.path,
            help="convert it first: deckcheck convert DECK --to text",
        )
