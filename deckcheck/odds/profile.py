"""Profile a deck: counts by card type and curves of costs and other facts, for each half."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from deckcheck.model.deck import Deck, Entry, summed
from deckcheck.model.format import Format
from deckcheck.model.query.knowledge import UnknownFact, gap_in
from deckcheck.rules import in_force
from deckcheck.rules.catalogue.influence import InfluenceLimit
from deckcheck.rules.tally import Tally

# The sections that players draw from, by their names in formats.
DRAWN = ("dynasty", "fate", "conflict")

# The facts with a curve, by their names on `Card`.
FACTS = ("cost", "gold_production", "focus", "honor_requirement", "personal_honor", "glory")

UNKNOWN = "?"
_MOST_STEPS = 20


class Curve(Struct, frozen=True):
    """The number of copies with each value of one fact of `FACTS`.

    `bars` has the copies by the value as printed (``3``, ``*``, ``-``): from 0, or a negative minimum, to the maximum,
    then the symbols, and last `UNKNOWN` for the copies in `gap`, whose value is missing from the data. Numbers without
    a card have a bar unless that makes more than 20 bars. Copies without the fact are left out. `mean` is the mean of
    the numbers over the copies that have one, in the unit of the fact: gold (CCG) or fate (LCG) for the cost, points of
    focus, honor and glory for the others; None when no card has a number.
    """

    fact: str
    bars: dict[str, int]
    mean: float | None
    gap: UnknownFact | None = None


class HalfProfile(Struct, frozen=True):
    """The profile of one half of the deck.

    `section` is its name in the format, `size` its number of cards, all copies counted. `kinds` has the number of
    each card type, the most frequent first; `curves` has the facts that its cards have, in the order of `FACTS`.
    """

    section: str
    size: int
    kinds: dict[str, int]
    curves: tuple[Curve, ...]


class InfluenceUse(Struct, frozen=True):
    """The total influence cost of out-of-clan cards in the conflict deck, and the influence pool."""

    spent: int
    allowed: int


class Curves(Struct, frozen=True):
    """The profile of a deck: its halves in the order of the format; `influence` None without an influence pool."""

    halves: tuple[HalfProfile, ...]
    influence: InfluenceUse | None

    def of(self, section: str) -> HalfProfile:
        """Return the profile of a half, an empty one for a half without cards of the format."""
        found = (half for half in self.halves if half.section == section)
        return next(found, HalfProfile(section=section, size=0, kinds={}, curves=()))


def curves_of(deck: Deck, fmt: Format) -> Curves:
    """Return the profile of `deck`, with its cards in the sections of `fmt` and without unrecognised lines."""
    tally = Tally(deck, fmt)
    halves = tuple(_half(name, entries) for name, entries in tally.sections.items() if name in DRAWN and entries)
    return Curves(halves, _influence(tally))


def _half(section: str, entries: list[Entry]) -> HalfProfile:
    kinds = summed((entry.card.kind, entry.count) for entry in entries)
    curves = (_curve(fact, entries) for fact in FACTS)
    return HalfProfile(
        section=section,
        size=sum(entry.count for entry in entries),
        kinds=dict(kinds.most_common()),
        curves=tuple(curve for curve in curves if curve.bars),
    )


def _curve(fact: str, entries: Sequence[Entry]) -> Curve:
    known = [(getattr(each.card, fact), each.count) for each in entries if fact not in each.card.unknown]
    numbers = summed((value, count) for value, count in known if isinstance(value, int))
    marks = summed((value, count) for value, count in known if isinstance(value, str))
    bars = {str(number): numbers[number] for number in _steps(numbers)} | dict(sorted(marks.items()))
    gap = gap_in(fact, ((entry.card, entry.count) for entry in entries))
    if gap:
        bars[UNKNOWN] = gap.copies
    copies = numbers.total()
    mean = sum(number * count for number, count in numbers.items()) / copies if copies else None
    return Curve(fact, bars, mean, gap)


def _steps(numbers: Counter[int]) -> Iterable[int]:
    """Return the numbers with a bar."""
    if not numbers:
        return ()
    steps = range(min(0, *numbers), max(numbers) + 1)
    return steps if len(steps) <= _MOST_STEPS else sorted(numbers)


def _influence(tally: Tally) -> InfluenceUse | None:
    """Return the use of influence as its rule counts it, None without such a rule, a pool or all numbers."""
    limits = (each.limit for each in in_force(tally.format))
    limit = next((limit for limit in limits if isinstance(limit, InfluenceLimit)), None)
    found = limit.of(tally) if limit else None
    is_known = found and found.pool and found.is_known
    return InfluenceUse(spent=found.spent, allowed=found.allowed) if found and is_known else None
