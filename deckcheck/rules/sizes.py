"""Limits on the number of cards in parts of a deck: the smallest and the largest, which card texts may change."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Entry, grouped
from deckcheck.model.effect import Minimum, SectionLimit, Selector, Uncounted
from deckcheck.model.sentences import listed
from deckcheck.rules.base import Counts, Limit, Own, Problem, lacking, listing, total
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Placed, Tally, TextLimit, section_limit, toward_minimum


class CountedPart(Struct, frozen=True):
    """The cards of a section that `counted` accepts (None: all), and the number that limits them."""

    section: str
    bound: int
    counted: Callable[[Card], bool] | None = None

    def has(self, here: Placed) -> bool:
        """Return whether a card is one of those that are counted."""
        return here.section == self.section and (self.counted is None or self.counted(here.card))

    def is_home_of(self, here: Placed) -> bool:
        """Return whether a card is one of those that are counted, or would be outside the sideboard."""
        return here.home == self.section and (self.counted is None or self.counted(here.card))

    def entries(self, tally: Tally) -> list[Entry]:
        """Return the entries that are counted."""
        return self._counting(tally.entries(self.section))

    def at_home(self, tally: Tally) -> list[Entry]:
        """Return the entries that are counted, and those of the sideboard that would be."""
        return self._counting(tally.at_home(self.section))

    def _counting(self, entries: list[Entry]) -> list[Entry]:
        return entries if self.counted is None else [entry for entry in entries if self.counted(entry.card)]


def counted_parts(bounds: Mapping[str, int], uncounted: Selector | None) -> list[CountedPart]:
    """Return the parts with these bounds by section; cards that `uncounted` selects do not count."""
    counted = None if uncounted is None else (lambda card: not matches(uncounted, card))
    return [CountedPart(section, bound, counted) for section, bound in bounds.items()]


class _Sizes(Limit):
    """A limit on the numbers of cards in `parts` of a deck."""

    parts: Sequence[CountedPart]

    def __post_init__(self) -> None:
        self.of_sizes = all(part.counted is None for part in self.parts)

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        return ((part.section, int(part.has(here))) for part in self.parts)


class Gap(Struct, frozen=True):
    """A part with too few cards: `entries`, which count, of the `need`; `added` are the texts that change the need."""

    part: CountedPart
    entries: Sequence[Entry]
    count: int
    need: int
    added: tuple[tuple[Entry, int], ...]


def added(tally: Tally, section: str) -> tuple[tuple[Entry, int], ...]:
    """Return the texts that change the size of a section, each with what all its copies add."""
    texts = ((entry, effect) for entry, effect in tally.texts(Minimum) if effect.section == section)
    return tuple((entry, effect.add * entry.count) for entry, effect in texts)


def why(changes: Sequence[tuple[Entry, int]]) -> str:
    """Return the changes of a size as the end of a sentence; "" without changes."""
    texts = listed(f"{number:+d} from the card text of `{entry.card.name}`" for entry, number in changes)
    return f", including {texts}" if changes else ""


def outside(tally: Tally, section: str, counted: Sequence[Entry]) -> str:
    """Return the cards of a section that are not `counted`, to be put behind their number; "" if all are counted."""
    entries = tally.entries(section)
    others = [entry for entry in entries if entry not in counted] if len(counted) < len(entries) else []
    return f" ({total(others)} not counted: {listing(others)})" if others else ""


def _row(model: Model, part: CountedPart) -> dict[int, float]:
    """Return the terms of the cards that count, less what texts add to the size."""
    uncounted = model.effects(Uncounted)
    terms: defaultdict[int, float] = defaultdict(float)
    groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for slot in model.having(part.has):
        card = model.slots[slot].card
        if any(effect.of is None and model.slots[s].card.id == card.id for s, effect in uncounted):
            continue
        groups[tuple(s for s, effect in uncounted if effect.of and matches(effect.of, card))].append(slot)
    for sources, slots in groups.items():
        if not sources:
            terms.update(dict.fromkeys(slots, 1))
            continue
        # All of these cards count; none does if one of the sources is in the deck.
        counted = model.switch(EVERY)
        terms[counted] += 1
        present = [model.present(source) for source in sources]
        model.at_most("", [(counted, 1), *((slot, -1) for slot in slots)], 0)
        model.at_most("", [*((slot, 1) for slot in slots), (counted, -1), *((each, -EVERY) for each in present)], 0)
        for each in present:
            model.at_most("", {counted: 1, each: EVERY}, EVERY)
    for slot, effect in model.effects(Minimum):
        if effect.section == part.section:
            terms[slot] -= effect.add
    return terms


class AtLeast(_Sizes, kw_only=True):
    """Parts of a deck, each with a minimum size; card texts may change it or exempt cards from the count.

    `words` gives the data for a gap besides its numbers.
    """

    lifted_by = (Uncounted, Minimum)

    texts: tuple[type, ...] = lifted_by
    words: Callable[[Tally, Gap], dict[str, Any]]

    def concerns(self, here: Placed, own: Own) -> bool:
        return True

    def exceeded(self, counts: Counts) -> bool:
        return any(counts[part.section] < part.bound for part in self.parts)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        gaps = [gap for part in self.parts if (gap := self._gap(tally, part)).count < gap.need]
        needs = [gap.need - gap.count for gap in gaps]
        # One unrecognised line can fill one gap only, so gaps that could each be filled may be too large together.
        missing = needs if max(needs, default=0) > tally.deck.possible else [sum(needs)] * len(needs)
        for gap, need, lacks in zip(gaps, needs, missing, strict=True):
            changed = tuple(entry for entry, _ in gap.added)
            data = {"count": gap.count, "min": gap.need, "missing": need}
            yield lacking(tally, lacks, data | self.words(tally, gap), changed)

    def _gap(self, tally: Tally, part: CountedPart) -> Gap:
        changes = added(tally, part.section)
        entries = toward_minimum(tally, part.entries(tally))
        return Gap(part, entries, total(entries), part.bound + sum(add for _, add in changes), changes)

    def rows(self, model: Model, rule: str) -> None:
        for part in self.parts:
            model.at_least(rule, _row(model, part), part.bound)


class AtMost(_Sizes, kw_only=True):
    """Parts of a deck, each with a maximum size; card texts may raise the maximum of a whole section.

    `named`: the problem names the cards. `words` gives the data for a part besides these and its numbers, with the
    entries that are counted and the limit.
    """

    lifted_by: ClassVar[tuple[type, ...]] = (SectionLimit,)

    words: Callable[[Tally, CountedPart, tuple[Entry, ...], TextLimit], dict[str, Any]] = lambda *_: {}
    named: bool = True

    def exceeded(self, counts: Counts) -> bool:
        return any(counts[part.section] > part.bound for part in self.parts)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        for part in self.parts:
            entries, most = self._counted(tally, part)
            bound = section_limit(tally, part.section, most, entries)
            excess = bound.excess(entries)
            if excess or (bound.question and TextLimit(most).excess(entries)):
                data: dict[str, Any] = {"count": total(entries), "max": bound.max or 0, "excess": excess}
                data |= {"cards": listing(entries)} if self.named else {}
                data |= self.words(tally, part, entries, bound)
                yield Problem("over" if excess else "question", data, entries if self.named else ())

    def rows(self, model: Model, rule: str) -> None:
        for part in self.parts:
            terms = self._terms(model, part)
            choices = []
            for slot, effect in model.effects(SectionLimit):
                if effect.section == part.section and effect.max > part.bound and not effect.question:
                    choices.append(choice := model.choice(slot))
                    terms[choice] = part.bound - effect.max
                    titled = ((model.slots[each].card.base_title, each) for each in model.having(part.has))
                    for slots in grouped(titled).values() if effect.different else ():
                        model.at_most("", [*((each, 1) for each in slots), (choice, EVERY)], 1 + EVERY)
            if choices:
                model.at_most("", dict.fromkeys(choices, 1), 1)
            model.at_most(rule, terms, part.bound)

    def _counted(self, tally: Tally, part: CountedPart) -> tuple[tuple[Entry, ...], int]:
        """Return the entries that count, and the largest number of cards."""
        return tuple(part.entries(tally)), part.bound

    def _terms(self, model: Model, part: CountedPart) -> dict[int, float]:
        """Return the terms of the cards that count."""
        return dict.fromkeys(model.having(part.has), 1.0)


class AtMostWithSideboard(AtMost, kw_only=True):
    """Parts whose maximum may hold for the part and its cards in the sideboard together; `doubt` says what is open."""

    doubt: str

    def __post_init__(self) -> None:
        self.of_sizes = False

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        return ((part.section, int(part.is_home_of(here))) for part in self.parts)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        yield from super().problems(tally)
        for part in self.parts:
            entries = part.at_home(tally)
            limit = TextLimit(part.bound)
            if limit.excess(entries) and not limit.excess(part.entries(tally)):
                data = {
                    "count": total(entries),
                    "max": part.bound,
                    "excess": limit.excess(entries),
                    "doubt": self.doubt,
                }
                yield Problem("together", data | self.words(tally, part, tuple(entries), limit))

    def _terms(self, model: Model, part: CountedPart) -> dict[int, float]:
        return dict.fromkeys(model.having(part.is_home_of), 1.0)


class AtMostExactly(AtMost, kw_only=True):
    """Parts whose maximum is also the minimum, so that card texts about the minimum count."""

    lifted_by = (SectionLimit, Uncounted, Minimum)

    texts: tuple[type, ...] = (Uncounted, Minimum)

    def concerns(self, here: Placed, own: Own) -> bool:
        return True

    def _counted(self, tally: Tally, part: CountedPart) -> tuple[tuple[Entry, ...], int]:
        entries = toward_minimum(tally, part.entries(tally))
        return tuple(entries), part.bound + sum(number for _, number in added(tally, part.section))

    def _terms(self, model: Model, part: CountedPart) -> dict[int, float]:
        return _row(model, part)
