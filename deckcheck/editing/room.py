"""Which cards could still go into a deck: those whose copies make nothing illegal that was not illegal before.

Every candidate is screened with one sum (`deckcheck.screening`), and only the rules that may object are asked. A rule
that the deck breaks already keeps out what makes it worse, not what leaves it as it is or helps: a deck that is too
small takes cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

import msgspec

from deckcheck.editing.changes import broken
from deckcheck.editing.draft import Draft
from deckcheck.engine import Shared, check
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, Request
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.model.standing import Hit
from deckcheck.rules.screens import MAX_CARDS
from deckcheck.screening import Common, Screens
from deckcheck.spans import Span

# Copies up to which is looked; a card of which so many fit may be taken in any number.
MOST = 99

# A card by its id, and its copies.
_Line = tuple[str, int]


class Candidates:
    """The cards of a pool in one format, and what the rooms of all decks share."""

    def __init__(self, fmt: Format, cards: Iterable[Card]) -> None:
        """Take `cards`, all those of the pool of `fmt`."""
        every = tuple(cards)
        self.shared = Shared(fmt)
        self.legal = tuple(card for card in every if fmt.allows(card))
        by_id = {card.id: card for card in every}
        self.screens: Screens[_Line] = Screens(Common(fmt, every), lambda line: (by_id[line[0]], line[1]))


class Room:
    """What room one deck has for cards."""

    def __init__(self, draft: Draft, candidates: Candidates) -> None:
        """Look at the deck of `draft`; `candidates` are the cards of its format and pool."""
        self._draft = draft
        self._deck = draft.deck
        self._shared = candidates.shared
        self._strongholds = candidates.screens.common.strongholds
        self._base = check(self._deck, draft.format, draft.pool, shared=self._shared)
        self._counts = self._deck.copies
        self._screen = candidates.screens.of(self._counts.items())
        self._total = self._screen.total(self._counts.items())
        seen = self._screen.screen(self._counts.items())
        errors = [each for each in self._base.findings if each.severity is Severity.ERROR]
        self._in_trouble = {card_id for each in errors for card_id in each.cards}
        # Where a rule has been alarmed and says nothing, its screen is blind, and it is asked each time.
        self._asked = seen.alarms - {each.name for each in errors} if seen else set()
        # A screen knows nothing of headers such as that of a sideboard.
        self._screened = not any(map(draft.under, self._deck.entries))

    def copies_left(self, card: Card, most: int = MOST) -> int:
        """Return how many copies of `card` could still go in, at most `most`; 0 when it could not."""
        if card.id in self._in_trouble:
            return 0
        left = 0
        while left < most and self._fits(card, left + 1):
            left += 1
        return left

    def _fits(self, card: Card, more: int) -> bool:
        have = self._counts.get(card.id, 0)
        if not self._screened or card.id in self._strongholds or sum(self._counts.values()) + more > MAX_CARDS:
            return self._is_fine(card, more, None)
        new, farther = self._screen.added(self._total, (card.id, have) if have else None, (card.id, have + more))
        if farther - self._asked:
            return False
        asked = new | self._asked | (set() if have else self._screen.sharing(set(self._counts), card.id))
        return not asked or self._is_fine(card, more, asked)

    def _is_fine(self, card: Card, more: int, asked: Set[str] | None) -> bool:
        """Return whether the rules that are asked (None: all) find no error that is new."""
        deck = with_more(self._deck, card, more)
        report = check(deck, self._draft.format, self._draft.pool, only=asked, shared=self._shared)
        return not any(finding.severity is Severity.ERROR for finding in broken(self._base, report))


def fitting(hits: Iterable[Hit], room: Room) -> Iterator[Hit]:
    """Yield the hits of which the deck could still take copies, each with how many."""
    for hit in hits:
        left = room.copies_left(hit.card)
        if left:
            yield msgspec.structs.replace(hit, left=left)


def with_more(deck: Deck, card: Card, more: int) -> Deck:
    """Return `deck` with more copies of a card, as if they stood on a line of their own."""
    request = Request(name=card.name, count=more, span=Span(len(deck.raw.lines) + 1, 1, 2))
    return msgspec.structs.replace(deck, entries=(*deck.entries, Entry(card, more, request)))
