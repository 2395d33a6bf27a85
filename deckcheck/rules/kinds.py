"""The kinds of limits: each is declared once, and everything else is derived from the declaration.

A limit finds problems (`problems`) and gives rows for repair (`rows`). Four methods select, card by card, the decks to
check: `concerns`, `alone`, `counters` with `exceeded`, `keys`. They may select too many decks, never too few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry
from deckcheck.model.effect import Minimum, SectionLimit, Uncounted
from deckcheck.model.finding import BEARING
from deckcheck.model.format import Format
from deckcheck.model.matching import matches
from deckcheck.model.selector import Selector
from deckcheck.rules.base import Counts, Limit, Memo, Own, Problem, Rule, Said, fewer, hanging, total, waiting
from deckcheck.rules.effects import TextLimit, section_limit, toward_minimum
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Placed, Tally


class Free(Limit):
    """A limit with a `check` of its own, which cannot fire without one of the cards that `concerned` accepts."""

    def __init__(
        self,
        check: Callable[[Tally], Iterator[Problem]],
        concerned: Callable[[Placed, Own], object],
        rows: Callable[[Model, str], None] | None = None,
        *,
        stronghold: str = "",
        remarks: bool = False,
    ) -> None:
        """Declare the limit; `rows` demands it of repairs."""
        self._check, self._concerned, self._rows = check, concerned, rows
        self.stronghold, self.remarks = stronghold, remarks

    def concerns(self, here: Placed, own: Own) -> bool:
        return bool(self._concerned(here, own))

    def problems(self, tally: Tally) -> Iterator[Problem]:
        return self._check(tally)

    def rows(self, model: Model, rule: str) -> None:
        if self._rows:
            self._rows(model, rule)


class ReadingRule(Limit):
    """A rule about how a list was read; it checks every deck except those that were read without a doubt."""

    def __init__(self, check: Callable[[Tally], Iterator[Problem]]) -> None:
        """Declare it."""
        self._check = check

    def problems(self, tally: Tally) -> Iterator[Problem]:
        return self._check(tally)


def limit_of(rule: Rule, params: Any, fmt: Format) -> Limit:  # noqa: ANN401 - each rule has parameters of its own
    """Return what a rule with these parameters limits in a format."""
    if rule.limit:
        limit = rule.limit(params, fmt)
        limit.bearing = frozenset(key for key, message in rule.messages.items() if message.severity in BEARING)
        return limit
    check = rule.check
    if check is None:
        raise TypeError(f"{rule.name} has neither a limit nor a check")
    return ReadingRule(lambda tally: check(tally, params))


def with_effect(*kinds: type) -> Callable[[Placed, Own], bool]:
    """Return what tells whether a card has a text of one of these kinds."""
    return lambda here, _: any(isinstance(effect, kinds) for effect in here.card.effects)


class PerCard(Limit):
    """A limit on single cards: `says` yields the findings about one card, none for an allowed card.

    With a `stronghold`, `says` gets the clans of the deck, and a deck without such a card has no problem. Messages in
    `together` appear once for all cards, with data from their entries. `also` gives more data for an entry, and
    `beside` is the section whose cards are named too.
    """

    def __init__(  # noqa: PLR0913 - a declaration says each thing by its name
        self,
        says: Callable[[Placed, Own], Iterable[Said]],
        *,
        also: Callable[[Entry], dict[str, Any]] = lambda _: {},
        together: Mapping[str, Callable[[list[Entry]], dict[str, Any]]] | None = None,
        stronghold: str = "",
        bought: str = "",
        by_section: bool = False,
        beside: str = "",
        remarks: bool = True,
    ) -> None:
        """Declare the limit."""
        self.by_card, self.remarks = True, remarks
        self._said: Memo[Own, Memo[Placed, tuple[Said, ...]]] = Memo(
            lambda own: Memo(lambda here: tuple(says(here, own)))
        )
        self._also = also
        self._together = together or {}
        self.stronghold, self.bought = stronghold, bought
        self._by_section, self._beside = by_section, beside

    def concerns(self, here: Placed, own: Own) -> bool:
        return self._speaks(own) and bool(self._said[own][here])

    def problems(self, tally: Tally) -> Iterator[Problem]:
        own = self.own(tally)
        if not self._speaks(own):
            return
        said = self._said[own]
        together: defaultdict[str, list[Entry]] = defaultdict(list)
        named = [(entry, here) for entry, here in tally.placed if said[here]]
        for entry, here in tally.in_order(named) if self._by_section else named:
            for message, data in said[here]:
                if message in self._together:
                    together[message].append(entry)
                else:
                    beside = reversed(tally.entries(self._beside))
                    yield Problem(message, {"card": entry.card.name} | data | self._also(entry), (entry, *beside))
        for message, entries in together.items():
            yield Problem(message, self._together[message](entries), tuple(entries))

    def is_wrong(self, here: Placed, own: Own) -> bool:
        """Return whether a card makes a deck of these clans illegal or undecided."""
        return any(message in self.bearing for message, _ in self._said[own][here])

    def rows(self, model: Model, rule: str) -> None:
        for slot, here in enumerate(model.places):
            if not self.stronghold:
                # Repair offers only allowed cards.
                if model.slots[slot].old and self.is_wrong(here, None):
                    model.exclude(rule, slot)
            elif (permits := self._permits(model, here)) is not None:
                model.gate(rule, slot, permits)

    def _permits(self, model: Model, here: Placed) -> list[int] | None:
        """Return variables, one of them 1 where the clan allows a card; None where every clan does."""
        found = model.own(self.stronghold)
        if found is None:
            return None
        clans, empty = found
        right = [clan for clan in clans if not self.is_wrong(here, frozenset([clan]))]
        if len(right) == len(clans) and not self.is_wrong(here, frozenset()):
            return None
        return [*map(clans.__getitem__, right), empty]

    def _speaks(self, own: Own) -> bool:
        return not self.stronghold or own is not None


class CountedPart(Struct, frozen=True):
    """The cards of a section that `counted` accepts (None: all), and the number that limits them."""

    section: str
    bound: int
    counted: Callable[[Card], bool] | None = None

    def has(self, here: Placed) -> bool:
        """Return whether a card is one of those that are counted."""
        return here.section == self.section and (self.counted is None or self.counted(here.card))

    def entries(self, tally: Tally) -> list[Entry]:
        """Return the entries that are counted."""
        entries = tally.entries(self.section)
        return entries if self.counted is None else [entry for entry in entries if self.counted(entry.card)]


def counted_parts(bounds: Mapping[str, int], uncounted: Selector | None) -> list[CountedPart]:
    """Return the parts with these bounds by section; cards that `uncounted` selects do not count."""
    counted = None if uncounted is None else (lambda card: not matches(uncounted, card))
    return [CountedPart(section, bound, counted) for section, bound in bounds.items()]


def _are_whole(parts: Iterable[CountedPart]) -> bool:
    """Return whether all cards of their sections are counted."""
    return all(part.counted is None for part in parts)


def _numbers(parts: Iterable[CountedPart], here: Placed) -> Iterable[tuple[object, int]]:
    return ((part.section, int(part.has(here))) for part in parts)


class Gap(Struct, frozen=True):
    """What a part lacks: it has `count` cards of the `need`; `added` are the texts that change the need."""

    part: CountedPart
    count: int
    need: int
    added: tuple[tuple[Entry, int], ...]


class AtLeast(Limit):
    """Parts of a deck that have a smallest number of cards each; card texts may change it, or take cards out of it.

    `words` gives the data for a gap.
    """

    def __init__(self, parts: Iterable[CountedPart], words: Callable[[Tally, Gap], dict[str, Any]]) -> None:
        """Declare the limit."""
        self._parts = tuple(parts)
        self._words = words
        self.of_sizes = _are_whole(self._parts)

    def concerns(self, here: Placed, own: Own) -> bool:
        return bool(here.card.effects_of(Uncounted) or here.card.effects_of(Minimum))

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        return _numbers(self._parts, here)

    def exceeded(self, counts: Counts, own: Own) -> bool:
        return any(counts[part.section] < part.bound for part in self._parts)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        gaps = [gap for part in self._parts if (gap := self._gap(tally, part)).count < gap.need]
        # One unresolved line can fill one gap only.
        message = fewer(tally, sum(gap.need - gap.count for gap in gaps))
        for gap in gaps:
            changed = tuple(entry for entry, _ in gap.added)
            data = self._words(tally, gap) | waiting(tally)
            yield Problem(message, data, changed, hanging(tally, message))

    def _gap(self, tally: Tally, part: CountedPart) -> Gap:
        added = tuple(
            (entry, effect.add * entry.count)
            for entry, effect in tally.met.of(Minimum)
            if effect.section == part.section
        )
        entries = toward_minimum(tally.met, part.entries(tally))
        return Gap(part, total(entries), part.bound + sum(add for _, add in added), added)

    def rows(self, model: Model, rule: str) -> None:
        uncounted = model.effects(Uncounted)
        for part in self._parts:
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
                counted = model.switch(EVERY)
                terms[counted] += 1
                model.at_most("", [(counted, 1), *((slot, -1) for slot in slots)], 0)
                for source in sources:
                    model.at_most("", {counted: 1, model.present(source): EVERY}, EVERY)
            for slot, effect in model.effects(Minimum):
                if effect.section == part.section:
                    terms[slot] -= effect.add
            model.at_least(rule, terms, part.bound)


class AtMost(Limit):
    """Parts of a deck that have a largest number of cards each; card texts may raise that of a whole section.

    `words` gives the data for a part with the entries that are counted, their number and the limit, and the entries
    that the problem names.
    """

    def __init__(
        self,
        parts: Iterable[CountedPart],
        words: Callable[[Tally, CountedPart, tuple[Entry, ...], TextLimit], tuple[dict[str, Any], tuple[Entry, ...]]],
    ) -> None:
        """Declare the limit."""
        self._parts = tuple(parts)
        self._words = words
        self.of_sizes = _are_whole(self._parts)

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        return _numbers(self._parts, here)

    def exceeded(self, counts: Counts, own: Own) -> bool:
        return any(counts[part.section] > part.bound for part in self._parts)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        for part in self._parts:
            entries = tuple(part.entries(tally))
            bound = section_limit(tally.met, part.section, part.bound, entries)
            if bound.max is not None and total(entries) > bound.max:
                data, named = self._words(tally, part, entries, bound)
                yield Problem("over", data, named)

    def rows(self, model: Model, rule: str) -> None:
        for part in self._parts:
            terms = dict.fromkeys(model.having(part.has), 1.0)
            choices = []
            for slot, effect in model.effects(SectionLimit):
                if effect.section == part.section and effect.max > part.bound:
                    choice = model.switch()
                    choices.append(choice)
                    terms[choice] = part.bound - effect.max
                    model.at_most("", {choice: 1, model.present(slot): -1}, 0)
                    for slots in self._by_title(model, part) if effect.different else ():
                        model.at_most("", [*((each, 1) for each in slots), (choice, EVERY)], 1 + EVERY)
            if choices:
                model.at_most("", dict.fromkeys(choices, 1), 1)
            model.at_most(rule, terms, part.bound)

    @staticmethod
    def _by_title(model: Model, part: CountedPart) -> Iterable[list[int]]:
        slots: defaultdict[str, list[int]] = defaultdict(list)
        for slot in model.having(part.has):
            slots[model.slots[slot].card.base_title].append(slot)
        return slots.values()


class Group(Limit):
    """A limit on cards that share a `key` ("": none): together at most the copies that `most` gives for a card.

    `words` gives the data for too many.
    """

    def __init__(
        self,
        key: Callable[[Placed], str],
        most: Callable[[Card], int | None],
        words: Callable[[tuple[Entry, ...], int], dict[str, Any]],
    ) -> None:
        """Declare the limit."""
        self._key, self._most, self._words = key, most, words
        self.caps = True

    def alone(self, here: Placed) -> int | None:
        return self._most(here.card) if self._key(here) else None

    def keys(self, here: Placed) -> Iterable[str]:
        return filter(None, [self._key(here)])

    def problems(self, tally: Tally) -> Iterator[Problem]:
        groups: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry, here in tally.placed:
            groups[self._key(here)].append(entry)
        for key, entries in groups.items():
            most = self._most(entries[0].card)
            if key and most is not None and total(entries) > most:
                yield Problem("over", self._words(tuple(entries), most), tuple(entries))

    def rows(self, model: Model, rule: str) -> None:
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for slot, here in enumerate(model.places):
            groups[self._key(here)].append(slot)
        for key, slots in groups.items():
            most = self._most(model.slots[slots[0]].card)
            if key and most is not None:
                model.limit_copies(rule, slots, most)


class Distinct(Limit):
    """A limit on the number of different keys in a deck: at most `most`.

    With a `stronghold` only the keys of cards of other clans count, and the key of a card says its clans. `words`
    gives the data for too many, from the entries by key and from all of them.
    """

    def __init__(
        self,
        keys: Callable[[Placed], Iterable[str]],
        most: int,
        words: Callable[[Tally, dict[str, list[Entry]], list[Entry]], dict[str, Any]],
        *,
        stronghold: str = "",
        bought: str = "",
    ) -> None:
        """Declare the limit."""
        self._keys: Memo[Placed, tuple[str, ...]] = Memo(lambda here: tuple(keys(here)))
        self._most, self._words = most, words
        self.stronghold, self.bought = stronghold, bought

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        return (((key, here.card.clans if self.stronghold else ()), 1) for key in self._keys[here])

    def exceeded(self, counts: Counts, own: Own) -> bool:
        found = [key for key, count in counts.items() if count and not (self.stronghold and self._is_own(key[1], own))]
        return len(found) > self._most

    def problems(self, tally: Tally) -> Iterator[Problem]:
        own = self.own(tally)
        by_key: defaultdict[str, list[Entry]] = defaultdict(list)
        entries = []
        for entry, here in tally.placed:
            keys = self._keys[here]
            if keys and not (self.stronghold and self._is_own(entry.card.clans, own)):
                entries.append(entry)
                for key in keys:
                    by_key[key].append(entry)
        if len(by_key) > self._most:
            yield Problem("over", self._words(tally, by_key, entries), tuple(entries))

    def rows(self, model: Model, rule: str) -> None:
        permits: defaultdict[str, int] = defaultdict(model.switch)
        for slot, here in enumerate(model.places):
            for key in self._keys[here]:
                free = model.in_clan(self.stronghold, here.card.clans) if self.stronghold else []
                if free is not None:
                    model.gate(rule, slot, [*free, permits[key]])
        model.at_most(rule, dict.fromkeys(permits.values(), 1), self._most)

    @staticmethod
    def _is_own(clans: tuple[str, ...], own: Own) -> bool:
        return own is None or not own.isdisjoint(clans)
