"""Mulligan policies; `docs/odds.md` explains each one with an example."""

import enum
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from deckcheck.model.matching import placed
from deckcheck.odds.conditions import Semantics, Vector

T = TypeVar("T")

Keep = Callable[[Vector], Vector]


class Policy(enum.StrEnum):
    """The names of the policies."""

    NONE = "none"
    KEEP_ALL = "keep_all"
    KEEP_HITS = "keep_hits"
    KEEP_NEEDED = "keep_needed"
    ALL_OR_NOTHING = "all_or_nothing"
    MULLIGAN_HITS = "mulligan_hits"
    OPTIMAL_PARTIAL = "optimal_partial"
    REDRAW_UNTIL = "redraw_until"


class Returned(enum.StrEnum):
    """Where thrown cards go after the redraw: shuffled into the deck, or under it."""

    SHUFFLE = "shuffle"
    BOTTOM = "bottom"


# The policies that replace some cards of the hand: all but those that keep it or redraw it from the whole deck.
PARTIAL = frozenset(Policy) - {Policy.NONE, Policy.KEEP_ALL, Policy.REDRAW_UNTIL}


def keep_marked(kept: tuple[bool, ...]) -> Keep:
    """Return the policy that keeps exactly the cards of the marked atoms."""
    return lambda hand: tuple([count if keep else 0 for count, keep in zip(hand, kept, strict=True)])


def parted(cards: Iterable[T], atoms: Iterable[int], kept: Vector) -> tuple[list[T], list[T]]:
    """Return the cards that are kept and those that are thrown; `atoms` has the atom of each card."""
    left = list(kept)
    stay: list[T] = []
    thrown: list[T] = []
    for card, atom in zip(cards, atoms, strict=True):
        (stay if left[atom] else thrown).append(card)
        left[atom] -= left[atom] > 0
    return stay, thrown


def keep_more(keep: Keep, most: int, order: Sequence[int]) -> Keep:
    """Return a policy that throws at most `most` cards: it keeps more than `keep`, in the order of their atoms."""

    def kept(hand: Vector) -> Vector:
        stay = list(keep(hand))
        excess = sum(hand) - sum(stay) - most
        for atom in order if excess > 0 else ():
            more = min(excess, hand[atom] - stay[atom])
            stay[atom] += more
            excess -= more
        return tuple(stay)

    return kept


def keep_needed(atoms: tuple[frozenset[str], ...], needed: Mapping[str, int], semantics: Semantics) -> Keep:
    """Return the policy that keeps at most the `needed` number of cards of each group.

    Under count, cards in the most groups come first, and a card is kept while one of its groups needs more cards.
    Under assignment, cards in the fewest groups come first, and a card is kept when it pays for something that the
    cards kept so far cannot pay for. The names of the groups break ties.
    """
    useful = [sorted(groups & needed.keys()) for groups in atoms]
    pays = semantics is Semantics.ASSIGNMENT
    order = sorted(range(len(atoms)), key=lambda atom: (len(useful[atom]) * (1 if pays else -1), useful[atom]))
    # What a card of each atom can pay for: one of the cards that a group needs.
    payable = [[(group, each) for group in groups for each in range(needed[group])] for groups in useful]

    @functools.lru_cache(maxsize=10_000)
    def keep(hand: Vector) -> Vector:
        kept, short, paid = [0] * len(hand), dict(needed), dict[tuple[str, int], int]()

        def is_needed(atom: int) -> bool:
            return placed(atom, payable, paid) if pays else any(short[group] > 0 for group in useful[atom])

        for atom in order:
            while kept[atom] < hand[atom] and is_needed(atom):
                kept[atom] += 1
                for group in useful[atom]:
                    short[group] -= 1
        return tuple(kept)

    return keep
