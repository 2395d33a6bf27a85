"""Requirements with deadlines, such as a curve, or an opening and a follow-up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, prod

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds.checks import whole
from deckcheck.odds.conditions import Semantics, Want, condition, draws_of, groups_of, ways_to_meet
from deckcheck.odds.exact import MOST_STEPS, counting_steps, hand_counts
from deckcheck.odds.question import Population, check_want

# A state here takes the time of about ten other steps, because it makes and stores a vector.
_STATE = 10


class Stage(Struct, frozen=True):
    """`draws` more cards, after which all cards drawn so far must meet `want`."""

    draws: int
    want: Want


def deadline_probability(deck: Population, stages: Sequence[Stage], semantics: Semantics = Semantics.COUNT) -> Fraction:
    """Return the probability that the want of every stage is met at its time, without a mulligan.

    Raises:
        UsageError: when a stage is invalid, when the deck has too few cards, or when there are too many states.
    """
    for stage in stages:
        whole("the draws of a stage", stage.draws)
        check_want(stage.want, deck)
    drawn = sum(stage.draws for stage in stages)
    whole("the cards drawn", drawn, most=deck.size)
    if not stages:
        raise UsageError("no stages given")
    reduced = deck.reduced(frozenset().union(*(groups_of(stage.want) for stage in stages)))
    atoms, cards = tuple(atom.groups for atom in reduced.atoms), tuple(atom.count for atom in reduced.atoms)
    wants = [condition(stage.want, atoms, semantics) for stage in stages]
    reached = {(0,) * len(cards): 1}
    steps = 0
    for stage, want in zip(stages[:-1], wants[:-1], strict=True):
        following: dict[tuple[int, ...], int] = {}
        for seen, ways in reached.items():
            library = tuple([count - gone for count, gone in zip(cards, seen, strict=True)])
            steps = _checked(steps + _STATE * hand_counts(library, stage.draws)[-1])
            for new, more in draws_of(library, stage.draws):
                after = tuple([one + other for one, other in zip(seen, new, strict=True)])
                if want.met(after):
                    following[after] = following.get(after, 0) + ways * more
        reached = following
    _checked(steps + len(reached) * counting_steps(wants[-1], cards, stages[-1].draws))
    good = 0
    for seen, ways in reached.items():
        library = tuple([count - gone for count, gone in zip(cards, seen, strict=True)])
        good += ways * ways_to_meet(wants[-1], library, stages[-1].draws, seen)
    before = [sum(stage.draws for stage in stages[:index]) for index in range(len(stages))]
    return Fraction(good, prod(comb(deck.size - gone, stage.draws) for gone, stage in zip(before, stages, strict=True)))


def _checked(steps: int) -> int:
    if steps > MOST_STEPS:
        raise UsageError(f"these stages would take more than {MOST_STEPS:,} steps")
    return steps
