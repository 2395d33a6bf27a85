"""Exact odds of a question, computed backward from the last draw in integers over one denominator, and their work.

A state of the game is the hand and the cards under the deck, both as numbers of cards per atom. The library is the
rest, because cards that are shuffled back are like cards never drawn. The value of a state is the number of successes
over a denominator that depends only on the round: a common multiple of the numbers of possible draws. So values of one
round are added and compared as integers, and one division follows at the end.
"""

import functools
from collections.abc import Callable
from fractions import Fraction
from math import comb, lcm, prod
from operator import itemgetter

from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import cards_of
from deckcheck.odds.conditions import Condition, Vector, draws_of, needs, ways_to_meet
from deckcheck.odds.policies import PARTIAL, Keep, Policy, Returned, keep_marked, keep_more, keep_needed
from deckcheck.odds.question import Population, Question, check_question, whole

# Returns the value of a final state out of C(library, draws), from the hand and the library.
Payoff = Callable[[Vector, Vector], int]
# A step takes about a microsecond, so this limits exact answers to a few seconds.
MOST_STEPS = 3_000_000
# The estimate of redraws visits each opening hand; more hands than this are too many for an exact answer.
_MOST_HANDS = 20_000
# A redraw takes the time of two other steps; integers of this many bits slow every step down.
_REDRAW = 2
_LONG_NUMBER = 20_000


class Setting:
    """A question with its deck reduced to the relevant atoms."""

    def __init__(self, question: Question, also: frozenset[str] = frozenset()) -> None:
        """Prepare the checked `question`; its atoms also distinguish the groups `also`."""
        self.question = question
        every = question.every.reduced(question.groups | also)
        self.atoms = tuple(atom.groups for atom in every.atoms)
        self.held: Vector = self._counts(question.held)
        self.deck: Vector = self._counts(question.population)
        self.size = question.population.size
        self.want = Condition(question.want, self.atoms, question.semantics)
        # The condition on the opening hand, None without one.
        self.given = Condition(question.given, self.atoms, question.semantics) if question.given is not None else None

    def _counts(self, cards: Population) -> Vector:
        """Return the number of cards of each atom."""
        names = frozenset().union(*self.atoms)
        counts = {atom.groups: atom.count for atom in cards.reduced(names).atoms}
        return tuple(counts.get(groups, 0) for groups in self.atoms)

    @functools.cached_property
    def keep(self) -> Keep:
        """The function that selects the cards to keep, for all policies except `optimal_partial`."""
        if self.question.most is None:
            return self._keep
        # Among the cards to throw, those in few groups come first.
        order = sorted(range(len(self.atoms)), key=lambda atom: -len(self.atoms[atom]))
        return keep_more(self._keep, self.question.most, order)

    @property
    def _keep(self) -> Keep:
        question = self.question
        if question.policy is Policy.KEEP_NEEDED:
            return keep_needed(self.atoms, needs(question.want, question.semantics), question.semantics)
        if question.policy is Policy.ALL_OR_NOTHING:
            return lambda hand: hand if self.want.met(hand) else (0,) * len(hand)
        return keep_marked(tuple(not question.may_throw(groups) for groups in self.atoms))


def exact_probability(setting: Setting) -> Fraction:
    """Return the probability that a game meets the want of the question.

    Raises:
        UsageError: when no opening hand meets the condition `given`.
    """
    question = setting.question
    if question.policy not in PARTIAL and question.given is None:
        cards = question.hand + question.draws
        return Fraction(ways_to_meet(setting.want, setting.deck, cards, setting.held), comb(setting.size, cards))
    return mean(setting, lambda hand, library: ways_to_meet(setting.want, library, question.draws, hand))


def mean(setting: Setting, payoff: Payoff) -> Fraction:
    """Return the mean of `payoff` over all games whose opening hand meets the condition `given`.

    Under `optimal_partial` the player keeps the cards with the largest payoff.

    Raises:
        UsageError: when no opening hand meets the condition `given`.
    """
    question = setting.question
    game = GameStates(setting, payoff)
    given = setting.given
    nothing = (0,) * len(setting.deck)
    total = games = 0
    for hand, ways in draws_of(setting.deck, question.hand):
        if given is None or given.met(hand):
            games += ways
            total += ways * game.value(game.rounds, hand, nothing)
    if not games:
        raise UsageError(f"no opening hand of {cards_of(question.hand)} has `{question.given}`")
    return Fraction(total, games * game.scale[game.rounds])


class GameStates:
    """The states of one question and a cache of their values."""

    def __init__(self, setting: Setting, payoff: Payoff) -> None:
        question = setting.question
        self.setting = setting
        self._bottom = question.returned is Returned.BOTTOM
        self._payoff = payoff
        self.value = functools.cache(self._value)
        library, thrown = setting.size - question.hand, question.most_thrown
        self._thrown = thrown
        self.rounds = question.rounds if question.policy in PARTIAL else 0
        under = range(self.rounds * thrown + 1) if self._bottom else range(1)
        # The factor of one redraw; the last round has not yet put its own cards under the deck.
        before = under[: len(under) - thrown] if self._bottom else under
        self._redraws = lcm(*(comb(library - gone, cards) for gone in before for cards in range(thrown + 1)))
        # The common denominator of the values, by the number of rounds left.
        last = lcm(*(comb(library - gone, question.draws) for gone in under))
        self.scale: list[int] = [last * self._redraws**left for left in range(self.rounds + 1)]

    def _value(self, rounds: int, hand: Vector, buried: Vector) -> int:
        """Return the value of a state out of ``scale[rounds]``."""
        if not rounds:
            library = self._library(hand, buried)
            return self._payoff(hand, library) * (self.scale[0] // comb(sum(library), self.setting.question.draws))
        if self.setting.question.policy is Policy.OPTIMAL_PARTIAL:
            return self.best(rounds, hand, buried)[1]
        return self.after(rounds, hand, self.setting.keep(hand), buried)

    def _library(self, hand: Vector, buried: Vector) -> Vector:
        return tuple([all_ - here - under for all_, here, under in zip(self.setting.deck, hand, buried, strict=True)])

    def best(self, rounds: int, hand: Vector, buried: Vector) -> tuple[Vector, int]:
        """Return the best cards to keep, of equally good choices the most cards, and the value of keeping them."""
        sizes = range(sum(hand), sum(hand) - self._thrown - 1, -1)
        every = (kept for size in sizes for kept, _ in draws_of(hand, size))
        found = ((kept, self.after(rounds, hand, kept, buried)) for kept in every)
        return max(found, key=itemgetter(1))

    def after(self, rounds: int, hand: Vector, kept: Vector, buried: Vector) -> int:
        """Return the value of keeping `kept` of a hand, out of ``scale[rounds]``."""
        library = self._library(hand, buried)
        thrown = tuple([here - stay for here, stay in zip(hand, kept, strict=True)])
        cards = sum(thrown)
        if self._bottom:
            buried = tuple([under + gone for under, gone in zip(buried, thrown, strict=True)])
        total = 0
        for new, ways in draws_of(library, cards):
            after = tuple([stay + come for stay, come in zip(kept, new, strict=True)])
            total += ways * self.value(rounds - 1, after, buried)
        return total * (self._redraws // comb(sum(library), cards))


def exact_steps(setting: Setting) -> int:
    """Return the approximate number of states and transitions of an exact answer, never far too low.

    It is the number of opening hands, as numbers of cards per atom, times the redraws from each, plus the steps of the
    last draw from each resulting hand.
    """
    question = setting.question
    if question.policy in PARTIAL:
        return _mulligan_steps(setting)
    if question.given is None:
        return counting_steps(setting.want, setting.deck, question.hand + question.draws)
    last = counting_steps(setting.want, setting.deck, question.draws)
    return hand_counts(setting.deck, question.hand)[-1] * (last + 1)


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
    return functools.reduce(_with, deck, [1] + [0] * cards)


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
    most = setting.question.most_thrown
    return sum(
        kept * hands[sum(hand) - size]
        for hand, _ in draws_of(setting.deck, setting.question.hand)
        for size, kept in enumerate(hand_counts(hand, sum(hand)))
        if sum(hand) - size <= most
    )


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
    whole("the draws per turn", per_turn, least=1)
    whole("the cards seen on turn 1", seen, most=deck.size)
    later = [comb(misses, cards) * Fraction(1, comb(deck.size, cards)) for cards in range(seen, misses + 1, per_turn)]
    return 1 + sum(later, Fraction(0))


def _copies(deck: Population, group: str) -> int:
    copies = deck.copies(group)
    if not copies:
        raise UsageError(f"no card of the deck is in `{group}`")
    return copies
