"""The deck as odds see it: disjoint classes of cards, each with the groups that its cards belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds.checks import whole


class Atom(Struct, frozen=True):
    """`count` cards that belong to exactly `groups`; to none of them when it is empty."""

    groups: frozenset[str]
    count: int


class Population(Struct, frozen=True):
    """All cards of a deck, as atoms that share no card."""

    atoms: tuple[Atom, ...]

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(atom.count for atom in self.atoms)

    @property
    def groups(self) -> frozenset[str]:
        """The groups that some card belongs to."""
        return frozenset().union(*(atom.groups for atom in self.atoms if atom.count))

    def copies(self, group: str) -> int:
        """Return how many cards are in `group`."""
        return sum(atom.count for atom in self.atoms if group in atom.groups)

    def reduced(self, groups: frozenset[str]) -> Population:
        """Return the same deck with only `groups` told apart: one atom a combination of them, the rest last.

        The order depends on the names alone, so that neither the order of a deck nor how it was split changes
        an answer.
        """
        counts: dict[frozenset[str], int] = {}
        for atom in self.atoms:
            if atom.count:
                kept = atom.groups & groups
                counts[kept] = counts.get(kept, 0) + atom.count
        order = sorted(counts, key=lambda kept: (not kept, sorted(kept)))
        return Population(tuple(Atom(kept, counts[kept]) for kept in order))

    def without(self, groups: Iterable[str], count: int) -> Population:
        """Return the deck after `count` cards that belong to exactly `groups` are known to be elsewhere.

        Raises:
            UsageError: when there are not so many of them.
        """
        gone = frozenset(groups)
        left = []
        for atom in self.atoms:
            taken = min(atom.count, count) if atom.groups == gone else 0
            count -= taken
            left.append(Atom(atom.groups, atom.count - taken))
        if count:
            raise UsageError(f"{count} more cards are taken from {name_of(gone)} than there are")
        return Population(tuple(left))


def population(deck: int, groups: Mapping[str, int], shared: Mapping[frozenset[str], int] | None = None) -> Population:
    """Return a deck of `deck` cards from the sizes of its groups.

    `groups` holds how many cards each group has in all; `shared` how many cards are in exactly these groups at
    once. A group that only `shared` names has the cards it is given there.

    Raises:
        UsageError: when a number is no whole number from 0, when a group has fewer cards than it shares, or
            when there are more cards than `deck`.
    """
    whole("the deck", deck, least=1)
    shared = shared or {}
    for kept, count in shared.items():
        whole(f"the number of cards in {name_of(kept)}", count)
    atoms = [Atom(kept, count) for kept, count in shared.items()]
    for group, count in groups.items():
        whole(f"the number of cards in `{group}`", count)
        elsewhere = sum(atom.count for atom in atoms if group in atom.groups)
        if elsewhere > count:
            raise UsageError(
                f"`{group}` has {count} cards in all, and {elsewhere} are given to it together with others"
            )
        atoms.append(Atom(frozenset({group}), count - elsewhere))
    total = sum(atom.count for atom in atoms)
    if total > deck:
        raise UsageError(
            f"the groups have {total} cards and the deck only {deck}",
            help="name the cards that are in several groups at once with --atom A,B=2",
        )
    return Population((*atoms, Atom(frozenset(), deck - total)))


def name_of(groups: frozenset[str]) -> str:
    """Return how a combination of groups is written in messages."""
    return " and ".join(f"`{group}`" for group in sorted(groups)) or "no group"
