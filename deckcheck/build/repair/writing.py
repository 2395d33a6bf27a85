"""Write a repaired deck back into its file, and check that it is read so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.build.editing.copies import edited
from deckcheck.build.editing.draft import Draft, not_writable, refuse_inside
from deckcheck.build.repair.constraints import meant, old_slots
from deckcheck.build.repair.fix import Repaired
from deckcheck.decks.json_editing import Edit
from deckcheck.decks.lines import spread
from deckcheck.model.deck import Deck, Request
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.tally import Tally


def written_back(content: bytes, report: Report, repaired: Repaired, pool: Pool) -> bytes:
    """Return `content`, the file of the deck of `report`, changed to the repaired deck.

    A card that a removed line could mean takes the place of that line.

    Raises:
        OutputError: when the changed file would be read differently.
    """
    deck, fmt = report.deck, report.format
    draft = Draft(content, deck, fmt, pool)
    refuse_inside(draft)
    first = len(old_slots(deck, fmt))
    new = zip(repaired.slots[first:], repaired.counts[first:], strict=True)
    edit = Edit(
        deck=deck,
        kept=dict(_line_counts(deck, repaired.counts, fmt)),
        new=tuple((slot.card, count) for slot, count in new if count),
    )
    replaced = {card_id: line.request for line in deck.unresolved for card_id in meant(line, fmt, pool)}
    result = edited(draft, edit, replaced)
    _verify(draft.reread(result).deck, repaired, fmt)
    return result


def _line_counts(deck: Deck, counts: Sequence[int], fmt: Format) -> Iterator[tuple[Request, int]]:
    """Yield each line of the deck with a new number of copies, and that number; 0 removes the line."""
    for line in deck.unresolved:
        yield line.request, 0
    for entry, count in zip(Tally(deck, fmt).cards, counts, strict=False):
        yield from spread(entry.requests, count - entry.count)


def _verify(deck: Deck, repaired: Repaired, fmt: Format) -> None:
    """Raise OutputError unless `deck`, read from the changed file, is the repaired one."""
    pairs = zip(repaired.slots, repaired.counts, strict=True)
    wanted = {(slot.card.id, slot.header): count for slot, count in pairs if count}
    found = {(slot.card.id, slot.header): slot.old for slot in old_slots(deck, fmt)}
    if deck.unresolved or found != wanted:
        raise not_writable(deck.raw.path)
