"""The game of a player who buys Holdings and Personalities with gold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from deckcheck.odds.economy.game import Cards, Opening, Places
from deckcheck.odds.economy.paying import Source, gold_for_anything, left_after

FIGURES = ("pay", "production", "holdings", "personalities", "spent", "unspent", "blocked")


class Kind(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Cards that are alike: `cost` is None for what is never bought, `gold` the production that counts.

    `source` is what a card in play gives, once it is ready: in turn `ready` at the earliest, and not in the turn in
    which it enters play unless it enters `unbowed`. `counted` kinds change what other cards in play give.
    """

    name: str
    cost: int | None = None
    gold: int = 0
    holding: bool = False
    source: Source = ()
    unbowed: bool = False
    ready: int = 1
    counted: bool = False


class Sight(NamedTuple):
    """What a player sees: the kinds, those in the Provinces from left to right, the gold left, and what may come.

    Only the first `shown` kinds are cards of the deck. `unseen` is the number of cards of each kind that are neither
    in the Provinces nor in play; it is there when a card whose Province is refilled face up lies in a Province.
    """

    kinds: tuple[Kind, ...]
    cards: Cards
    sources: tuple[Source, ...]
    pool: bool
    shown: int
    unseen: Cards = ()
    face_up: frozenset[int] = frozenset()


class GoldState(NamedTuple):
    """What the player has: kinds in play, kinds that came into play this turn, sources left, and the turn's sums."""

    owned: Cards
    new: Cards
    left: tuple[Source, ...]
    people: int
    spent: int


class Strategy(Struct, frozen=True):
    """How a player plays, from what the player sees: what is bought at once, what is kept in a redraw.

    With `discards`, cards that cannot be bought are discarded at the end of the turn. Without `minds_people` the
    Personalities in the Provinces do not change which Holdings are bought. A new strategy is a function that returns
    places, and a line in a registry.
    """

    name: str
    says: str
    buys: Callable[[Sight], Places]
    keeps: Callable[[Sight], Places]
    discards: bool = True
    minds_people: bool = False


class GoldGame(Struct, frozen=True, kw_only=True):
    """A deck of `kinds`, with `owned` kinds in play at the start and `sources` of gold that are no cards of a kind.

    `given` says what the cards in play give where that depends on one another.
    """

    kinds: tuple[Kind, ...]
    deal: Opening
    strategy: Strategy
    pool: bool
    sources: tuple[Source, ...] = ()
    owned: Cards = ()
    given: Callable[[Cards], tuple[Source, ...]] | None = None

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the numbers of a turn."""
        return FIGURES

    def begin(self) -> GoldState:
        """Return what is in play at the start."""
        return GoldState(tuple(sorted(self.owned)), (), (), 0, 0)

    def ready(self, holding: GoldState, turn: int) -> GoldState:
        """Straighten what is in play."""
        owned = tuple(sorted(holding.owned + holding.new))
        able = tuple(kind for kind in owned if self.kinds[kind].ready <= turn)
        return GoldState(owned, (), tuple(sorted(self.sources + self._given(able))), 0, 0)

    def _given(self, able: Cards) -> tuple[Source, ...]:
        if self.given is not None:
            return self.given(able)
        return tuple(self.kinds[kind].source for kind in able if self.kinds[kind].source)

    def thrown(self, cards: Cards, holding: GoldState) -> Places:
        """Return the places of all cards that the strategy does not keep."""
        kept = self.strategy.keeps(self._sight(cards, holding))
        return tuple(place for place, card in enumerate(cards) if 0 <= card < len(self.kinds) and place not in kept
                     and card not in self.deal.passing and card < self.deal.kinds)  # fmt: skip

    def means(self, cards: Cards, holding: GoldState) -> tuple[Any, ...]:
        """Return the gold left, and what is not seen where that can matter."""
        return self._sight(cards, holding)[2:]

    def chosen(self, cards: Cards, means: tuple[Any, ...]) -> Places:
        """Return the set that the strategy buys."""
        return self.strategy.buys(Sight(self.kinds, cards, *means))

    def paid(self, cards: Cards, holding: GoldState, places: Places) -> GoldState:
        """Pay for the cards of `places`, and take them."""
        if not places:
            return holding
        kinds = [cards[place] for place in places]
        prices = prices_of(self.kinds, kinds)
        left: tuple[Source, ...] = ()
        if not self.deal.face_up.isdisjoint(kinds):  # Otherwise nothing more is bought in this turn.
            left = left_after(prices, holding.left, pool=self.pool)
            left += tuple(self.kinds[kind].source for kind in kinds if self.kinds[kind].unbowed)
        new = [kind for kind in kinds if self.kinds[kind].holding or self.kinds[kind].counted]
        people = sum(not self.kinds[kind].holding for kind in kinds)
        spent = sum(cost for _, cost in prices)
        return GoldState(
            holding.owned,
            tuple(sorted((*holding.new, *new))),
            tuple(sorted(left)),
            holding.people + people,
            holding.spent + spent,
        )

    def _sight(self, cards: Cards, play: GoldState) -> Sight:
        sight = Sight(self.kinds, cards, play.left, self.pool, self.deal.kinds)
        if self.deal.face_up.isdisjoint(cards):
            return sight
        known = (*cards, *play.owned, *play.new)
        there = [self.deal.deck.count(kind) + self.owned.count(kind) for kind in range(self.deal.kinds)]
        unseen = tuple(max(0, count - known.count(kind)) for kind, count in enumerate(there))
        return sight._replace(unseen=unseen, face_up=self.deal.face_up)

    def discarded(self, cards: Cards, holding: GoldState) -> Places:  # noqa: ARG002 - as the form of games has it
        """Return the places of cards that nobody can buy."""
        if not self.strategy.discards:
            return ()
        return tuple(place for place, card in enumerate(cards)
                     if 0 <= card < self.deal.kinds and self.kinds[card].cost is None)  # fmt: skip

    def measured(self, ready: GoldState, end: GoldState, cards: Cards) -> tuple[int, ...]:
        """Return the numbers of a turn; production and Holdings are those bought since the start."""
        pay = gold_for_anything(ready.left)
        mine = [kind for kind in (*end.owned, *end.new) if self.kinds[kind].holding]
        count = len(mine) - sum(self.kinds[kind].holding for kind in self.owned)
        production = sum(self.kinds[kind].gold for kind in mine) - sum(self.kinds[kind].gold for kind in self.owned)
        blocked = sum(card in range(self.deal.kinds) and (self.kinds[card].cost or 0) > pay for card in cards)
        return pay, production, count, end.people, end.spent, max(0, pay - end.spent), blocked


def prices_of(kinds: tuple[Kind, ...], bought: list[int]) -> tuple[tuple[int, int], ...]:
    """Return what `bought` kinds cost, the dearest first."""
    if len(bought) == 1:
        return ((bought[0], kinds[bought[0]].cost or 0),)
    prices = [(kind, kinds[kind].cost or 0) for kind in bought]
    return tuple(sorted(prices, key=lambda price: (-price[1], price[0])))
