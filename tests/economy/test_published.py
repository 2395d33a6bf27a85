"""Figures that players have published."""

from __future__ import annotations

import pytest

from deckcheck.odds.economy.exact import enumerate_turn
from deckcheck.odds.economy.game import Opening, plain
from deckcheck.odds.economy.gold import FIGURES, GoldGame, Kind
from deckcheck.odds.economy.strategies import STRATEGIES

# Slaven, "Excel Simulations and Ivory" (2014): 40 cards, a Stronghold of 4 gold, the Cycle, not the second player's
# special cases. He does not say which cards he keeps; here those that would be bought.
BAZAAR, TWO, CLAN, FOUR = ((2, 2), (2, 2), (2, 3), (4, 4))


def opening(counts: tuple[int, int, int, int], redraws: int = 1) -> tuple[float, float]:
    """Return the mean production bought on turn 1, and how often it is 3 or less."""
    kinds = [
        Kind(name="", cost=cost, gold=gold, holding=True, source=plain(gold))
        for cost, gold in (BAZAAR, TWO, CLAN, FOUR)
    ]
    every = (*counts, 40 - sum(counts))
    game = GoldGame(
        kinds=(*kinds, Kind(name="")),
        deal=Opening(
            deck=tuple(kind for kind, count in enumerate(every) for _ in range(count)),
            provinces=4,
            redraws=redraws,
            face_up=frozenset({0}),
        ),
        strategy=STRATEGIES["holdings"],
        pool=True,
        sources=(plain(4),),
    )
    turn = enumerate_turn(game, most=10**6)
    place = FIGURES.index("production")
    mean = sum(row[place] * share for row, share in turn.items())
    return float(mean), float(sum(share for row, share in turn.items() if row[place] <= 3))


def test_15_holdings_buy_4_gold_and_a_fifth() -> None:
    mean, short = opening((3, 3, 3, 6))

    assert mean == pytest.approx(4.21, abs=0.1)
    assert short == pytest.approx(0.086, abs=0.01)
    assert (1 - short) ** 16 == pytest.approx(0.24, abs=0.01)


def test_18_holdings_buy_4_gold_and_a_third() -> None:
    mean, _ = opening((3, 6, 3, 6))

    assert mean == pytest.approx(4.35, abs=0.1)


def test_without_the_cycle_it_is_a_gold_less() -> None:
    mean, short = opening((3, 3, 3, 6), redraws=0)

    assert mean == pytest.approx(3.28, abs=0.03)
    assert short == pytest.approx(0.35, abs=0.01)
