"""The exact distribution of the numbers of the first turn, by enumerating the cards that the Provinces can show."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, repeat
from operator import sub
from typing import NamedTuple

from msgspec import structs

from deckcheck.model.deck import summed
from deckcheck.odds.conditions import draws_of
from deckcheck.odds.economy.game import Cards, Holding, most_gold
from deckcheck.odds.economy.gold import Game, GoldGame, Kind
from deckcheck.odds.economy.playing import Remembered
from deckcheck.odds.exact import hand_counts

# About a second of work.
MOST_STEPS = 150_000

Distribution = dict[tuple[int, ...], Fraction]
# The numbers that are equal in the game of the first turn alone.
_KEPT = ("pay", "production", "holdings")


class _Row(NamedTuple):
    """The sorted cards in the Provinces, the hidden cards by kind, and the state of the player."""

    cards: Cards
    unseen: Cards
    holding: Holding


# The number of orders of the deck that lead to each row.
_Shares = dict[_Row, int]


class TooManyError(Exception):
    """The enumeration takes too many steps, or the deck can run out of cards."""


def enumerate_turn(game: Game, most: int = MOST_STEPS) -> Distribution:
    """Return the distribution of the numbers of the first turn as fractions.

    All hidden cards are equally likely, wherever they are. So face-down cards stay unknown, and those under the deck do
    not matter while it has others.

    Raises:
        TooManyError: when there are more than `most` steps, or the deck can run out of cards.
    """
    return _Enumeration(game, most).run()


class _Enumeration:
    def __init__(self, game: Game, most: int) -> None:
        self.game = Remembered(game)
        self.deal = game.deal
        self.hidden = game.deal.kinds
        self.left = most

    def run(self) -> Distribution:
        deal, deck = self.deal, self.deal.deck
        fillings = deal.provinces * (1 + bool(deal.passing) + deal.redraws)
        if len(deck) < fillings + sum(kind in deal.face_up for kind in deck):
            raise TooManyError
        # The number of orders of the deck; a reshuffle multiplies it, and so all shares stay whole numbers.
        total = math.factorial(len(deck)) ** (1 + deal.redraws * deal.shuffles)
        ready: Holding = self.game.ready(self.game.begin(), 1)
        undealt = _Row((), tuple(map(deck.count, range(deal.kinds))), ready)
        self._spend(undealt, deal.provinces)
        shares = _each({undealt: total}, lambda row, share: self._drawn(row, share, deal.provinces))
        shares = _each(shares, self._passed)
        for _ in range(deal.redraws):
            shares = self._redrawn(shares)
        bought = self._bought(shares).items()
        found = summed((self.game.measured(ready, row.holding, row.cards), share) for row, share in bought)
        return {numbers: Fraction(share, total) for numbers, share in sorted(found.items())}

    def _spend(self, row: _Row, cards: int) -> None:
        """Count the steps of drawing `cards` cards; raises TooManyError."""
        self.left -= hand_counts(row.unseen, cards)[cards]
        if self.left < 0:
            raise TooManyError

    def _drawn(self, row: _Row, share: int, cards: int) -> Iterator[tuple[_Row, int]]:
        """Yield the rows with `cards` more cards, face up."""
        draws = math.comb(sum(row.unseen), cards)
        for new, ways in draws_of(row.unseen, cards):
            shown = chain.from_iterable(map(repeat, range(self.hidden), new))
            unseen = tuple(map(sub, row.unseen, new))
            yield _Row(tuple(sorted((*row.cards, *shown))), unseen, row.holding), share * ways // draws

    def _passed(self, row: _Row, share: int) -> Iterator[tuple[_Row, int]]:
        """Replace cards that leave their Provinces face down."""
        passed = self.game.passed(row.cards, row.holding)
        cards = tuple(sorted((*passed.kept, *([self.hidden] * len(passed.gone)))))
        yield row._replace(cards=cards, holding=passed.holding), share

    def _redrawn(self, shares: _Shares) -> _Shares:
        thrown = []
        for row, share in shares.items():  # Count all steps before taking the first.
            leaving = self.game.thrown(row.cards, row.holding)
            self._spend(row, len(leaving.gone))
            thrown.append((row._replace(cards=leaving.kept, holding=leaving.holding), share, leaving.gone))

        def redrawn(row: _Row, share: int, away: Cards) -> Iterator[tuple[_Row, int]]:
            for after, orders in self._drawn(row, share, len(away)):
                more = tuple([count + away.count(kind) for kind, count in enumerate(after.unseen)])
                yield (after._replace(unseen=more) if self.deal.shuffles else after), orders

        return summed(after for each in thrown for after in redrawn(*each))

    def _bought(self, shares: _Shares) -> _Shares:
        """Buy until no new card is face up."""
        done: _Shares = defaultdict(int)

        def bought(row: _Row, share: int) -> Iterator[tuple[_Row, int]]:
            leaving = self.game.bought(row.cards, row.holding)
            showing = sum(card in self.deal.face_up for card in leaving.gone)
            cards = tuple(sorted((*leaving.kept, *([self.hidden] * (len(leaving.gone) - showing)))))
            after = _Row(cards, row.unseen, leaving.holding)
            if showing:
                self._spend(after, showing)
                yield from self._drawn(after, share, showing)
            else:
                done[after] += share

        while shares:
            shares = _each(shares, bought)
        return done


def _each(shares: _Shares, step: Callable[[_Row, int], Iterable[tuple[_Row, int]]]) -> _Shares:
    """Return the rows that `step` leads to from each row."""
    return summed(after for row, share in shares.items() for after in step(row, share))


def first_turn(game: Game) -> tuple[Game, tuple[str, ...]]:
    """Return a game with the same first turn as `game`, and the numbers that are equal in both.

    The later gold of a card does not matter, and cards that are never bought in the first turn are one kind.
    """
    if not isinstance(game, GoldGame):
        return game, game.figures
    start = game.ready(game.begin(), 1)
    most = most_gold(start.left)
    masks = [way.kinds for source in start.left for way in source]
    keys = []
    for number, kind in enumerate(game.kinds[: game.deal.kinds]):
        later = kind.cost is None or kind.cost > most or not (kind.holding or game.strategy.minds_people)
        passing, face_up = number in game.deal.passing, number in game.deal.face_up
        source = kind.source if kind.unbowed else ()
        plain = Kind(name="") if later else structs.replace(kind, name="", source=source, ready=1, counted=())
        paid = () if later else tuple(mask >> number & 1 for mask in masks)
        keys.append((plain, passing, face_up and not later, paid))
    classes = list(dict.fromkeys(keys))
    place = [classes.index(key) for key in keys]

    def moved(mask: int) -> int:
        return sum(1 << new for new in {new for number, new in enumerate(place) if mask >> number & 1})

    sources = tuple(
        tuple(way._replace(kinds=moved(way.kinds)) for way in source if not way.kinds or moved(way.kinds))
        for source in start.left
    )
    deal = structs.replace(
        game.deal,
        deck=tuple(place[number] for number in game.deal.deck),
        face_up=frozenset(new for new, (_, _, face_up, _) in enumerate(classes) if face_up),
        passing=frozenset(new for new, (_, passing, _, _) in enumerate(classes) if passing),
    )
    kinds = tuple(kind for kind, *_ in classes)
    alone = structs.replace(game, kinds=kinds, deal=deal, sources=sources, owned=(), given=None)
    return alone, _KEPT
