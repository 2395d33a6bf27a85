"""Remove cards that are interchangeable with others in every row of a model.

Two cards outside the deck are interchangeable when the same rows contain them with the same coefficients, and their
own rows differ only in the card. A solution that adds `need` cards uses at most `need` copies of one class of such
cards, so the first few cards of a class are as good as the whole class. A row that only limits the total copies of
such cards counts as an own row: one of its cards is kept. The solution adds at most `need` cards in all, so that card
never takes room that a class needs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

from msgspec import Struct

from deckcheck.build.repair.solve import Program
from deckcheck.rules.rows import Constraint, Model

Cost = Callable[[int], float]


class Class(Struct, frozen=True):
    """Interchangeable slots; `shared` has, by slot, the numbers of the rows that only limit totals of such cards."""

    slots: tuple[int, ...]
    shared: dict[int, tuple[int, ...]] = {}


def classes(model: Model, always: Collection[int] = ()) -> tuple[Class, ...]:
    """Return the classes of interchangeable slots; each slot of the deck and of `always` has its own class."""
    free = {index for index, slot in enumerate(model.slots) if not slot.old}.difference(always)
    signs: dict[int, list[Hashable]] = {slot: [model.upper[slot], model.cap[slot]] for slot in free}
    shared: defaultdict[int, list[int]] = defaultdict(list)
    count = len(model.slots)
    for number, row in enumerate(model.rows):
        slots = [term for term in row.terms if term[0] < count]
        if len(slots) == 1:
            (slot, weight), others = slots[0], tuple(term for term in row.terms if term[0] >= count)
            if slot in free:
                signs[slot].append((row.rule, weight, others, row.low, row.high))
        elif row.low == -math.inf and all(v in free and weight == 1 for v, weight in row.terms):
            for slot, _ in slots:
                signs[slot].append((row.rule, row.high))
                shared[slot].append(number)
        else:
            for slot, weight in slots:
                if slot in free:
                    signs[slot].append((number, weight))
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot in sorted(free):
        found[tuple(signs[slot])].append(slot)
    alone = [Class((index,)) for index in range(count) if index not in free]
    groups = (Class(tuple(each), {s: tuple(shared[s]) for s in each if s in shared}) for each in found.values())
    return (*alone, *groups)


def kept(model: Model, groups: Iterable[Class], need: int, costs: Sequence[Cost]) -> list[int]:
    """Return the slots to keep: of each class, for each of `costs`, the cheapest with room for `need` copies."""
    keep: set[int] = set()
    for group in groups:
        slots = group.slots
        if len(slots) == 1:
            keep.update(slots)
            continue
        most = math.ceil(need / max(1, min(model.upper[slots[0]], model.cap[slots[0]])))
        for cost in costs:
            chosen: list[int] = []
            taken: set[int] = set()
            for slot in sorted(slots, key=lambda slot: (cost(slot), slot)):
                if len(chosen) < most and taken.isdisjoint(group.shared.get(slot, ())):
                    chosen.append(slot)
                    taken.update(group.shared.get(slot, ()))
            # When a class runs out of cards, its combinations matter, so all of it is kept.
            keep.update(chosen if len(chosen) == most else slots)
    return sorted(keep)


def program_of(
    model: Model, keep: Sequence[int], rules: Collection[str] | None = None
) -> tuple[Program, dict[int, int], list[int]]:
    """Return the program for the slots that are kept, with the variables of these slots and of the switches.

    With `rules`, only their rows and those without a rule are in it.
    """
    program = Program()
    columns = {slot: program.variable(0, model.upper[slot]) for slot in keep}
    switches = [program.variable(0, high) for high in model.highs]
    variables = columns | {len(model.slots) + number: column for number, column in enumerate(switches)}
    for row in model.rows:
        terms = [(variables[term], weight) for term, weight in row.terms if term in variables]
        if (rules is None or not row.rule or row.rule in rules) and not _says_nothing(terms, row):
            program.row(terms, row.low, row.high)
    return program, columns, switches


def _says_nothing(terms: Sequence[tuple[int, float]], row: Constraint) -> bool:
    """Return whether a row is true for all non-negative variables."""
    return row.low == -math.inf and row.high >= 0 and all(weight <= 0 for _, weight in terms)
