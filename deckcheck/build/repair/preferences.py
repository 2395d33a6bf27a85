"""Preferences for completing a deck: curves of costs, the cards of similar lists, and the usual mix of types."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median_low

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import summed
from deckcheck.model.errors import DataError, UsageError, no_such
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.rows import Slot
from deckcheck.rules.tally import Tally
from deckcheck.system.paths import data_folders

_STEP = re.compile(r"([0-9]{1,3})(\+?):([0-9]{1,3})")
FILE = "usage.json"
# Formats with fewer lists have no usage.
_FEWEST = 5
# Sections with few cards have no usual mix.
_SMALLEST = 10

# The usual number of cards by section and by type.
Mix = dict[str, dict[str, int]]


class CurveStep(Struct, frozen=True):
    """`wanted` cards of cost `cost`, or with `upward` of at least that cost."""

    cost: int
    wanted: int
    upward: bool = False

    def takes(self, card: Card) -> bool:
        """Return whether a card has this cost."""
        if not isinstance(card.cost, int | float):
            return False
        return card.cost >= self.cost if self.upward else card.cost == self.cost

    @property
    def name(self) -> str:
        """The cost as written: ``5`` or ``8+``."""
        return f"{self.cost}{'+' if self.upward else ''}"


class CurveGoal(Struct, frozen=True):
    """The wanted number of cards of each cost in the section or of the type that `of` names."""

    of: str
    steps: tuple[CurveStep, ...]

    def takes(self, slot: Slot) -> bool:
        """Return whether the curve applies to a card."""
        return not slot.header and self.of in (slot.section, slot.card.kind)


def read_curve(text: str, fmt: Format, pool: Pool) -> CurveGoal:
    """Return the curve that a text like ``personality=5:4,6:6,8+:3`` describes; raises UsageError."""
    of, equals, steps = text.partition("=")
    matches = [_STEP.fullmatch(step.strip()) for step in steps.split(",")]
    if not equals or any(match is None for match in matches):
        raise UsageError(f"`{text}` is not a curve", help="write costs and numbers of cards: personality=5:4,6:6,8+:3")
    known = [*fmt.sections, *sorted({known.kind for known in pool.names()} - set(fmt.sections))]
    if of.strip() not in known:
        raise no_such("section or card type", of.strip(), known)
    found = (match for match in matches if match)
    return CurveGoal(of.strip(), tuple(CurveStep(int(match[1]), int(match[3]), bool(match[2])) for match in found))


class UsageStats:
    """The usage of cards in lists, weighted by similarity to a deck.

    The weight of a list is the square of the number of cards it shares with the deck. When no list shares a card, all
    lists have equal weight.
    """

    def __init__(self, lists: Sequence[Mapping[str, int]], deck: Iterable[str]) -> None:
        """Weight `lists`, given as copies by card id, by the card ids in `deck`."""
        have = set(deck)
        shared = [len(have.intersection(each)) ** 2 for each in lists]
        self._weights = shared if any(shared) else [1] * len(lists)
        self._lists = lists

    def share(self, card_id: str, copies: int) -> float:
        """Return the weighted share of lists with at least `copies` copies of a card, from 0 to 1."""
        total = sum(self._weights)
        pairs = zip(self._lists, self._weights, strict=True)
        return sum(weight for each, weight in pairs if each.get(card_id, 0) >= copies) / total if total else 0

    def lists_with(self, card_id: str) -> int:
        """Return the number of lists with a card."""
        return sum(card_id in each for each in self._lists)

    def __len__(self) -> int:
        """Return the number of lists."""
        return len(self._lists)


class FormatUsage(Struct, frozen=True, forbid_unknown_fields=True):
    """The median number of cards of each type in each section of `lists` legal lists of a format."""

    lists: int
    kinds: Mix


class Usage(Struct, frozen=True, forbid_unknown_fields=True):
    """The usage of all formats by id, with where the lists come from."""

    source: str
    formats: dict[str, FormatUsage]


def usage_in(reports: Iterable[Report], source: str) -> Usage:
    """Return the usage in the legal lists among `reports`, for formats with enough of them."""
    mixes: defaultdict[str, list[dict[tuple[str, str], int]]] = defaultdict(list)
    for report in reports:
        if report.verdict is Verdict.LEGAL:
            tally = Tally(report.deck, report.format)
            placed = ((section, entry) for section in report.format.sections for entry in tally.entries(section))
            mixes[report.format.id].append(summed(((name, each.card.kind), each.count) for name, each in placed))
    formats = {key: FormatUsage(len(found), _medians(found)) for key, found in mixes.items() if len(found) >= _FEWEST}
    return Usage(source, dict(sorted(formats.items())))


def _medians(found: list[dict[tuple[str, str], int]]) -> Mix:
    kinds: Mix = {}
    for section, kind in sorted({key for counts in found for key in counts}):
        if usual := median_low([counts.get((section, kind), 0) for counts in found]):
            kinds.setdefault(section, {})[kind] = usual
    return {section: mix for section, mix in kinds.items() if sum(mix.values()) >= _SMALLEST}


def usual_mix(lineage: Iterable[str], first: Path | None = None) -> FormatUsage | None:
    """Return the usage for the first format of `lineage` that has one, None without one.

    Raises DataError when the file is damaged.
    """
    for folder in data_folders("formats", first):
        path = folder / FILE
        if path.is_file():
            try:
                usage = msgspec.json.decode(path.read_bytes(), type=Usage)
            except (OSError, msgspec.DecodeError) as error:
                raise DataError(f"cannot be read: {error}", place=str(path)) from None
            found = next((usage.formats[each] for each in lineage if each in usage.formats), None)
            if found:
                return found
    return None
