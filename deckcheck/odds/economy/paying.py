"""Pay for sets of cards with sources of gold."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import NamedTuple


class Way(NamedTuple):
    """One way in which a source gives gold: `amount` when it pays for a kind of `trigger`, to spend on `only` kinds.

    Kinds are the bits of a number; 0 means any.
    """

    amount: int
    trigger: int = 0
    only: int = 0


# The ways of a source; a player uses one of them.
Source = tuple[Way, ...]
# The kind and the cost of a card.
Price = tuple[int, int]


def plain(amount: int) -> Source:
    """Return a source that gives `amount` for anything."""
    return (Way(amount),)


@functools.cache
def spare(source: Source) -> int:
    """Return the gold that `source` gives without conditions."""
    return max((way.amount for way in source if not way.trigger), default=0)


def gold_for_anything(sources: tuple[Source, ...]) -> int:
    """Return the total gold of `sources` without conditions."""
    return sum(map(spare, sources))


def most_gold(sources: tuple[Source, ...]) -> int:
    """Return the most gold that `sources` can give."""
    return sum(map(_most, sources))


@functools.cache
def _most(source: Source) -> int:
    return max((way.amount for way in source), default=0)


@functools.lru_cache(maxsize=1 << 18)
def can_pay(prices: tuple[Price, ...], sources: tuple[Source, ...], *, pool: bool) -> bool:
    """Return whether `sources` pay all of `prices`; without a `pool` each source pays for one card only."""
    if not prices:
        return True
    if not pool:
        return _cover(prices, sources) is not None
    bought = _mask(prices)
    fixed, open_ = [], []
    for source in sources:
        ways = _usable(source, bought)
        if len(ways) > 1:
            open_.append(ways)
        else:
            fixed += ways
    return any(_flows(prices, (*fixed, *chosen)) for chosen in itertools.product(*open_))


def left_after(prices: tuple[Price, ...], sources: tuple[Source, ...], *, pool: bool) -> tuple[Source, ...]:
    """Return the sources left after paying `prices`, which must be possible.

    With a pool, restricted gold goes first, then other gold; the surplus stays in the pool.
    """
    if not prices:
        return sources
    if not pool:
        return _cover(prices, sources) or ()
    waiting = sorted(sources, key=lambda source: (not any(way.only for way in source), len(source), source))
    used: tuple[Source, ...] = ()
    while waiting and not can_pay(prices, used, pool=True):
        used += (waiting.pop(0),)
    bought, total = _mask(prices), sum(cost for _, cost in prices)
    ways = [max(_usable(source, bought), key=lambda way: (way.amount, not way.only), default=Way(0)) for source in used]
    free = sum(way.amount for way in ways if not way.only)
    over = max(0, min(free, sum(way.amount for way in ways) - total))
    return tuple(sorted((*waiting, *([plain(over)] if over else []))))


def _mask(prices: tuple[Price, ...]) -> int:
    return functools.reduce(lambda mask, price: mask | 1 << price[0], prices, 0)


def _usable(source: Source, bought: int) -> list[Way]:
    """Return the useful ways for the cards `bought`; a single one when it is always best."""
    ways = [way for way in source if (not way.trigger or way.trigger & bought) and (not way.only or way.only & bought)]
    free = max((way for way in ways if not way.only), default=None)
    bound = [way for way in ways if way.only and (free is None or way.amount > free.amount)]
    whole = [way for way in bound if not bought & ~way.only]
    if whole and len(bound) == 1:
        return whole
    return bound if free is None else [free, *bound]


def _flows(prices: tuple[Price, ...], ways: tuple[Way, ...]) -> bool:
    """Return whether the gold, which is divisible, covers all prices: Hall's condition for every set of them."""
    if all(not way.only for way in ways):
        return sum(way.amount for way in ways) >= sum(cost for _, cost in prices)
    for size in range(1, len(prices) + 1):
        for some in itertools.combinations(prices, size):
            kinds = _mask(some)
            if sum(way.amount for way in ways if not way.only or way.only & kinds) < sum(cost for _, cost in some):
                return False
    return True


@functools.lru_cache(maxsize=1 << 18)
def _cover(prices: tuple[Price, ...], sources: tuple[Source, ...]) -> tuple[Source, ...] | None:
    """Return the sources left, with the most gold, when each card has its own sources; None when that is impossible."""
    if not prices:
        return sources
    if most_gold(sources) < sum(cost for _, cost in prices):
        return None
    (kind, cost), rest = prices[0], prices[1:]
    found = (_cover(rest, others) for others in _covers(kind, cost, sources))
    return max((each for each in found if each is not None), key=gold_for_anything, default=None)


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
        amount = _toward(source, kind)
        if amount > 0:
            yield from _covers(kind, cost - amount, sources[:index] + sources[index + 1 :], index)


def _toward(source: Source, kind: int) -> int:
    bit = 1 << kind
    return max((way.amount for way in source if (not way.trigger or way.trigger & bit)
                and (not way.only or way.only & bit)), default=0)  # fmt: skip
