"""What a player owns and does in a game, by kinds of cards; every engine plays the games of this form."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

# In place of a card in a Province: nothing is there. Cards that lie face down have their kind plus the number of kinds.
EMPTY = -1

Cards = tuple[int, ...]
Places = tuple[int, ...]
# What a player has, and what of it decides about purchases: values of the game's own types, which can be keys.
Holding = Any
Means = Any


class Opening(Struct, frozen=True, kw_only=True):
    """How cards come: `deck` has the kind of each card, `provinces` are dealt from it.

    Before the first turn's purchases cards may be thrown `redraws` times: under the deck, or into it again by
    `shuffles`. Cards of the kinds `face_up` have their Province refilled face up once they are bought; those of
    `passing` leave their Province as soon as they are seen.
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
    """What the player has, does and is measured by.

    `cards` are the kinds in the Provinces from left to right; what is no kind of the deck cannot be seen.
    """

    @property
    def deal(self) -> Opening:
        """How cards come."""

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the numbers that `measured` returns."""

    def begin(self) -> Holding:
        """Return what the player has before the first turn."""

    def ready(self, holding: Holding, turn: int) -> Holding:
        """Return what the player has once turn `turn` has begun."""

    def thrown(self, cards: Cards, holding: Holding) -> Places:
        """Return the places whose cards a redraw throws."""

    def means(self, cards: Cards, holding: Holding) -> Means:
        """Return what of `holding` matters for what is bought; it is the same in many games."""

    def chosen(self, cards: Cards, means: Means) -> Places:
        """Return the places whose cards are bought."""

    def paid(self, cards: Cards, holding: Holding, places: Places) -> Holding:
        """Return what the player has once the cards of `places` are bought."""

    def discarded(self, cards: Cards, holding: Holding) -> Places:
        """Return the places whose cards are discarded at the end of the turn."""

    def measured(self, ready: Holding, end: Holding, cards: Cards) -> tuple[int, ...]:
        """Return the numbers of a turn, from what the player had when it began and at its end."""


class Remembered:
    """A game whose answers are remembered; the same question comes up in most of the games that are played."""

    def __init__(self, game: Game) -> None:
        """Remember the answers of `game`."""
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
        """Return the places whose cards are bought, and what the player has then."""
        places = self.chosen(cards, self.means(cards, holding))
        return places, self.paid(cards, holding, places)


def seen(cards: Sequence[int], kinds: int) -> Cards:
    """Return `cards` with all that lie face down alike."""
    return tuple(min(card, kinds) for card in cards)
