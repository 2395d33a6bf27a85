"""The deck of a question: disjoint classes of cards, each with the groups of its cards."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds.checks import whole
from deckcheck.rules.base import cards_of


class Atom(Struct, frozen=True):
    """`count` cards that belong to exactly `groups`, which can be empty."""

    groups: frozenset[str]
    count: int


class Population(Struct, frozen=True):
    """All cards of a deck, as disjoint atoms."""

    atoms: tuple[Atom, ...]

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(atom.count for atom in self.atoms)

    @property
    def groups(self) -> frozenset[str]:
        """The groups with at least one card."""
        return frozenset().union(*(atom.groups for atom in self.atoms if atom.count))

    def copies(self, group: str) -> int:
        """Return the number of cards in `group`."""
        return sum(atom.count for atom in self.atoms if group in atom.groups)

    def reduced(self, groups: frozenset[str]) -> Population:
        """Return the same deck with one atom per combination of `groups`, the cards in none of them last.

        The order depends only on the names, so that the order of the deck never changes an answer.
        """
        counts: dict[frozenset[str], int] = {}
        for atom in self.atoms:
            if atom.count:
                kept = atom.groups & groups
                counts[kept] = counts.get(kept, 0) + atom.count
        order = sorted(counts, key=lambda kept: (not kept, sorted(kept)))
        return Population(tuple(Atom(kept, counts[kept]) for kept in order))


def population(deck: int, groups: Mapping[str, int], shared: Mapping[frozenset[str], int] | None = None) -> Population:
    """Return a deck of `deck` cards from the sizes of its groups.

    `groups` has the total number of cards of each group; `shared` the number of cards in exactly these groups. A group
    that only `shared` names has only those cards.

    Raises:
        UsageError: when a number is negative or not whole, when a group has fewer cards than it shares, or when the
            groups have more cards than `deck`.
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
                f"`{group}` has {cards_of(count)} in all, and {elsewhere} are given to it together with others"
            )
        atoms.append(Atom(frozenset({group}), count - elsewhere))
    total = sum(atom.count for atom in atoms)
    if total > deck:
        raise UsageError(
            f"the groups have {cards_of(total)} and the deck only {deck}",
            help="name the cards that are in several groups at once with --atom A,B=2",
        )
    return Population((*atoms, Atom(frozenset(), deck - total)))


def name_of(groups: frozenset[str]) -> str:
    """Return a combination of groups as text for messages."""
    return " and ".join(f"`{group}`" for group in sorted(groups)) or "no group"
