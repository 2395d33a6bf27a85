"""The hypergeometric distribution of another library; runs where the extra `test-scipy` is installed."""

from __future__ import annotations

import random

import pytest

from deckcheck.odds import Question, Requirement, answer, population

hypergeom = pytest.importorskip("scipy.stats").hypergeom


@pytest.mark.parametrize("seed", range(5))
def test_single_groups_agree(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        deck = rng.randint(1, 100)
        copies, cards = rng.randint(1, deck), rng.randint(0, deck)
        least = rng.randint(0, copies)
        asked = Question(population=population(deck, {"A": copies}), want=Requirement("A", ">=", least), hand=cards)

        assert answer(asked).decimal == pytest.approx(float(hypergeom.sf(least - 1, deck, copies, cards)), abs=1e-12)
