"""All games at once, with numpy; each decision is made once for all equal situations."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np  # noqa: TID253 - this module is imported where games are played
from numpy.typing import NDArray  # noqa: TID253 - as above

from deckcheck.odds.economy.game import EMPTY, Cards, Holding, Leaving, Remembered, Turns, reshuffles

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def play_together(game: Remembered, turns: int, games: int, seed: int, slots: int) -> list[Turns]:
    """Return the numbers of `games` games, the same that playing them one by one gives."""
    return _Tables(game, games, seed, slots).play(turns)


class _Tables:
    """The decks of all games from `next` to `end`, their Provinces, and the number of each player's state."""

    def __init__(self, game: Remembered, games: int, seed: int, slots: int) -> None:
        self.game, self.deal, self.kinds = game, game.deal, game.deal.kinds
        more = reshuffles(self.deal, slots)
        width = slots + sum(more)
        keys = _uniform(seed, games * width).reshape(games, width)
        deck = np.asarray(self.deal.deck, dtype=np.int64)
        order = np.argsort(keys[:, : deck.size], axis=1, kind="stable")
        self.again = keys[:, slots:].reshape(games, len(more), -1) if more else keys[:, :0]
        # Room for the cards that redraws put under the deck, and for one in an empty deck.
        pad = np.full((games, max(1, self.deal.provinces * self.deal.redraws)), EMPTY, dtype=np.int64)
        self.deck: Numbers = np.concatenate([deck[order], pad], axis=1)
        self.next: Numbers = np.zeros(games, dtype=np.int64)
        self.end: Numbers = np.full(games, deck.size, dtype=np.int64)
        self.cards: Numbers = np.full((games, self.deal.provinces), EMPTY, dtype=np.int64)
        self.rows: Numbers = np.arange(games)[:, None]
        self.known: list[Holding] = [game.begin()]
        self.number: dict[Holding, int] = {self.known[0]: 0}
        self.holding: Numbers = np.zeros(games, dtype=np.int64)

    def play(self, turns: int) -> list[Turns]:
        game = self.game
        self.refill(np.ones(self.cards.shape, dtype=np.bool_), 0)
        found: list[list[tuple[int, ...]]] = []
        for turn in range(1, turns + 1):
            self.cards = np.sort(np.where(self.cards >= self.kinds, self.cards - self.kinds, self.cards), axis=1)
            self.holding = self.decided(lambda _, now, turn=turn: (self.number_of(game.ready(now, turn)),))[:, 0]  # type: ignore[misc]
            ready = self.holding
            passing = self.among(self.deal.passing).sum(axis=1) > 0
            if passing.any():
                self.refill(self.leaving(game.passed, passing), self.kinds)
            for number in range(self.deal.redraws if turn == 1 else 0):
                self.redraw(self.leaving(game.thrown), number)
            self.buy()
            found.append(self.measured(ready))
            self.refill(self.leaving(game.discarded), self.kinds)
        return list(zip(*found, strict=True))

    def buy(self) -> None:
        looking: Flags = np.ones(len(self.cards), dtype=np.bool_)
        while looking.any():
            bought = self.leaving(self.game.bought, looking)
            face_up = bought & self.among(self.deal.face_up)
            self.refill(bought, self.kinds, face_up)
            looking = face_up.sum(axis=1) > 0

    def leaving(self, leave: Callable[[Cards, Holding], Leaving], where: Flags | None = None) -> Flags:
        """Return the places whose cards leave in the games `where` (None: all), and note the states afterwards."""

        def leaving(cards: Cards, holding: Holding) -> tuple[int, ...]:
            places, after = leave(cards, holding)
            return (self.number_of(after), *(place in places for place in range(len(cards))))

        told = self.decided(leaving, where)
        self.holding = told[:, 0] if where is None else np.where(where, told[:, 0], self.holding)
        return told[:, 1:].astype(np.bool_)

    def measured(self, ready: Numbers) -> list[tuple[int, ...]]:
        count = len(self.known)
        both, self.holding = self.holding, ready * count + self.holding
        told = self.decided(
            lambda cards, pair: self.game.measured(self.known[pair // count], self.known[pair % count], cards),
            plain=True,
        )
        self.holding = both
        return list(map(tuple, told.tolist()))

    def number_of(self, holding: Holding) -> int:
        number = self.number.setdefault(holding, len(self.known))
        if number == len(self.known):
            self.known.append(holding)
        return number

    def decided(
        self,
        decide: Callable[[Cards, Holding], tuple[int, ...]],
        where: Flags | None = None,
        *,
        plain: bool = False,
    ) -> Numbers:
        """Return the decision for each game, made once for all games with the same cards and state."""
        rows = np.arange(len(self.cards)) if where is None else np.flatnonzero(where)
        cards, holdings = np.minimum(self.cards[rows], self.kinds), self.holding[rows]
        code = holdings
        for place in range(cards.shape[1]):
            code = code * (self.kinds + 2) + cards[:, place] + 1
        _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
        answers = [
            decide(tuple(row), holding if plain else self.known[holding])
            for row, holding in zip(cards[first].tolist(), holdings[first].tolist(), strict=True)
        ]
        told = np.asarray(answers, dtype=np.int64)
        found: Numbers = np.zeros((len(self.cards), told.shape[1]), dtype=np.int64)
        found[rows] = told[inverse]
        return found

    def among(self, kinds: frozenset[int]) -> Flags:
        return np.isin(self.cards, list(kinds))

    def redraw(self, thrown: Flags, number: int) -> None:
        if not self.deal.shuffles:
            self.put_under(thrown, self.cards)
            self.refill(thrown, 0)
            return
        before = self.cards
        self.refill(thrown, 0)
        self.put_under(thrown, before)
        column = np.arange(self.deck.shape[1])[None, :]
        # Drawn cards stay in front, in their order; nothing behind the last card moves.
        keys = np.where(
            column < self.next[:, None], column - self.deck.shape[1], self.again[:, number, : self.deck.shape[1]]
        )
        keys = np.where(column < self.end[:, None], keys, 2.0)
        keys = np.where(thrown.sum(axis=1)[:, None] > 0, keys, column)
        self.deck = np.take_along_axis(self.deck, np.argsort(keys, axis=1, kind="stable"), axis=1)

    def put_under(self, places: Flags, cards: Numbers) -> None:
        column = self.end[:, None] + np.cumsum(places, axis=1) - 1
        rows = np.broadcast_to(self.rows, places.shape)
        self.deck[rows[places], column[places]] = cards[places] % self.kinds  # Face up or down.
        self.end = self.end + places.sum(axis=1)

    def refill(self, places: Flags, shift: int, face_up: Flags | None = None) -> None:
        """Refill `places` from left to right, with `shift` face down except for those in `face_up`."""
        column = self.next[:, None] + np.cumsum(places, axis=1) - 1
        there = places & (column < self.end[:, None])
        drawn = self.deck[self.rows, np.minimum(column, self.deck.shape[1] - 1)]
        hidden = drawn + shift if face_up is None else np.where(face_up, drawn, drawn + shift)
        self.cards = np.sort(np.where(there, hidden, np.where(places, EMPTY, self.cards)), axis=1)
        self.next = self.next + there.sum(axis=1)


def _uniform(seed: int, count: int) -> NDArray[np.float64]:
    """Return the random numbers of `random.Random(seed)`."""
    _, state, _ = random.Random(seed).getstate()  # noqa: S311 - games, not secrets
    generator = np.random.RandomState()
    generator.set_state(("MT19937", np.asarray(state[:-1], dtype=np.uint32), int(state[-1]), 0, 0.0))
    found: NDArray[np.float64] = generator.random_sample(count)
    return found
