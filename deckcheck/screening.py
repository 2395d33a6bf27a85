"""Screening decks: which rules of a format can have something to say of a deck, from one number a line.

Each line of a list, as a card and its copies, is turned into one large integer in which every form of every rule
(`deckcheck.rules.screens`) has a field of its own. The sum over the lines is the sum of every form at once, and one
comparison tells whether all of them are in range. The integers are made once for each card and count and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Generic, TypeVar

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.format import Format
from deckcheck.rules import ALWAYS, rule_named
from deckcheck.rules.screens import MAX_CARDS, Context, Distinct, Form, Shared
from deckcheck.selectors import matches

_COUNT_BITS = MAX_CARDS.bit_length()
_COUNT_MASK = (1 << _COUNT_BITS) - 1
# The lowest field counts all copies, and has room for `MAX_CARDS` lines with as many copies as a line may have.
_COPIES_BITS = 2 * _COUNT_BITS + 2
_COPIES_MASK = (1 << _COPIES_BITS) - 1

# The rules that may have something to say of a deck, all others having nothing, and its cards in each section.
Screened = tuple[set[str], dict[str, int]]
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


class Screen(Generic[K]):
    """The screen of one format for decks whose Stronghold has certain clans (None: decks without one).

    Lines are known by whatever `line` takes.
    """

    def __init__(
        self,
        fmt: Format,
        cards: tuple[Card, ...],
        own: frozenset[str] | None,
        line: Callable[[K], tuple[Card, int]],
        *,
        like: Screen[K] | None = None,
    ) -> None:
        """Make the screen for `fmt`, whose pool has `cards`; `line` gives the card and copies that a line means.

        `like` is a screen of the same format for other clans: what does not depend on them is taken from it.
        """
        self.places: dict[str, str | None] = like.places if like else {}
        self._context = Context(fmt, cards, own, self.places)
        forms: list[tuple[str, Form]] = []
        distinct: list[tuple[str, Distinct]] = []
        shared: list[tuple[str, Shared]] = []
        self.unscreened: set[str] = set()
        for name, params in _rules(fmt):
            screen = rule_named(name).screen
            if screen is None:
                self.unscreened.add(name)
                continue
            for part in screen(params, self._context):
                if isinstance(part, Form):
                    forms.append((name, part))
                elif isinstance(part, Shared):
                    shared.append((name, part))
                else:
                    distinct.append((name, part))
        self._line = line
        self.rows: Made[K, int] = Made(self._row)
        # Few of them are different.
        self.same_rows: dict[int, int] = like.same_rows if like else {}
        # Above the copies are the numbers of cards in the sections.
        self._sections = tuple(fmt.sections)
        self._counts: Made[int, dict[str, int]] = Made(self._counted)
        start = _COPIES_BITS + _COUNT_BITS * len(self._sections)
        self._counts_mask = (1 << start) - (1 << _COPIES_BITS)
        self._fields = tuple(_fields(forms, start))
        self._base = sum(field.base << field.shift for field in self._fields)
        self._mask = sum(field.top << field.shift for field in self._fields)
        self._fine = sum(field.top << field.shift for field in self._fields if field.is_least)
        self.shared_keys: list[dict[str, tuple[str, ...]]]
        self.shared_keys = like.shared_keys if like else [_shared_keys(part, cards) for _, part in shared]
        self._shared = [(name, part, keys) for (name, part), keys in zip(shared, self.shared_keys, strict=True)]
        self.keys_of: dict[str, set[str]] = like.keys_of if like else _merged(self.shared_keys)
        # A set meets another much faster than a dictionary does.
        self._sharing = frozenset(self.keys_of)
        self._distinct: list[tuple[str, Distinct, dict[str, str], frozenset[str]]] = []
        for name, part in distinct:
            key_of = {card.id: key for card in cards if (key := part.key(card))}
            self._distinct.append((name, part, key_of, frozenset(key_of)))

    def screen(self, lines: Collection[K], ids: set[str]) -> Screened | None:
        """Return which rules may have something to say of a deck, None when it has more than `MAX_CARDS` cards.

        Each of `lines` names another card, of which `ids` are the ids. Raises what the function given for lines raises.
        """
        total = sum(map(self.rows.__getitem__, lines))
        if len(lines) > MAX_CARDS or total & _COPIES_MASK > MAX_CARDS:
            return None
        found = ((total + self._base) & self._mask) ^ self._fine
        alarms = self._rules_of(found) if found else set()
        sharing = self._sharing & ids
        if len(sharing) > 1:
            alarms |= self._rules_shared(sharing, lines)
        for name, distinct, key_of, having in self._distinct:
            if len(set(map(key_of.__getitem__, having & ids))) > distinct.most:
                alarms.add(name)
        return alarms | self.unscreened if self.unscreened else alarms, self._counts[total & self._counts_mask]

    def bits(self, lines: Iterable[K]) -> tuple[int, int]:
        """Return the sum over lines, and its bits for the bounds that are out of range."""
        total = sum(map(self.rows.__getitem__, lines))
        return total, ((total + self._base) & self._mask) ^ self._fine

    def added(self, total: int, before: K | None, after: K) -> tuple[set[str], set[str]]:
        """Return what exchanging the line `before` (None: a new one) for `after` may do to a deck that sums to `total`.

        These are the rules with a bound that goes out of range, and those with one that was and goes farther.
        Keys that cards share, and distinct keys, are not looked at: see `sharing`.
        """
        old = ((total + self._base) & self._mask) ^ self._fine
        total += self.rows[after] - (self.rows[before] if before else 0)
        new = ((total + self._base) & self._mask) ^ self._fine
        farther = set()
        for field in self._fields_in(old & new):
            value = field.form.value
            moved = value(*self._line(after)) - (value(*self._line(before)) if before else 0)
            if moved < 0 if field.is_least else moved > 0:
                farther.add(field.rule)
        return self._rules_of(new & ~old), farther

    def sharing(self, ids: set[str], new: str) -> set[str]:
        """Return the rules that may have something to say of one more card `new` beside those of `ids`."""
        found = set()
        for name, _, keys in self._shared:
            own = set(keys.get(new, ()))
            if own and any(own.intersection(keys.get(each, ())) for each in ids):
                found.add(name)
        for name, distinct, key_of, having in self._distinct:
            if len(set(map(key_of.__getitem__, having & {*ids, new}))) > distinct.most:
                found.add(name)
        return found

    def _fields_in(self, found: int) -> Iterator[_Field]:
        return (field for field in self._fields if found >> field.shift & field.top) if found else iter(())

    def _counted(self, total: int) -> dict[str, int]:
        total >>= _COPIES_BITS
        return {name: total >> _COUNT_BITS * index & _COUNT_MASK for index, name in enumerate(self._sections)}

    def _rules_shared(self, sharing: AbstractSet[str], lines: Iterable[K]) -> set[str]:
        """Return the rules that may have something to say of the cards that have keys others have too."""
        every = [key for each in sharing for key in self.keys_of[each]]
        if len(set(every)) == len(every):
            return set()
        return {
            name
            for name, part, keys in self._shared
            if self._share(part, {each: keys[each] for each in keys.keys() & sharing}, lines)
        }

    def _share(self, part: Shared, keys: Mapping[str, tuple[str, ...]], lines: Iterable[K]) -> bool:
        """Return whether cards of `lines` that have the `keys`, given by their ids, share one more than they may."""
        every = [key for each in keys.values() for key in each]
        if len(set(every)) == len(every):
            return False
        copies: dict[str, list[int]] = {}
        for line in lines:
            card, count = self._line(line)
            for key in keys.get(card.id, ()):
                copies.setdefault(key, []).append(part.most if part.special(card) else count)
        return any(len(each) > 1 and sum(each) > part.most for each in copies.values())

    def _row(self, line: K) -> int:
        """Return the number of a line: the value of each form in its fields."""
        card, count = self._line(line)
        section = self._context.section(card)
        row = count
        if section is not None:
            row += count << _COPIES_BITS + _COUNT_BITS * self._sections.index(section)
        values: dict[int, int] = {}
        for field in self._fields:
            form = field.form
            value = values[id(form)] = values[id(form)] if id(form) in values else form.value(card, count)
            if abs(value) > form.size * count:
                raise OverflowError(f"{field.rule}: {value} for {count} of {card.id} is more than a form may count")
            row += value << field.shift
        return self.same_rows.setdefault(row, row)

    def _rules_of(self, found: int) -> set[str]:
        """Return the rules with a form that is out of range, which `found` has bits for."""
        return {field.rule for field in self._fields_in(found)}


def strongholds_of(fmt: Format, cards: Iterable[Card]) -> dict[str, frozenset[str]]:
    """Return the clans of the cards that name a deck's clan, by their ids."""
    sections = {getattr(provision.params, "stronghold", None) for provision in fmt.provisions}
    selects = [fmt.sections[name].select for name in sections if name in fmt.sections]
    return {card.id: frozenset(card.clans) for card in cards if any(matches(select, card) for select in selects)}


def own_clans(strongholds: Mapping[str, frozenset[str]], ids: AbstractSet[str]) -> frozenset[str] | None:
    """Return the clans that a deck of these cards has by `strongholds_of`, None when it holds none of them."""
    found = list(map(strongholds.__getitem__, strongholds.keys() & ids))
    return found[0] if len(found) == 1 else frozenset[str]().union(*found) if found else None


def _fields(forms: Iterable[tuple[str, Form]], shift: int) -> Iterator[_Field]:
    """Yield the fields of forms, the first of them shifted by `shift` bits."""
    for name, form in forms:
        for bound, is_least in ((form.least, True), (form.most, False)):
            if bound is not None:
                top = 1 << (MAX_CARDS * form.size + abs(bound) + 1).bit_length()
                yield _Field(name, form, is_least, top - bound if is_least else top - 1 - bound, top, shift)
                shift += top.bit_length()


def _rules(fmt: Format) -> Iterable[tuple[str, object]]:
    """Yield the rules in force with their parameters."""
    for name in ALWAYS:
        yield name, rule_named(name).params()
    for provision in fmt.provisions:
        yield provision.rule, provision.params


def _shared_keys(part: Shared, cards: tuple[Card, ...]) -> dict[str, tuple[str, ...]]:
    """Return the keys that several cards have, by the ids of those cards."""
    seen: dict[str, int] = {}
    for card in cards:
        for key in set(part.keys(card)):
            seen[key] = seen.get(key, 0) + 1
    return {card.id: keys for card in cards if (keys := tuple(key for key in set(part.keys(card)) if seen[key] > 1))}


def _merged(every: Iterable[Mapping[str, tuple[str, ...]]]) -> dict[str, set[str]]:
    """Return all keys of each card that has some."""
    merged: dict[str, set[str]] = {}
    for keys in every:
        for card_id, own in keys.items():
            merged.setdefault(card_id, set()).update(own)
    return merged
