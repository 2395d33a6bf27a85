"""Find the nearest legal deck with the fewest changed cards, and complete a deck by the user's preferences."""

import math
import random
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from msgspec import Struct

from deckcheck.build.card_search import Unknown
from deckcheck.build.repair.distance import Changes, Fewest, Replaced
from deckcheck.build.repair.likeness import Likeness
from deckcheck.build.repair.preferences import CurveGoal, Mix, UsageStats
from deckcheck.build.repair.slots import deck_with, demand, meant, remarked, slots_of
from deckcheck.build.repair.solve import STAYS, Solution, TimeUp, kept, minimise
from deckcheck.model.deck import Deck, grouped
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.finding import Verdict, bearing
from deckcheck.model.pool import Pool
from deckcheck.model.query import Query
from deckcheck.model.report import Report
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from deckcheck.rules.rows import EVERY, Model, Slot

# The first guess at the number of added cards; a guess that is too low requires a second, larger program.
FIRST_NEED = 6
# More cards than any deck needs.
_NEVER_NEEDED = 300
_ROUNDS = 20
# The cost, in the units of `likeness`, of a card that adds a warning or note.
REMARK = 60
# The name, in a set of conflicting rules, of the constraint to obey the query.
QUERY = "--query"

# The cost of a card off the curve; it exceeds all other prices, which are below 300.
_OFF_CURVE = 1000.0
# The cost of a card off the usual mix of types; it exceeds any difference in similarity.
_OFF_MIX = 400.0
# Low, so that most cards are added with all their copies.
_FURTHER_COPY = 0.1
# The weight of chance, compared with distances of tens.
_CHANCE = 10
_UNHABITUAL = 100
# The most that settles a tie, below the differences of `likeness`, and the number of checksums.
_TIE, _CHECKSUMS = 0.001, 2**32


class RepairOptions(Struct, frozen=True):
    """The user's constraints: copies to keep by card id, and the ids of excluded cards."""

    keep: Mapping[str, int] = {}
    ban: frozenset[str] = frozenset()


class Repaired(Struct, frozen=True):
    """The nearest legal deck: `counts` are the copies of each of `slots`.

    `changes` is the number of changes, and no legal deck needs fewer than `bound`, so the repair is proven minimal when
    the two are equal. With `alike` it is also proven the most similar of all equally near decks.
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


# Takes the fewest changes. Returns the counts of the slots and whether they are proven best, or None when the time runs
# out.
Choose = Callable[[Fewest], tuple[list[int], bool] | None]


def repair(report: Report, pool: Pool, options: RepairOptions, seconds: float, *, near: float = math.inf) -> Repaired:
    """Return the nearest legal deck to the one of `report`, the most similar one up to `near` changes.

    A legal deck without an excluded card is its own, without slots.

    Raises:
        NoRepair: when there is none, or none was found in `seconds`.
        UsageError: when the solver is not installed.
    """
    if report.verdict is Verdict.LEGAL and options.ban.isdisjoint(report.deck.copies):
        return Repaired((), (), report.deck, report, changes=0, bound=0, alike=True)
    search = Search(report, pool, seconds)
    _demand_options(search.model, options)
    return search.nearest(lambda fewest: search.most_alike(fewest) if fewest.changes <= near else None)


class Search:
    """The integer programs for the model of one deck, and the data they share."""

    def __init__(self, report: Report, pool: Pool, seconds: float) -> None:
        self._judge = Judge(report.format)
        self.model = model = Model(slots_of(report.deck, report.format, pool), report.format, self._judge.places)
        demand(model, self._judge.rules)
        self.likeness = Likeness(model.slots)
        self._seconds, self._end = seconds, time.monotonic() + 2 * seconds
        self.leaving = tuple(_leaving(model, report, pool))
        self.always = {slot for each in self.leaving for slot in each.favourites}
        self.weight = 1000 + 4 * sum(slot.old for slot in model.slots)
        self._report = report
        self._pool = pool
        self._need = FIRST_NEED

    @property
    def seconds(self) -> float:
        """The time for the next step: there are mostly two, and more take no more time than these."""
        return max(0.0, min(self._seconds, self._end - time.monotonic()))

    @cached_property
    def remarked(self) -> frozenset[str]:
        """The ids of the cards that would add a warning or note."""
        new = [slot.card for slot in self.model.slots if not slot.old]
        return remarked(self._judge, self._report.deck.entries, new)

    def nearest(self, choose: Choose) -> Repaired:
        """Return the nearest legal deck, the one that `choose` finds among equally near ones.

        Raises:
            NoRepair: when there is none, or none was found in time.
        """
        deck, slots = self._report.deck, self.model.slots
        bound: int | None = None
        for _ in range(_ROUNDS):
            try:
                changes, solution = self.fewest()
            except NoRepair:
                if bound is None:
                    raise
                raise NoRepair from None  # The cuts may have excluded a legal deck.
            fewest = changes.fewest(solution)
            if bound is None:
                bound = self._bound(fewest, solution)
            counts, alike = choose(fewest) or (changes.counts(solution), False)
            new = deck_with(deck, slots, counts)
            checked = check(new, self._judge.format, self._pool, judge=self._judge)
            if checked.verdict is Verdict.LEGAL:
                return Repaired(slots, tuple(counts), new, checked, fewest.changes, bound, alike)
            _cut(self.model, checked, counts)
        raise NoRepair

    def fewest(self) -> tuple[Changes, Solution]:
        """Return the program with the fewest changes, which has room for as many copies, and its solution.

        Raises NoRepair.
        """
        while True:
            keep = kept(self.model, self._need, (float,), self.always)
            changes = Changes(self.model, keep, self.leaving)
            changes.aim_at_fewest(self.weight)
            try:
                solution = minimise(changes.program, self.seconds)
            except TimeUp:
                raise NoRepair from None
            whole = len(keep) == len(self.model.slots) or self._need > _NEVER_NEEDED
            needed = changes.fewest(solution).changes if solution else 4 * self._need
            if solution and (whole or needed <= self._need):
                return changes, solution
            if whole:
                raise NoRepair(self.model)
            self._need = needed

    def most_alike(self, fewest: Fewest) -> tuple[list[int], bool] | None:
        """Return the counts of the most similar repair, and whether that is proven; None when the time runs out."""
        extra = [self._extra(each) for each in self.model.slots]
        alone = [self.likeness.to_deck(slot) + more for slot, more in enumerate(extra)]

        def distances(each: Replaced) -> list[float]:
            others = each.favourites if each.slot < 0 else (each.slot,)
            if not others:
                return alone
            found = [min(near) + more for *near, more in zip(*map(self.likeness.to, others), extra, strict=True)]
            for slot in each.favourites:
                found[slot] = 0
            return found

        rows = list(map(distances, self.leaving))
        keep = kept(self.model, fewest.changes, [row.__getitem__ for row in (alone, *rows)], self.always)
        changes = Changes(self.model, keep, self.leaving)
        changes.aim_at_likeness(fewest, rows, alone)
        return self.chosen(changes)

    def _extra(self, slot: Slot) -> float:
        """Return what a copy costs besides its distances: for a remark on a new card, and a little to settle ties."""
        remark = REMARK if slot.card.id in self.remarked and not slot.old else 0
        return remark + _TIE * zlib.crc32(slot.card.id.encode()) / _CHECKSUMS

    def chosen(self, changes: Changes) -> tuple[list[int], bool] | None:
        """Return the counts that a program chooses, and whether they are proven best; None when the time runs out."""
        try:
            solution = minimise(changes.program, self.seconds)
        except TimeUp:
            return None
        return (changes.counts(solution), solution.proven) if solution else None

    def _bound(self, fewest: Fewest, solution: Solution) -> int:
        """Return the minimum number of changes; valid only before the first cut."""
        if solution.proven:
            return fewest.changes
        # Each change touches at most two copies, which cost one each.
        return math.ceil(solution.bound / (self.weight + 2) - 1e-6)


def _demand_options(model: Model, options: RepairOptions) -> None:
    for card_id, count in options.keep.items():
        here = [index for index, slot in enumerate(model.slots) if slot.card.id == card_id]
        model.at_least(f"{STAYS}{model.slots[here[0]].card.name}", dict.fromkeys(here, 1), count)
    for index, slot in enumerate(model.slots):
        if slot.card.id in options.ban:
            model.exclude(f"--ban {slot.card.name}", index)
            model.upper[index] = model.upper[index] if slot.old else 0


def _leaving(model: Model, report: Report, pool: Pool) -> Iterator[Replaced]:
    """Yield the cards that a finding names, and the unrecognised lines."""
    named = {card for finding in bearing(report.findings) for card in finding.cards}
    by_id = {slot.card.id: index for index, slot in reversed(list(enumerate(model.slots)))}
    for index, slot in enumerate(model.slots):
        if slot.old and slot.card.id in named:
            yield Replaced(slot=index)
    for line in report.deck.unresolved:
        found = (card for card in meant(line, report.format, pool) if card in by_id)
        yield Replaced(count=max(1, line.request.count), favourites=tuple(dict.fromkeys(map(by_id.__getitem__, found))))


def _cut(model: Model, checked: Report, counts: Sequence[int]) -> None:
    """Forbid these numbers of the cards that the rules object to in an answer.

    This assumes that larger numbers are wrong too; after a cut, an answer no longer counts as proven minimal.
    """
    named = {card for finding in bearing(checked.findings) for card in finding.cards}
    slots = [i for i, slot in enumerate(model.slots) if counts[i] and (slot.card.id in named or not named)]
    reached = []
    for slot in slots:
        switch = model.switch()
        reached.append((switch, 1.0))
        model.at_most("", {slot: 1, switch: -float(max(model.cap[slot], counts[slot]))}, counts[slot] - 1)
    model.at_most("", reached, len(reached) - 1)


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
    search = Search(report, pool, seconds)
    model = search.model
    for index, slot in enumerate(model.slots):
        if slot.old:
            model.at_least(f"{STAYS}{slot.card.name}", {index: 1}, slot.old)
        elif preferences.query and not preferences.unknown.takes(preferences.query.answer(slot.card)):
            model.exclude(f"{QUERY} {preferences.query}", index)
    goals = [(*goal, _OFF_CURVE) for goal in _curve_goals(model, preferences.curves)]
    goals += [(*goal, _OFF_MIX) for goal in _mix_goals(model, preferences.mix)]
    off = {switch: cost for slots, wanted, cost in goals for switch in _demand_near(model, slots, wanted)}
    prices = _prices_of(search, preferences)

    def by_preferences(fewest: Fewest) -> tuple[list[int], bool] | None:
        keep = kept(model, max(fewest.changes, FIRST_NEED), (lambda slot: prices(slot)[0],))
        changes = Changes(model, keep, ())
        changes.minimise_prices(fewest, prices, off)
        return search.chosen(changes)

    return search.nearest(by_preferences)


def _curve_goals(model: Model, curves: Iterable[CurveGoal]) -> Iterator[tuple[list[int], int]]:
    """Yield the slots of each step of each curve, and the wanted number of their copies."""
    for curve in curves:
        for step in curve.steps:
            slots = [i for i, slot in enumerate(model.slots) if curve.takes(slot) and step.takes(slot.card)]
            yield slots, step.wanted


def _mix_goals(model: Model, mix: Mix) -> Iterator[tuple[list[int], int]]:
    """Yield the slots of each type in each section, and the usual number of their copies."""
    for section, usual in mix.items():
        slots = [(slot, i) for i, slot in enumerate(model.slots) if slot.section == section and not slot.header]
        kinds = grouped((slot.card.kind, i) for slot, i in slots)
        yield from ((kinds.get(kind, []), usual.get(kind, 0)) for kind in dict.fromkeys((*usual, *kinds)))


def _demand_near(model: Model, slots: Sequence[int], wanted: int) -> tuple[int, int]:
    """Add rows for `wanted` copies of `slots`; return the switches that measure how many are missing and too many."""
    under, over = model.switch(EVERY), model.switch(EVERY)
    terms = [*((slot, 1.0) for slot in slots), (under, 1.0), (over, -1.0)]
    model.at_least("", terms, wanted)
    model.at_most("", terms, wanted)
    return under, over


def _prices_of(search: Search, preferences: Preferences) -> Callable[[int], tuple[float, ...]]:
    """Return a function that gives the prices of further copies of a slot; the last price repeats.

    Cards that similar lists use, or that resemble the cards of the deck, are cheaper.
    """
    likeness, habits = search.likeness, preferences.habits

    @cache
    def prices(slot: int) -> tuple[float, ...]:
        card, old = search.model.slots[slot].card, search.model.slots[slot].old
        chance = random.Random(f"{preferences.seed} {card.id}").random() * _CHANCE  # noqa: S311 - no secret depends on it
        base = chance + (REMARK if card.id in search.remarked else 0)
        if habits is None:
            near = base + likeness.to_deck(slot) + likeness.off_clan(slot)
            return tuple(near + _FURTHER_COPY * copies for copies in range(3))
        rare = base + likeness.to_deck(slot) / 10
        return tuple(rare + _UNHABITUAL * (1 - habits.share(card.id, old + copies)) for copies in range(1, 5))

    return prices
