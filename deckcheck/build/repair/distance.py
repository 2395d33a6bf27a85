"""The two integer programs of a repair: the fewest changes, and then the most similar cards.

A change replaces, removes or adds one card, so the number of changes is the larger of the cards removed and added.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from deckcheck.build.repair.solve import Solution, program_of
from deckcheck.model.deck import grouped
from deckcheck.rules.rows import Model

# Costs, in the units of `likeness`, of removing a card without a finding, and of adding one that replaces none.
_UNASKED = 45
_NO_PARTNER = 50


class Replaced(Struct, frozen=True):
    """Cards to replace: those of a slot that a finding names, or `count` cards of an unrecognised line.

    `favourites` are the slots of the cards that such a line could mean.
    """

    slot: int = -1
    count: int = 0
    favourites: tuple[int, ...] = ()


class Fewest(Struct, frozen=True):
    """The fewest `changes`, and `touched`, the fewest copies removed or added with that number of changes."""

    changes: int
    touched: float


class Changes:
    """A program over the slots `keep` of a model, with the copies that each slot loses and gains."""

    def __init__(self, model: Model, keep: Sequence[int], leaving: Sequence[Replaced]) -> None:
        """Create the variables, the rows of the model, and the rows that count changes."""
        self.model, self.leaving = model, leaving
        self.program = program_of(model, keep)
        self.lost: dict[int, int] = {}
        self.gained: dict[int, int] = {}
        for slot in keep:
            old = model.slots[slot].old
            if not old:
                self.gained[slot] = slot
                continue
            self.lost[slot] = self.program.variable(0, old)
            self.gained[slot] = self.program.variable(0, model.upper[slot])
            balance = {slot: 1.0, self.lost[slot]: 1.0, self.gained[slot]: -1.0}
            self.program.row(balance, old, old)
        gone = sum(each.count for each in leaving)
        self.changes = self.program.variable(gone, float("inf"))
        for columns, more in ((self.lost, gone), (self.gained, 0)):
            terms = [(column, -1.0) for column in columns.values()]
            self.program.row([*terms, (self.changes, 1)], more, float("inf"))
        # Adding a card that an unrecognised line could mean lowers the copies touched.
        self.touched = [(column, 1) for column in (*self.lost.values(), *self.gained.values())]
        self.touched += [(column, -2) for column in self._favoured()]

    def aim_at_fewest(self, weight: int) -> None:
        """Minimise the changes, and then the copies touched; `weight` exceeds the largest number of copies touched."""
        self.program.costs[self.changes] = weight
        for column, cost in self.touched:
            self.program.costs[column] = cost

    def aim_at_likeness(self, fewest: Fewest, distances: Sequence[Sequence[float]], alone: Sequence[float]) -> None:
        """Maximise similarity with at most the fewest changes.

        `distances` are those of all slots from each card to replace, `alone` those from the whole deck.
        """
        self.program.highs[self.changes] = fewest.changes
        self.program.row(self.touched, -float("inf"), fewest.touched)
        asked = {each.slot for each in self.leaving}
        for place, (slot, column) in enumerate(self.lost.items()):
            # Among equal cards, remove the later line.
            self.program.costs[column] = (0 if slot in asked else _UNASKED) - place / 1000
        partners: dict[int, list[tuple[int, float]]] = {slot: [] for slot in self.gained}
        for each, distance in zip(self.leaving, distances, strict=True):
            taken: list[tuple[int, float]] = []
            for slot, terms in partners.items():
                if slot != each.slot:
                    pair = self.program.variable(0, float("inf"), distance[slot], loose=True)
                    taken.append((pair, 1))
                    terms.append((pair, 1))
            if each.slot in self.lost:
                taken.append((self.lost[each.slot], -1))
            self.program.row(taken, -float("inf"), each.count)
        for slot, terms in partners.items():
            single = self.program.variable(0, float("inf"), _NO_PARTNER + alone[slot], loose=True)
            self.program.row([*terms, (single, 1.0), (self.gained[slot], -1.0)], 0, 0)

    def minimise_prices(
        self, fewest: Fewest, prices: Callable[[int], Sequence[float]], off: Mapping[int, float]
    ) -> None:
        """Minimise the prices of the cards with at most the fewest changes.

        `prices` returns the rising prices of the further copies of a slot; the last price repeats. `off` maps
        switches of the model to costs.
        """
        self.program.highs[self.changes] = fewest.changes
        for switch, cost in off.items():
            self.program.costs[switch] = cost
        for slot, gained in self.gained.items():
            *single, rest = prices(slot)
            terms = [(self.program.variable(0, 1, price), 1.0) for price in single]
            terms.append((self.program.variable(0, self.program.highs[gained], rest), 1.0))
            self.program.row([*terms, (gained, -1.0)], 0, 0)

    def fewest(self, solution: Solution) -> Fewest:
        """Return the changes and copies touched of a solution."""
        touched = sum(cost * solution.whole(column) for column, cost in self.touched)
        return Fewest(solution.whole(self.changes), touched)

    def counts(self, solution: Solution) -> list[int]:
        """Return the copies of every slot of the model in a solution."""
        return [solution.whole(slot) for slot in range(len(self.model.slots))]

    def _favoured(self) -> list[int]:
        """Return variables for the added copies of cards that unrecognised lines could mean."""
        every: list[tuple[int, int]] = []
        for each in self.leaving:
            pairs = [(slot, self.program.variable(0, each.count)) for slot in each.favourites if slot in self.gained]
            if pairs:
                self.program.row([(pair, 1.0) for _, pair in pairs], -float("inf"), each.count)
                every += pairs
        for slot, variables in grouped(every).items():
            terms = [(variable, 1.0) for variable in variables]
            self.program.row([*terms, (self.gained[slot], -1)], -float("inf"), 0)
        return [pair for _, pair in every]
