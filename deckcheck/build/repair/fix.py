"""Find the nearest legal deck: the fewest changed cards, and among those the most similar ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from deckcheck.build.repair.constraints import deck_with, demand, meant, remarked, slots_of
from deckcheck.build.repair.distance import Changes, Fewest, Leaving
from deckcheck.build.repair.infeasible_subset import STAYS
from deckcheck.build.repair.likeness import Likeness
from deckcheck.build.repair.solve import Solution, TimeUp, classes, kept, minimise
from deckcheck.model.deck import Deck
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.finding import BEARING, Finding, Verdict
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.engine import check
from deckcheck.rules.rows import Model, Slot

BAN = "--ban"

# The first guess at the number of added cards; a guess that is too low requires a second, larger program.
FIRST_NEED = 6
# More cards than any deck needs.
_NEVER_NEEDED = 300
_ROUNDS = 20
# The cost, in the units of `likeness`, of a card that adds a warning or note.
REMARK = 60


class RepairOptions(Struct, frozen=True):
    """The user's constraints: copies to keep by card id, and the ids of excluded cards."""

    keep: Mapping[str, int] = {}
    ban: frozenset[str] = frozenset()


class Repaired(Struct, frozen=True):
    """The nearest legal deck: `counts` are the copies of each of `slots`.

    `changes` is the number of changes, and no legal deck needs fewer than `bound`, so the repair is proven minimal
    when the two are equal. `alike`: it is also proven the most similar of all equally near decks.
    """

    slots: tuple[Slot, ...]
    counts: tuple[int, ...]
    deck: Deck
    report: Report
    changes: int
    bound: int
    alike: bool

    @property
    def proven(self) -> bool:
        """Whether no legal deck is nearer."""
        return self.changes == self.bound


class NoRepair(DeckcheckError):
    """No legal deck exists under the constraints of `model`; without a model, none was found in time."""

    def __init__(self, model: Model | None = None) -> None:
        super().__init__("no legal deck can be made" if model else "no legal deck was found in time")
        self.model = model


# Takes the fewest changes and the copies to make room for; returns the counts of the slots and whether they are proven
# the best, None when the time runs out.
Choose = Callable[[Fewest, int], tuple[list[int], bool] | None]


def repair(report: Report, pool: Pool, options: RepairOptions, seconds: float) -> Repaired:
    """Return the nearest legal deck to the one of `report`.

    Raises:
        NoRepair: when there is none, or none was found in `seconds`.
        UsageError: when the solver is not installed.
    """
    model = Model(slots_of(report.deck, report.format, pool), report.format)
    demand(model)
    _demand_options(model, options)
    search = Search(model, report, pool, seconds)
    return search.nearest(search.most_alike)


class Search:
    """The integer programs for one model, and the data they share."""

    def __init__(self, model: Model, report: Report, pool: Pool, seconds: float) -> None:
        self.model = model
        self.seconds = seconds
        self.leaving = tuple(_leaving(model, report, pool))
        self.always = {slot for each in self.leaving for slot in each.favourites}
        self.weight = 1000 + 4 * sum(slot.old for slot in model.slots)
        self._report = report
        self._pool = pool
        self._likeness: Likeness | None = None
        self._remarked: frozenset[str] = frozenset()
        self._need = FIRST_NEED

    def nearest(self, choose: Choose) -> Repaired:
        """Return the nearest legal deck, the one that `choose` finds among equally near ones.

        Raises:
            NoRepair: when there is none, or none was found in time.
        """
        deck, fmt, slots = self._report.deck, self._report.format, self.model.slots
        bound: int | None = None
        for _ in range(_ROUNDS):
            try:
                changes, solution, need = self.fewest()
            except NoRepair:
                if bound is None:
                    raise
                raise NoRepair from None  # The cuts may have excluded a legal deck.
            fewest = changes.fewest(solution)
            if bound is None:
                bound = self._bound(fewest, solution)
            counts, alike = choose(fewest, need) or (changes.counts(solution, self.model), False)
            new = deck_with(deck, slots, counts)
            checked = check(new, fmt, self._pool)
            if checked.verdict is Verdict.LEGAL:
                return Repaired(slots, tuple(counts), new, checked, fewest.changes, bound, alike)
            _cut(self.model, checked, counts)
        raise NoRepair

    def fewest(self) -> tuple[Changes, Solution, int]:
        """Return the program with the fewest changes, its solution, and the number of copies it has room for."""
        groups = classes(self.model, self.always)
        while True:
            keep = kept(self.model, groups, self._need, (float,))
            changes = Changes(self.model, keep, self.leaving)
            changes.aim_at_fewest(self.weight)
            solution = self._solved(changes)
            whole = len(keep) == len(self.model.slots) or self._need > _NEVER_NEEDED
            if solution is None and whole:
                raise NoRepair(self.model)
            needed = changes.fewest(solution).changes if solution else 4 * self._need
            if whole or (solution and needed <= self._need):
                if solution is None:
                    raise NoRepair(self.model)
                return changes, solution, needed
            self._need = needed

    def most_alike(self, fewest: Fewest, need: int) -> tuple[list[int], bool] | None:
        """Return the counts of the most similar repair, and whether that is proven; None when the time runs out."""
        if self._likeness is None:
            self._likeness = Likeness(self.model.slots)
            new = [slot.card for slot in self.model.slots if not slot.old]
            self._remarked = remarked(self.model.format, self._report.deck.entries, new)
        likeness, slots = self._likeness, self.model.slots

        def remark(slot: int) -> float:
            return REMARK if slots[slot].card.id in self._remarked and not slots[slot].old else 0

        def distance(each: Leaving, slot: int) -> float:
            if slot in each.favourites:
                return 0
            if each.slot >= 0:
                return likeness.between(slot, each.slot) + remark(slot)
            near = min((likeness.between(slot, other) for other in each.favourites), default=likeness.to_deck(slot))
            return near + remark(slot)

        def alone(slot: int) -> float:
            return likeness.to_deck(slot) + remark(slot)

        costs = [alone, *((lambda slot, each=each: distance(each, slot)) for each in self.leaving)]
        keep = kept(self.model, classes(self.model, self.always), need, costs)
        changes = Changes(self.model, keep, self.leaving)
        changes.aim_at_likeness(fewest, distance, alone)
        return self.chosen(changes)

    def chosen(self, changes: Changes) -> tuple[list[int], bool] | None:
        """Return the counts that a program chooses, and whether they are proven best; None when the time runs out."""
        try:
            solution = self._solved(changes)
        except NoRepair:
            solution = None
        return (changes.counts(solution, self.model), solution.proven) if solution else None

    def _bound(self, fewest: Fewest, solution: Solution) -> int:
        """Return the minimum number of changes; valid only before the first cut."""
        if solution.proven:
            return fewest.changes
        # Each change touches at most two copies, which cost one each.
        return math.ceil(solution.bound / (self.weight + 2) - 1e-6)

    def _solved(self, changes: Changes) -> Solution | None:
        """Return the solution of a program, None when there is none; raises NoRepair when the time runs out."""
        try:
            return minimise(changes.program, self.seconds)
        except TimeUp:
            raise NoRepair from None


def _demand_options(model: Model, options: RepairOptions) -> None:
    for card_id, count in options.keep.items():
        here = [index for index, slot in enumerate(model.slots) if slot.card.id == card_id]
        model.at_least(f"{STAYS}{model.slots[here[0]].card.name}", dict.fromkeys(here, 1), count)
    for index, slot in enumerate(model.slots):
        if slot.card.id in options.ban:
            model.exclude(f"{BAN} {slot.card.name}", index)
            model.upper[index] = model.upper[index] if slot.old else 0


def _leaving(model: Model, report: Report, pool: Pool) -> Iterator[Leaving]:
    """Yield the cards that a finding names, and the unrecognised lines."""
    named = {card for finding in wrong(report) for card in finding.cards}
    by_id = {slot.card.id: index for index, slot in reversed(list(enumerate(model.slots)))}
    for index, slot in enumerate(model.slots):
        if slot.old and slot.card.id in named:
            yield Leaving(slot=index)
    for line in report.deck.unresolved:
        found = (card for card in meant(line, report.format, pool) if card in by_id)
        yield Leaving(count=max(1, line.request.count), favourites=tuple(dict.fromkeys(map(by_id.__getitem__, found))))


def wrong(report: Report) -> list[Finding]:
    """Return the findings that prevent the verdict legal."""
    return [finding for finding in report.findings if finding.severity in BEARING]


def _cut(model: Model, checked: Report, counts: Sequence[int]) -> None:
    """Forbid these numbers of the cards that the rules object to in an answer.

    This assumes that larger numbers are wrong too; after a cut, an answer no longer counts as proven minimal.
    """
    named = {card for finding in wrong(checked) for card in finding.cards}
    slots = [i for i, slot in enumerate(model.slots) if counts[i] and (slot.card.id in named or not named)]
    reached = []
    for slot in slots:
        switch = model.switch()
        reached.append((switch, 1.0))
        model.at_most("", {slot: 1, switch: -float(max(model.cap[slot], counts[slot]))}, counts[slot] - 1)
    model.at_most("", reached, len(reached) - 1)
