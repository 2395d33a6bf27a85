"""Simulated games: near the exact odds, the same for the same seed, and never passed off as exact."""

from __future__ import annotations

import itertools
import random

import pytest

from deckcheck.model.errors import UsageError
from deckcheck.odds import (
    Atom,
    Policy,
    Population,
    Question,
    Returned,
    Semantics,
    answer,
    parse_want,
    population,
)
from deckcheck.odds.answer import _draw, error_of

DECK = population(40, {"A": 6, "B": 9}, {frozenset("AB"): 2})
WANT = parse_want("A>=2 and B>=1")
MANY = Population(
    tuple(
        Atom(frozenset(name for place, name in enumerate("ABCDEFGHIJKL") if (card * (place + 3)) % 7 < 2), 1)
        for card in range(40)
    )
)
TWELVE = parse_want(
    " or ".join(f"({one}>=2 and {two}>=1)" for one, two in zip("ABCDEFGHIJK", "BCDEFGHIJKL", strict=True))
)


@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize(
    ("policy", "returned"),
    [
        (Policy.NONE, Returned.SHUFFLE),
        *itertools.product([Policy.KEEP_HITS, Policy.KEEP_NEEDED, Policy.ALL_OR_NOTHING], Returned),
    ],
)
def test_simulation_is_within_four_standard_errors(policy: Policy, returned: Returned, semantics: Semantics) -> None:
    asked = Question(population=DECK, want=WANT, hand=4, draws=3, policy=policy, returned=returned, semantics=semantics)

    _compare(asked)


@pytest.mark.parametrize(("returned", "chance"), [(Returned.BOTTOM, 1), (Returned.SHUFFLE, 5 / 6)])
def test_a_thrown_card_can_come_again(returned: Returned, chance: float) -> None:
    """One A and two other cards: the hand of one is drawn, redrawn without an A, and one card follows."""
    asked = Question(
        population=population(3, {"A": 1}),
        want=parse_want("A>=1"),
        hand=1,
        draws=1,
        policy=Policy.KEEP_HITS,
        returned=returned,
    )

    assert answer(asked, exact=True).decimal == pytest.approx(chance)
    assert answer(asked, games=4_000, seed=11).decimal == pytest.approx(chance, abs=0.03)


@pytest.mark.parametrize(
    "asked",
    [
        Question(population=DECK, want=parse_want("A==0"), hand=4, policy=Policy.MULLIGAN_HITS, rounds=2),
        Question(population=DECK, want=WANT, hand=4, draws=3, policy=Policy.REDRAW_UNTIL, given=parse_want("B>=1")),
        Question(population=DECK, want=WANT, hand=4, policy=Policy.KEEP_NEEDED, given=parse_want("A==0"), rounds=2),
    ],
    ids=["mulligan_hits", "redraw_until", "given"],
)
def test_other_policies_are_simulated_too(asked: Question) -> None:
    _compare(asked)


def _compare(asked: Question) -> None:
    exact, simulated = answer(asked, exact=True), answer(asked, games=4_000, seed=11)

    assert simulated.method == "simulation"
    assert simulated.fraction is None
    assert simulated.standard_error is not None
    assert abs(simulated.decimal - exact.decimal) <= 4 * simulated.standard_error


@pytest.mark.parametrize(("successes", "games", "error"), [(49, 98, 0.0505), (0, 98, 0.0101), (4_999, 9_998, 0.005)])
def test_the_standard_error_shrinks_with_the_games_and_is_never_zero(successes: int, games: int, error: float) -> None:
    assert error_of(successes, games) == pytest.approx(error, abs=0.0001)


def test_drawing_loses_and_doubles_no_card() -> None:
    for seed in range(20):
        library = list(range(10))
        drawn = _draw(library, 4, random.Random(seed))

        assert len(drawn) == 4
        assert sorted(drawn + library) == list(range(10))


def test_surplus_copies_are_thrown() -> None:
    # Both copies are in hand, and one is thrown for one of the two other cards.
    asked = Question(
        population=population(4, {"A": 2}),
        want=parse_want("A==1"),
        hand=2,
        policy=Policy.KEEP_NEEDED,
        given=parse_want("A==2"),
    )

    assert answer(asked).fraction == 1
    assert answer(asked, games=100).decimal == 1


def test_what_went_to_the_bottom_is_not_drawn() -> None:
    asked = Question(
        population=population(3, {"A": 1}),
        want=parse_want("A>=1"),
        hand=1,
        draws=1,
        policy=Policy.MULLIGAN_HITS,
        returned=Returned.BOTTOM,
        given=parse_want("A==1"),
    )

    assert answer(asked).fraction == 0
    assert answer(asked, games=100).decimal == 0


def test_the_seed_decides_the_games() -> None:
    asked = Question(population=DECK, want=WANT, hand=4, policy=Policy.KEEP_HITS)

    assert answer(asked, games=500, seed=1) == answer(asked, games=500, seed=1)
    assert answer(asked, games=500, seed=1) != answer(asked, games=500, seed=2)


def test_a_standard_error_is_never_zero() -> None:
    asked = Question(population=DECK, want=parse_want("A>=0"), hand=4)

    found = answer(asked, games=100)

    assert found.decimal == 1
    assert found.standard_error is not None
    assert found.standard_error > 0


def test_twelve_overlapping_groups_with_or_are_exact_when_few_cards_are_drawn() -> None:
    assert answer(Question(population=MANY, want=TWELVE, hand=4)).method == "exact"


def test_a_question_too_large_is_simulated_and_says_so() -> None:
    asked = Question(population=MANY, want=TWELVE, hand=7, draws=5, policy=Policy.KEEP_NEEDED)

    found = answer(asked)

    assert found.method == "simulation"
    assert any("games were simulated" in sentence for sentence in found.assumptions)
    with pytest.raises(UsageError, match=r"about [\d,]+ steps, more than"):
        answer(asked, exact=True)


def test_the_best_policy_is_never_simulated() -> None:
    asked = Question(population=MANY, want=TWELVE, hand=7, policy=Policy.OPTIMAL_PARTIAL)

    with pytest.raises(UsageError, match="steps"):
        answer(asked)
    with pytest.raises(UsageError, match="requires an exact answer"):
        answer(Question(population=DECK, want=WANT, hand=4, policy=Policy.OPTIMAL_PARTIAL), games=100)


def test_no_game_that_meets_the_condition_is_an_error() -> None:
    asked = Question(population=DECK, want=WANT, hand=4, given=parse_want("A>=4 and B>=4"))

    with pytest.raises(UsageError, match="none of 10 games") as caught:
        answer(asked, games=10)
    assert caught.value.help == "simulate more games"
