"""The results of games: distributions by turn, chances, and the effect of a change."""

import contextlib
import functools
import itertools
import math
import operator
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct, field

from deckcheck.model.errors import UsageError
from deckcheck.odds import Semantics, Want
from deckcheck.odds.answer import error_of
from deckcheck.odds.conditions import Condition, groups_of
from deckcheck.odds.economy.deck import Modelled
from deckcheck.odds.economy.exact import Distribution, TooManyError, enumerate_turn, first_turn
from deckcheck.odds.economy.game import Turns
from deckcheck.odds.economy.gold import Game
from deckcheck.odds.economy.playing import simulate

# Two-sided, for 95 % confidence.
SIGMAS = 1.96
_PERCENTILES = (Fraction(1, 10), Fraction(9, 10))


# The names of fields are those in JSON, where they have one there.
class MeanEstimate(Struct, frozen=True, omit_defaults=True):
    """A number, and half the width of its 95 % confidence interval; an exact one has 0 and its `fraction` as text."""

    value: float
    margin: float = field(name="margin_95")
    fraction: str = ""


class Spread(Struct, frozen=True):
    """The distribution of a number: its mean, the 10th and 90th percentile, and the chance of each value."""

    mean: MeanEstimate
    low: int = field(name="percentile_10")
    high: int = field(name="percentile_90")
    chances: dict[int, MeanEstimate]

    def at_most(self, bound: int) -> float:
        """Return the chance of `bound` or less."""
        return _total(chance for value, chance in self.chances.items() if value <= bound)

    def at_least(self, bound: int) -> float:
        """Return the chance of `bound` or more."""
        return _total(chance for value, chance in self.chances.items() if value >= bound)


def _total(chances: Iterable[MeanEstimate]) -> float:
    """Return a sum of chances, exactly 1 for all of them."""
    return round(math.fsum(chance.value for chance in chances), 12)


class TurnNumbers(Struct, frozen=True):
    """The numbers of one turn by name; `exact`: its production was enumerated."""

    turn: int
    exact: bool
    spreads: dict[str, Spread] = field(name="numbers")


class WantChance(Struct, frozen=True):
    """The chance of a want `on` each turn, and `by` each turn (on it or before)."""

    want: str
    on: tuple[MeanEstimate, ...] = field(name="in_turn")
    by: tuple[MeanEstimate, ...] = field(name="by_turn")


class PairedDifference(Struct, frozen=True):
    """The effect of a change of the deck on the mean of each number, by turn, over the same shuffles."""

    text: str = field(name="change")
    means: dict[str, tuple[MeanEstimate, ...]]
    wanted: tuple[MeanEstimate, ...] = field(name="wanted_by_turn")


class EconomyResult(Struct, frozen=True, kw_only=True):
    """The answers for one amount of gold or fate from the Stronghold.

    `payable` has, for each cost in the deck, the chance that the player can pay it by each turn, whichever card has
    this cost.
    """

    stronghold: int
    turns: tuple[TurnNumbers, ...]
    payable: dict[int, tuple[MeanEstimate, ...]] = field(name="payable_by_turn")
    wanted: WantChance | None
    change: PairedDifference | None


class PlayedGames(Struct, frozen=True, dict=True):
    """The games of a deck: the numbers of each by turn, and the exact distribution of the numbers `known` in turn 1."""

    figures: tuple[str, ...]
    games: list[Turns]
    first: Distribution | None = None
    known: tuple[str, ...] = ()

    @functools.cached_property
    def short(self) -> list[Counter[int]]:
        """For each turn, the number of games by the costs, as bits, that could not be paid so far."""
        costs = ([row[-1] for row in game] for game in self.games)
        so_far = (itertools.accumulate(game, operator.and_) for game in costs)
        return [Counter(turn) for turn in zip(*so_far, strict=True)]


class Effort(Struct, frozen=True, kw_only=True):
    """The effort: `games` of `turns`, shuffled from `seed`; with `exact`, turn 1 is enumerated if that is quick."""

    turns: int
    games: int
    seed: int = 0
    exact: bool = True


def play(game: Game, effort: Effort, slots: int = 0) -> PlayedGames:
    """Return the games of a deck, with `slots` shuffled places as in `simulate`."""
    games = simulate(game, effort.turns, effort.games, effort.seed, slots=slots)
    if effort.exact:
        alone, known = first_turn(game)
        with contextlib.suppress(TooManyError):
            return PlayedGames(game.figures, games, enumerate_turn(alone), known)
    return PlayedGames(game.figures, games)


def result_of(model: Modelled, other: Game | None, effort: Effort, want: Want | None, swap: str) -> EconomyResult:
    """Return the answers for the game of `model`; `other` is the game after the `swap`.

    Raises UsageError for a want with an unknown number, before the games are played.
    """
    game = model.game
    for name in sorted(groups_of(want).difference(game.figures)) if want is not None else ():
        raise UsageError(f"there is no number `{name}`", help=f"the numbers are {', '.join(game.figures)}")
    slots = max(len(each.deal.deck) for each in (game, other) if each is not None)
    played = play(game, effort, slots)
    costs = sorted({kind.cost for kind in game.kinds[: game.deal.kinds] if kind.cost})
    return EconomyResult(
        stronghold=model.stronghold,
        turns=turns_of(played),
        payable={cost: payable(played, cost) for cost in costs},
        wanted=wanted(played, want) if want is not None else None,
        change=change(swap, played, play(other, effort, slots), want) if other is not None else None,
    )


def turns_of(played: PlayedGames) -> tuple[TurnNumbers, ...]:
    """Return the distributions of all numbers, turn by turn."""
    found = []
    for turn, rows in enumerate(zip(*played.games, strict=True), start=1):
        exact = played.first if turn == 1 else None
        numbers = Counter(rows)
        spreads = {
            name: _spread(numbers, place, len(rows))
            if exact is None or name not in played.known
            else _spread(exact, place, 0)
            for place, name in enumerate(played.figures)
        }
        found.append(TurnNumbers(turn, exact is not None, spreads))
    return tuple(found)


def _spread(numbers: Mapping[tuple[int, ...], int | Fraction], place: int, games: int) -> Spread:
    weights: dict[int, int | Fraction] = defaultdict(int)
    for row, weight in numbers.items():
        weights[row[place]] += weight
    shares = {value: Fraction(weight) / (games or 1) for value, weight in weights.items()}
    values = sorted(shares)
    mean = sum((value * shares[value] for value in values), Fraction(0))
    spread = sum((value * value * shares[value] for value in values), Fraction(0)) - mean * mean
    totals = list(itertools.accumulate(shares[value] for value in values))
    low, high = (values[bisect_left(totals, part)] for part in _PERCENTILES)
    margin = SIGMAS * math.sqrt(spread / games) if games else 0.0
    chances = {value: chance(shares[value], games) for value in values}
    return Spread(MeanEstimate(float(mean), margin, "" if games else str(mean)), low, high, chances)


def chance(share: Fraction, games: int) -> MeanEstimate:
    """Return a share of the games, or without games an exact one, with its margin."""
    if not games:
        return MeanEstimate(float(share), 0.0, str(share))
    return MeanEstimate(float(share), SIGMAS * error_of(share * games, games))


def wanted(played: PlayedGames, want: Want) -> WantChance:
    """Return the chances of `want`, a condition on the numbers of a turn."""
    holds = _test(want, played.figures)
    on = [[holds(row) for row in rows] for rows in zip(*played.games, strict=True)]
    estimates = [
        [chance(Fraction(sum(each), len(each)), len(each)) for each in rows] for rows in (on, _met_by(played, holds))
    ]
    if played.first is not None and groups_of(want).issubset(played.known):
        share = sum((share for row, share in played.first.items() if holds(row)), Fraction(0))
        estimates[0][0] = estimates[1][0] = chance(share, 0)
        if share == 1:  # A certain event on turn 1 is certain by every later turn.
            estimates[1] = [chance(share, 0)] * len(estimates[1])
    return WantChance(str(want), tuple(estimates[0]), tuple(estimates[1]))


def payable(played: PlayedGames, cost: int) -> tuple[MeanEstimate, ...]:
    """Return the chance that every card of a cost could be paid for by each turn; no game differs in turn 1."""
    games = len(played.games)
    shares = [
        Fraction(sum(times for short, times in met.items() if not short >> cost & 1), games) for met in played.short
    ]
    return tuple(chance(share, games if turn and shares[0] < 1 else 0) for turn, share in enumerate(shares))


def _test(want: Want, figures: tuple[str, ...]) -> Callable[[tuple[int, ...]], bool]:
    """Return the test of the numbers of a turn for `want`, whose groups are the names of the numbers."""
    return functools.cache(Condition(want, tuple(frozenset({name}) for name in figures), Semantics.COUNT).met)


def change(text: str, before: PlayedGames, after: PlayedGames, want: Want | None = None) -> PairedDifference:
    """Return the effect of a change, from pairs of games on the same shuffles."""
    means = {
        name: tuple(
            _paired((new[turn][place] - old[turn][place] for old, new in zip(before.games, after.games, strict=True)))
            for turn in range(len(before.games[0]))
        )
        for place, name in enumerate(before.figures)
    }
    moved: list[MeanEstimate] = []
    if want is not None:
        holds = _test(want, before.figures)
        met = zip(_met_by(before, holds), _met_by(after, holds), strict=True)
        moved += (_paired(b - a for a, b in zip(old, new, strict=True)) for old, new in met)
    return PairedDifference(text, means, tuple(moved))


def _met_by(played: PlayedGames, holds: Callable[[tuple[int, ...]], bool]) -> list[list[bool]]:
    """Return for each turn whether the numbers of that turn or of one before pass the test, game by game."""
    turns = range(1, len(played.games[0]) + 1)
    return [[any(map(holds, game[:turn])) for game in played.games] for turn in turns]


def _paired(differences: Iterable[int]) -> MeanEstimate:
    values = list(differences)
    mean = sum(values) / len(values)
    spread = sum(value * value for value in values) / len(values) - mean * mean
    return MeanEstimate(mean, SIGMAS * math.sqrt(max(0.0, spread) / len(values)))
