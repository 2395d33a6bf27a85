"""What a deck is to be filled with: a curve of costs, and the habits of other lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError, no_such
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.rules.rows import Slot

_STEP = re.compile(r"([0-9]{1,3})(\+?):([0-9]{1,3})")


class Step(Struct, frozen=True):
    """`wanted` cards that cost `cost`, or with `upward` at least that much."""

    cost: int
    wanted: int
    upward: bool = False

    def takes(self, card: Card) -> bool:
        """Return whether a card is of this cost."""
        if not isinstance(card.cost, int | float):
            return False
        return card.cost >= self.cost if self.upward else card.cost == self.cost

    @property
    def name(self) -> str:
        """The cost as it is written: ``5`` or ``8+``."""
        return f"{self.cost}{'+' if self.upward else ''}"


class Curve(Struct, frozen=True):
    """How many cards of each cost are wanted among those of a section or of a kind, which `of` names."""

    of: str
    steps: tuple[Step, ...]

    def takes(self, slot: Slot) -> bool:
        """Return whether a card is one of those that the curve is about."""
        return not slot.header and self.of in (slot.section, slot.card.kind)


def read_curve(text: str, fmt: Format, pool: Pool) -> Curve:
    """Return the curve in a text like ``personality=5:4,6:6,8+:3``; raises UsageError."""
    of, equals, steps = text.partition("=")
    matches = [_STEP.fullmatch(step.strip()) for step in steps.split(",")]
    if not equals or any(match is None for match in matches):
        raise UsageError(f"`{text}` is no curve", help="write costs and numbers of cards: personality=5:4,6:6,8+:3")
    known = [*fmt.sections, *sorted({known.kind for known in pool.names()} - set(fmt.sections))]
    if of.strip() not in known:
        raise no_such("section or kind of card", of.strip(), known)
    found = (match for match in matches if match)
    return Curve(of.strip(), tuple(Step(int(match[1]), int(match[3]), bool(match[2])) for match in found))


class Habits:
    """How often cards stand in lists that are like a deck.

    A list weighs the square of the number of cards that it shares with the deck, so that those of the same kind of
    deck count most; one that shares none counts only where no list does.
    """

    def __init__(self, lists: Sequence[Mapping[str, int]], deck: Iterable[str]) -> None:
        """Weigh `lists`, which are copies by card id, by the ids in `deck`."""
        have = set(deck)
        shared = [len(have.intersection(each)) ** 2 for each in lists]
        self._weights = shared if any(shared) else [1] * len(lists)
        self._lists = lists

    def share(self, card_id: str, copies: int) -> float:
        """Return the weighted share of lists with at least so many copies of a card, from 0 to 1."""
        total = sum(self._weights)
        pairs = zip(self._lists, self._weights, strict=True)
        return sum(weight for each, weight in pairs if each.get(card_id, 0) >= copies) / total if total else 0

    def lists_with(self, card_id: str) -> int:
        """Return how many lists have a card."""
        return sum(card_id in each for each in self._lists)

    def __len__(self) -> int:
        """Return the number of lists."""
        return len(self._lists)
