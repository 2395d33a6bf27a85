"""Answer a question: exactly when that takes at most a few seconds, else by simulation."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypedDict, Unpack

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds.assumptions import assumptions
from deckcheck.odds.checks import whole
from deckcheck.odds.exact import Setting, exact_probability
from deckcheck.odds.policies import Policy
from deckcheck.odds.question import Question, check_question
from deckcheck.odds.simulation import simulate
from deckcheck.odds.size import MOST_STEPS, exact_steps

GAMES = 20_000
MOST_GAMES = 10_000_000


class How(TypedDict, total=False):
    """How to compute an answer: `exact` forbids simulation, `games` simulates that number of games from `seed`."""

    exact: bool
    games: int | None
    seed: int


class Answer(Struct, frozen=True, kw_only=True):
    """A probability and its assumptions, as sentences.

    `fraction` is exact, or None after a simulation; `decimal` is from 0 to 1; `percent` is rounded to two places, half
    to even. `standard_error` is None for an exact answer.
    """

    fraction: Fraction | None
    decimal: float
    percent: float
    method: Literal["exact", "simulation"]
    standard_error: float | None
    assumptions: tuple[str, ...]


def percent(odds: Fraction | float) -> float:
    """Return a probability as a percentage, rounded to two places, half to even."""
    return float(round(100 * odds, 2))


def answer(question: Question, **how: Unpack[How]) -> Answer:
    """Return the probability of the want of `question`.

    The answer is exact when that takes at most `MOST_STEPS` steps (see `deckcheck.odds.size`); otherwise it comes from
    `GAMES` simulated games, and its assumptions say so.

    Raises:
        UsageError: when the question is invalid, or an exact answer is required and would take too long.
    """
    check_question(question)
    return checked_answer(question, **how)


def checked_answer(question: Question, *, exact: bool = False, games: int | None = None, seed: int = 0) -> Answer:
    """Return the answer to a question that has passed `check_question`."""
    if exact and games is not None:
        raise UsageError("an answer is either exact or simulated, not both")
    setting = Setting(question)
    said = assumptions(question)
    if games is None:
        steps = exact_steps(setting)
        if steps <= MOST_STEPS:
            odds = exact_probability(setting)
            never = "; no possible game succeeds" if odds == 0 else ""
            return exact_answer(odds, (*said, f"method: exact, in whole numbers{never}"))
        reason = f"an exact answer would take about {steps:,} steps, more than {MOST_STEPS:,}"
        if exact:
            raise UsageError(reason, help="ask about fewer groups or cards, or leave out --exact to simulate")
        if question.policy is Policy.OPTIMAL_PARTIAL:
            raise UsageError(reason, help="use the policy `keep_needed`, which can be simulated")
        said = (*said, f"{reason}, so games were simulated")
    games = whole("the number of games", GAMES if games is None else games, least=1, most=MOST_GAMES)
    estimate = simulate(setting, games, seed)
    counted = "" if estimate.games == games else f"; {estimate.games:,} of them met the condition"
    return Answer(
        fraction=None,
        decimal=estimate.probability,
        percent=percent(estimate.probability),
        method="simulation",
        standard_error=estimate.standard_error,
        assumptions=(*said, f"method: simulation of {games:,} games with seed {seed}{counted}"),
    )


def exact_answer(odds: Fraction, assumptions: tuple[str, ...]) -> Answer:
    """Return the answer for exact odds."""
    return Answer(
        fraction=odds,
        decimal=float(odds),
        percent=percent(odds),
        method="exact",
        standard_error=None,
        assumptions=assumptions,
    )
