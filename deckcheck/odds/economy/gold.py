"""The games of players who buy Holdings and Personalities with gold, or characters with fate (LCG)."""

import functools
from collections import Counter
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from msgspec import Struct, structs

from deckcheck.odds.economy.game import EMPTY, Cards, Holding, Opening, Places, Source, gold_for, left_after, plain

FIGURES = ("pay", "production", "holdings", "personalities", "spent", "unspent", "blocked")
FATE_FIGURES = ("pay", "spent", "total", "characters", "left", "blocked")
# With bids, the conflict cards drawn by each round.
_DRAWN = "drawn"
# The sources for the cards in play, those that can straighten, and whether it is the first turn.
Given = Callable[[Cards, Cards, bool], tuple[Source, ...]]


class Kind(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Equal cards: `cost` is None for cards that are never bought, `gold` the production that counts.

    `source` is the gold of a card in play when it is ready: from turn `ready` on, and in the turn in which it enters
    play only if it enters `unbowed`. `counted` distinguishes kinds that change the gold of cards in play, or whose own
    gold changes.
    """

    name: str
    cost: int | None = None
    gold: int = 0
    holding: bool = False
    source: Source = ()
    unbowed: bool = False
    ready: int = 1
    counted: tuple[object, ...] = ()


class Sight(NamedTuple):
    """The player's view: the kinds, those in the Provinces from left to right, and the gold left.

    Only the first `shown` kinds are cards of the deck. `unseen` is the number of cards of each kind that the player has
    not seen; it is set only for a strategy that uses them, when a Province has a card of the kinds `face_up`. Cards
    that promise no production count as one kind there.
    """

    kinds: tuple[Kind, ...]
    cards: Cards
    sources: tuple[Source, ...]
    pool: bool
    shown: int
    unseen: Cards = ()
    face_up: frozenset[int] = frozenset()


class GoldState(Struct, frozen=True, cache_hash=True, gc=False):
    """The state of the player: kinds in play, kinds bought this turn, sources left, and the sums of the turn.

    `gone` are the kinds of other cards that the player has seen leave, for a strategy that uses them.
    """

    owned: Cards
    new: Cards
    left: tuple[Source, ...]
    people: int
    spent: int
    gone: Cards = ()


class Strategy(Struct, frozen=True):
    """How a player plays: the places to buy and to keep in a redraw, given the player's view; `about` describes it.

    With `discards`, cards that cannot be bought are discarded at the end of the turn. `minds_people`: Personalities in
    the Provinces affect which Holdings are bought; `minds_unseen`: so do the cards that the player has not seen.
    """

    name: str
    about: str
    buys: Callable[[Sight], Places]
    keeps: Callable[[Sight], Places]
    discards: bool = True
    minds_people: bool = False
    minds_unseen: bool = False


class Leaving(Struct, frozen=True, gc=False):
    """Places whose cards leave, the state of the player afterwards, the remaining cards and those that leave."""

    places: Places
    holding: Holding
    kept: Cards
    gone: Cards


def _leaving(cards: Cards, places: Places, holding: Holding) -> Leaving:
    kept = tuple([card for place, card in enumerate(cards) if place not in places])
    return Leaving(places, holding, kept, tuple([cards[place] for place in places]))


class _Buying(Struct, frozen=True, kw_only=True, dict=True):
    """A deck of `kinds` whose cards a player buys by a strategy.

    `cards` are the kinds in the Provinces from left to right; other numbers are face-down cards and empty Provinces.
    `holding` is the state of the player.
    """

    # Return the player's view and the state after buying, given `cards`, `holding` and the places of those bought.
    sight: ClassVar[Callable[..., Sight]]
    paid: ClassVar[Callable[..., Holding]]

    kinds: tuple[Kind, ...]
    deal: Opening
    strategy: Strategy

    def thrown(self, cards: Cards, holding: Holding) -> Leaving:
        """Return the redraw of all cards that the strategy does not keep."""
        kept = self.strategy.keeps(self.sight(cards, holding))
        places = tuple(place for place, card in enumerate(cards) if card != EMPTY and place not in kept)
        # Cards that are shuffled back into the deck are not gone.
        return _leaving(cards, places, holding if self.deal.shuffles else self.gone(cards, holding, places))

    def bought(self, cards: Cards, holding: Holding) -> Leaving:
        """Return the purchase of the set that the strategy buys."""
        places = self.strategy.buys(self.sight(cards, holding))
        return _leaving(cards, places, self.paid(cards, holding, places))

    def passed(self, cards: Cards, holding: Holding) -> Leaving:
        """Return the cards that leave their Province when they are revealed."""
        places = tuple(place for place, card in enumerate(cards) if card in self.deal.passing)
        return _leaving(cards, places, self.gone(cards, holding, places))

    def short(self, ready: Holding) -> int:
        """Return the costs of the deck, as bits, that the player's gold at the start of a turn does not cover."""
        return sum(1 << cost for cost in {self.kinds[card].cost or 0 for card in self._unpaid(ready.left)})

    def _blocked(self, cards: Cards, ready: Holding) -> int:
        """Return the number of `cards` that the player cannot pay."""
        unpaid = self._unpaid(ready.left)
        return sum([card in unpaid for card in cards])

    @functools.cached_property
    def _unpaid(self) -> Callable[[tuple[Source, ...]], frozenset[int]]:
        """The function that returns the kinds of the deck that sources do not pay for."""
        costs = [(card, kind.cost) for card, kind in enumerate(self.kinds[: self.deal.kinds]) if kind.cost is not None]
        return functools.cache(lambda left: frozenset(card for card, cost in costs if cost > gold_for(left, 1 << card)))

    def gone(self, cards: Cards, holding: Holding, places: Places) -> Holding:  # noqa: ARG002 - as in `GoldGame`
        """Return the state of a player who has seen the cards at `places` leave: here the same."""
        return holding

    def discarded(self, cards: Cards, holding: Holding) -> Leaving:
        """Return the cards that are discarded at the end of a turn: here none."""
        return _leaving(cards, (), holding)


class GoldGame(_Buying, frozen=True, kw_only=True):
    """A game with `owned` kinds in play at the start and other `sources` of gold.

    `given` returns the sources of the cards in play when they may depend on each other or on the turn.
    """

    # The names of the numbers of a turn.
    figures: ClassVar[tuple[str, ...]] = FIGURES

    pool: bool
    sources: tuple[Source, ...] = ()
    owned: Cards = ()
    given: Given | None = None

    def begin(self) -> GoldState:
        """Return the state before the first turn."""
        return GoldState(tuple(sorted(self.owned)), (), (), 0, 0)

    def ready(self, holding: GoldState, turn: int) -> GoldState:
        """Straighten the cards in play."""
        owned = tuple(sorted(holding.owned + holding.new))
        able = tuple(kind for kind in owned if self.kinds[kind].ready <= turn)
        plain = tuple(self.kinds[kind].source for kind in able)
        given = plain if self.given is None else self.given(owned, able, turn == 1)
        return GoldState(owned, (), tuple(sorted(self.sources + given)), 0, 0, holding.gone)

    def paid(self, cards: Cards, holding: GoldState, places: Places) -> GoldState:
        """Pay for the cards at `places` and put them into play."""
        kinds = [cards[place] for place in places]
        prices = prices_of(self.kinds, kinds)
        left: tuple[Source, ...] = ()
        if not self.deal.face_up.isdisjoint(kinds):  # Otherwise the player buys nothing more in this turn.
            left = left_after(prices, holding.left, pool=self.pool)
            left += tuple(self.kinds[kind].source for kind in kinds if self.kinds[kind].unbowed)
        new = [kind for kind in kinds if self.kinds[kind].holding or self.kinds[kind].counted]
        others = [kind for kind in kinds if kind not in new]
        people = sum(not self.kinds[kind].holding for kind in kinds)
        spent = sum(cost for _, cost in prices)
        return GoldState(
            holding.owned,
            tuple(sorted((*holding.new, *new))),
            tuple(sorted(left)),
            holding.people + people,
            holding.spent + spent,
            self._gone(holding, others),
        )

    def gone(self, cards: Cards, holding: GoldState, places: Places) -> GoldState:
        """Record the cards at `places` that the player has seen, if the strategy uses them."""
        gone = self._gone(holding, [cards[place] for place in places])
        return holding if gone == holding.gone else structs.replace(holding, gone=gone)

    def _gone(self, holding: GoldState, kinds: list[int]) -> Cards:
        if not (self.strategy.minds_unseen and self.deal.face_up):
            return ()
        return tuple(sorted((*holding.gone, *(self._unseen_as[kind] for kind in kinds if kind in self._unseen_as))))

    @functools.cached_property
    def _unseen_as(self) -> dict[int, int]:
        """For each kind of the deck, the kind as which it is unseen: one for all that promise no production."""
        first: dict[int, int] = {}
        found: dict[int, int] = {}
        for kind, card in enumerate(self.kinds[: self.deal.kinds]):
            promises = kind in self.deal.face_up or (card.gold and card.cost is not None)
            found[kind] = first.setdefault(kind if promises else EMPTY, kind)
        return found

    def sight(self, cards: Cards, play: GoldState) -> Sight:
        """Return what the player sees."""
        sight = Sight(self.kinds, cards, play.left, self.pool, self.deal.kinds)
        if not self.strategy.minds_unseen or self.deal.face_up.isdisjoint(cards):
            return sight
        known = (*cards, *play.owned, *play.new, *play.gone)
        unseen = Counter(self._unseen_as[kind] for kind in self.deal.deck)
        unseen.subtract(self._unseen_as[kind] for kind in known if kind in self._unseen_as)
        # The player has already seen a card from under the deck.
        counts = tuple(max(0, unseen[kind]) for kind in range(self.deal.kinds))
        return sight._replace(unseen=counts, face_up=self.deal.face_up)

    def discarded(self, cards: Cards, holding: GoldState) -> Leaving:
        """Return the cards that cannot be bought."""
        never = {kind for kind in range(self.deal.kinds) if self.strategy.discards and self.kinds[kind].cost is None}
        places = tuple(place for place, card in enumerate(cards) if card in never)
        return _leaving(cards, places, self.gone(cards, holding, places))

    def measured(self, ready: GoldState, end: GoldState, cards: Cards) -> tuple[int, ...]:
        """Return the numbers of a turn; production and Holdings are those bought since the start."""
        pay = gold_for(ready.left)
        mine = [kind for kind in (*end.owned, *end.new) if self.kinds[kind].holding]
        count = len(mine) - sum(self.kinds[kind].holding for kind in self.owned)
        production = sum(self.kinds[kind].gold for kind in mine) - sum(self.kinds[kind].gold for kind in self.owned)
        return pay, production, count, end.people, end.spent, max(0, pay - end.spent), self._blocked(cards, ready)


def prices_of(kinds: tuple[Kind, ...], bought: list[int]) -> tuple[tuple[int, int], ...]:
    """Return the prices of `bought` kinds, the highest first."""
    prices = [(kind, kinds[kind].cost or 0) for kind in bought]
    return tuple(sorted(prices, key=lambda price: (-price[1], price[0])))


class FateState(Struct, frozen=True, cache_hash=True, gc=False):
    """The state of the player: fate, fate spent in the round and since the start, and the fate on characters in play.

    `drawn` is the number of conflict cards drawn since the start.
    """

    fate: int
    spent: int
    total: int
    characters: tuple[int, ...]
    drawn: int = 0

    @property
    def left(self) -> tuple[Source, ...]:
        """The fate as a source."""
        return (plain(self.fate),)


class FateGame(_Buying, frozen=True, kw_only=True):
    """A game whose costs include the `extra` fate on a character.

    `income` is the fate of each round (the last number repeats), and `passing` the fate for passing first, which comes
    after buying. Only characters have a cost. `owned` characters are in play at the start, with the fate of others.
    `drawn` has the conflict cards drawn by each round, with the opening hand (empty: not counted).
    """

    income: tuple[int, ...]
    passing: int = 0
    extra: int = 0
    owned: int = 0
    drawn: tuple[int, ...] = ()

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the numbers of a round."""
        return (*FATE_FIGURES, _DRAWN) if self.drawn else FATE_FIGURES

    def begin(self) -> FateState:
        """Return a player without fate, before the fate phase that comes before the first round."""
        return FateState(0, 0, 0, (self.extra + 1,) * self.owned)

    def ready(self, holding: FateState, turn: int) -> FateState:
        """Collect fate; before that, characters without fate leave, and others lose one."""
        stay = fate_phase(holding.characters)
        fate = holding.fate + self.passing * (turn > 1) + self.income[min(turn, len(self.income)) - 1]
        drawn = self.drawn[min(turn, len(self.drawn)) - 1] if self.drawn else 0
        return FateState(fate, 0, holding.total, stay, drawn)

    def paid(self, cards: Cards, holding: FateState, places: Places) -> FateState:
        """Pay for the characters at `places` and put them into play."""
        price = sum(cost for _, cost in prices_of(self.kinds, [cards[place] for place in places]))
        characters = tuple(sorted((*holding.characters, *([self.extra] * len(places)))))
        return FateState(holding.fate - price, holding.spent + price, holding.total + price, characters, holding.drawn)

    def sight(self, cards: Cards, holding: FateState) -> Sight:
        """Return what the player sees."""
        return Sight(self.kinds, cards, holding.left, pool=True, shown=self.deal.kinds)

    def measured(self, ready: FateState, end: FateState, cards: Cards) -> tuple[int, ...]:
        """Return the numbers of a round."""
        short = self._blocked(cards, ready)
        numbers = (ready.fate, end.spent, end.total, len(end.characters), end.fate + self.passing, short)
        return (*numbers, ready.drawn) if self.drawn else numbers


def fate_phase(characters: Sequence[int]) -> tuple[int, ...]:
    """Return the fate on the characters that stay: those without fate leave, then each other loses one."""
    return tuple(fate - 1 for fate in characters if fate)


Game = GoldGame | FateGame
