"""Complete an unfinished deck with the fewest cards that make it legal, chosen by the user's preferences."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import Struct

from deckcheck.build.card_search import Unknown
from deckcheck.build.repair.constraints import demand, remarked, slots_of
from deckcheck.build.repair.distance import Changes, Fewest
from deckcheck.build.repair.fix import FIRST_NEED, REMARK, Repaired, Search
from deckcheck.build.repair.infeasible_subset import STAYS
from deckcheck.build.repair.likeness import Likeness
from deckcheck.build.repair.preferences import CurveGoal, Mix, UsageStats
from deckcheck.build.repair.solve import classes, kept
from deckcheck.model.pool import Pool
from deckcheck.model.query import Query
from deckcheck.model.report import Report
from deckcheck.rules.rows import EVERY, Model

# The name, in a set of conflicting rules, of the constraint to obey the query.
QUERY = "--query"

# The cost of a card off the curve; other prices are below 300.
_OFF_CURVE = 1000
# The cost of a card off the usual mix of types: more than what likeness can weigh.
_OFF_MIX = 400
# Low, so that most cards are added with all their copies.
_FURTHER_COPY = 0.1
# The weight of chance; distances are in tens.
_CHANCE = 10
_UNHABITUAL = 100


class Preferences(Struct, frozen=True):
    """Preferences for added cards: those that `query` matches (None: any); the same `seed` gives the same deck.

    `mix` is the usual number of cards of each type by section, used without curves and habits.
    `unknown`: whether the query finds cards without a recorded value for it.
    """

    query: Query | None = None
    curves: tuple[CurveGoal, ...] = ()
    habits: UsageStats | None = None
    seed: int = 0
    mix: Mix = {}
    unknown: Unknown = Unknown.EXCLUDE


def fill(report: Report, pool: Pool, preferences: Preferences, seconds: float) -> Repaired:
    """Return the deck of `report` with the fewest added cards that make it legal.

    Raises:
        NoRepair: when no cards make it legal, or none were found in `seconds`.
        UsageError: when the solver is not installed.
    """
    model = Model(slots_of(report.deck, report.format, pool), report.format)
    demand(model)
    for index, slot in enumerate(model.slots):
        if slot.old:
            model.at_least(f"{STAYS}{slot.card.name}", {index: 1}, slot.old)
        elif preferences.query and not preferences.unknown.takes(preferences.query.answer(slot.card)):
            model.exclude(f"{QUERY} {preferences.query}", index)
    off = {switch: float(_OFF_CURVE) for curve in preferences.curves for switch in _demand_curve(model, curve)}
    off |= {switch: float(_OFF_MIX) for switch in _demand_mix(model, preferences.mix)}
    search = Search(model, report, pool, seconds)
    prices = _Prices(model, report, preferences)

    def by_preferences(fewest: Fewest, need: int) -> tuple[list[int], bool] | None:
        keep = kept(model, classes(model), max(need, FIRST_NEED), (prices.first,))
        changes = Changes(model, keep, ())
        changes.minimise_prices(fewest, prices.of, off)
        return search.chosen(changes)

    return search.nearest(by_preferences)


def _demand_curve(model: Model, curve: CurveGoal) -> list[int]:
    """Add rows for the steps of a curve; return the switches that measure the distance from it."""
    off: list[int] = []
    for step in curve.steps:
        slots = [i for i, slot in enumerate(model.slots) if curve.takes(slot) and step.takes(slot.card)]
        off += _demand_near(model, slots, step.wanted)
    return off


def _demand_mix(model: Model, mix: Mix) -> list[int]:
    """Add rows for the usual number of cards of each type; return the switches that measure the distance from it."""
    off: list[int] = []
    for section, usual in mix.items():
        kinds: dict[str, list[int]] = {kind: [] for kind in usual}
        for index, slot in enumerate(model.slots):
            if slot.section == section and not slot.header:
                kinds.setdefault(slot.card.kind, []).append(index)
        for kind, slots in kinds.items():
            off += _demand_near(model, slots, usual.get(kind, 0))
    return off


def _demand_near(model: Model, slots: Sequence[int], wanted: int) -> tuple[int, int]:
    """Add rows for `wanted` copies of `slots`; return the switches that measure how many are missing and too many."""
    under, over = model.switch(EVERY), model.switch(EVERY)
    terms = [*((slot, 1.0) for slot in slots), (under, 1.0), (over, -1.0)]
    model.at_least("", terms, wanted)
    model.at_most("", terms, wanted)
    return under - len(model.slots), over - len(model.slots)


class _Prices:
    """Prices of further copies; cards that similar lists use, or that resemble the deck's cards, are cheaper."""

    def __init__(self, model: Model, report: Report, preferences: Preferences) -> None:
        self._slots = model.slots
        self._preferences = preferences
        self._likeness = Likeness(model.slots)
        new = (slot.card for slot in model.slots if not slot.old)
        self._remarked = remarked(model.format, report.deck.entries, new)
        self._known: dict[int, tuple[float, ...]] = {}

    def first(self, slot: int) -> float:
        """Return the price of the first copy."""
        return self.of(slot)[0]

    def of(self, slot: int) -> tuple[float, ...]:
        """Return the prices of further copies; the last price repeats."""
        if slot not in self._known:
            self._known[slot] = self._price(slot)
        return self._known[slot]

    def _price(self, slot: int) -> tuple[float, ...]:
        card, old = self._slots[slot].card, self._slots[slot].old
        chance = random.Random(f"{self._preferences.seed} {card.id}").random() * _CHANCE  # noqa: S311 - no secret depends on it
        base = chance + (REMARK if card.id in self._remarked else 0)
        habits = self._preferences.habits
        if habits is None:
            near = base + self._likeness.to_deck(slot) + self._likeness.off_clan(slot)
            return tuple(near + _FURTHER_COPY * copies for copies in range(3))
        rare = base + self._likeness.to_deck(slot) / 10
        return tuple(rare + _UNHABITUAL * (1 - habits.share(card.id, old + copies)) for copies in range(1, 5))
