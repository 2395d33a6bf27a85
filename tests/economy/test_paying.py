"""What pays for cards, worked out by hand and by trying every payment.

The kinds of the cards are numbers: 0 is a Holding, 1 a Naga Personality, who is Nonhuman.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.odds.economy.game import Price, Source, Way, can_pay, gold_for, left_after, plain
from tests.conftest import examples

HOLDING, NAGA = 1 << 0, 1 << 1
AGELESS_SHRINE = (Way(2), Way(3, NAGA))  # 3 gold when it pays for a Nonhuman card, and what is left pays for anything
SUPPLY_SMUGGLERS = (Way(1), Way(3, HOLDING, only=True))  # 1 gold, or 3 that pay only for Holdings
FOREST = (Way(1), Way(2, NAGA, only=True))  # 1 gold, or 2 that pay only for Nonhuman Personalities
TREATY = (Way(0), Way(4, NAGA, only=True))  # Treaty with the Naga: 4 gold for a Naga, none for others


@pytest.mark.parametrize(
    ("sources", "pool", "paid"),
    [
        pytest.param((plain(4), plain(2)), False, True, id="each source pays for one"),
        pytest.param((plain(6),), False, False, id="one source does not pay for two"),
        pytest.param((plain(6),), True, True, id="from a pool it does"),
        pytest.param((plain(3), AGELESS_SHRINE), True, True, id="a bonus for the second card"),
        pytest.param((plain(4), FOREST), False, True, id="a bonus for the second card, without a pool"),
        pytest.param((plain(4), (Way(1), Way(2, 1 << 2))), True, False, id="a bonus for another card"),
        pytest.param((plain(3), TREATY), True, False, id="bound gold does not pay for the first"),
        pytest.param((plain(4), TREATY), True, True, id="bound gold pays for the second"),
        pytest.param((plain(3), SUPPLY_SMUGGLERS), True, True, id="bound gold pays for the first"),
        pytest.param((plain(1), SUPPLY_SMUGGLERS, FOREST), True, True, id="each card has its bound gold"),
        pytest.param((SUPPLY_SMUGGLERS, SUPPLY_SMUGGLERS), True, False, id="one free and one bound are too few"),
        pytest.param(((Way(6), Way(7, HOLDING, only=True)),), True, True, id="6 for both are better than 7 for one"),
    ],
)
def test_what_pays_for_a_holding_of_4_and_a_naga_of_2(sources: tuple[Source, ...], pool: bool, paid: bool) -> None:
    assert can_pay(((0, 4), (1, 2)), sources, pool=pool) is paid


@pytest.mark.parametrize(
    ("sources", "paid"),
    [
        pytest.param((TREATY,), False, id="one Treaty pays for one"),
        pytest.param((TREATY, plain(1)), False, id="the rest of its gold is lost"),
        pytest.param((TREATY, plain(2)), True, id="other gold pays for the second"),
        pytest.param((TREATY, TREATY), True, id="two Treaties"),
        pytest.param(((Way(4, NAGA),),), True, id="a bonus without a bound pays for both"),
    ],
)
def test_what_pays_for_two_nagas_of_2_from_a_pool(sources: tuple[Source, ...], paid: bool) -> None:
    assert can_pay(((1, 2), (1, 2)), sources, pool=True) is paid


@pytest.mark.parametrize(
    ("prices", "sources", "left"),
    [
        pytest.param(((0, 3),), (plain(2), plain(2), plain(5)), (plain(1), plain(5)), id="the surplus stays"),
        pytest.param(((0, 2),), (plain(2), SUPPLY_SMUGGLERS), (plain(2),), id="bound gold goes first"),
        pytest.param(((0, 1),), (TREATY, FOREST), (TREATY,), id="gold for other cards stays"),
        pytest.param(((0, 2),), (plain(2), FOREST), (FOREST,), id="gold that is more for other cards goes last"),
        pytest.param(((1, 3),), (plain(3), AGELESS_SHRINE), (plain(3),), id="a bonus is used"),
        pytest.param(((1, 2),), (AGELESS_SHRINE,), (plain(1),), id="the rest of a bonus pays for anything"),
        # The Forest gives 2 for a Naga of 1; its second gold pays for nothing else, and the Holding needs the rest.
        pytest.param(((0, 2), (1, 1)), (plain(2), FOREST), (), id="the surplus of bound gold is lost"),
    ],
)
def test_what_is_left_in_the_pool(
    prices: tuple[Price, ...], sources: tuple[Source, ...], left: tuple[Source, ...]
) -> None:
    assert left_after(prices, sources, pool=True) == left


@pytest.mark.parametrize(
    ("price", "sources", "left"),
    [
        pytest.param((0, 3), (plain(2), plain(2), plain(5)), (plain(5),), id="the surplus is lost"),
        pytest.param((0, 4), (plain(1), plain(1), plain(4)), (plain(1), plain(1)), id="the fitting source pays"),
        pytest.param((0, 2), (plain(1), plain(1), plain(4)), (plain(4),), id="small sources pay together"),
        pytest.param((0, 2), (TREATY, plain(2)), (TREATY,), id="no source is wasted"),
    ],
)
def test_what_is_left_without_a_pool(price: Price, sources: tuple[Source, ...], left: tuple[Source, ...]) -> None:
    assert left_after((price,), sources, pool=False) == left


def test_gold_for_anything_is_the_best_way_without_a_condition() -> None:
    assert gold_for((AGELESS_SHRINE, TREATY, ())) == 2
    assert gold_for(((Way(1), Way(2)),)) == 2


def leftovers(prices: tuple[Price, ...], sources: tuple[Source, ...], *, pool: bool) -> Iterator[int]:
    """Yield the gold for anything that is left after each payment: the sources that stay straight, and the surplus."""
    everything = range(len(prices))
    # What a source does: nothing, or one of its ways for some cards, without a pool and when it is bound for one.
    some, one = [tuple(everything)], [(card,) for card in everything]
    doing = [
        [None, *((way, group) for way in source for group in (some if pool and not way.only else one))]
        for source in sources
    ]
    for done in itertools.product(*doing):
        straight = sum(gold_for((source,)) for source, used in zip(sources, done, strict=True) if used is None)
        # What is still to pay for each card, and the gold in the pool.
        states = {(tuple(cost for _, cost in prices), 0)}
        for way, group in filter(None, done):
            fitting = [card for card in group if not way.kinds or way.kinds >> prices[card][0] & 1]
            if not fitting:
                states = set()
            for _ in range(way.amount):
                states = {
                    ((*costs[:card], costs[card] - 1, *costs[card + 1 :]), surplus)
                    for costs, surplus in states
                    for card in (fitting if way.only else group)
                    if costs[card]
                } | {(costs, surplus + (pool and not way.only)) for costs, surplus in states}
        yield from (straight + surplus for costs, surplus in states if not any(costs))


WAYS = st.builds(Way, st.integers(0, 4), st.integers(0, 7), st.booleans()).filter(lambda way: way.kinds or not way.only)
SOURCES = st.one_of(
    st.just(()), st.builds(lambda gold, ways: (Way(gold), *ways), st.integers(0, 4), st.lists(WAYS, max_size=2))
)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4)), min_size=1, max_size=3).map(tuple),
    st.lists(SOURCES, max_size=3).map(tuple),
    st.booleans(),
)
@settings(max_examples=examples(200), deadline=None)
def test_payments_are_those_found_by_trying_all(
    prices: tuple[Price, ...], sources: tuple[Source, ...], pool: bool
) -> None:
    left = list(leftovers(prices, sources, pool=pool))

    assert can_pay(prices, sources, pool=pool) is bool(left)
    if left:
        ours = gold_for(left_after(prices, sources, pool=pool))
        assert ours in left if pool else ours == max(left)
