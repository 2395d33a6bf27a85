"""Leaving out cards that are exchangeable for others in every row of a model.

Two cards that are not in the deck are exchangeable when they stand in the same rows with the same coefficients,
and their own rows differ only in the card. A solution that brings in `need` cards never needs more than `need`
copies out of one class of such cards, so that the first few of a class are as good as all of it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

from deckcheck.repair.model import Model, Row

Cost = Callable[[int], float]


def classes(model: Model, always: Collection[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Return the classes of exchangeable slots; those of the deck and of `always` are alone in theirs."""
    free = {index for index, slot in enumerate(model.slots) if not slot.old}.difference(always)
    signs: dict[int, list[Hashable]] = {slot: [model.upper[slot], model.cap[slot]] for slot in free}
    count = len(model.slots)
    for number, row in enumerate(model.rows):
        slots = [term for term in row.terms if term[0] < count]
        if len(slots) == 1:
            (slot, weight), others = slots[0], tuple(term for term in row.terms if term[0] >= count)
            if slot in free:
                signs[slot].append((row.rule, weight, others, row.low, row.high))
        else:
            for slot, weight in slots:
                if slot in free:
                    signs[slot].append((number, weight))
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot in sorted(free):
        found[tuple(signs[slot])].append(slot)
    alone = [(index,) for index in range(count) if index not in free]
    return (*alone, *map(tuple, found.values()))


def kept(model: Model, groups: Iterable[Sequence[int]], need: int, costs: Sequence[Cost]) -> list[int]:
    """Return the slots to keep: of each class, for each of `costs`, the cheapest with room for `need` copies."""
    keep: set[int] = set()
    for group in groups:
        if len(group) == 1:
            keep.update(group)
            continue
        most = math.ceil(need / max(1, min(model.upper[group[0]], model.cap[group[0]])))
        for cost in costs:
            keep.update(sorted(group, key=lambda slot: (cost(slot), slot))[:most])
    return sorted(keep)


def rows_of(model: Model, keep: Collection[int]) -> list[Row]:
    """Return the rows of the model without the slots that are not kept."""
    count = len(model.slots)
    inside = set(keep)
    rows = []
    for row in model.rows:
        terms = tuple(term for term in row.terms if term[0] >= count or term[0] in inside)
        if not _says_nothing(terms, row):
            rows.append(Row(row.rule, terms, row.low, row.high))
    return rows


def _says_nothing(terms: Sequence[tuple[int, float]], row: Row) -> bool:
    """Return whether a row holds for all variables, which are never negative."""
    return row.low == -math.inf and row.high >= 0 and all(weight <= 0 for _, weight in terms)
