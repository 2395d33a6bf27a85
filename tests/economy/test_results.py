"""What the numbers of games say: means with their errors, percentiles, chances, wants, and pairs of games."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import msgspec
import pytest

from deckcheck.model.errors import UsageError
from deckcheck.odds import parse_want
from deckcheck.odds.economy.deck import Modelled
from deckcheck.odds.economy.exact import Distribution, enumerate_turn
from deckcheck.odds.economy.game import Turns
from deckcheck.odds.economy.results import Effort, PlayedGames, change, play, result_of, turns_of, wanted
from tests.economy.test_by_hand import BLANK, SILVER_MINE, game

# The gold to pay and the gold spent in two turns of five games.
GAMES: list[Turns] = [
    ((2, 0), (3, 3)),
    ((2, 2), (4, 0)),
    ((3, 0), (5, 4)),
    ((3, 3), (6, 6)),
    ((5, 5), (2, 2)),
]
# The exact first turn: 2 gold in a quarter of games, else 3, and then 1 is spent. Only the gold to pay is that of the
# games.
FIRST: Distribution = {(2, 0): Fraction(1, 4), (3, 1): Fraction(3, 4)}
PLAYED = PlayedGames(("pay", "spent"), GAMES)
KNOWN = PlayedGames(("pay", "spent"), GAMES, FIRST, ("pay",))


def test_the_numbers_of_a_turn() -> None:
    first, second = turns_of(PLAYED)
    pay = first.spreads["pay"]

    assert (first.turn, second.turn, first.exact, second.exact) == (1, 2, False, False)
    # 2, 2, 3, 3 and 5: 15 / 5. The squares of the distances from 3 are 1, 1, 0, 0 and 4: 6 / 5, of 5 games.
    assert pay.mean.value == 3
    assert pay.mean.margin == pytest.approx(1.96 * sqrt(6 / 5 / 5))
    assert pay.mean.fraction == ""
    assert [*pay.chances] == [2, 3, 5]
    assert [chance.value for chance in pay.chances.values()] == [0.4, 0.4, 0.2]
    # With one game more that shows 2 and one that does not: 3 of 7.
    assert pay.chances[2].margin == pytest.approx(1.96 * sqrt(3 / 7 * 4 / 7 / 5))
    assert pay.at_most(3) == pytest.approx(0.8)
    assert pay.at_most(4) == pytest.approx(0.8)
    assert pay.at_least(3) == pytest.approx(0.6)
    assert pay.at_least(4) == pytest.approx(0.2)
    assert second.spreads["spent"].mean.value == 3


def test_a_number_that_is_known_has_no_error() -> None:
    first, second = turns_of(KNOWN)
    pay, spent = first.spreads["pay"], first.spreads["spent"]

    assert (first.exact, second.exact) == (True, False)
    assert (pay.mean.value, pay.mean.margin, pay.mean.fraction) == (2.75, 0, "11/4")
    assert {value: (chance.fraction, chance.margin) for value, chance in pay.chances.items()} == {
        2: ("1/4", 0),
        3: ("3/4", 0),
    }
    assert (spent.mean.value, spent.mean.fraction) == (2, "")
    assert spent.mean.margin > 0
    assert second.spreads["pay"].mean.value == 4


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ([4], 4, 4),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1, 9),  # a tenth of the games has 1 or less, nine tenths 9 or less
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 2, 10),
        ([0] * 2 + [5] * 8, 0, 5),
        ([5] * 9 + [8], 5, 5),
        ([5] * 8 + [8] * 2, 5, 8),
    ],
)
def test_a_tenth_of_the_games_is_below_and_a_tenth_above(values: list[int], low: int, high: int) -> None:
    (turn,) = turns_of(PlayedGames(("pay",), [((value,),) for value in values]))

    assert (turn.spreads["pay"].low, turn.spreads["pay"].high) == (low, high)


@pytest.mark.parametrize(
    ("want", "on", "by"),
    [
        ("pay>=3", [3, 4], [3, 5]),
        ("pay<=2", [2, 1], [2, 3]),
        ("pay==5", [1, 1], [1, 2]),
        ("pay>=3 and spent>=3", [2, 3], [2, 4]),
        ("pay>=6 or spent==0", [2, 2], [2, 4]),
        ("pay>=9", [0, 0], [0, 0]),
    ],
)
def test_a_want_in_a_turn_and_by_it(want: str, on: list[int], by: list[int]) -> None:
    found = wanted(PLAYED, parse_want(want))

    assert [each.value for each in found.on] == [games / 5 for games in on]
    assert [each.value for each in found.by] == [games / 5 for games in by]
    assert all(each.margin > 0 and not each.fraction for each in (*found.on, *found.by))


def test_a_want_of_a_number_that_is_known_is_exact_in_the_first_turn() -> None:
    known, other, both = (wanted(KNOWN, parse_want(want)) for want in ("pay>=3", "spent>=3", "pay>=3 and spent>=3"))

    assert (known.on[0].fraction, known.by[0].fraction) == ("3/4", "3/4")
    assert (known.on[1].value, known.by[1].value) == (0.8, 1)
    assert (other.on[0].value, other.on[0].fraction) == (0.4, "")
    assert (both.on[0].value, both.on[0].fraction) == (0.4, "")


def test_an_unknown_number_is_refused_before_games_are_played() -> None:
    mines = Modelled(game=game((SILVER_MINE, 40)), stronghold=4, notes=())
    years_of_games = Effort(turns=20, games=10**12, exact=False)

    with pytest.raises(UsageError, match="there is no number `sake`"):
        result_of(mines, None, years_of_games, parse_want("pay>=3 or sake>=1"), "")


def test_a_change_is_compared_game_by_game() -> None:
    """The first turn shows 1 gold more in two games and 1 less in one, the second always 2 more."""
    more = (1, 0, 1, -1, 0)
    games: list[Turns] = [
        ((pay + each, 0), (then + 2, 0)) for ((pay, _), (then, _)), each in zip(GAMES, more, strict=True)
    ]
    after = PlayedGames(("pay", "spent"), games)

    found = change("+1 Silver Mine", PLAYED, after, parse_want("pay>=3"))

    assert found.text == "+1 Silver Mine"
    first, second = found.means["pay"]
    # The mean is 1/5, that of the squares 3/5.
    assert first.value == pytest.approx(1 / 5)
    assert first.margin == pytest.approx(1.96 * sqrt((3 / 5 - 1 / 25) / 5))
    assert (second.value, second.margin) == (2, 0)
    assert [each.value for each in found.means["spent"]] == [-2, -3]
    # At first 3 of 5 games have 3 gold; then the first one has it too, and the fourth no more. Later all have it.
    assert [each.value for each in found.wanted] == [0, 0]
    assert found.wanted[0].margin == pytest.approx(1.96 * sqrt(2 / 5 / 5))
    assert change("", PLAYED, after).wanted == ()


def test_the_want_of_a_change_is_one_by_each_turn() -> None:
    before, after = (PlayedGames(("pay",), [((first,), (1,)), ((1,), (1,))]) for first in (1, 9))

    assert [each.value for each in change("", before, after, parse_want("pay>=9")).wanted] == [0.5, 0.5]


def test_the_first_turn_is_exact_where_that_is_quick() -> None:
    mines = game((SILVER_MINE, 3), (BLANK, 5))
    exact, quick = (play(mines, Effort(turns=2, games=20, exact=each)) for each in (True, False))
    mixed = [(msgspec.structs.replace(SILVER_MINE, gold=gold), 1) for gold in range(60)]
    large = play(game(*mixed, provinces=4), Effort(turns=1, games=2))

    assert exact.first == enumerate_turn(mines)
    assert (exact.known, quick.first, quick.known) == (("pay", "production", "holdings"), None, ())
    assert exact.games == quick.games
    assert (len(exact.games), len(exact.games[0])) == (20, 2)
    assert (large.first, large.known, len(large.games)) == (None, (), 2)
