"""Estimate odds by simulated games, for questions that are too large for an exact answer."""

from __future__ import annotations

import math
import random

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds.conditions import Vector
from deckcheck.odds.exact import Setting
from deckcheck.odds.policies import PARTIAL, Policy, Returned, parted


class Estimate(Struct, frozen=True):
    """`successes` of `games` games; only games that meet the condition `given` count."""

    successes: int
    games: int

    @property
    def probability(self) -> float:
        """The share of games that succeeded."""
        return self.successes / self.games

    @property
    def standard_error(self) -> float:
        """The standard error sqrt(p(1 - p)/n), with p = (successes + 1)/(n + 2) so that it is never zero."""
        share = (self.successes + 1) / (self.games + 2)
        return math.sqrt(share * (1 - share) / self.games)


def simulate(setting: Setting, games: int, seed: int) -> Estimate:
    """Play `games` games and return the successes; the same seed gives the same games.

    Raises:
        UsageError: for the policy `optimal_partial`, and when no game meets the condition `given`.
    """
    question = setting.question
    if question.policy is Policy.OPTIMAL_PARTIAL:
        raise UsageError(f"the policy `{question.policy}` requires an exact answer", help=_INSTEAD)
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    deck = _cards(setting.deck)
    results = [_play(setting, deck, rng) for _ in range(games)]
    counted = [result for result in results if result is not None]
    if not counted:
        raise UsageError(f"none of {games} games began with `{question.given}`", help="simulate more games")
    return Estimate(sum(counted), len(counted))


_INSTEAD = "use `keep_needed`, which is close when groups share no card and there are no upper limits"


def _play(setting: Setting, deck: list[int], rng: random.Random) -> bool | None:
    """Return whether one game succeeds, None when its opening hand does not meet the condition `given`."""
    question = setting.question
    library = deck.copy()
    hand = [*_cards(setting.held), *_draw(library, question.hand, rng)]
    if setting.given is not None and not setting.given.met(_vector(hand, setting)):
        return None
    for _ in range(question.rounds if question.policy in PARTIAL else 0):
        kept, thrown = parted(hand, hand, setting.keep(_vector(hand, setting)))
        hand = kept + _draw(library, len(thrown), rng)
        if question.returned is Returned.SHUFFLE:
            library += thrown
    return setting.want.met(_vector(hand + _draw(library, question.draws, rng), setting))


def _cards(counts: Vector) -> list[int]:
    """Return the atom of each card."""
    return [atom for atom, count in enumerate(counts) for _ in range(count)]


def _draw(library: list[int], cards: int, rng: random.Random) -> list[int]:
    """Remove random cards from `library`, which needs no shuffling, and return them."""
    drawn = []
    for _ in range(cards):
        place = int(rng.random() * len(library))
        library[place], library[-1] = library[-1], library[place]
        drawn.append(library.pop())
    return drawn


def _vector(cards: list[int], setting: Setting) -> Vector:
    counts = [0] * len(setting.deck)
    for card in cards:
        counts[card] += 1
    return tuple(counts)
