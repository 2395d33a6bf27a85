"""Answers by turn, and searches for the first turn or the fewest copies with a given probability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Unpack

import msgspec
from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds.answer import Answer, How, checked_answer
from deckcheck.odds.checks import chance, whole
from deckcheck.odds.population import Atom, Population
from deckcheck.odds.question import Question, check_question


class ByTurn(Struct, frozen=True):
    """The answer by turn `turn` (1-based), when `draws` cards have been drawn after the opening hand."""

    turn: int
    draws: int
    answer: Answer


class ByCopies(Struct, frozen=True):
    """The answer with `copies` copies of a group in the deck."""

    copies: int
    answer: Answer


def by_turn(question: Question, turns: int, *, per_turn: int = 1, **how: Unpack[How]) -> list[ByTurn]:
    """Return the answers by turn 1 to `turns`: `question.draws` cards by turn 1, then `per_turn` cards per turn.

    Raises:
        UsageError: when the question is invalid, or the deck runs out of cards.
    """
    whole("the number of turns", turns, least=1)
    last = question.draws + (turns - 1) * whole("the draws a turn", per_turn)
    check_question(msgspec.structs.replace(question, draws=last))
    return list(_turns(question, turns, per_turn, how))


def first_turn_for(
    question: Question, wanted: float | Fraction, *, per_turn: int = 1, **how: Unpack[How]
) -> ByTurn | None:
    """Return the first turn by which the answer is at least `wanted`; None when the deck runs out of cards first.

    Raises:
        UsageError: when the question is invalid, or `wanted` is not a probability.
    """
    least = chance("the probability wanted", wanted)
    whole("the draws a turn", per_turn, least=1)
    check_question(question)
    turns = 1 + (question.most_draws - question.draws) // per_turn
    found = _turns(question, turns, per_turn, how)
    return next((turn for turn in found if _enough(turn.answer, least)), None)


def fewest_copies_for(
    question: Question, wanted: float | Fraction, *, group: str | None = None, **how: Unpack[How]
) -> ByCopies | None:
    """Return the smallest number of copies of `group` with an answer of at least `wanted`, None without one.

    The deck keeps its size: copies replace cards in no group of the question. Cards that are also in other groups stay.
    `group` is optional when the question has one group.

    Raises:
        UsageError: when the question is invalid, or `wanted` is not a probability.
    """
    least = chance("the probability wanted", wanted)
    if group is None:
        if len(question.groups) != 1:
            raise UsageError("the question has several groups", help="name the group to vary")
        (group,) = question.groups
    elif group not in question.groups:
        known = ", ".join(sorted(question.groups))
        raise UsageError(f"the question is not about `{group}`", help=f"its groups: {known}")
    check_question(_with_copies(question, group, _room(question, group)))
    for own in range(_room(question, group) + 1):
        asked = _with_copies(question, group, own)
        found = checked_answer(asked, **how)
        if _enough(found, least):
            return ByCopies(asked.population.copies(group), found)
    return None


def _enough(answer: Answer, wanted: Fraction) -> bool:
    return (answer.decimal if answer.fraction is None else answer.fraction) >= wanted


def _turns(question: Question, turns: int, per_turn: int, how: How) -> Iterator[ByTurn]:
    for turn in range(1, turns + 1):
        draws = question.draws + (turn - 1) * per_turn
        asked = msgspec.structs.replace(question, draws=draws)
        yield ByTurn(turn, draws, checked_answer(asked, **how))


def _room(question: Question, group: str) -> int:
    """Return the number of cards that can be copies of `group` alone."""
    deck = question.population.reduced(question.groups | {group})
    return sum(atom.count for atom in deck.atoms if atom.groups <= {group})


def _with_copies(question: Question, group: str, own: int) -> Question:
    deck = question.population.reduced(question.groups | {group})
    others = [atom for atom in deck.atoms if not atom.groups <= {group}]
    room = _room(question, group)
    atoms = (*others, Atom(frozenset({group}), own), Atom(frozenset(), room - own))
    return msgspec.structs.replace(question, population=Population(atoms))
