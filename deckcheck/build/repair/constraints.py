"""The cards that a repair can use, constraints of the rules in force on their copies, and findings about them.

The rules about unrecognised lines add no constraints, because a repair removes such lines. A card text with an open
question uses the usual limit. Where the rows are inexact, the rules check the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckcheck.decks.resolve.lookup import Found, find
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Unresolved
from deckcheck.model.effect import GainsAlignment, PlayerAlignment, Restricts
from deckcheck.model.finding import BEARING, Severity
from deckcheck.model.format import Format
from deckcheck.model.matching import matches
from deckcheck.model.pool import Pool
from deckcheck.model.spans import Span
from deckcheck.rules import InForce, in_force
from deckcheck.rules.rows import Model, Slot
from deckcheck.rules.tally import Tally, section_of

# Effects that make rules report other cards.
_LOUD = (GainsAlignment, PlayerAlignment, Restricts)

_NOWHERE = Span(1, 1, 1)


def demand(model: Model) -> None:
    """Add the rows of all rules of the model's format.

    The rules that limit copies come first, because the others use their limits.
    """
    for each in sorted(in_force(model.format), key=lambda each: not each.limit.caps):
        each.limit.rows(model, each.rule.name)


def entry_of(card: Card, count: int = 1, header: str = "") -> Entry:
    """Return an entry for `card` without a line in a file."""
    return Entry(card, count, Request(name=card.name, count=count, span=_NOWHERE, header=header, section=header))


def tally_of(entries: Iterable[Entry], fmt: Format) -> Tally:
    """Return the tally of a deck without a file."""
    raw = RawDeck(path="", lines=(), requests=())
    return Tally(Deck(raw=raw, entries=tuple(entries)), fmt)


def refused(fmt: Format, cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that a rule forbids in every deck."""
    tally = tally_of(map(entry_of, cards), fmt)
    rules = (each for each in in_force(fmt) if each.limit.by_card and not each.limit.stronghold)
    return frozenset(card_id for each in rules for card_id in _named(each, tally, BEARING))


def remarked(fmt: Format, old: Sequence[Entry], cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that would add a warning or note to the deck of the entries `old`."""
    quiet = [card for card in cards if not any(isinstance(effect, _LOUD) for effect in card.effects)]
    found: set[str] = set()
    for each in in_force(fmt):
        if each.limit.remarks:
            # Another Stronghold has another clan, which would change the findings about other cards.
            section = fmt.sections.get(each.limit.stronghold)
            new = (entry_of(card) for card in quiet if section is None or not matches(section.select, card))
            found.update(_named(each, tally_of([*old, *new], fmt), (Severity.WARNING, Severity.NOTE)))
    return frozenset(found)


def _named(each: InForce, tally: Tally, severities: tuple[Severity, ...]) -> list[str]:
    return [
        entry.card.id
        for problem in each.limit.problems(tally)
        if each.rule.messages[problem.message].severity in severities
        for entry in problem.entries
    ]


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
