"""Estimate the work of an exact answer in advance."""

from __future__ import annotations

from math import prod

from deckcheck.odds.conditions import Condition, Vector
from deckcheck.odds.counting import draws_of
from deckcheck.odds.exact import Setting
from deckcheck.odds.policies import PARTIAL, Policy, Returned

# A step takes about a microsecond, so this limits exact answers to a few seconds.
MOST_STEPS = 3_000_000
# The estimate of redraws visits each opening hand; more hands than this are too many for an exact answer.
_MOST_HANDS = 20_000
# A redraw takes the time of two other steps; integers of this many bits slow every step down.
_REDRAW = 2
_LONG_NUMBER = 20_000


def exact_steps(setting: Setting) -> int:
    """Return the approximate number of states and transitions of an exact answer, never far too low.

    It is the number of opening hands, as numbers of cards per atom, times the redraws from each, plus the steps of the
    last draw from each resulting hand.
    """
    question = setting.question
    if question.policy not in PARTIAL and question.given is None:
        return counting_steps(setting.want, setting.deck, question.hand + question.draws)
    if question.policy not in PARTIAL:
        return hand_counts(setting.deck, question.hand)[-1] * (
            counting_steps(setting.want, setting.deck, question.draws) + 1
        )
    return _mulligan_steps(setting)


def _mulligan_steps(setting: Setting) -> int:
    question = setting.question
    hands = hand_counts(setting.deck, question.hand)
    if hands[-1] > _MOST_HANDS:
        return hands[-1] * hands[-1]
    last = counting_steps(setting.want, setting.deck, question.draws)
    redraws = _redraws(setting, hands)
    if question.returned is Returned.SHUFFLE:
        return _REDRAW * redraws * question.rounds + hands[-1] * last
    # Each hand occurs with different cards under the deck, one set for each way to throw cards.
    spread: int = max(1, redraws // max(1, hands[-1])) ** (question.rounds - 1)
    return redraws * spread * max(_REDRAW, last)


def hand_counts(deck: Vector, cards: int) -> list[int]:
    """Return the number of different hands of each size up to `cards`."""
    counts = [1] + [0] * cards
    for count in deck:
        counts = _with(counts, count)
    return counts


def _with(hands: list[int], count: int) -> list[int]:
    """Return the numbers of hands of each size once there is an atom of `count` cards more."""
    return [sum(hands[max(0, size - count) : size + 1]) for size in range(len(hands))]


def counting_steps(want: Condition, deck: Vector, cards: int) -> int:
    """Return the steps of one call of `ways_to_meet`."""
    if len(want.caps) <= 1:
        return cards + 1
    long = 1 + sum(deck) * (cards + 1) // _LONG_NUMBER
    steps = states = 1
    touched: set[int] = set()
    hands = [1] + [0] * cards
    for count, places in zip(deck, want.adds, strict=True):
        if places:
            steps += states * (min(count, cards) + 1)
            touched.update(places)
            hands = _with(hands, count)
            states = min(sum(hands), prod(want.caps[place] + 1 for place in touched))
    return (steps + states) * long


def _redraws(setting: Setting, hands: list[int]) -> int:
    """Return how many pairs of an opening hand and new cards there are, over all that may be thrown."""
    if setting.question.policy is not Policy.OPTIMAL_PARTIAL:
        return sum(
            hands[sum(hand) - sum(setting.keep(hand))] for hand, _ in draws_of(setting.deck, setting.question.hand)
        )
    return sum(
        kept * hands[sum(hand) - size]
        for hand, _ in draws_of(setting.deck, setting.question.hand)
        for size, kept in enumerate(hand_counts(hand, sum(hand)))
    )
