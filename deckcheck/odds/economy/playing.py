"""The engine that plays many games, with shuffles that can be repeated."""

import functools
import random
from collections.abc import Callable, Sequence
from itertools import repeat

from deckcheck.odds.economy.game import EMPTY, Cards, Holding, Places, Turns
from deckcheck.odds.economy.gold import Game

# Places whose cards leave, and the state of the player afterwards.
Leaving = tuple[Places, Holding]


class Remembered:
    """A game with a cache of its answers, because simulated games repeat the same situations.

    `passed`, `thrown`, `bought` and `discarded` tell which cards leave the Provinces, and the state afterwards.
    """

    def __init__(self, game: Game) -> None:
        """Cache the answers of `game`."""
        self.deal = game.deal
        self.begin = game.begin
        self.ready = functools.cache(game.ready)
        self.chosen = functools.cache(game.chosen)
        self.means, self.paid, self._gone = game.means, game.paid, game.gone
        self.measured = functools.cache(game.measured)
        self.short = functools.cache(game.short)
        self.bought = functools.cache(self._bought)
        self.passed = self._leaving(self._passing)
        self.thrown = self._leaving(game.thrown, return_later=self.deal.shuffles)
        self.discarded = self._leaving(game.discarded)

    def _passing(self, cards: Cards, _: Holding) -> Places:
        return tuple(place for place, card in enumerate(cards) if card in self.deal.passing)

    def _bought(self, cards: Cards, holding: Holding) -> Leaving:
        places = self.chosen(cards, self.means(cards, holding))
        return places, self.paid(cards, holding, places)

    def _leaving(
        self, choose: Callable[[Cards, Holding], Places], *, return_later: bool = False
    ) -> Callable[[Cards, Holding], Leaving]:
        def leaving(cards: Cards, holding: Holding) -> Leaving:
            places = choose(cards, holding)
            return places, holding if return_later else self._gone(cards, holding, places)

        return functools.cache(leaving)


def seen(cards: Sequence[int], kinds: int) -> Cards:
    """Return `cards` with the same number for all face-down cards."""
    return tuple([min(card, kinds) for card in cards])


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
    """One game: the deck from `next` on, and the sorted Provinces, because their order does not matter."""

    def __init__(self, game: Remembered, rng: random.Random, slots: int) -> None:
        self.game, self.deal, self.kinds = game, game.deal, game.deal.kinds
        keys = [rng.random() for _ in range(slots)]
        deck = self.deal.deck
        self.deck = [deck[place] for place in sorted(range(len(deck)), key=keys.__getitem__)]
        again = slots + self.deal.provinces * self.deal.redraws
        self.again = [[rng.random() for _ in range(again)] for _ in range(self.deal.redraws * self.deal.shuffles)]
        self.next = 0
        self.cards: Cards = (EMPTY,) * self.deal.provinces

    def play(self, turns: int) -> Turns:
        game = self.game
        holding: Holding = game.begin()
        self.refill(range(self.deal.provinces), 0)
        found = []
        for turn in range(1, turns + 1):
            self.cards = tuple(sorted([card - self.kinds if card >= self.kinds else card for card in self.cards]))
            ready = holding = game.ready(holding, turn)
            places, holding = game.passed(self.cards, holding)
            self.refill(places, self.kinds)
            for number in range(self.deal.redraws if turn == 1 else 0):
                places, holding = game.thrown(seen(self.cards, self.kinds), holding)
                self.redraw(places, number)
            showing = True
            while showing:
                places, holding = game.bought(seen(self.cards, self.kinds), holding)
                face_up = [place for place in places if self.cards[place] in self.deal.face_up]
                showing = bool(face_up)
                self.refill(places, self.kinds, face_up)
            found.append((*game.measured(ready, holding, seen(self.cards, self.kinds)), game.short(ready)))
            places, holding = game.discarded(seen(self.cards, self.kinds), holding)
            self.refill(places, self.kinds)
        return tuple(found)

    def redraw(self, places: Sequence[int], number: int) -> None:
        away = [self.cards[place] % self.kinds for place in places]  # Face up or down.
        if not self.deal.shuffles:
            self.deck += away
        self.refill(places, 0)
        if self.deal.shuffles and away:
            rest = [*self.deck[self.next :], *away]
            keys = self.again[number][self.next :]
            self.deck[self.next :] = [rest[place] for place in sorted(range(len(rest)), key=keys.__getitem__)]

    def refill(self, places: Sequence[int], shift: int, face_up: Sequence[int] = ()) -> None:
        """Refill `places` from left to right, with `shift` face down except for those in `face_up`."""
        cards = list(self.cards)
        for place in places:
            cards[place] = EMPTY
            if self.next < len(self.deck):
                cards[place] = self.deck[self.next] + (0 if place in face_up else shift)
                self.next += 1
        self.cards = tuple(sorted(cards)) if places else self.cards
