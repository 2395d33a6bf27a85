"""The cards that a repair can use: the cards of the deck, and cards of the pool that can be added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.build.repair.constraints import entry_of, refused
from deckcheck.decks.resolve.lookup import Found, find
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Unresolved
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.rules.rows import Slot
from deckcheck.rules.tally import Tally, section_of


def slots_of(deck: Deck, fmt: Format, pool: Pool) -> tuple[Slot, ...]:
    """Return the slots of the deck in the order of its list, then those of cards that can be added, by id.

    A card can be added when the format allows it and has a section for it, the pool has all of its facts, and no rule
    about single cards forbids it. Cards are added to the deck itself, never to a sideboard.
    """
    old = old_slots(deck, fmt)
    here = {slot.card.id for slot in old if not slot.header}
    cards = [card for card in _legal(fmt, pool) if card.id not in here]
    wrong = refused(fmt, cards)
    placed = ((card, section_of(card, fmt)) for card in cards if card.id not in wrong)
    new = (Slot(card, section) for card, section in placed if section is not None)
    return (*old, *sorted(new, key=lambda slot: slot.card.id))


def old_slots(deck: Deck, fmt: Format) -> tuple[Slot, ...]:
    """Return the slots of the cards in the deck."""
    headers = {section.header for section in fmt.sections.values() if section.header}
    tally = Tally(deck, fmt)
    section_of_line = {
        (entry.card.id, entry.request): section for section, entries in tally.sections.items() for entry in entries
    }
    return tuple(
        Slot(
            card=entry.card,
            section=section_of_line.get((entry.card.id, entry.request)),
            old=entry.count,
            header=entry.request.section if entry.request.section in headers else "",
        )
        for entry in tally.cards
    )


def deck_with(deck: Deck, slots: Sequence[Slot], counts: Sequence[int]) -> Deck:
    """Return `deck` with these counts of its slots, without the unrecognised lines."""
    entries = [entry_of(slot.card, count, slot.header) for slot, count in zip(slots, counts, strict=True) if count]
    return Deck(raw=deck.raw, entries=tuple(entries), outside=deck.outside, basis=deck.basis)


def meant(line: Unresolved, fmt: Format, pool: Pool) -> list[str]:
    """Return the ids of the cards that an unrecognised line could mean."""
    names = line.candidates or line.suggestions or ((line.request.name,) if line.request.bad_count else ())
    found = (find(name, line.request, fmt, pool) for name in names)
    return [each.card.id for each in found if isinstance(each, Found)]


def _legal(fmt: Format, pool: Pool) -> Iterator[Card]:
    legality = fmt.legality
    seen = set()
    for known in pool.names():
        if legality.takes(known.id, known.marks, known.sets) and known.id not in seen:
            seen.add(known.id)
            card = pool.card(known.id)
            if card is not None and not card.proxy and not card.unverified:
                yield card
