"""The work of an answer is estimated first: questions that would never end are refused, and no others."""

from __future__ import annotations

import random
from typing import Any

import pytest

from deckcheck.model.errors import UsageError
from deckcheck.odds import Policy, Question, Returned, Semantics, answer, conditions, parse_want, population
from deckcheck.odds.exact import Setting, counting_steps, exact_steps, hand_counts

NAMES = "ABCDEFGHIJKL"
DECK = population(60, dict.fromkeys(NAMES, 4))
ONE_PAIR, ONE_TRIPLE = (" or ".join(f"{name}>={count}" for name in NAMES) for count in (2, 3))
FOUR_PAIRS, FIVE_PAIRS = (" and ".join(f"{name}>=2" for name in NAMES[:groups]) for groups in (4, 5))


def test_hands_of_each_size() -> None:
    assert hand_counts((2, 1), 3) == [1, 2, 2, 1]
    for deck in [(4,), (3, 1, 2), (2, 2, 2, 5)]:
        assert hand_counts(deck, 6) == [len(conditions.draws_of(deck, size)) for size in range(7)]


# Two cards of A among four; hands of two have none, one or two of them. With no card thrown there is one way to redraw,
# with one 2, with two 3. The later draw of a card takes 2 steps from each hand.
STEPS: list[tuple[dict[str, Any], int]] = [
    ({}, 4),  # three cards at once: 0 to 3 of A
    ({"given": "A>=1"}, 3 * (2 + 1)),
    ({"policy": Policy.KEEP_HITS}, 2 * (3 + 2 + 1) + 3 * 2),  # a redraw counts twice
    ({"policy": Policy.KEEP_HITS, "rounds": 3}, 3 * 2 * (3 + 2 + 1) + 3 * 2),
    ({"policy": Policy.KEEP_HITS, "returned": Returned.BOTTOM}, (3 + 2 + 1) * 2),
    ({"policy": Policy.KEEP_HITS, "returned": Returned.BOTTOM, "draws": 0}, (3 + 2 + 1) * 2),
    # Each hand of the second round comes with two sets of cards under the deck.
    ({"policy": Policy.KEEP_HITS, "returned": Returned.BOTTOM, "rounds": 2}, (3 + 2 + 1) * 2 * 2),
    # Two equal cards: throw both, one or none; two different ones: both, either or none.
    ({"policy": Policy.OPTIMAL_PARTIAL}, 2 * ((3 + 2 + 1) + (3 + 2 * 2 + 1) + (3 + 2 + 1)) + 3 * 2),
]


@pytest.mark.parametrize(("kwargs", "steps"), STEPS)
def test_the_steps_of_an_answer(kwargs: dict[str, Any], steps: int) -> None:
    options: dict[str, Any] = {"population": population(4, {"A": 2}), "hand": 2, "draws": 1} | kwargs
    given = parse_want(options.pop("given")) if "given" in kwargs else None

    assert exact_steps(Setting(Question(want=parse_want("A>=1"), given=given, **options))) == steps


@pytest.mark.parametrize(
    ("size", "want", "cards", "steps"),
    [
        (6, "A>=1", 2, 3),
        # The first atom has 0 to 2 cards (3 steps) and leads to 2 sums; from each the second has 0 or 1 (4 steps), and
        # then there are 4 sums.
        (6, "A>=1 and B>=1", 2, 1 + 3 + 4 + 4),
        (6, "A>=1 and B>=1", 1, 1 + 2 + 4 + 3),  # one card: 0 or 1 of the first; only 3 hands in the end
        (6, "A>=2 and B>=1", 2, 1 + 3 + 6 + 5),  # 3 sums, and in the end 5 hands, fewer than 6 sums
        (1000, "A>=1 and B>=1", 39, 3 * (1 + 3 + 4 + 4)),  # numbers of 40,000 bits
    ],
)
def test_the_steps_of_counting(size: int, want: str, cards: int, steps: int) -> None:
    setting = Setting(Question(population=population(size, {"A": 2, "B": 1}), want=parse_want(want)))

    assert counting_steps(setting.want, setting.deck, cards) == steps


@pytest.mark.parametrize(
    "kwargs",
    [
        {"want": ONE_TRIPLE, "hand": 8, "draws": 16},
        {"want": ONE_TRIPLE, "hand": 200, "population": population(1000, dict.fromkeys(NAMES, 4))},
        {"want": ONE_PAIR, "hand": 4, "draws": 8, "given": parse_want("A>=1")},
        {"want": "A>=1", "hand": 20, "given": parse_want(ONE_PAIR)},
        {"want": ONE_PAIR, "hand": 7, "policy": Policy.KEEP_HITS},
        {"want": FIVE_PAIRS, "hand": 5, "draws": 5, "policy": Policy.KEEP_NEEDED, "returned": Returned.BOTTOM},
        {
            "want": FOUR_PAIRS,
            "hand": 5,
            "draws": 4,
            "policy": Policy.KEEP_NEEDED,
            "returned": Returned.BOTTOM,
            "rounds": 2,
        },
    ],
    ids=["draws", "large deck", "given", "many hands given", "many hands", "bottom", "bottom twice"],
)
def test_what_takes_too_long_is_not_begun(kwargs: dict[str, Any]) -> None:
    asked = Question(**{"population": DECK} | kwargs | {"want": parse_want(kwargs["want"])})

    with pytest.raises(UsageError, match=r"^an exact answer would take about [\d,]+ steps, more than 3,000,000$"):
        answer(asked, exact=True)


def test_cards_that_are_shuffled_back_take_fewer_steps_than_cards_at_the_bottom() -> None:
    asked = Question(population=DECK, want=parse_want(FIVE_PAIRS), hand=5, draws=5, policy=Policy.KEEP_NEEDED)

    assert answer(asked, exact=True).method == "exact"


@pytest.mark.parametrize("seed", range(30))
def test_counting_takes_no_more_steps_than_foretold(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    groups = NAMES[: rng.randint(2, 5)]
    deck = population(40, {name: rng.randint(2, 5) for name in groups})
    bounds = [f"{name}{rng.choice(['>=', '<=', '=='])}{rng.randint(1, 2)}" for name in groups]
    want = parse_want(rng.choice([" and ", " or "]).join(bounds))
    setting = Setting(Question(population=deck, want=want, semantics=rng.choice(list(Semantics))))
    cards, taken, with_atom = rng.randint(1, 20), 0, conditions._with_atom

    def counted(reached: Any, factors: Any, *rest: Any) -> Any:
        nonlocal taken
        taken += len(reached) * len(factors)
        return with_atom(reached, factors, *rest)

    monkeypatch.setattr(conditions, "_with_atom", counted)
    conditions.ways_to_meet(setting.want, setting.deck, cards, (0,) * len(setting.deck))

    assert 0 < taken <= counting_steps(setting.want, setting.deck, cards)
