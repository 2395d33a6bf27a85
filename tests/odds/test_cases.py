"""Known answers, equal as fractions."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckcheck.odds import (
    Atom,
    Policy,
    Population,
    Question,
    Returned,
    Semantics,
    answer,
    expected_copies,
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


def test_expected_copies_after_a_mulligan() -> None:
    asked = Question(population=population(40, {"A": 3}), want=parse_want("A>=1"), hand=4, policy=Policy.KEEP_HITS)

    assert expected_copies(asked, "A") == Fraction(38, 65)


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
