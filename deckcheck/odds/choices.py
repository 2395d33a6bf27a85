"""The odds of each way to use a mulligan, for one hand."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from deckcheck.model.errors import UsageError
from deckcheck.odds.conditions import Vector
from deckcheck.odds.counting import draws_of, ways_to_meet
from deckcheck.odds.exact import GameStates, Setting
from deckcheck.odds.policies import Policy
from deckcheck.odds.question import Question, check_question
from deckcheck.odds.size import MOST_STEPS, exact_steps


class Choices:
    """The exact odds of a want for each set of cards that the player may keep; later redraws are used optimally.

    Cards are numbers of cards per atom of `setting`.
    """

    def __init__(self, question: Question) -> None:
        """Prepare a question; its policy is replaced by the best one.

        Raises:
            UsageError: when the question is invalid, or an exact answer would take too long.
        """
        best = msgspec.structs.replace(question, policy=Policy.OPTIMAL_PARTIAL)
        check_question(best)
        self.setting = Setting(best)
        if exact_steps(self.setting) > MOST_STEPS:
            raise UsageError("the worth of a hand would take too long", help="ask about fewer groups of cards")
        self._game = GameStates(
            self.setting, lambda hand, library: ways_to_meet(self.setting.want, library, question.draws, hand)
        )

    def odds(self, hand: Vector, kept: Vector, buried: Vector, rounds: int) -> Fraction:
        """Return the odds after keeping `kept` of `hand` with `rounds` redraws left; `buried` are under the deck."""
        return Fraction(self._game.after(rounds, hand, kept, buried), self._game.scale[rounds])

    def best(self, hand: Vector, buried: Vector, rounds: int) -> tuple[Vector, Fraction]:
        """Return the cards to keep and their odds; of equally good choices the one that keeps the most cards."""
        every = (kept for size in range(sum(hand), -1, -1) for kept, _ in draws_of(hand, size))
        found = [(kept, self.odds(hand, kept, buried, rounds)) for kept in every]
        return max(found, key=lambda each: each[1])

    def final(self, hand: Vector, buried: Vector) -> Fraction:
        """Return the odds without a redraw."""
        return Fraction(self._game.value(0, hand, buried), self._game.scale[0])
