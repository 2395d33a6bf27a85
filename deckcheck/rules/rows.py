"""The integer program of a deck: the copies of each card as variables, and the rules of the format as rows."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from deckcheck.model.card import Card, E
from deckcheck.model.deck import grouped
from deckcheck.model.format import Format
from deckcheck.rules.tally import Placed, Placing, is_chosen, names_clan

# More copies of one card than any deck has.
MANY = 99
# More cards than any deck has.
EVERY = 9999
# The coefficients of variables.
Terms = Mapping[int, float] | Iterable[tuple[int, float]]


class Slot(Struct, frozen=True):
    """A card that the deck has or may get: `old` copies, in `section` (None: the format does not use it).

    `header` is its section in the list where that decides its place, as for a sideboard.
    """

    card: Card
    section: str | None
    old: int = 0
    header: str = ""


class Constraint(Struct, frozen=True):
    """``low <= sum of coefficient * variable <= high``, which `rule` demands.

    Rows without a rule only tie variables together.
    """

    rule: str
    terms: tuple[tuple[int, float], ...]
    low: float
    high: float


class Model:
    """The variables and rows of one deck in one format.

    The first variables are the copies of each slot, whole numbers from 0; those after them are switches, whole
    numbers from 0 to `highs`, that the rows need. `cap` is the useful number of copies of each slot, and `upper`
    the number that the solver may take. Only rows limit the cards of the deck, so that a rule can be removed to find
    the ones that conflict.
    """

    def __init__(self, slots: Sequence[Slot], fmt: Format, places: Placing) -> None:
        """Start with one variable for each slot and no rows; `places` are those of `fmt`."""
        self.slots = tuple(slots)
        self.format = fmt
        self.cap = [max(MANY, slot.old) for slot in slots]
        self.upper = list(self.cap)
        self.highs: list[float] = []
        self.rows: list[Constraint] = []
        self._present: dict[int, int] = {}
        self._own: dict[str, tuple[dict[str, int], int]] = {}
        found = grouped((slot.section, index) for index, slot in enumerate(self.slots))
        self.by_section = {name: found.get(name, []) for name in fmt.sections}
        self.places = tuple(places.of(slot.card, slot.header) for slot in self.slots)
        self._with_effects = [index for index, slot in enumerate(self.slots) if slot.card.effects]

    def switch(self, high: float = 1) -> int:
        """Return a new variable, a whole number from 0 to `high`."""
        self.highs.append(high)
        return len(self.slots) + len(self.highs) - 1

    def at_most(self, rule: str, terms: Terms, high: float) -> None:
        """Demand that the sum of `terms` is at most `high`."""
        self._row(rule, terms, -math.inf, high)

    def at_least(self, rule: str, terms: Terms, low: float) -> None:
        """Demand that the sum of `terms` is at least `low`."""
        self._row(rule, terms, low, math.inf)

    def exclude(self, rule: str, slot: int) -> None:
        """Demand that there is no copy of a slot."""
        self.at_most(rule, {slot: 1}, 0)

    def gate(self, rule: str, slot: int, permits: Iterable[int]) -> None:
        """Demand that a slot is empty unless one of `permits`, variables that are at least 1 then, allows it."""
        self.at_most(rule, {slot: 1} | dict.fromkeys(permits, -float(self.cap[slot])), 0)

    def limit_copies(self, rule: str, slots: Sequence[int], high: int) -> None:
        """Demand that `slots` have at most `high` copies together."""
        for slot in slots:
            self.cap[slot] = max(self.slots[slot].old, min(self.cap[slot], high))
        if len(slots) == 1 and not self.slots[slots[0]].old:
            self.upper[slots[0]] = min(self.upper[slots[0]], high)
        else:
            self.at_most(rule, dict.fromkeys(slots, 1), high)

    def present(self, slot: int) -> int:
        """Return a variable that is 1 when the deck has the card of `slot`, else 0."""
        if slot not in self._present:
            switch = self._present[slot] = self.switch()
            self.at_most("", {slot: 1, switch: -float(self.cap[slot])}, 0)
            self.at_least("", {slot: 1, switch: -1}, 0)
        return self._present[slot]

    def choice(self, slot: int) -> int:
        """Return a new variable that may be 1 only when the deck has the card of `slot`."""
        switch = self.switch()
        self.at_most("", {switch: 1, self.present(slot): -1}, 0)
        return switch

    def own(self, section: str) -> tuple[dict[str, int], int]:
        """Return one variable for each clan of the cards in `section`, and one for an empty section.

        Each may be 1 only when it is so; where the player may choose, that of one clan also when there is none of any.
        A section that the format lacks is empty.
        """
        if section not in self._own:
            slots = self._naming(section)
            clans: dict[str, int] = {}
            chosen = self._choice(section)
            for clan in sorted({clan for slot in slots for clan in self.slots[slot].card.clans}.union(chosen)):
                clans[clan] = self.switch()
                reasons = [slot for slot in slots if clan in self.slots[slot].card.clans]
                reasons += [chosen[clan]] if clan in chosen else []
                self.at_least("", [*((reason, 1) for reason in reasons), (clans[clan], -1)], 0)
            empty = self.switch()
            self.at_most("", [*((slot, 1) for slot in slots), (empty, EVERY)], EVERY)
            self._own[section] = (clans, empty)
        return self._own[section]

    def _naming(self, section: str) -> list[int]:
        """Return the slots of the cards that name the clan."""
        return self.having(lambda here: names_clan(here, self.format, section))

    def _choice(self, section: str) -> dict[str, int]:
        """Return a variable for each clan that the player may choose if all cards of `section` are neutral."""
        if not is_chosen(self.format, section):
            return {}
        chosen = {clan: self.switch() for clan in sorted({clan for slot in self.slots for clan in slot.card.clans})}
        aligned = [(slot, 1.0) for slot in self._naming(section) if self.slots[slot].card.clans]
        self.at_most("", [*aligned, *((switch, float(EVERY)) for switch in chosen.values())], EVERY)
        return chosen

    def in_clan(self, section: str, clans: Iterable[str]) -> list[int]:
        """Return variables, one of them 1 when `section` is empty or has one of `clans`."""
        own, empty = self.own(section)
        return [*(own[clan] for clan in clans if clan in own), empty]

    def having(self, has: Callable[[Placed], object]) -> list[int]:
        """Return the slots of the cards that `has` accepts."""
        return [slot for slot, here in enumerate(self.places) if has(here)]

    def effects(self, kind: type[E]) -> list[tuple[int, E]]:
        """Return the slots of cards with a text of this kind, with the effect."""
        return [(slot, effect) for slot in self._with_effects for effect in self.slots[slot].card.effects_of(kind)]

    def _row(self, rule: str, terms: Terms, low: float, high: float) -> None:
        kept = tuple(terms.items() if isinstance(terms, Mapping) else terms)
        self.rows.append(Constraint(rule, kept, low, high))
