"""Find cards that still fit into a deck.

A card still fits into a deck when it adds no error. The prefilter (`deckcheck.rules.judge.Judge`) runs for the deck
with each candidate, and then only the rules that could fire. A card also fits if it leaves an existing error unchanged,
because a deck that is too small needs more cards.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from deckcheck.build.editing.draft import broken
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, Request, Span
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format, Hit
from deckcheck.rules.judge import Judge
from deckcheck.rules.tally import Tally

# The search stops here; a card with this number of copies left has no limit in practice.
MOST = 99


class CopiesLeft:
    """The copies of each card that still fit into one deck."""

    def __init__(self, deck: Deck, judge: Judge, legal: Sequence[Card] = ()) -> None:
        """Prepare `deck`, which `judge` judges; `legal` has the legal cards of its pool, for searches among them."""
        self.judge, self.legal = judge, legal
        self._deck = deck
        self._base = judge.findings_of(deck)
        cards, places = judge.places.placed(deck.entries)
        self._counts = {place: entry.count for entry, place in zip(cards, places, strict=True)}
        self._lines = {place: judge.sums.line(place, count) for place, count in self._counts.items()}
        errors = [each for each in self._base if each.severity is Severity.ERROR]
        self._in_trouble = {card_id for each in errors for card_id in each.cards}

    def copies_left(self, card: Card, most: int = MOST) -> int:
        """Return the number of copies of `card` that still fit, at most `most`."""
        if card.id in self._in_trouble:
            return 0
        return next((left for left in range(most) if not self._fits(card, left + 1)), most)

    def _fits(self, card: Card, more: int) -> bool:
        """Return whether `more` copies of `card` add no error to the deck."""
        place = self.judge.places.of(card)
        line = self.judge.sums.line(place, self._counts.get(place, 0) + more)
        asked = self.judge.sums.look([*(self._lines | {place: line}).values()]).asked
        if not asked:
            return True
        deck = with_more(self._deck, card, more)
        findings = self.judge.findings(Tally(deck, self.judge.format, self.judge.places.placed(deck.entries)), asked)
        return not any(finding.severity is Severity.ERROR for finding in broken(self._base, findings))


def fitting(hits: Iterable[Hit], room: CopiesLeft) -> Iterator[Hit]:
    """Yield the hits that still fit into the deck, each with the copies left."""
    for hit in hits:
        left = room.copies_left(hit.card)
        if left:
            yield msgspec.structs.replace(hit, left=left)


def swaps_in(deck: Deck, fmt: Format) -> Callable[[Card, Card], bool]:
    """Return a function that tells whether one more copy of a card fits into `deck` instead of a copy of another."""
    judge = Judge(fmt)

    @functools.cache
    def room_without(card_id: str) -> CopiesLeft:
        first = next(entry for entry in deck.entries if entry.card.id == card_id)
        others = (entry for entry in deck.entries if entry is not first)
        fewer = [msgspec.structs.replace(first, count=first.count - 1)] if first.count > 1 else []
        return CopiesLeft(msgspec.structs.replace(deck, entries=(*fewer, *others)), judge)

    return lambda new, old: room_without(old.id).copies_left(new, most=1) == 1


def with_more(deck: Deck, card: Card, more: int) -> Deck:
    """Return `deck` with `more` copies of a card, on a line of their own."""
    request = Request(name=card.name, count=more, span=Span(len(deck.raw.lines) + 1, 1, 2))
    return msgspec.structs.replace(deck, entries=(*deck.entries, Entry(card, more, request)))
