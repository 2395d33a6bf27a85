"""Answer a question, also by turn, with its assumptions: exactly when that takes a few seconds, else by simulation."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypedDict, Unpack

from msgspec import Struct, structs

from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import cards_of
from deckcheck.odds.conditions import Semantics, Vector
from deckcheck.odds.exact import MOST_STEPS, Setting, exact_probability, exact_steps
from deckcheck.odds.policies import PARTIAL, Policy, Returned, parted
from deckcheck.odds.question import Population, Question, chance, check_question, check_turns, name_of, whole, why_never

GAMES = 20_000
MOST_GAMES = 10_000_000
_POLICY_WORDS = {
    Policy.NONE: "none: the cards are taken as they come",
    Policy.KEEP_ALL: "keep_all: declines the mulligan",
    Policy.KEEP_HITS: "keep_hits: keeps every card in a group of the question and throws the others",
    Policy.KEEP_NEEDED: "keep_needed: keeps only the required number of cards of each group and throws the others",
    Policy.ALL_OR_NOTHING: "all_or_nothing: keeps a hand that already succeeds and throws any other completely",
    Policy.MULLIGAN_HITS: "mulligan_hits: throws the cards in {thrown} and keeps all others",
    Policy.OPTIMAL_PARTIAL: "optimal_partial: keeps the cards that make success most likely",
    Policy.REDRAW_UNTIL: "redraw_until: redraws the opening hand from the whole deck until it has {given}",
}
_RETURNED_WORDS = {
    Returned.SHUFFLE: "; thrown cards are replaced from the rest of the deck and then shuffled into it",
    Returned.BOTTOM: "; thrown cards are replaced from the rest of the deck and go under it, out of reach",
}
_SEMANTICS_WORDS = {
    Semantics.COUNT: "count: a card counts for every group it is in",
    Semantics.ASSIGNMENT: "assignment: a card counts for one requirement only; upper limits count every card",
}


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

    The answer is exact when that takes at most `MOST_STEPS` steps (see `deckcheck.odds.exact`); otherwise it comes from
    `GAMES` simulated games, and its assumptions say so.

    Raises:
        UsageError: when the question is invalid, or an exact answer is required and would take too long.
    """
    check_question(question)
    return checked_answer(question, **how)


def checked_answer(question: Question, *, exact: bool = False, games: int | None = None, seed: int = 0) -> Answer:
    """Return the answer to a question that has passed `check_question`; raises UsageError as `answer` does."""
    if exact and games is not None:
        raise UsageError("an answer is either exact or simulated, not both")
    setting = Setting(question)
    said = assumptions(question)
    if games is None:
        steps = exact_steps(setting)
        if steps <= MOST_STEPS:
            odds = exact_probability(setting)
            never = "; no possible game succeeds" if odds == 0 else ""
            return answer_of(odds, (*said, f"method: exact, in whole numbers{never}"))
        reason = f"an exact answer would take about {steps:,} steps, more than {MOST_STEPS:,}"
        if exact:
            raise UsageError(reason, help="ask about fewer groups or cards, or leave out --exact to simulate")
        if question.policy is Policy.OPTIMAL_PARTIAL:
            raise UsageError(reason, help="use the policy `keep_needed`, which can be simulated")
        said = (*said, f"{reason}, so games were simulated")
    games = whole("the number of games", GAMES if games is None else games, least=1, most=MOST_GAMES)
    results = simulate(setting, games, seed)
    counted = "" if len(results) == games else f"; {len(results):,} of them met the condition"
    return answer_of(
        sum(results) / len(results),
        (*said, f"method: simulation of {games:,} games with seed {seed}{counted}"),
        error_of(sum(results), len(results)),
    )


def answer_of(odds: Fraction | float, assumptions: tuple[str, ...], error: float | None = None) -> Answer:
    """Return the answer for exact odds, a fraction, or simulated ones with their standard error."""
    fraction = odds if isinstance(odds, Fraction) else None
    return Answer(
        fraction=fraction,
        decimal=float(odds),
        percent=percent(odds),
        method="simulation" if fraction is None else "exact",
        standard_error=error,
        assumptions=assumptions,
    )


def assumptions(question: Question) -> tuple[str, ...]:
    """Return the assumptions of an answer to `question`, as sentences."""
    given = question.given is not None and question.policy is not Policy.REDRAW_UNTIL
    return (
        f"population: {described(question.population)}",
        *([f"in play or in the hand: {described(question.held)}; they count"] if question.held.size else []),
        f"draws: {_draws(question)}",
        f"policy: {_policy(question)}",
        *([f"given: only games whose opening hand has {question.given} count"] if given else []),
        f"success: {question.want} among the final hand and the later draws",
        *dict.fromkeys(why for want in (question.want, question.given) for why in why_never(want, question.every)),
        f"semantics: {_SEMANTICS_WORDS[question.semantics]}",
    )


def described(deck: Population) -> str:
    """Return a description of the deck, such as ``40 cards: 3 in `A`, 37 in no group``."""
    parts = [f"{atom.count} in {name_of(atom.groups)}" for atom in deck.atoms if atom.count]
    return f"{cards_of(deck.size)}: {', '.join(parts)}"


def _draws(question: Question) -> str:
    cards = cards_of(question.draws) if question.draws else "no cards"
    return f"an opening hand of {question.hand}, {cards} after it, without replacement"


def _policy(question: Question) -> str:
    text = _POLICY_WORDS[question.policy].format(thrown=name_of(question.thrown_groups), given=question.given)
    if question.policy in PARTIAL:
        text += _RETURNED_WORDS[question.returned]
        text += f"; {question.rounds} times" if question.rounds > 1 else ""
        text += f"; at most {cards_of(question.most)}" if question.most is not None else ""
    return text


class ByTurn(Struct, frozen=True):
    """The answer by turn `turn` (1-based), after `draws` cards beyond the opening hand."""

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
    whole("the draws per turn", per_turn)
    check_question(question)
    check_turns(question, turns, lambda turn: question.draws + (turn - 1) * per_turn)
    return list(_turns(question, turns, per_turn, how))


def first_turn_for(
    question: Question, wanted: float | Fraction, *, per_turn: int = 1, **how: Unpack[How]
) -> ByTurn | None:
    """Return the first turn by which the answer is at least `wanted`; None when the deck runs out of cards first.

    Raises:
        UsageError: when the question is invalid, or `wanted` is not a probability.
    """
    least = chance("the probability wanted", wanted)
    whole("the draws per turn", per_turn, least=1)
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
    *_, last = every = question.with_each_number_of(group)
    check_question(last)
    found = (ByCopies(asked.population.copies(group), checked_answer(asked, **how)) for asked in every)
    return next((each for each in found if _enough(each.answer, least)), None)


def _enough(answer: Answer, wanted: Fraction) -> bool:
    return (answer.decimal if answer.fraction is None else answer.fraction) >= wanted


def _turns(question: Question, turns: int, per_turn: int, how: How) -> Iterator[ByTurn]:
    for turn in range(1, turns + 1):
        draws = question.draws + (turn - 1) * per_turn
        asked = structs.replace(question, draws=draws)
        yield ByTurn(turn, draws, checked_answer(asked, **how))


def error_of(successes: Fraction | int, games: int) -> float:
    """Return the standard error sqrt(p(1 - p)/n), with p = (successes + 1)/(n + 2) so that it is never zero."""
    share = float((successes + 1) / (games + 2))
    return math.sqrt(share * (1 - share) / games)


def simulate(setting: Setting, games: int, seed: int) -> list[bool]:
    """Play `games` games and return which succeed, of those that meet the condition `given`.

    The same seed gives the same games.

    Raises:
        UsageError: for the policy `optimal_partial`, and when no game meets the condition `given`.
    """
    question = setting.question
    if question.policy is Policy.OPTIMAL_PARTIAL:
        instead = "use `keep_needed`, which is close when groups share no card and there are no upper limits"
        raise UsageError(f"the policy `{question.policy}` requires an exact answer", help=instead)
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    deck = _cards(setting.deck)
    results = [_play(setting, deck, rng) for _ in range(games)]
    counted = [result for result in results if result is not None]
    if not counted:
        raise UsageError(f"none of {games} games began with `{question.given}`", help="simulate more games")
    return counted


def _play(setting: Setting, deck: list[int], rng: random.Random) -> bool | None:
    """Return whether one game succeeds, None when its opening hand does not meet the condition `given`."""
    question = setting.question
    library = deck.copy()
    hand = [*_cards(setting.held), *_draw(library, question.hand, rng)]
    if setting.given is not None and not setting.given.met(vector_of(hand, setting)):
        return None
    for _ in range(question.rounds if question.policy in PARTIAL else 0):
        kept, thrown = parted(hand, hand, setting.keep(vector_of(hand, setting)))
        hand = kept + _draw(library, len(thrown), rng)
        if question.returned is Returned.SHUFFLE:
            library += thrown
    return setting.want.met(vector_of(hand + _draw(library, question.draws, rng), setting))


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


def vector_of(cards: list[int], setting: Setting) -> Vector:
    """Return the number of cards of each atom; `cards` has the atom of each card."""
    counts = [0] * len(setting.deck)
    for card in cards:
        counts[card] += 1
    return tuple(counts)
