"""The protocol of games by kinds of cards, which every engine plays."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

# An empty Province. Face-down cards have their kind plus the number of kinds.
EMPTY = -1

Cards = tuple[int, ...]
Places = tuple[int, ...]
# The state of a player, and the part that decides about purchases: hashable values of the game's own types.
Holding = Any
Means = Any


class Opening(Struct, frozen=True, kw_only=True):
    """How cards are dealt: `deck` has the kind of each card, `provinces` the number of Provinces.

    Before the purchases of the first turn, cards can be redrawn `redraws` times; they go under the deck, or with
    `shuffles` into it. When a card of the kinds `face_up` is bought, its Province is refilled face up; cards of the
    kinds `passing` leave their Province when they are revealed.
    """

    deck: Cards
    provinces: int
    redraws: int = 0
    shuffles: bool = False
    face_up: frozenset[int] = frozenset()
    passing: frozenset[int] = frozenset()

    @property
    def kinds(self) -> int:
        """The number of kinds."""
        return max(self.deck, default=-1) + 1


class Game(Protocol):
    """The decisions and the state of a player.

    `cards` are the kinds in the Provinces from left to right; other numbers are face-down cards and empty Provinces.
    """

    @property
    def deal(self) -> Opening:
        """How cards are dealt."""

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the numbers that `measured` returns."""

    def begin(self) -> Holding:
        """Return the state of the player before the first turn."""

    def ready(self, holding: Holding, turn: int) -> Holding:
        """Return the state of the player at the start of turn `turn`."""

    def thrown(self, cards: Cards, holding: Holding) -> Places:
        """Return the places whose cards the player redraws."""

    def means(self, cards: Cards, holding: Holding) -> Means:
        """Return the part of `holding` that decides about purchases; it is the same in many games."""

    def chosen(self, cards: Cards, means: Means) -> Places:
        """Return the places whose cards are bought."""

    def paid(self, cards: Cards, holding: Holding, places: Places) -> Holding:
        """Return the state of the player after buying the cards at `places`."""

    def discarded(self, cards: Cards, holding: Holding) -> Places:
        """Return the places whose cards are discarded at the end of the turn."""

    def measured(self, ready: Holding, end: Holding, cards: Cards) -> tuple[int, ...]:
        """Return the numbers of a turn, from the states of the player at its start and end."""


class Remembered:
    """A game with a cache of its answers, because simulated games repeat the same situations."""

    def __init__(self, game: Game) -> None:
        """Cache the answers of `game`."""
        self.deal = game.deal
        self.figures = game.figures
        self.begin = game.begin
        self.ready = functools.cache(game.ready)
        self.thrown = functools.cache(game.thrown)
        self.chosen = functools.cache(game.chosen)
        self.means, self.paid = game.means, game.paid
        self.bought = functools.cache(self._bought)
        self.discarded = functools.cache(game.discarded)
        self.measured = functools.cache(game.measured)

    def _bought(self, cards: Cards, holding: Holding) -> tuple[Places, Holding]:
        """Return the places whose cards are bought, and the state of the player afterwards."""
        places = self.chosen(cards, self.means(cards, holding))
        return places, self.paid(cards, holding, places)


def seen(cards: Sequence[int], kinds: int) -> Cards:
    """Return `cards` with the same number for all face-down cards."""
    return tuple(min(card, kinds) for card in cards)
