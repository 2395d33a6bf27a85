"""The assumptions of an answer, in sentences: population, draws, policy, success, semantics."""

from __future__ import annotations

from deckcheck.odds.conditions import Semantics
from deckcheck.odds.policies import PARTIAL, Policy, Returned
from deckcheck.odds.population import Population, name_of
from deckcheck.odds.question import Question
from deckcheck.rules.base import cards_of

_POLICY = {
    Policy.NONE: "none: the cards are taken as they come",
    Policy.KEEP_ALL: "keep_all: a mulligan is offered and not used",
    Policy.KEEP_HITS: "keep_hits: every card in a group of the question is kept, the others are thrown",
    Policy.KEEP_NEEDED: "keep_needed: of each group no more cards are kept than are wanted, the others are thrown",
    Policy.ALL_OR_NOTHING: "all_or_nothing: a hand that already succeeds is kept, any other is thrown as a whole",
    Policy.MULLIGAN_HITS: "mulligan_hits: the cards in {thrown} are thrown, all others are kept",
    Policy.OPTIMAL_PARTIAL: "optimal_partial: of every hand the cards are kept that make success most likely",
    Policy.REDRAW_UNTIL: "redraw_until: the opening hand is redrawn from the whole deck until it has {given}",
}
_RETURNED = {
    Returned.SHUFFLE: "; they are replaced from the rest of the deck and then shuffled into it",
    Returned.BOTTOM: "; they are replaced from the rest of the deck and go under it, out of reach",
}
_SEMANTICS = {
    Semantics.COUNT: "count: a card counts for every group it is in",
    Semantics.ASSIGNMENT: "assignment: a card counts for one requirement only; upper limits count every card",
}


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
        f"semantics: {_SEMANTICS[question.semantics]}",
    )


def described(deck: Population) -> str:
    """Return a description of the deck, such as ``40 cards: 3 in `A`, 37 in no group``."""
    parts = [f"{atom.count} in {name_of(atom.groups)}" for atom in deck.atoms if atom.count]
    return f"{cards_of(deck.size)}: {', '.join(parts)}"


def _draws(question: Question) -> str:
    cards = cards_of(question.draws) if question.draws else "no cards"
    return f"an opening hand of {question.hand}, {cards} after it, without replacement"


def _policy(question: Question) -> str:
    text = _POLICY[question.policy].format(thrown=name_of(question.thrown_groups), given=question.given)
    if question.policy in PARTIAL:
        text += _RETURNED[question.returned]
        text += f"; {question.rounds} times" if question.rounds > 1 else ""
    return text
