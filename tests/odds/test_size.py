"""The work of an answer is estimated first: questions that would never end are refused, and no others."""

from __future__ import annotations

import random
from typing import Any

import pytest

from deckcheck.model.errors import UsageError
from deckcheck.odds import Policy, Question, Returned, Semantics, answer, counting, parse_want, population
from deckcheck.odds.exact import Setting
from deckcheck.odds.size import counting_steps, hand_counts

NAMES = "ABCDEFGHIJKL"
DECK = population(60, dict.fromkeys(NAMES, 4))
ONE_PAIR, ONE_TRIPLE = (" or ".join(f"{name}>={count}" for name in NAMES) for count in (2, 3))
FOUR_PAIRS, FIVE_PAIRS = (" and ".join(f"{name}>=2" for name in NAMES[:groups]) for groups in (4, 5))


def test_hands_of_each_size() -> None:
    assert hand_counts((2, 1), 3) == [1, 2, 2, 1]
    for deck in [(4,), (3, 1, 2), (2, 2, 2, 5)]:
        assert hand_counts(deck, 6) == [len(counting.draws_of(deck, size)) for size in range(7)]


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
    cards, taken, with_atom = rng.randint(1, 20), 0, counting._with_atom

    def counted(reached: Any, factors: Any, *rest: Any) -> Any:
        nonlocal taken
        taken += len(reached) * len(factors)
        return with_atom(reached, factors, *rest)

    monkeypatch.setattr(counting, "_with_atom", counted)
    counting.ways_to_meet(setting.want, setting.deck, cards, (0,) * len(setting.deck))

    assert 0 < taken <= counting_steps(setting.want, setting.deck, cards)
