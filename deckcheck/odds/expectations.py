"""Expected numbers of cards and turns, as exact fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

from deckcheck.model.errors import UsageError
from deckcheck.odds.checks import whole
from deckcheck.odds.conditions import Vector
from deckcheck.odds.exact import MOST_STEPS, Setting, exact_steps, mean
from deckcheck.odds.policies import Policy
from deckcheck.odds.question import Population, Question, check_question


def expected_copies(question: Question, group: str) -> Fraction:
    """Return the expected number of cards of `group` in the final hand and the later draws of `question`.

    From M cards left with K in the group, d draws give dK/M on average.

    Raises:
        UsageError: when the question is invalid or takes too long, or for the policy `optimal_partial`.
    """
    check_question(question)
    if question.policy is Policy.OPTIMAL_PARTIAL:
        raise UsageError(f"expected copies are not available for the policy `{question.policy}`")
    _copies(question.population, group)
    setting = Setting(question, also=frozenset({group}))
    steps = exact_steps(setting)
    if steps > MOST_STEPS:
        raise UsageError(f"the expected copies would take about {steps:,} steps, more than {MOST_STEPS:,}")
    members = [index for index, groups in enumerate(setting.atoms) if group in groups]

    def copies(hand: Vector, library: Vector) -> int:
        cards, here = sum(library), sum(hand[index] for index in members)
        there = sum(library[index] for index in members)
        later = there * comb(cards - 1, question.draws - 1) if question.draws else 0
        return here * comb(cards, question.draws) + later

    return mean(setting, copies)


def expected_first_turn(deck: Population, group: str, *, hand: int, draws: int = 0, per_turn: int = 1) -> Fraction:
    """Return the expected turn by which the first copy of `group` is drawn, without a mulligan.

    By turn t, the player has seen hand + draws + (t - 1) per_turn cards, until the deck is empty. The expected turn is
    the sum over t >= 0 of the probability that the turn is later than t.

    Raises:
        UsageError: when no card is in `group`, or a number is out of range.
    """
    misses = deck.size - _copies(deck, group)
    seen = whole("the opening hand", hand) + whole("the later draws", draws)
    whole("the draws a turn", per_turn, least=1)
    whole("the cards seen on turn 1", seen, most=deck.size)
    later = [comb(misses, cards) * Fraction(1, comb(deck.size, cards)) for cards in range(seen, misses + 1, per_turn)]
    return 1 + sum(later, Fraction(0))


def expected_distinct(copies: Iterable[int], cards: int) -> Fraction:
    """Return the expected number of different titles among `cards` cards; `copies` has the copies of each title.

    A title with k copies is missed with probability C(N - k, n)/C(N, n).

    Raises:
        UsageError: when a number is out of range.
    """
    numbers: Sequence[int] = [whole("the copies of a title", count) for count in copies]
    deck = sum(numbers)
    whole("the deck", deck, least=1)
    whole("the cards drawn", cards, most=deck)
    draws = comb(deck, cards)
    return Fraction(sum(draws - comb(deck - count, cards) for count in numbers), draws)


def _copies(deck: Population, group: str) -> int:
    copies = deck.copies(group)
    if not copies:
        raise UsageError(f"no card of the deck is in `{group}`")
    return copies
