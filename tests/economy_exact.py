"""The exact distributions of all turns of a small game, to compare the product with."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from deckcheck.odds.economy.exact import Distribution
from deckcheck.odds.economy.game import EMPTY, Cards, Holding, Places
from deckcheck.odds.economy.gold import Game
from deckcheck.odds.economy.playing import Remembered


class _ProvinceState(NamedTuple):
    """The cards in the Provinces, those left in the deck by kind, those under it, and what the player has."""

    cards: Cards
    unseen: Cards
    bottom: Cards
    ready: Holding
    holding: Holding


# The number of orders of the deck that lead to each state.
_Shares = dict[_ProvinceState, int]
_Step = Callable[[_ProvinceState, int], Iterable[tuple[_ProvinceState, int]]]


def enumerate_turns(game: Game, turns: int, *, ordered: bool = False) -> list[Distribution]:
    """Return the distribution of the numbers of each turn as fractions.

    With `ordered`, the places of cards in the Provinces count, because the leftmost card wins ties; otherwise cards are
    in the order of their kinds, as the games of the product are, which merges many states.
    """
    return _Enumeration(game, turns, ordered=ordered).run()


class _Enumeration:
    def __init__(self, game: Game, turns: int, *, ordered: bool) -> None:
        self.game = Remembered(game)
        self.deal = game.deal
        self.kinds = game.deal.kinds
        self.turns = turns
        self.ordered = ordered
        # Cards under the deck matter only when it can run out.
        showing = sum(kind in game.deal.face_up for kind in game.deal.deck)
        self.enough = (
            not ordered and len(game.deal.deck) >= game.deal.provinces * (turns + game.deal.redraws + 2) + showing
        )

    def run(self) -> list[Distribution]:
        deal = self.deal
        counts = tuple(deal.deck.count(kind) for kind in range(self.kinds))
        # The number of orders of the deck; a reshuffle multiplies it, so that all shares stay whole numbers.
        total = math.factorial(len(deal.deck)) ** (1 + deal.redraws * deal.shuffles)
        shares: _Shares = {_ProvinceState((EMPTY,) * deal.provinces, counts, (), None, self.game.begin()): total}
        shares = _each(shares, lambda state, share: self._filled(state, share, range(deal.provinces)))
        found = []
        for turn in range(1, self.turns + 1):
            shares = _each(shares, lambda state, share, turn=turn: self._begun(state, share, turn))  # type: ignore[misc]
            for _ in range(deal.redraws if turn == 1 else 0):
                shares = _each(shares, self._redrawn)
            if turn == self.turns and self.enough and not deal.face_up:  # No card will be drawn any more.
                shares = _each(shares, lambda state, share: [(state._replace(unseen=()), share)])
            shares = self._bought(shares, last=turn == self.turns)
            found.append(self._measured(shares, total))
            if turn < self.turns:
                shares = _each(shares, self._discarded)
        return found

    def _filled(
        self, state: _ProvinceState, share: int, places: Iterable[int], hidden: Places = ()
    ) -> Iterator[tuple[_ProvinceState, int]]:
        """Yield the states in which `places` are refilled one by one, those of `hidden` face down."""
        places = tuple(places)
        now: dict[tuple[Cards, Cards, Cards], int] = {((), state.unseen, state.bottom): share}
        for place in places:
            shift = self.kinds if place in hidden else 0
            after: dict[tuple[Cards, Cards, Cards], int] = defaultdict(int)
            for (drawn, unseen, bottom), orders in now.items():
                left = sum(unseen)
                if not left:
                    card = bottom[0] + shift if bottom else EMPTY
                    after[self._row((*drawn, card)), unseen, bottom[1:]] += orders
                    continue
                for kind, count in enumerate(unseen):
                    if count:
                        rest = (*unseen[:kind], count - 1, *unseen[kind + 1 :])
                        after[self._row((*drawn, kind + shift)), rest, bottom] += orders * count // left
            now = after
        for (drawn, unseen, bottom), orders in now.items():
            cards = list(state.cards)
            for place, card in zip(places, drawn, strict=True):
                cards[place] = card
            yield state._replace(cards=self._row(cards), unseen=unseen, bottom=bottom), orders

    def _row(self, cards: Iterable[int]) -> Cards:
        return tuple(cards) if self.ordered else tuple(sorted(cards))

    def _begun(self, state: _ProvinceState, share: int, turn: int) -> Iterable[tuple[_ProvinceState, int]]:
        """Turn cards face up, begin the turn of the player, and remove cards that leave their Provinces."""
        cards = self._row(card - self.kinds if card >= self.kinds else card for card in state.cards)
        holding = self.game.ready(state.holding, turn)
        state = state._replace(cards=cards, ready=holding, holding=holding)
        passed = self.game.passed(cards, holding)
        return self._emptied(state._replace(holding=passed.holding), share, passed.places, hidden=passed.places)

    def _redrawn(self, state: _ProvinceState, share: int) -> Iterator[tuple[_ProvinceState, int]]:
        leaving = self.game.thrown(seen(state.cards, self.kinds), state.holding)
        thrown, state = leaving.places, state._replace(holding=leaving.holding)
        away = tuple(state.cards[place] % self.kinds for place in thrown)
        if not self.deal.shuffles:
            bottom = () if self.enough else state.bottom + away
            yield from self._emptied(state._replace(bottom=bottom), share, thrown)
            return
        for after, orders in self._emptied(state, share, thrown):
            unseen = tuple(count + away.count(kind) for kind, count in enumerate(after.unseen))
            yield after._replace(unseen=unseen), orders

    def _bought(self, shares: _Shares, *, last: bool) -> _Shares:
        """Buy until no new card is face up; after the last turn face-down cards do not matter."""
        done: _Shares = defaultdict(int)
        while shares:
            looking: _Shares = defaultdict(int)
            for state, share in shares.items():
                bought = self.game.bought(seen(state.cards, self.kinds), state.holding)
                places, holding = bought.places, bought.holding
                down = tuple(place for place in places if state.cards[place] not in self.deal.face_up)
                into = done if len(down) == len(places) else looking
                skipped = down if last and not self.ordered else ()
                for after, orders in self._emptied(state._replace(holding=holding), share, places, down, skipped):
                    into[after] += orders
            shares = looking
        return done

    def _discarded(self, state: _ProvinceState, share: int) -> Iterable[tuple[_ProvinceState, int]]:
        gone = self.game.discarded(seen(state.cards, self.kinds), state.holding)
        return self._emptied(state._replace(holding=gone.holding), share, gone.places, hidden=gone.places)

    def _emptied(
        self, state: _ProvinceState, share: int, places: Places, hidden: Places = (), skipped: Places = ()
    ) -> Iterable[tuple[_ProvinceState, int]]:
        """Return the states in which the cards of `places` are gone and, except for `skipped`, replaced."""
        if not places:
            return [(state, share)]
        cards = tuple(EMPTY if place in places else card for place, card in enumerate(state.cards))
        return self._filled(
            state._replace(cards=cards), share, [each for each in places if each not in skipped], hidden
        )

    def _measured(self, shares: _Shares, total: int) -> Distribution:
        found: dict[tuple[int, ...], int] = defaultdict(int)
        for state, share in shares.items():
            found[self.game.measured(state.ready, state.holding, seen(state.cards, self.kinds))] += share
        return {numbers: Fraction(share, total) for numbers, share in sorted(found.items())}


def seen(cards: Cards, kinds: int) -> Cards:
    """Return `cards` with the same number for all face-down cards."""
    return tuple(min(card, kinds) for card in cards)


def _each(shares: _Shares, step: _Step) -> _Shares:
    """Return the states that `step` leads to from each state."""
    found: _Shares = defaultdict(int)
    for state, share in shares.items():
        for after, orders in step(state, share):
            found[after] += orders
    return found
