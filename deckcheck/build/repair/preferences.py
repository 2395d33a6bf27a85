"""The cards that a repair can use and must keep, constraints on their copies, and preferences for completing a deck.

The rules about unrecognised lines add no constraints, because a repair removes such lines. A card text with an open
question uses the usual limit. Where the rows are inexact, the rules check the answer.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median_low

import msgspec
from msgspec import Struct

from deckcheck.build.editing.names import line_of
from deckcheck.decks.resolve import Suggester, cards_called
from deckcheck.decks.resolve.lookup import Found, find
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Unresolved
from deckcheck.model.effect import GainsAlignment, PlayerAlignment, Restricts
from deckcheck.model.errors import DataError, InputError, UsageError, no_card, no_such
from deckcheck.model.finding import BEARING, Severity, Verdict
from deckcheck.model.format import Format
from deckcheck.model.matching import matches
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.model.spans import Span
from deckcheck.rules import InForce, in_force
from deckcheck.rules.rows import Model, Slot
from deckcheck.rules.tally import Placing, Tally, section_of
from deckcheck.system.paths import data_folders

# Effects that make rules report other cards.
_LOUD = (GainsAlignment, PlayerAlignment, Restricts)

_NOWHERE = Span(1, 1, 1)


def kept_cards(names: Iterable[str], deck: Deck, pool: Pool) -> dict[str, int]:
    """Return the copies to keep by card id: the number before a name, or all copies in the deck.

    Raises InputError when the deck has fewer copies, or none.
    """
    kept: dict[str, int] = {}
    for name in names:
        found = copies_to_keep(name, deck, pool)
        if not found:
            raise InputError(
                f"`{line_of(name, deck.raw.limits).name}` is not in the deck",
                place=deck.raw.path,
                help="write the name as in the list",
            )
        kept |= found
    return kept


def copies_to_keep(name: str, deck: Deck, pool: Pool) -> dict[str, int]:
    """Return the copies to keep of one card as `kept_cards` does, empty when the deck has none."""
    have, request = deck.copies, line_of(name, deck.raw.limits)
    ids = [card.id for card in cards_called(request.name, pool) if card.id in have]
    if ids and request.counted and request.count > sum(have[card_id] for card_id in ids):
        raise InputError(f"the deck has fewer than {request.count} `{request.name}`", place=deck.raw.path)
    return {card_id: min(have[card_id], request.count) if request.counted else have[card_id] for card_id in ids}


def banned_cards(names: Iterable[str], pool: Pool) -> frozenset[str]:
    """Return the ids of all cards with these names; raises UsageError for a name without a card."""
    banned: set[str] = set()
    for name in names:
        ids = {card.id for card in cards_called(name, pool)}
        if not ids:
            raise no_card(name, Suggester(pool)(name))
        banned |= ids
    return frozenset(banned)


def demand(model: Model) -> None:
    """Add the rows of all rules of the model's format.

    The rules that limit copies come first, because the others use their limits.
    """
    for each in sorted(in_force(model.format), key=lambda each: not each.limit.caps):
        each.limit.rows(model, each.rule.name)


def entry_of(card: Card, count: int = 1, header: str = "") -> Entry:
    """Return an entry for `card` without a line in a file."""
    return Entry(card, count, Request(name=card.name, count=count, span=_NOWHERE, header=header, section=header))


def tally_of(entries: Iterable[Entry], fmt: Format) -> Tally:
    """Return the tally of a deck without a file."""
    raw = RawDeck(path="", lines=(), requests=())
    return Tally(Deck(raw=raw, entries=tuple(entries)), fmt)


def refused(fmt: Format, cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that a rule forbids in every deck."""
    tally = tally_of(map(entry_of, cards), fmt)
    rules = (each for each in in_force(fmt) if each.limit.by_card and not each.limit.stronghold)
    return frozenset(card_id for each in rules for card_id in _named(each, tally, BEARING))


def remarked(fmt: Format, old: Sequence[Entry], cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that would add a warning or note to the deck of the entries `old`."""
    quiet = [card for card in cards if not any(isinstance(effect, _LOUD) for effect in card.effects)]
    found: set[str] = set()
    for each in in_force(fmt):
        if each.limit.remarks:
            # Another Stronghold has another clan, which would change the findings about other cards.
            section = fmt.sections.get(each.limit.stronghold)
            new = (entry_of(card) for card in quiet if section is None or not matches(section.select, card))
            found.update(_named(each, tally_of([*old, *new], fmt), (Severity.WARNING, Severity.NOTE)))
    return frozenset(found)


def _named(each: InForce, tally: Tally, severities: tuple[Severity, ...]) -> list[str]:
    return [
        entry.card.id
        for problem in each.limit.problems(tally)
        if each.rule.messages[problem.message].severity in severities
        for entry in problem.entries
    ]


def slots_of(deck: Deck, fmt: Format, pool: Pool) -> tuple[Slot, ...]:
    """Return the slots of the deck in the order of its list, then those of cards that can be added, by id.

    A card can be added when the format allows it and has a section for it, the pool has all of its facts, and no rule
    about single cards forbids it. Cards are added to the deck itself, never to a sideboard.
    """
    old = old_slots(deck, fmt)
    here = {slot.card.id for slot in old if not slot.header}
    cards = [card for card in _legal(fmt, pool) if card.id not in here]
    wrong = refused(fmt, cards)
    placed = ((card, section_of(card, fmt)) for card in cards if card.id not in wrong)
    new = (Slot(card, section) for card, section in placed if section is not None)
    return (*old, *sorted(new, key=lambda slot: slot.card.id))


def old_slots(deck: Deck, fmt: Format) -> tuple[Slot, ...]:
    """Return the slots of the cards in the deck."""
    places = Placing(fmt)
    placed = places.placed(deck.entries)
    return tuple(Slot(entry.card, place.section, entry.count, places.under(entry)) for entry, place in placed)


def deck_with(deck: Deck, slots: Sequence[Slot], counts: Sequence[int]) -> Deck:
    """Return `deck` with these counts of its slots, without the unrecognised lines."""
    entries = [entry_of(slot.card, count, slot.header) for slot, count in zip(slots, counts, strict=True) if count]
    return Deck(raw=deck.raw, entries=tuple(entries), outside=deck.outside, basis=deck.basis)


def meant(line: Unresolved, fmt: Format, pool: Pool) -> list[str]:
    """Return the ids of the cards that an unrecognised line could mean."""
    names = line.candidates or line.suggestions or ((line.request.name,) if line.request.bad_count else ())
    found = (find(name, line.request, fmt, pool) for name in names)
    return [each.card.id for each in found if isinstance(each, Found)]


def _legal(fmt: Format, pool: Pool) -> Iterator[Card]:
    takes = fmt.legality.takes
    for card_id in dict.fromkeys(known.id for known in pool.names() if takes(known.id, known.marks, known.sets)):
        card = pool.card(card_id)
        if card is not None and not card.proxy and not card.unverified:
            yield card


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
            counts: Counter[tuple[str, str]] = Counter()
            for section in report.format.sections:
                for entry in tally.entries(section):
                    counts[section, entry.card.kind] += entry.count
            mixes[report.format.id].append(counts)
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
