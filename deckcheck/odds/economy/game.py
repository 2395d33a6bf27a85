"""Deal games by kinds of cards, and pay with sources of gold."""

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct


class Way(NamedTuple):
    """One way in which a source gives gold: `amount` when it pays for a card of `kinds`, with `only` for no other.

    Kinds are the bits of a number; 0 means any.
    """

    amount: int
    kinds: int = 0
    only: bool = False


# The ways of a source; a player uses one of them.
Source = tuple[Way, ...]
# The kind and the cost of a card.
Price = tuple[int, int]


def plain(amount: int) -> Source:
    """Return a source that gives `amount` for anything."""
    return (Way(amount),)


@functools.cache
def _gives(source: Source, kinds: int) -> int:
    """Return the most gold that `source` gives for one of `kinds`; 0: for a card that no way covers, -1: for any."""
    return max((way.amount for way in source if not way.kinds or way.kinds & kinds), default=0)


def gold_for(sources: tuple[Source, ...], kinds: int = 0) -> int:
    """Return the total gold of `sources` for one of `kinds`; 0: without conditions."""
    return sum([_gives(source, kinds) for source in sources])


def most_gold(sources: tuple[Source, ...]) -> int:
    """Return the most gold that `sources` can give."""
    return sum([_gives(source, -1) for source in sources])


@functools.lru_cache(maxsize=1 << 18)
def can_pay(prices: tuple[Price, ...], sources: tuple[Source, ...], *, pool: bool) -> bool:
    """Return whether `sources` pay all of `prices`; without a `pool` each source pays for one card only."""
    if not prices[1:]:
        return all(cost <= gold_for(sources, 1 << kind) for kind, cost in prices)
    if most_gold(sources) < sum(cost for _, cost in prices):
        return False
    if not pool:
        return any(can_pay(prices[1:], left, pool=False) for left in _covers(*prices[0], sources))
    # The remaining price of each card, each time with the most gold for all of them.
    states = {tuple(cost for _, cost in prices): 0}
    for source in sources:
        after: dict[tuple[int, ...], int] = {}
        for costs, free in states.items():
            for left, gold in _uses(source, prices, costs):
                after[left] = max(free + gold, after.get(left, 0))
        states = after
    return any(free >= sum(costs) for costs, free in states.items())


@functools.lru_cache(maxsize=1 << 16)
def left_after(prices: tuple[Price, ...], sources: tuple[Source, ...], *, pool: bool) -> tuple[Source, ...]:
    """Return the sources left after paying `prices`, which must be possible.

    With a pool, sources that give more for these cards than for others are used first, and surplus gold that can pay
    for anything stays in the pool.
    """
    if not pool:
        return max(_all_covers(prices, sources), key=gold_for, default=())
    bought = _mask(prices)

    def last(source: Source) -> tuple[object, ...]:
        useful = _gives(source, bought)
        return not useful, _gives(source, 0) - useful, len(source), source

    used: tuple[Source, ...] = ()
    waiting = sorted(sources, key=last)
    while not can_pay(prices, used, pool=True):
        used += (waiting.pop(0),)
    # A kind of card that no source covers.
    other = max((way.kinds.bit_length() for source in used for way in source), default=0)
    over = next(gold for gold in itertools.count() if not can_pay((*prices, (other, gold + 1)), used, pool=True))
    return tuple(sorted((*waiting, *([plain(over)] if over else []))))


def _mask(prices: tuple[Price, ...]) -> int:
    return functools.reduce(lambda mask, price: mask | 1 << price[0], prices, 0)


def _uses(source: Source, prices: tuple[Price, ...], costs: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the rest of `costs` after each use of a source, and its gold for all cards; bound gold is for one."""
    yield costs, _gives(tuple(way for way in source if not way.only), _mask(prices))
    for way, place in itertools.product(source, range(len(prices))):
        if way.only and way.kinds >> prices[place][0] & 1:
            yield (*costs[:place], max(0, costs[place] - way.amount), *costs[place + 1 :]), 0


def _all_covers(prices: tuple[Price, ...], sources: tuple[Source, ...]) -> Iterable[tuple[Source, ...]]:
    """Return the sources left for each way to give each card its own sources."""
    found = {sources: None}
    for price in prices:
        found = {left: None for each in found for left in _covers(*price, each)}
    return found


def _covers(kind: int, cost: int, sources: tuple[Source, ...], start: int = 0) -> Iterator[tuple[Source, ...]]:
    """Yield the sources left for each choice of sources that pays `cost` for a card of `kind`."""
    if cost <= 0:
        yield sources
        return
    tried = set()
    for index in range(start, len(sources)):
        source = sources[index]
        if source in tried:
            continue
        tried.add(source)
        amount = _gives(source, 1 << kind)
        if amount > 0:
            yield from _covers(kind, cost - amount, sources[:index] + sources[index + 1 :], index)


# An empty Province. Face-down cards have their kind plus the number of kinds.
EMPTY = -1

Cards = tuple[int, ...]
Places = tuple[int, ...]
# The state of a player: a hashable value of the game's own type.
Holding = Any
# The numbers of one game, turn by turn; in simulated games the last one has the costs that could not be paid, as bits.
Turns = tuple[tuple[int, ...], ...]


class Opening(Struct, frozen=True, kw_only=True, dict=True):
    """How cards are dealt: `deck` has the kind of each card, `provinces` the number of Provinces.

    Before the purchases of the first turn, cards can be redrawn `redraws` times; they go under the deck, or with
    `shuffles` into it. When a card of the kinds `face_up` is bought, its Province is refilled face up; cards of the
    kinds `passing` leave their Province when they are revealed.
    """

    deck: Cards = ()
    provinces: int
    redraws: int = 0
    shuffles: bool = False
    face_up: frozenset[int] = frozenset()
    passing: frozenset[int] = frozenset()

    @functools.cached_property
    def kinds(self) -> int:
        """The number of kinds."""
        return max(self.deck, default=-1) + 1
