"""The two programs of a repair: the fewest changes, and among those the most alike.

A change exchanges one card for another, takes one out or brings one in: as many changes are made as cards are
taken out or brought in, whichever is more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from deckcheck.build.repair.prune import rows_of
from deckcheck.build.repair.solve import Program, Solution
from deckcheck.rules.rows import Model

# What an unasked removal weighs against the distances of `likeness`, and a card that takes no other's place.
_UNASKED = 45
_NO_PARTNER = 50


class Leaving(Struct, frozen=True):
    """Cards that something is wrong with: those of a slot, or `count` on a line that did not resolve.

    `favourites` are the slots of the cards that such a line may mean.
    """

    slot: int = -1
    count: int = 0
    favourites: tuple[int, ...] = ()


class Fewest(Struct, frozen=True):
    """The fewest `changes`, and `touched`, the fewest copies taken out or brought in with that many changes."""

    changes: int
    touched: float


class Changes:
    """A program over the slots `keep` of a model, with what each slot loses and gains."""

    def __init__(self, model: Model, keep: Sequence[int], leaving: Sequence[Leaving]) -> None:
        """Set up the variables, the rows of the model, and those that count changes."""
        self.program = Program()
        self.leaving = leaving
        self.columns = {slot: self.program.variable(0, model.upper[slot]) for slot in keep}
        extra = self.extra = [self.program.variable(0, high) for high in model.highs]
        count = len(model.slots)
        for row in rows_of(model, keep):
            own = ((self.columns[v] if v < count else extra[v - count], weight) for v, weight in row.terms)
            self.program.row(own, row.low, row.high)
        self.lost: dict[int, int] = {}
        self.gained: dict[int, int] = {}
        for slot in keep:
            old = model.slots[slot].old
            if not old:
                self.gained[slot] = self.columns[slot]
                continue
            self.lost[slot] = self.program.variable(0, old)
            self.gained[slot] = self.program.variable(0, model.upper[slot])
            balance = {self.columns[slot]: 1.0, self.lost[slot]: 1.0, self.gained[slot]: -1.0}
            self.program.row(balance, old, old)
        gone = sum(each.count for each in leaving)
        self.changes = self.program.variable(gone, float("inf"))
        for columns, more in ((self.lost, gone), (self.gained, 0)):
            terms = [(column, -1.0) for column in columns.values()]
            self.program.row([*terms, (self.changes, 1)], more, float("inf"))
        self.favoured = self._favoured()

    def aim_at_fewest(self, weight: int) -> None:
        """Ask for the fewest changes, and then the fewest copies touched; `weight` is more than those can be.

        Bringing in the card that a line may mean counts as touching less, not more.
        """
        self.program.costs[self.changes] = weight
        for column in (*self.lost.values(), *self.gained.values()):
            self.program.costs[column] = 1
        for column in self.favoured:
            self.program.costs[column] = -2

    def aim_at_likeness(
        self, fewest: Fewest, distance: Callable[[Leaving, int], float], alone: Callable[[int], float]
    ) -> None:
        """Ask for the most alike with no more than the fewest changes.

        `distance` tells how far a slot is from what leaves, `alone` how far from the deck as a whole.
        """
        self.program.highs[self.changes] = fewest.changes
        touched = [(column, 1.0) for column in (*self.lost.values(), *self.gained.values())]
        favoured = [(column, -2.0) for column in self.favoured]
        self.program.row([*touched, *favoured], -float("inf"), fewest.touched)
        asked = {each.slot for each in self.leaving}
        for place, (slot, column) in enumerate(self.lost.items()):
            # Among equals the later line goes.
            self.program.costs[column] = (0 if slot in asked else _UNASKED) - place / 1000
        partners: dict[int, list[tuple[int, float]]] = {slot: [] for slot in self.gained}
        for each in self.leaving:
            taken: list[tuple[int, float]] = []
            for slot, terms in partners.items():
                if slot != each.slot:
                    pair = self.program.variable(0, float("inf"), distance(each, slot), loose=True)
                    taken.append((pair, 1))
                    terms.append((pair, 1))
            if each.slot in self.lost:
                taken.append((self.lost[each.slot], -1))
            self.program.row(taken, -float("inf"), each.count)
        for slot, terms in partners.items():
            single = self.program.variable(0, float("inf"), _NO_PARTNER + alone(slot), loose=True)
            self.program.row([*terms, (single, 1.0), (self.gained[slot], -1.0)], 0, 0)

    def aim_at_taste(self, fewest: Fewest, prices: Callable[[int], Sequence[float]], off: Mapping[int, float]) -> None:
        """Ask for the cheapest cards with no more than the fewest changes.

        `prices` tells what each further copy of a slot costs, rising, the last for all that follow; `off` what the
        switches of the model cost.
        """
        self.program.highs[self.changes] = fewest.changes
        for switch, cost in off.items():
            self.program.costs[self.extra[switch]] = cost
        for slot, gained in self.gained.items():
            *single, rest = prices(slot)
            terms = [(self.program.variable(0, 1, price), 1.0) for price in single]
            terms.append((self.program.variable(0, self.program.highs[gained], rest), 1.0))
            self.program.row([*terms, (gained, -1.0)], 0, 0)

    def fewest(self, solution: Solution) -> Fewest:
        """Return the numbers of a solution."""
        touched = sum(solution.whole(column) for column in (*self.lost.values(), *self.gained.values()))
        return Fewest(
            solution.whole(self.changes), touched - 2 * sum(solution.whole(column) for column in self.favoured)
        )

    def counts(self, solution: Solution, model: Model) -> list[int]:
        """Return the copies of every slot of the model in a solution."""
        return [solution.whole(self.columns[i]) if i in self.columns else 0 for i in range(len(model.slots))]

    def _favoured(self) -> list[int]:
        """Return variables for the copies brought in of what lines may mean."""
        by_slot: dict[int, list[tuple[int, float]]] = {}
        every = []
        for each in self.leaving:
            pairs = []
            for slot in each.favourites:
                if slot in self.gained:
                    pair = self.program.variable(0, each.count)
                    pairs.append((pair, 1.0))
                    by_slot.setdefault(slot, []).append((pair, 1.0))
            if pairs:
                self.program.row(pairs, -float("inf"), each.count)
                every += [pair for pair, _ in pairs]
        for slot, terms in by_slot.items():
            self.program.row([*terms, (self.gained[slot], -1)], -float("inf"), 0)
        return every
