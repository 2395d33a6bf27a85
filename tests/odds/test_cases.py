"""Known answers, equal as fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckcheck.model.errors import UsageError
from deckcheck.odds import (
    Atom,
    Policy,
    Population,
    Question,
    Returned,
    Semantics,
    Stage,
    answer,
    deadline_probability,
    expected_copies,
    expected_distinct,
    parse_want,
    population,
)

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text("utf-8"))


def question(case: dict[str, Any]) -> Question:
    atoms = [Atom(frozenset(filter(None, names.split("+"))), count) for names, count in case["deck"].items()]
    return Question(
        population=Population(tuple(atoms)),
        want=parse_want(case["want"]),
        hand=case.get("hand", 0),
        draws=case.get("draws", 0),
        policy=Policy(case.get("policy", "none")),
        returned=Returned(case.get("returned", "shuffle")),
        rounds=case.get("rounds", 1),
        given=parse_want(case["given"]) if "given" in case else None,
        semantics=Semantics(case.get("semantics", "count")),
    )


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_answer_is_the_known_fraction(case: dict[str, Any]) -> None:
    found = answer(question(case), exact=True)

    assert found.fraction == Fraction(case["odds"])
    assert found.decimal == float(Fraction(case["odds"]))


def test_every_known_answer_is_in_the_table_once() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) == 48


@pytest.mark.parametrize(
    ("groups", "deck", "stages", "odds"),
    [
        pytest.param(
            {"A": 24}, 60, [(8, "A>=1"), (1, "A>=2"), (1, "A>=3"), (1, "A>=4")], "8410019/11585535", id="land drops"
        ),
        pytest.param(
            {"two": 10, "five": 8}, 40, [(4, "two>=1"), (4, "two>=1 and five>=1")], "59431/100529", id="a curve"
        ),
        pytest.param(
            {"att": 9, "evt": 3},
            40,
            [(4, "att>=1"), (5, "att>=1"), (5, "att>=1 and evt>=1")],
            "147325/310726",
            id="an opening and a follow-up",
        ),
    ],
)
def test_deadlines(groups: dict[str, int], deck: int, stages: list[tuple[int, str]], odds: str) -> None:
    plan = [Stage(draws, parse_want(want)) for draws, want in stages]

    assert deadline_probability(population(deck, groups), plan) == Fraction(odds)


@pytest.mark.parametrize(
    ("stages", "says"),
    [
        ([], "no stages given"),
        ([(-1, "A>=1")], "the draws of a stage is `-1`"),
        ([(20, "A>=1"), (21, "A>=1")], "the cards drawn is `41`; it must be from 0 to 40"),
        ([(4, "A>=4")], "`A >= 4` is impossible"),
        ([(4, "Z>=1")], "no card of the deck is in `Z`"),
    ],
)
def test_stages_that_cannot_be(stages: list[tuple[int, str]], says: str) -> None:
    with pytest.raises(UsageError) as caught:
        deadline_probability(population(40, {"A": 3}), [Stage(draws, parse_want(want)) for draws, want in stages])

    assert caught.value.message.startswith(says)


def test_one_stage_is_a_plain_draw() -> None:
    assert deadline_probability(population(40, {"A": 3}), [Stage(4, parse_want("A>=1"))]) == Fraction(137, 494)


@pytest.mark.parametrize("draws", [(0, 4, 0), (4, 0, 0), (0, 0, 4)])
def test_stages_without_draws(draws: tuple[int, ...]) -> None:
    deck, wants = population(40, {"A": 3}), ("A<=0", "A<=1", "A==1")
    odds = Fraction(0) if draws[0] else Fraction(3 * comb(37, 3), comb(40, 4))
    stages = [Stage(cards, parse_want(want)) for cards, want in zip(draws, wants, strict=True)]

    assert deadline_probability(deck, stages) == odds


def test_a_stage_counts_a_shared_card_for_both_groups_unless_told_otherwise() -> None:
    deck, stages = population(2, {}, {frozenset("AB"): 1}), [Stage(1, parse_want("A>=1 and B>=1"))]

    assert deadline_probability(deck, stages) == Fraction(1, 2)
    assert deadline_probability(deck, stages, Semantics.ASSIGNMENT) == 0


@pytest.mark.parametrize("draws", [(5, 8, 1), (20, 1), (6, 6)])
def test_stages_that_would_take_too_long(draws: tuple[int, ...]) -> None:
    groups = "ABCDEFGHIJKL"
    every = parse_want(" or ".join(f"{group}>=1" for group in groups))

    with pytest.raises(UsageError, match="these stages would take more than 3,000,000 steps"):
        deadline_probability(population(60, dict.fromkeys(groups, 4)), [Stage(cards, every) for cards in draws])


def test_expected_copies_after_a_mulligan() -> None:
    asked = Question(population=population(40, {"A": 3}), want=parse_want("A>=1"), hand=4, policy=Policy.KEEP_HITS)

    assert expected_copies(asked, "A") == Fraction(38, 65)


def test_expected_titles() -> None:
    assert expected_distinct([3] * 13 + [1], 10) == Fraction(601, 76)


def test_who_begins_is_not_known() -> None:
    deck, want = population(40, {"A": 5}), parse_want("A>=1")

    both = [answer(Question(population=deck, want=want, hand=hand)).fraction for hand in (5, 6)]

    assert sum((odds for odds in both if odds is not None), Fraction(0)) / 2 == Fraction(6857, 12654)


def test_percent_is_rounded_half_to_even() -> None:
    def percent(deck: int, copies: int) -> float:
        return answer(Question(population=population(deck, {"A": copies}), want=parse_want("A>=1"), hand=1)).percent

    assert percent(800, 1) == 0.12
    assert percent(800, 3) == 0.38
    assert percent(3, 1) == 33.33
