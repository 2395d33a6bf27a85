"""Draw odds: exact probabilities of drawing what a deck needs, under the mulligan rules of a game.

>>> from deckcheck.odds import Question, answer, parse_want, population
>>> question = Question(population=population(40, {"A": 3}), want=parse_want("A>=1"), hand=4)
>>> answer(question).fraction
Fraction(137, 494)
"""

from deckcheck.odds.answer import Answer, ByCopies, ByTurn, answer, by_turn, fewest_copies_for, first_turn_for
from deckcheck.odds.conditions import AllOf, AnyOf, Requirement, Semantics, Want, parse_want
from deckcheck.odds.exact import expected_copies, expected_first_turn
from deckcheck.odds.policies import Policy, Returned
from deckcheck.odds.question import Atom, Population, Question, population

__all__ = [
    "AllOf",
    "Answer",
    "AnyOf",
    "Atom",
    "ByCopies",
    "ByTurn",
    "Policy",
    "Population",
    "Question",
    "Requirement",
    "Returned",
    "Semantics",
    "Want",
    "answer",
    "by_turn",
    "expected_copies",
    "expected_first_turn",
    "fewest_copies_for",
    "first_turn_for",
    "parse_want",
    "population",
]
