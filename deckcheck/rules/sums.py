"""The sums of a deck, which show which rules could fire and how many cards each section has.

Each card has a number with a counter for every limit, and flags for what it asks on its own. Most rules do not apply to
most decks: the sum over a deck shows which limits are exceeded, the same way for one deck and for a million.
"""

from collections.abc import Iterable, Sequence, Set
from functools import reduce
from operator import or_
from typing import NamedTuple

from deckcheck.model.deck import grouped
from deckcheck.model.format import Format
from deckcheck.rules.base import Limit, Memo, Own, ReadingRule
from deckcheck.rules.tally import Placed, is_chosen, named_clans, names_clan

# For decks with more cards, every rule is checked.
MAX_CARDS = 250
# The lowest counter is of all copies; it and those of the sections have room for as many as a list may have.
_COPIES = 32
_ALL_COPIES = (1 << _COPIES) - 1
# A flag counts lines, some of them twice: for the card, and for its copies.
_FLAG = (2 * MAX_CARDS).bit_length()
_UP = (1 << _FLAG) - 1
# A clan that no card names.
_OTHER: Own = frozenset({"another clan"})


class CardLine(NamedTuple):
    """What the copies of a card add to a deck: the sum for counters and flags, and the place where the card counts."""

    number: int
    place: Placed


class Summary(NamedTuple):
    """The sums of a deck: the bits of the rules that could fire, and the number of cards in each section."""

    asked: int
    counts: dict[str, int]


class _Weight(NamedTuple):
    """What one copy of a card adds, what a line of it adds, and the flags of the limits that more copies exceed."""

    copy: int
    line: int
    alone: tuple[tuple[int, int], ...]


class _Concerned(NamedTuple):
    """What can select rules for decks of the same clans: flags by mask, with their bits, and counters by mask."""

    mask: int
    bits: Memo[int, int]
    gates: list[tuple[int, Memo[int, int]]]


class _Answers(NamedTuple):
    """The bits of the rules that a card concerns in decks of a clan of `clans`, and in `other` decks."""

    other: int
    clans: tuple[tuple[str, int], ...]

    def of(self, own: Own) -> int:
        """Return the bits in a deck of these clans: for several clans, those for any of them."""
        said = dict(self.clans)
        return reduce(or_, [said.get(clan, self.other) for clan in own]) if own else self.other


class _Counts(dict[object, int]):
    """Numbers by key, 0 for those that are missing; a `Counter` takes several times as long to make."""

    def __missing__(self, key: object) -> int:
        return 0


class _Counters:
    """The places of the counters of one limit, which are added as cards appear."""

    def __init__(self, limit: Limit, bit: int, width: int) -> None:
        self.limit, self.bit, self.top = limit, bit, (1 << width) - 1
        self.shifts: dict[object, int] = {}
        # The answers of the limit for the numbers that matter.
        self.bits: Memo[int, int] = Memo(lambda number: bit if limit.exceeded(self.counts(number)) else 0)

    def mask(self, own: Own) -> int:
        """Return where the numbers are that matter in decks of these clans."""
        own = own if self.limit.stronghold else None
        return sum(self.top << shift for key, shift in self.shifts.items() if self.limit.counts_in(key, own))

    def counts(self, number: int) -> _Counts:
        """Return what a deck adds up to."""
        found = [(key, number >> shift & self.top) for key, shift in self.shifts.items()]
        return _Counts([each for each in found if each[1]])


class Sums:
    """Adds up decks of one format, and caches the numbers of each card.

    Each limit has a bit: 1 for the first, 2 for the second, 4 for the third. `all` are all of them.
    """

    def __init__(self, fmt: Format, of_rules: Sequence[Limit]) -> None:
        """Add up what these limits of `fmt` count."""
        self._format = fmt
        self._weights: Memo[Placed, _Weight] = Memo(self._weight)
        limits = [(limit, 1 << index) for index, limit in enumerate(of_rules)]
        self.all = (1 << len(limits)) - 1
        self._of_clans = sum(bit for limit, bit in limits if limit.stronghold)
        self._stronghold = max((limit.stronghold for limit, _ in limits), default="")
        # Formats have one section that names the clan; limits with another are asked about every deck.
        self._always = sum(bit for limit, bit in limits if limit.stronghold not in ("", self._stronghold))
        self._counters = [
            _Counters(limit, bit, (MAX_CARDS * limit.largest).bit_length())
            for limit, bit in limits
            if not bit & self._always
        ]
        # The limits that define a method, by its name; the others cost no time.
        exceeded, concerned, self._alone, self._keyed = (
            [each for each in self._counters if getattr(type(each.limit), name) is not getattr(Limit, name)]
            for name in ("exceeded", "concerns", "alone", "keys")
        )
        self._of_sizes, self._summed = (
            [each for each in exceeded if each.limit.of_sizes is of_sizes] for of_sizes in (True, False)
        )
        # Those whose answer depends on the clans of the deck, and the others; many concern only cards with a text.
        self._by_clans, self._by_card = (
            [each for each in concerned if bool(each.limit.stronghold) is of_clans] for of_clans in (True, False)
        )
        self._sharing = 0
        # Where the flags are: those of rules by their bits, those of the deck's clans by name ("": of any card that may
        # name them), and those of cards by what they concern in decks of each clan.
        self._flags: dict[int | str | _Answers, int] = {}
        self._mask = 0
        self._flagged: Memo[int, tuple[int, Own]] = Memo(self._said_by_flags)
        self._by_own: Memo[Own, _Concerned] = Memo(self._concerned)
        # The keys of cards with the first card that has each, and those of cards that have one in common.
        self._first: dict[str, Placed] = {}
        self._shared: dict[Placed, set[str]] = {}
        self._sharers: set[Placed] = set()
        # The fewest copies that a limit allows of the cards with a key; keys without such a limit are missing.
        self._most: dict[str, int] = {}
        self._next = _COPIES
        self._sections = _Counters(ReadingRule(lambda _: iter(())), 0, _COPIES)
        for name in fmt.sections:
            self._shift(self._sections, name)
        self._in_sections = self._sections.mask(None)
        self._sizes: Memo[int, Summary] = Memo(self._counted)

    def line(self, place: Placed, copies: int) -> CardLine:
        """Return what the copies of a card that counts at `place` add to a deck."""
        copy, number, alone = self._weights[place]
        number += copy * copies
        for most, flag in alone:
            if copies > most:
                number += flag
        return CardLine(number, place)

    def look(self, lines: Sequence[CardLine]) -> Summary:
        """Return the sums of the lines of different cards; a rule whose bit is not set cannot fire."""
        numbers, places = zip(*lines, strict=True) if lines else ((), ())
        return self.summary(numbers, places, {*places})

    def summary(self, numbers: Sequence[int], places: Sequence[Placed], different: Set[Placed]) -> Summary:
        """Return what `look` returns, from the fields of the lines and the `different` places."""
        number = sum(numbers)
        asked, own = self._flagged[number & self._mask]
        concerned, said, gates = self._by_own[own]
        asked |= said[number & concerned]
        for relevant, found in gates:
            asked |= found[number & relevant]
        sharing = different & self._sharers
        if len(sharing) > 1 and self._are_many(sharing, numbers, places):
            asked |= self._sharing
        asked_of_sizes, counts = self._sizes[number & self._in_sections]
        return Summary(asked | asked_of_sizes if number & _ALL_COPIES <= MAX_CARDS else self.all, counts)

    def asking(self, line: CardLine, asked: int) -> CardLine:
        """Return a line that also selects the rules with these bits."""
        return line._replace(number=line.number + self._flag(asked))

    def _copy(self, place: Placed) -> int:
        """Return what one copy of a card adds."""
        number = 1 if place.section is None else 1 + (1 << self._sections.shifts[place.section])
        for each in self._summed:
            for key, value in each.limit.counters(place):
                if not 0 <= value <= each.limit.largest:
                    raise OverflowError(f"{value} of {place.card.id} is more than can be counted")
                if value:
                    number += value << self._shift(each, key)
        return number

    def _weight(self, place: Placed) -> _Weight:
        """Return what copies of a card add."""
        line = 0
        if asked := self._asked(self._by_card, place, None):
            line += self._flag(asked)
        if names_clan(place, self._format, self._stronghold):
            line += sum(map(self._flag, ("", *place.card.clans)))
        if any(answers := self._answers(place)):  # Otherwise no rule that depends on clans is selected.
            line += self._flag(answers)
        most_of = {each.bit: most for each in self._alone if (most := each.limit.alone(place)) is not None}
        for each in self._keyed:
            most = most_of.get(each.bit)
            for key in each.limit.keys(place):
                self._sharing |= each.bit
                self._share(key, place)
                if most is not None:
                    self._most[key] = min(most, self._most.get(key, most))
        return _Weight(self._copy(place), line, tuple([(most, self._flag(bit)) for bit, most in most_of.items()]))

    def _answers(self, place: Placed) -> _Answers:
        """Return the rules that a card concerns in decks of each clan."""
        other = self._asked(self._by_clans, place, _OTHER)
        clans = [(clan, self._asked(self._by_clans, place, frozenset([clan]))) for clan in named_clans(place.card)]
        return _Answers(other, tuple(sorted(said for said in clans if said[1] != other)))

    @staticmethod
    def _asked(limits: Iterable[_Counters], place: Placed, own: Own) -> int:
        """Return the bits of the limits that a card concerns, by its texts and itself, in a deck of these clans."""
        asked, texts = 0, place.card.effects
        for each in limits:
            kinds = each.limit.texts
            if kinds and not (texts and any(isinstance(text, kinds) for text in texts)):
                continue
            if each.limit.concerns(place, own):
                asked |= each.bit
        return asked

    def _flag(self, key: int | str | _Answers) -> int:
        """Return what a line with a flag adds; the flag gets its place when it is first seen."""
        shift = self._flags.get(key)
        if shift is None:
            shift = self._flags[key] = self._next
            self._next += _FLAG
            if isinstance(key, _Answers):
                self._by_own.clear()
            else:
                self._mask |= _UP << shift
        return 1 << shift

    def _said_by_flags(self, number: int) -> tuple[int, Own]:
        """Return the bits of the rules that the flags of a deck select, and its clans."""
        found = [key for key, shift in self._flags.items() if number >> shift & _UP]
        asked = reduce(or_, (key for key in found if isinstance(key, int)), self._always)
        clans = [key for key in found if isinstance(key, str)]
        own = frozenset(filter(None, clans)) if clans else None
        if own is not None and not own and is_chosen(self._format, self._stronghold):
            asked |= self._of_clans
        return asked, own

    def _concerned(self, own: Own) -> _Concerned:
        """Return what can select rules for a deck of these clans."""
        bits = {shift: key.of(own) for key, shift in self._flags.items() if isinstance(key, _Answers)}
        mask = sum(_UP << shift for shift in bits if bits[shift])

        def asked(number: int) -> int:
            return reduce(or_, [each for shift, each in bits.items() if number >> shift & _UP], 0)

        return _Concerned(mask, Memo(asked), [(each.mask(own), each.bits) for each in self._summed])

    def _share(self, key: str, place: Placed) -> None:
        """Record that a card has `key`; only keys that two cards share are kept."""
        first = self._first.setdefault(key, place)
        if first is not place:
            for each in (first, place):
                self._shared.setdefault(each, set()).add(key)
                self._sharers.add(each)

    def _are_many(self, sharing: Set[Placed], numbers: Sequence[int], places: Sequence[Placed]) -> bool:
        """Return whether there are more copies of several cards with a key than a limit allows.

        `sharing` are the places of the cards that share a key with any other card of the format.
        """
        keyed = [(key, place) for place in sharing for key in self._shared[place]]
        if len({key for key, _ in keyed}) == len(keyed):
            return False
        copies = grouped((key, numbers[places.index(place)] & _ALL_COPIES) for key, place in keyed)
        return any(many[1:] and sum(many) > self._most.get(key, sum(many)) for key, many in copies.items())

    def _shift(self, counters: _Counters, key: object) -> int:
        """Return where a counter is, which gets its place when it is first seen."""
        if key not in counters.shifts:
            counters.shifts[key] = self._next
            self._next += counters.top.bit_length()
            self._by_own.clear()
        return counters.shifts[key]

    def _counted(self, number: int) -> Summary:
        """Return the numbers of cards in the sections, and the bits of the limits that need no others."""
        counts = self._sections.counts(number)
        bits = sum(each.bit for each in self._of_sizes if each.limit.exceeded(counts))
        return Summary(bits, {name: counts[name] for name in self._format.sections})
