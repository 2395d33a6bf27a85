"""Writing a changed deck back into its file: only the lines of the cards that changed are touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.decklists.editing import LINE_END, take_apart
from deckcheck.decklists.files import decode
from deckcheck.decklists.json_editing import Edit, change_json
from deckcheck.decklists.lines import in_style_of, line_end_of, lines_of, spread, with_count
from deckcheck.decklists.readers import read
from deckcheck.errors import InputError, OutputError
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Request
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.repair.candidates import meant, old_slots
from deckcheck.repair.fix import Repaired
from deckcheck.resolve import resolve
from deckcheck.resolve.naming import name_of
from deckcheck.spans import Span
from deckcheck.tally import Tally

_NOWHERE = Request(name="", count=1, span=Span(1, 1, 1))


def written_back(content: bytes, report: Report, repaired: Repaired, pool: Pool) -> bytes:
    """Return `content`, from which the deck of `report` was read, as the repaired deck.

    Raises:
        OutputError: when the file would not be read as meant afterwards.
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
    changed = change_json(text, edit) if deck.raw.syntax == "json" else _change_text(text, edit, fmt, pool)
    result = head + changed.encode(codec)
    _verify(result, report, repaired, pool)
    return result


def _line_counts(deck: Deck, counts: Sequence[int], fmt: Format) -> Iterator[tuple[Request, int]]:
    """Yield each line of the deck whose number changes, with that number; 0 takes the line out."""
    for line in deck.unresolved:
        yield line.request, 0
    for entry, count in zip(Tally(deck, fmt).cards, counts, strict=False):
        yield from spread(entry.requests, count - entry.count)


def _change_text(text: str, edit: Edit, fmt: Format, pool: Pool) -> str:
    """Return a text list with other numbers on its lines, and with lines for new cards behind those of their kind."""
    lines, end = lines_of(text), line_end_of(text)
    changed = {
        request.span.line: with_count(lines[request.span.line - 1], request, n, edit.deck.raw.limits)
        for request, n in edit.kept.items()
    }
    meaning = {card_id: line.request for line in edit.deck.unresolved for card_id in meant(line, fmt, pool)}
    behind: dict[int, list[str]] = {}
    last: dict[str, list[str]] = {}
    for card, count in edit.new:
        anchor = meaning.get(card.id) or _anchor(card, edit.deck, fmt)
        line = f"{count} {name_of(card, anchor or _NOWHERE, fmt, pool)}"
        if anchor is None:
            title = card.kind if card.deck in ("none", "province") else card.deck
            last.setdefault(title.title(), []).append(line)
        else:
            behind.setdefault(anchor.span.line, []).append(in_style_of(lines[anchor.span.line - 1], line))
    parts = []
    for number, line in enumerate(lines, 1):
        parts.append(changed.get(number, line))
        if number in behind and parts[-1] and not LINE_END.search(line):
            # The last line had no end: the lines behind it take one, and the last of them has none again.
            parts.append(end + end.join(behind[number]))
        elif number in behind:
            parts += [f"{each}{end}" for each in behind[number]]
    result = "".join(parts)
    for title, added in last.items():
        result += "" if not result or LINE_END.search(result[-1]) else end
        result += end + end.join([f"# {title}", *added]) + end
    return result


def _anchor(card: Card, deck: Deck, fmt: Format) -> Request | None:
    """Return the last line of the deck with a card of this kind, else of this deck; None when there is none."""
    headers = {section.header for section in fmt.sections.values() if section.header}
    entries = [entry for entry in deck.entries if entry.request.section not in headers]
    alike = [entry for entry in entries if (entry.card.kind, entry.card.deck) == (card.kind, card.deck)]
    if not alike and card.deck not in ("none", "province"):
        alike = [entry for entry in entries if entry.card.deck == card.deck]
    return max((entry.request for entry in alike), key=lambda request: request.span.line, default=None)


def _verify(content: bytes, report: Report, repaired: Repaired, pool: Pool) -> None:
    """Make sure that `content` is read as the deck that is meant."""
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
            "the changes cannot be written into the list as it stands",
            place=raw.path,
            help="write it anew first: deckcheck convert DECK --to text",
        )
