"""Play many games with repeatable shuffles."""

import functools
import random
from itertools import repeat

from deckcheck.odds.economy.game import Cards, Holding, Turns
from deckcheck.odds.economy.gold import Game, Leaving


class Remembered:
    """A game with a cache of its answers, because simulated games repeat the same situations."""

    def __init__(self, game: Game) -> None:
        """Cache the answers of `game`."""
        self.deal = game.deal
        self.begin = game.begin
        self.ready = functools.cache(game.ready)
        self.measured = game.measured
        self.bought = functools.cache(game.bought)
        self.passed = functools.cache(game.passed)
        self.thrown = functools.cache(game.thrown)
        self.discarded = game.discarded
        self.ended = functools.cache(self._ended)
        self._short = functools.cache(game.short)

    def _ended(self, ready: Holding, cards: Cards, holding: Holding) -> tuple[tuple[int, ...], Leaving]:
        """Return the numbers of a turn, and the cards that are discarded after it."""
        return (*self.measured(ready, holding, cards), self._short(ready)), self.discarded(cards, holding)


def simulate(game: Game, turns: int, games: int, seed: int = 0, *, slots: int = 0) -> list[Turns]:
    """Return the numbers of `games` games of `turns` turns; the same seed shuffles the same places of any deck.

    `slots` is the number of shuffled places, at least the size of the deck: use the same number to pair the games of
    decks of different sizes.
    """
    remembered = Remembered(game)
    slots = max(slots, len(game.deal.deck))
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    return [_GameState(remembered, rng, slots).play(turns) for _ in repeat(None, games)]


class _GameState:
    """One game: the deck from `next` on, the face-up cards (sorted: their order does not matter), and the others."""

    def __init__(self, game: Remembered, rng: random.Random, slots: int) -> None:
        self.game, self.deal = game, game.deal
        keys = [rng.random() for _ in range(slots)]
        deck = self.deal.deck
        self.deck = [deck[place] for place in sorted(range(len(deck)), key=keys.__getitem__)]
        again = slots + self.deal.provinces * self.deal.redraws
        self.again = [[rng.random() for _ in range(again)] for _ in range(self.deal.redraws * self.deal.shuffles)]
        self.next = 0
        self.cards: Cards = ()
        self.hidden = self.drawn(self.deal.provinces)

    def play(self, turns: int) -> Turns:
        game = self.game
        holding: Holding = game.begin()
        found = []
        for turn in range(1, turns + 1):
            self.cards, self.hidden = tuple(sorted([*self.cards, *self.hidden])), []
            ready = game.ready(holding, turn)
            holding = self.refilled(game.passed(self.cards, ready)) if self.deal.passing else ready
            for number in range(self.deal.redraws if turn == 1 else 0):
                holding = self.redrawn(holding, number)
            bought = game.bought(self.cards, holding)
            while not self.deal.face_up.isdisjoint(bought.gone):
                holding = self.refilled(bought, self.deal.face_up)
                bought = game.bought(self.cards, holding)
            holding = self.refilled(bought)
            numbers, discarded = game.ended(ready, self.cards, holding)
            holding = self.refilled(discarded)
            found.append(numbers)
        return tuple(found)

    def redrawn(self, holding: Holding, number: int) -> Holding:
        """Redraw cards, face up or down, and return the state of the player afterwards."""
        row = (*self.cards, *sorted(self.hidden))
        thrown = self.game.thrown((*self.cards, *[self.deal.kinds] * len(self.hidden)), holding)
        away = [row[place] for place in thrown.places]
        left = [card for place, card in enumerate(row) if place not in thrown.places]
        if not self.deal.shuffles:
            self.deck += away
        shown = len(left) - thrown.kept.count(self.deal.kinds)
        self.cards, self.hidden = tuple(sorted([*left[:shown], *self.drawn(len(away))])), left[shown:]
        if self.deal.shuffles and away:
            rest = [*self.deck[self.next :], *away]
            keys = self.again[number][self.next :]
            self.deck[self.next :] = [rest[place] for place in sorted(range(len(rest)), key=keys.__getitem__)]
        return thrown.holding

    def refilled(self, leaving: Leaving, face_up: frozenset[int] = frozenset()) -> Holding:
        """Replace cards, those of the kinds `face_up` face up, and return the state of the player afterwards."""
        new = self.drawn(len(leaving.gone))
        self.cards = leaving.kept
        if face_up:
            pairs = list(zip(leaving.gone, new, strict=False))  # The deck may run out.
            self.cards = tuple(sorted([*self.cards, *(card for gone, card in pairs if gone in face_up)]))
            new = [card for gone, card in pairs if gone not in face_up]
        self.hidden += new
        return leaving.holding

    def drawn(self, cards: int) -> list[int]:
        """Return the next `cards` cards of the deck, or those that it has left."""
        new = self.deck[self.next : self.next + cards]
        self.next += len(new)
        return new
