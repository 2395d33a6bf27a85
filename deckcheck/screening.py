"""Screening decks: which rules of a format can have something to say of a deck, from one number a line.

Each line of a list, as a card and its copies, is turned into one large integer in which every form of every rule
(`deckcheck.rules.screens`) has a field of its own. The sum over the lines is the sum of every form at once, and one
comparison tells whether all of them are in range. The integers are made once for each card and count and kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Generic, TypeVar

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.deck import mark
from deckcheck.model.format import Format
from deckcheck.rules import ALWAYS, rule_named
from deckcheck.rules.screens import MAX_CARDS, Context, Distinct, Form, Shared
from deckcheck.selectors import matches

_COUNT_BITS = MAX_CARDS.bit_length()
_COUNT_MASK = (1 << _COUNT_BITS) - 1
# The lowest field counts all copies, and has room for `MAX_CARDS` lines with as many copies as a line may have.
_COPIES_BITS = 2 * _COUNT_BITS + 2
_COPIES_MASK = (1 << _COPIES_BITS) - 1

# Decks of an event go wrong in some hundred ways.
_REMEMBERED = 10_000

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Made(dict[K, V]):
    """A dictionary that makes what it is asked for and does not hold yet."""

    def __init__(self, make: Callable[[K], V]) -> None:
        """Make values with `make`; what it raises is raised by the look-up."""
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


class Seen(Struct, frozen=True, gc=False):
    """What the lines of a deck tell.

    `alarms` are the rules that may have something to say, all others having nothing, `counts` its cards in each
    section, `marks` what its fingerprint is made of (`deckcheck.model.deck.mark`), and `strongholds` how many lines
    name a Stronghold.
    """

    alarms: frozenset[str]
    counts: dict[str, int]
    marks: tuple[str, ...]
    strongholds: int


class _Field(Struct, frozen=True):
    """Where a bound of a form is in the numbers: `base` is added, so that the bit `top` tells, shifted by `shift`.

    It is set from the least on, or above the most.
    """

    rule: str
    form: Form
    is_least: bool
    base: int
    top: int
    shift: int


class _Fields:
    """The fields of some forms, one above the other.

    `base` is added to sums, then the bits of `mask` tell; those of `fine` are set when all is well, the others not.
    """

    def __init__(self, forms: Iterable[tuple[str, Form]], shift: int) -> None:
        """Put the first field `shift` bits up; `forms` have the names of their rules."""
        self.all = tuple(_fields(forms, shift))
        self.end = max((field.shift + field.top.bit_length() for field in self.all), default=shift)
        self.base = sum(field.base << field.shift for field in self.all)
        self.mask = sum(field.top << field.shift for field in self.all)
        self.fine = sum(field.top << field.shift for field in self.all if field.is_least)
        # A value times the places of its form is that value in each of the fields of the form.
        places: Counter[int] = Counter()
        for field in self.all:
            places[id(field.form)] += 1 << field.shift
        one_each = {id(field.form): field for field in self.all}
        self._forms = [(field.rule, field.form, places[key]) for key, field in one_each.items()]

    def number(self, card: Card, count: int) -> int:
        """Return the number that has the value of each form in its fields."""
        number = 0
        for rule, form, places in self._forms:
            value = form.value(card, count)
            if value:
                if abs(value) > form.size * count:
                    raise OverflowError(f"{rule}: {value} for {count} of {card.id} is more than a form may count")
                number += value * places
        return number


class _Kind(Struct, frozen=True):
    """Distinct keys: those of cards by their ids, and where the number of lines with each is."""

    rule: str
    most: int
    keys: dict[str, str]
    shifts: dict[str, int]


# What is known of a line: its number, the id of its card, its mark, and the keys that the card shares with others.
_Row = tuple[int, str, str, tuple[str, ...]]


class Common:
    """What the screens of one format have in common, whatever lines and clans they are for."""

    def __init__(self, fmt: Format, cards: tuple[Card, ...]) -> None:
        """Look at the rules of `fmt`, whose pool has `cards`."""
        self.strongholds = _strongholds(fmt, cards)
        self.sections = tuple(fmt.sections)
        self.context = Context(fmt, cards, None, {})
        unscreened: set[str] = set()
        self.shared: list[tuple[str, Shared, dict[str, tuple[str, ...]]]] = []
        for name, part in _parts(fmt, self.context, unscreened):
            if isinstance(part, Shared):
                self.shared.append((name, part, _shared_keys(part, cards, len(self.shared))))
        self.unscreened = frozenset(unscreened)
        self.keys_of = _merged(keys for _, _, keys in self.shared)
        # Above the copies are the numbers of cards in the sections, then the number of Strongholds.
        self._above = _COPIES_BITS + _COUNT_BITS * len(self.sections)
        start = self._above + _COUNT_BITS
        self.low = (1 << start) - (1 << _COPIES_BITS)
        self.counts: Made[int, tuple[dict[str, int], int]] = Made(self._counted)
        self.fields = _Fields(_forms(_parts(fmt, self.context, set(), of_clans=False)), start)
        # Few of the numbers of lines are different.
        self.numbers: dict[int, int] = {}

    def row(self, card: Card, count: int) -> _Row:
        """Return what is known of a line whatever the clans of the Stronghold are."""
        number = count + self.fields.number(card, count) + ((card.id in self.strongholds) << self._above)
        section = self.context.section(card)
        if section is not None:
            number += count << _COPIES_BITS + _COUNT_BITS * self.sections.index(section)
        return self.numbers.setdefault(number, number), card.id, mark(card.id, count), self.keys_of.get(card.id, ())

    def _counted(self, total: int) -> tuple[dict[str, int], int]:
        """Return the cards in each section, and the Strongholds."""
        counts = [total >> shift & _COUNT_MASK for shift in range(_COPIES_BITS, self._above + 1, _COUNT_BITS)]
        return dict(zip(self.sections, counts, strict=False)), counts[-1]


class Screens(Generic[K]):
    """The screens of one format, by the clans of a deck's Stronghold. Lines are known by whatever `line` takes."""

    def __init__(self, common: Common, line: Callable[[K], tuple[Card, int]]) -> None:
        """Make screens that have `common`; `line` gives the card and copies that a line means."""
        self.common = common
        self.line = line
        self.rows: Made[K, _Row] = Made(lambda key: common.row(*line(key)))
        self._clans: Made[K, tuple[frozenset[str], ...]] = Made(self._clans_of)
        self._screens: Made[frozenset[str] | None, Screen[K]] = Made(lambda own: Screen(self, own))

    def screen(self, lines: Collection[K]) -> Seen | None:
        """Return what `lines` tell, as `Screen.screen` does."""
        first = self._clans[next(iter(lines))] if lines else ()
        if first:
            # Most lists name their Stronghold first, and looking for others takes time.
            seen = self._screens[first[0]].screen(lines)
            if seen is None or seen.strongholds == 1:
                return seen
        return self.of(lines).screen(lines)

    def of(self, lines: Iterable[K]) -> Screen[K]:
        """Return the screen for a deck of these lines."""
        found = [*filter(None, map(self._clans.__getitem__, lines))]
        own = found[0][0] if len(found) == 1 else frozenset[str]().union(*(own for (own,) in found)) if found else None
        return self._screens[own]

    def forget(self) -> None:
        """Forget all lines."""
        self.rows.clear()
        self._clans.clear()
        self.common.numbers.clear()
        for screen in self._screens.values():
            screen.rows.clear()

    def _clans_of(self, line: K) -> tuple[frozenset[str], ...]:
        """Return the clans of a line that names a Stronghold, nothing for others."""
        card, _ = self.line(line)
        strongholds = self.common.strongholds
        return (strongholds[card.id],) if card.id in strongholds else ()


class Screen(Generic[K]):
    """The screen of one format for decks whose Stronghold has certain clans (None: decks without one)."""

    def __init__(self, screens: Screens[K], own: frozenset[str] | None) -> None:
        """Make the one of `screens` for the clans `own`."""
        self._all = screens
        self._common = common = screens.common
        context = structs.replace(common.context, own=own)
        self._own = _Fields(_forms(_parts(context.format, context, set(), of_clans=True)), common.fields.end)
        self._kinds = _kinds(context.cards, _parts(context.format, context, set()), self._own.end)
        self._base = common.fields.base + self._own.base
        self._mask = common.fields.mask + self._own.mask
        self._fine = common.fields.fine + self._own.fine
        # There are few different numbers of cards and keys, so that what they mean is looked up.
        self._low = common.low + sum(_COUNT_MASK << shift for kind in self._kinds for shift in kind.shifts.values())
        self._meanings: Made[int, tuple[frozenset[str], dict[str, int], int]] = Made(self._meaning)
        self._alarms_of = lru_cache(_REMEMBERED)(self._rules_of)
        self.rows: Made[K, _Row] = Made(self._row)

    def screen(self, lines: Collection[K]) -> Seen | None:
        """Return what `lines` tell, None when two of them name one card, or they are more than `MAX_CARDS` copies.

        Raises what the function given for lines raises.
        """
        # Python 3.11 never frees the keywords of a call whose starred argument raises.
        rows = tuple(map(self.rows.__getitem__, lines))
        numbers, every, marks, keys = zip(*rows, strict=True) if lines else ((), (), (), ())
        total = sum(numbers)
        if len(set(every)) < len(lines) or len(lines) > MAX_CARDS or total & _COPIES_MASK > MAX_CARDS:
            return None
        alarms, counts, strongholds = self._meanings[total & self._low]
        found = ((total + self._base) & self._mask) ^ self._fine
        if found:
            alarms = alarms | self._alarms_of(found)
        sharing = [*filter(None, keys)]
        if len(sharing) > 1 and len(set().union(*sharing)) < sum(map(len, sharing)):
            alarms = alarms | self._rules_shared(set(every), lines)
        return Seen(alarms, counts, marks, strongholds)

    def total(self, lines: Iterable[K]) -> int:
        """Return the sum over lines."""
        return sum(self.rows[line][0] for line in lines)

    def added(self, total: int, before: K | None, after: K) -> tuple[frozenset[str], set[str]]:
        """Return what exchanging the line `before` (None: a new one) for `after` may do to a deck that sums to `total`.

        These are the rules with a bound that goes out of range, and those with one that was and goes farther.
        Keys that cards share, and distinct keys, are not looked at: see `sharing`.
        """
        old = ((total + self._base) & self._mask) ^ self._fine
        total += self.rows[after][0] - (self.rows[before][0] if before else 0)
        new = ((total + self._base) & self._mask) ^ self._fine
        farther = set()
        line = self._all.line
        for field in self._fields_in(old & new):
            value = field.form.value
            moved = value(*line(after)) - (value(*line(before)) if before else 0)
            if moved < 0 if field.is_least else moved > 0:
                farther.add(field.rule)
        return self._rules_of(new & ~old), farther

    def sharing(self, ids: set[str], new: str) -> set[str]:
        """Return the rules that may have something to say of one more card `new` beside those of `ids`."""
        found = set()
        for name, _, keys in self._common.shared:
            own = set(keys.get(new, ()))
            if own and any(own.intersection(keys.get(each, ())) for each in ids):
                found.add(name)
        for kind in self._kinds:
            if len({kind.keys[each] for each in {*ids, new} if each in kind.keys}) > kind.most:
                found.add(kind.rule)
        return found

    def _meaning(self, total: int) -> tuple[frozenset[str], dict[str, int], int]:
        """Return the rules that have something to say of keys that are there or of any deck, and the counts."""
        found = {
            kind.rule
            for kind in self._kinds
            if sum(1 for shift in kind.shifts.values() if total >> shift & _COUNT_MASK) > kind.most
        }
        # Most find nothing, and share what they return.
        alarms = self._common.unscreened.union(found) if found else self._common.unscreened
        return alarms, *self._common.counts[total & self._common.low]

    def _fields_in(self, found: int) -> Iterator[_Field]:
        """Yield the fields that `found` has bits for."""
        fields = chain(self._common.fields.all, self._own.all) if found else ()
        return (field for field in fields if found >> field.shift & field.top)

    def _rules_of(self, found: int) -> frozenset[str]:
        """Return the rules with a form that is out of range, which `found` has bits for."""
        return frozenset(field.rule for field in self._fields_in(found))

    def _rules_shared(self, ids: set[str], lines: Iterable[K]) -> set[str]:
        """Return the rules that may have something to say of cards that have keys others have too."""
        return {
            name
            for name, part, keys in self._common.shared
            if self._share(part, {each: keys[each] for each in keys.keys() & ids}, lines)
        }

    def _share(self, part: Shared, keys: Mapping[str, tuple[str, ...]], lines: Iterable[K]) -> bool:
        """Return whether cards of `lines` that have the `keys`, given by their ids, share one more than they may."""
        every = [key for each in keys.values() for key in each]
        if len(set(every)) == len(every):
            return False
        copies: dict[str, list[int]] = {}
        for line in lines:
            card, count = self._all.line(line)
            for key in keys.get(card.id, ()):
                copies.setdefault(key, []).append(part.most if part.special(card) else count)
        return any(len(each) > 1 and sum(each) > part.most for each in copies.values())

    def _row(self, line: K) -> _Row:
        """Return what is known of a line."""
        row = self._all.rows[line]
        card, count = self._all.line(line)
        number = self._own.number(card, count)
        for kind in self._kinds:
            if card.id in kind.keys:
                number += 1 << kind.shifts[kind.keys[card.id]]
        if not number:
            return row
        number += row[0]
        return self._common.numbers.setdefault(number, number), *row[1:]


def _strongholds(fmt: Format, cards: Iterable[Card]) -> dict[str, frozenset[str]]:
    """Return the clans of the cards that name a deck's clan, by their ids."""
    sections = {getattr(provision.params, "stronghold", None) for provision in fmt.provisions}
    selects = [fmt.sections[name].select for name in sections if name in fmt.sections]
    return {card.id: frozenset(card.clans) for card in cards if any(matches(select, card) for select in selects)}


def _fields(forms: Iterable[tuple[str, Form]], shift: int) -> Iterator[_Field]:
    """Yield the fields of forms, the first of them shifted by `shift` bits."""
    for name, form in forms:
        for bound, is_least in ((form.least, True), (form.most, False)):
            if bound is not None:
                top = 1 << (MAX_CARDS * form.size + abs(bound) + 1).bit_length()
                yield _Field(name, form, is_least, top - bound if is_least else top - 1 - bound, top, shift)
                shift += top.bit_length()


def _parts(
    fmt: Format, context: Context, unscreened: set[str], *, of_clans: bool | None = None
) -> Iterator[tuple[str, Form | Shared | Distinct]]:
    """Yield what the screens of the rules in force are made of, with their names; others are added to `unscreened`.

    With `of_clans` only those that depend on the clans of the Stronghold, or only those that do not: the rules that
    are told in which section it is are those that can.
    """
    for name, params in _rules(fmt):
        screen = rule_named(name).screen
        if screen is None:
            unscreened.add(name)
        elif of_clans is None or of_clans is hasattr(params, "stronghold"):
            yield from ((name, part) for part in screen(params, context))


def _forms(parts: Iterable[tuple[str, Form | Shared | Distinct]]) -> Iterator[tuple[str, Form]]:
    return ((name, part) for name, part in parts if isinstance(part, Form))


def _kinds(
    cards: Iterable[Card], parts: Iterable[tuple[str, Form | Shared | Distinct]], shift: int
) -> tuple[_Kind, ...]:
    """Return the distinct keys of parts, the number of the first of them shifted by `shift` bits."""
    kinds = []
    for name, part in parts:
        if isinstance(part, Distinct):
            keys = {card.id: key for card in cards if (key := part.key(card))}
            shifts = {key: shift + _COUNT_BITS * index for index, key in enumerate(sorted(set(keys.values())))}
            shift += _COUNT_BITS * len(shifts)
            kinds.append(_Kind(name, part.most, keys, shifts))
    return tuple(kinds)


def _rules(fmt: Format) -> Iterable[tuple[str, object]]:
    """Yield the rules in force with their parameters."""
    for name in ALWAYS:
        yield name, rule_named(name).params()
    for provision in fmt.provisions:
        yield provision.rule, provision.params


def _shared_keys(part: Shared, cards: tuple[Card, ...], number: int) -> dict[str, tuple[str, ...]]:
    """Return the keys that several cards have, by the ids of those cards; `number` tells them from those of others."""
    keys_of = {card.id: keys for card in cards if (keys := set(part.keys(card)))}
    seen = Counter(chain.from_iterable(keys_of.values()))
    shared = {each: [f"{number} {key}" for key in keys if seen[key] > 1] for each, keys in keys_of.items()}
    return {each: tuple(keys) for each, keys in shared.items() if keys}


def _merged(every: Iterable[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Return all keys of each card that has some."""
    merged: dict[str, tuple[str, ...]] = {}
    for keys in every:
        for card_id, own in keys.items():
            merged[card_id] = merged.get(card_id, ()) + own
    return merged
