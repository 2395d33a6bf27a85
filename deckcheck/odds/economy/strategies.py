"""Strategies: functions from the player's view to places in the row of Provinces.

Ties go to the lowest cost, then the fewest cards, then the leftmost Provinces, unless a docstring differs.
"""

import functools
import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction

from deckcheck.odds.economy.game import EMPTY, Places, can_pay, left_after, most_gold
from deckcheck.odds.economy.gold import Sight, Strategy, prices_of


def nothing(sight: Sight) -> Places:  # noqa: ARG001 - all strategies have the same parameter
    """Buy nothing."""
    return ()


def holdings(sight: Sight) -> Places:
    """Buy the most production, then the most expensive Personality, as often as possible."""
    return _with_people(sight, most_production(sight))


def most_production(sight: Sight) -> Places:
    """Buy the set of Holdings with the most production; the cheapest such set has no card without production."""
    giving = [place for place in _buyable(sight) if sight.kinds[sight.cards[place]].gold > 0]
    cards = tuple([sight.cards[place] for place in giving])
    chosen = _most_production(sight._replace(cards=cards, unseen=(), face_up=frozenset()))
    return tuple([giving[place] for place in chosen])


@functools.lru_cache(maxsize=1 << 16)
def _most_production(sight: Sight) -> Places:
    every = list(range(len(sight.cards)))
    return _best_set(sight, every, lambda places: (-_gold(sight, places), _cost(sight, places)))


def most_spent(sight: Sight) -> Places:
    """Spend as much as possible; ties go to more production, then more cards, then the more expensive cards."""

    def order(places: Places) -> tuple[object, ...]:
        dearest = sorted(-_cost(sight, (place,)) for place in places)
        return -_cost(sight, places), -_gold(sight, places), -len(places), dearest

    return _best_set(sight, _buyable(sight), order)


def best_first(sight: Sight) -> Places:
    """Buy the Holdings with the highest expected production, first one that reveals a new card.

    The new card can be any unseen card of the deck list.
    """
    whole = most_production(sight)
    best, first = Fraction(_gold(sight, whole)), None
    for place in _showing(sight):
        value = _promise(sight, place)
        if value >= best:
            best, first = value, place
    return _with_people(sight, whole) if first is None else (first,)


def _promise(sight: Sight, place: int) -> Fraction:
    """Return the mean production of buying the card at `place` first, and then the best of the revealed cards."""
    card = sight.cards[place]
    left = left_after(prices_of(sight.kinds, [card]), sight.sources, pool=sight.pool)
    after = sight._replace(sources=left)
    new = [(kind, count) for kind, count in enumerate(sight.unseen) if count] or [(EMPTY, 1)]
    promised = sum(count * _best(_shown(after, place, kind)) for kind, count in new)
    return sight.kinds[card].gold + Fraction(promised) / sum(count for _, count in new)


def _shown(sight: Sight, place: int, kind: int) -> Sight:
    """Return what the player sees when a card of `kind` is shown at `place`, without what does not matter then."""
    # The order of the Provinces never matters here; unseen cards do only while a card shows another.
    cards = tuple(sorted((*sight.cards[:place], kind, *sight.cards[place + 1 :])))
    unseen = () if sight.face_up.isdisjoint(cards) else sight.unseen
    return sight._replace(cards=cards, unseen=tuple([count - (each == kind) for each, count in enumerate(unseen)]))


@functools.lru_cache(maxsize=1 << 16)
def _best(sight: Sight) -> Fraction | int:
    best: Fraction | int = _gold(sight, most_production(sight))
    for place in _showing(sight):
        best = max(best, _promise(sight, place))
    return best


def _showing(sight: Sight) -> Iterator[int]:
    """Yield the places of affordable cards whose Province is refilled face up."""
    for place in _buyable(sight):
        if sight.cards[place] in sight.face_up and _can_buy(sight, (place,)):
            yield place


def _buyable(sight: Sight) -> list[int]:
    return [place for place, card in enumerate(sight.cards)
            if 0 <= card < sight.shown and sight.kinds[card].cost is not None]  # fmt: skip


def _best_set(sight: Sight, places: list[int], order: Callable[[Places], tuple[object, ...]]) -> Places:
    """Return the first affordable set of the cards at `places` by `order`, else the empty one."""
    most = most_gold(sight.sources)
    every = itertools.chain.from_iterable(itertools.combinations(places, size) for size in range(len(places) + 1))
    sets = [some for some in every if _cost(sight, some) <= most]
    sets.sort(key=lambda some: (*order(some), len(some), some))
    return next(some for some in sets if _can_buy(sight, some))


def _can_buy(sight: Sight, places: Places) -> bool:
    """Return whether the gold pays for the cards of all `places` together."""
    return can_pay(prices_of(sight.kinds, [sight.cards[place] for place in places]), sight.sources, pool=sight.pool)


def _with_people(sight: Sight, chosen: Places) -> Places:
    """Add the most expensive affordable Personality to `chosen` as long as there is one."""
    people = (place for place in _buyable(sight) if not sight.kinds[sight.cards[place]].holding)
    for place in sorted(people, key=lambda place: -_cost(sight, (place,))):
        if _can_buy(sight, (*chosen, place)):
            chosen = (*chosen, place)
    return tuple(sorted(chosen))


def _gold(sight: Sight, places: Places) -> int:
    return sum([sight.kinds[sight.cards[place]].gold for place in places])


def _cost(sight: Sight, places: Places) -> int:
    return sum([sight.kinds[sight.cards[place]].cost or 0 for place in places])


def everything(sight: Sight) -> Places:
    """Keep every card."""
    return tuple(range(len(sight.cards)))


_STRATEGIES = (
    Strategy(
        "pass", "buys nothing, redraws nothing and discards nothing: a control", nothing, everything, discards=False
    ),
    Strategy(
        "holdings",
        "buys the most production that it can pay for, then the most expensive Personality; "
        "keeps the Holdings that it would buy in a redraw",
        holdings,
        most_production,
    ),
    Strategy(
        "curve",
        "spends as much as possible; keeps what it would buy in a redraw",
        most_spent,
        most_spent,
        minds_people=True,
    ),
    Strategy(
        "best-first",
        "buys in the order with the highest expected production, cards that reveal a new one first; "
        "keeps the Holdings that it would buy in a redraw",
        best_first,
        most_production,
        minds_unseen=True,
    ),
)
STRATEGIES = {strategy.name: strategy for strategy in _STRATEGIES}
