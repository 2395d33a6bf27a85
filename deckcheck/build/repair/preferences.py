"""Preferences for completing a deck: a cost curve, and the usage of cards in other lists."""

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


class CurveStep(Struct, frozen=True):
    """`wanted` cards of cost `cost`, or with `upward` of at least that cost."""

    cost: int
    wanted: int
    upward: bool = False

    def takes(self, card: Card) -> bool:
        """Return whether a card has this cost."""
        if not isinstance(card.cost, int | float):
            return False
        return card.cost >= self.cost if self.upward else card.cost == self.cost

    @property
    def name(self) -> str:
        """The cost as written: ``5`` or ``8+``."""
        return f"{self.cost}{'+' if self.upward else ''}"


class CurveGoal(Struct, frozen=True):
    """The wanted number of cards of each cost in the section or of the type that `of` names."""

    of: str
    steps: tuple[CurveStep, ...]

    def takes(self, slot: Slot) -> bool:
        """Return whether the curve applies to a card."""
        return not slot.header and self.of in (slot.section, slot.card.kind)


def read_curve(text: str, fmt: Format, pool: Pool) -> CurveGoal:
    """Return the curve that a text like ``personality=5:4,6:6,8+:3`` describes; raises UsageError."""
    of, equals, steps = text.partition("=")
    matches = [_STEP.fullmatch(step.strip()) for step in steps.split(",")]
    if not equals or any(match is None for match in matches):
        raise UsageError(f"`{text}` is not a curve", help="write costs and numbers of cards: personality=5:4,6:6,8+:3")
    known = [*fmt.sections, *sorted({known.kind for known in pool.names()} - set(fmt.sections))]
    if of.strip() not in known:
        raise no_such("section or card type", of.strip(), known)
    found = (match for match in matches if match)
    return CurveGoal(of.strip(), tuple(CurveStep(int(match[1]), int(match[3]), bool(match[2])) for match in found))


class UsageStats:
    """The usage of cards in lists, weighted by similarity to a deck.

    The weight of a list is the square of the number of cards it shares with the deck. When no list shares a card, all
    lists have equal weight.
    """

    def __init__(self, lists: Sequence[Mapping[str, int]], deck: Iterable[str]) -> None:
        """Weight `lists`, given as copies by card id, by the card ids in `deck`."""
        have = set(deck)
        shared = [len(have.intersection(each)) ** 2 for each in lists]
        self._weights = shared if any(shared) else [1] * len(lists)
        self._lists = lists

    def share(self, card_id: str, copies: int) -> float:
        """Return the weighted share of lists with at least `copies` copies of a card, from 0 to 1."""
        total = sum(self._weights)
        pairs = zip(self._lists, self._weights, strict=True)
        return sum(weight for each, weight in pairs if each.get(card_id, 0) >= copies) / total if total else 0

    def lists_with(self, card_id: str) -> int:
        """Return the number of lists with a card."""
        return sum(card_id in each for each in self._lists)

    def __len__(self) -> int:
        """Return the number of lists."""
        return len(self._lists)
