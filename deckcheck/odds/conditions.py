"""A want, and compiling it into bounds on the number of drawn cards per atom, under one of two semantics; count draws.

Count: a card adds one to each of its groups, so every group of the want is one sum over atoms.

Assignment: a card pays for one requirement only. Joint requirements can all be paid exactly when, for each subset of
them, the cards in the union of their groups are at least their total number (the marriage theorem of Hall, 1935). So
the sums are over unions of groups. An upper limit counts every card of its group, under both semantics.

A draw of n cards from a library with c_i cards of atom i takes x_i of each in prod C(c_i, x_i) ways (the multivariate
hypergeometric distribution); the total number of draws is C(sum c_i, n).
"""

from __future__ import annotations

import enum
import functools
import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import NoReturn

from msgspec import Struct

from deckcheck.model.deck import grouped, summed
from deckcheck.model.errors import UsageError
from deckcheck.model.expressions import Piece, build, place_of

# Far above any real deck, and low enough for fast answers.
MOST_CARDS = 1_000
_MOST_ALTERNATIVES = 1_000
_PLAIN_NAME = re.compile(r"""[^\s()<>=≥≤"']+""")
_KEYWORDS = ("and", "or")
_DEEPEST = 20
_OPS = {">=": (">=", 0), ">": (">=", 1), "<=": ("<=", 0), "<": ("<=", -1), "=": ("==", 0)}
_COMPARE = {">=": operator.ge, "<=": operator.le, "==": operator.eq}
_HELP = (
    "write requirements such as A>=1, joined by `and`, `or` and parentheses; "
    'what has a space or a comparison in it goes in quotes: "two words">=1'
)


class Requirement(Struct, frozen=True):
    """A bound on the number of cards of a group; `op` is ``>=``, ``<=`` or ``==``."""

    group: str
    op: str
    count: int

    @property
    def needed(self) -> int:
        """The number of cards of the group that it needs: 0 for an upper limit."""
        return 0 if self.op == "<=" else self.count

    def __str__(self) -> str:
        plain = _PLAIN_NAME.fullmatch(self.group) and self.group.lower() not in _KEYWORDS
        quote = "'" if '"' in self.group else '"'
        name = self.group if plain else f"{quote}{self.group}{quote}"
        return f"{name} {self.op} {self.count}"


class AllOf(Struct, frozen=True):
    """All parts must be met."""

    parts: tuple[Want, ...]

    def __str__(self) -> str:
        return " and ".join(f"({part})" if isinstance(part, AnyOf) else str(part) for part in self.parts)


class AnyOf(Struct, frozen=True):
    """At least one part must be met."""

    parts: tuple[Want, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


Want = Requirement | AllOf | AnyOf


def requirements(want: Want) -> Iterator[Requirement]:
    """Yield the requirements of `want` in the order written."""
    if isinstance(want, Requirement):
        yield want
    else:
        for part in want.parts:
            yield from requirements(part)


def groups_of(want: Want | None) -> frozenset[str]:
    """Return the groups of `want`."""
    return frozenset(item.group for item in requirements(want)) if want is not None else frozenset()


def alternatives(want: Want) -> list[tuple[Requirement, ...]]:
    """Return `want` as a list of alternatives, each a list of joint requirements.

    Raises:
        UsageError: when there would be more than a thousand.
    """
    if isinstance(want, Requirement):
        return [(want,)]
    parts = [alternatives(part) for part in want.parts]
    if isinstance(want, AnyOf):
        return [item for part in parts for item in part]
    if math.prod(map(len, parts)) > _MOST_ALTERNATIVES:
        raise UsageError(f"`{want}` has more than {_MOST_ALTERNATIVES} alternatives")
    return [tuple(itertools.chain.from_iterable(chosen)) for chosen in itertools.product(*parts)]


@functools.lru_cache(maxsize=256)
def parse_want(text: str) -> Want:
    """Return the expression `text` as a tree.

    Raises:
        UsageError: when it cannot be read; the place is the column.
    """
    return build(text, "want", _WantBuilder())


def _wrong(says: str, piece: Piece) -> NoReturn:
    raise UsageError(says, place=place_of("want", piece.column), help=_HELP)


class _WantBuilder:
    """Makes the parts of a want: requirements on groups, each a name or a query."""

    def title(self, piece: Piece) -> Want:
        _wrong(f"`{piece.text}` needs a number of cards, such as `>=1`", piece)

    def compared(self, pieces: Sequence[Piece]) -> Want:
        *group, op, number = pieces
        if op.text not in _OPS:
            _wrong(f"`{op.text}` cannot compare numbers; use `>=`, `<=` or `==`", op)
        name = "".join(piece.text for piece in group)
        if not name:
            _wrong("a group has no name", group[0])
        digits = number.text
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST_CARDS))):
            _wrong(f"`{digits[:20]}` is not a whole number from 0 to {MOST_CARDS}", number)
        means, shift = _OPS[op.text]
        if int(digits) + shift < 0:
            _wrong(f"`{name} {op.text} {digits}` is never true", group[0])
        return Requirement(name, means, int(digits) + shift)

    def negated(self, part: Want) -> Want:
        raise UsageError(f"`not` cannot apply to `{part}`", place="want", help="write the opposite, such as A==0")

    def all(self, parts: Sequence[Want]) -> Want:
        return _not_too_deep(AllOf(tuple(parts)))

    def any(self, parts: Sequence[Want]) -> Want:
        return _not_too_deep(AnyOf(tuple(parts)))


def _not_too_deep(want: Want) -> Want:
    if _depth(want) > _DEEPEST:
        raise UsageError(f"the condition is nested more than {_DEEPEST} deep", place="want")
    return want


def _depth(want: Want) -> int:
    return 0 if isinstance(want, Requirement) else 1 + max(map(_depth, want.parts))


Vector = tuple[int, ...]

_MOST_DEMANDS = 12


class Semantics(enum.StrEnum):
    """How to count a card in several groups."""

    COUNT = "count"
    ASSIGNMENT = "assignment"


class Condition:
    """A want compiled for the atoms of one deck.

    `adds[atom]` lists the sums that a card of the atom adds to. A sum stops at its cap, above which the result stays
    the same. `is_met` returns whether sums meet the want.
    """

    def __init__(self, want: Want, atoms: tuple[frozenset[str], ...], semantics: Semantics) -> None:
        """Compile `want` for a deck whose atoms have these groups."""
        self._atoms = atoms
        self._caps: dict[tuple[int, ...], int] = {}
        if semantics is Semantics.COUNT:
            self.is_met = self._formula(want)
        else:
            self.is_met = _joined(any, [self._payable(each) for each in alternatives(want)])
        self.members = tuple(self._caps)
        self.caps = tuple(self._caps.values())
        self.adds = tuple(
            tuple(place for place, member in enumerate(self.members) if atom in member) for atom in range(len(atoms))
        )

    def sums(self, cards: Vector) -> Vector:
        """Return the capped sums for these numbers of cards per atom."""
        return tuple(
            min(cap, sum([cards[atom] for atom in member])) for member, cap in zip(self.members, self.caps, strict=True)
        )

    def met(self, cards: Vector) -> bool:
        """Return whether these numbers of cards per atom meet the want."""
        return self.is_met(self.sums(cards))

    def _sum(self, groups: frozenset[str], cap: int) -> int:
        member = tuple(index for index, kept in enumerate(self._atoms) if kept & groups)
        self._caps[member] = max(cap, self._caps.get(member, 0))
        return list(self._caps).index(member)

    def _formula(self, want: Want) -> Callable[[Vector], bool]:
        if isinstance(want, Requirement):
            return self._bound(frozenset({want.group}), want.op, want.count)
        return _joined(all if isinstance(want, AllOf) else any, [self._formula(part) for part in want.parts])

    def _bound(self, groups: frozenset[str], op: str, count: int) -> Callable[[Vector], bool]:
        place = self._sum(groups, count if op == ">=" else count + 1)
        compare = _COMPARE[op]
        return lambda sums: compare(sums[place], count)

    def _payable(self, together: tuple[Requirement, ...]) -> Callable[[Vector], bool]:
        needed = summed((item.group, item.needed) for item in together if item.needed)
        bounds = [
            self._bound(frozenset({item.group}), "<=", item.count) for item in together if item.op in {"<=", "=="}
        ]
        bounds += [
            self._bound(frozenset(chosen), ">=", sum(needed[group] for group in chosen))
            for chosen in self._linked(tuple(sorted(needed)))
        ]
        return _joined(all, bounds)

    def _linked(self, groups: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the sets of groups connected by shared cards; their bounds imply those of all other sets."""
        if len(groups) > _MOST_DEMANDS:
            raise UsageError(
                f"{len(groups)} groups in one assignment; the maximum is {_MOST_DEMANDS}: {', '.join(groups)}"
            )
        near = {group: frozenset(other for kept in self._atoms if group in kept for other in kept) for group in groups}
        for size in range(1, len(groups) + 1):
            for chosen in itertools.combinations(groups, size):
                reached, border = {chosen[0]}, [chosen[0]]
                while border:
                    new = near[border.pop()].intersection(chosen) - reached
                    reached |= new
                    border += new
                if len(reached) == size:
                    yield chosen


def _joined(how: Callable[[Iterator[bool]], bool], parts: list[Callable[[Vector], bool]]) -> Callable[[Vector], bool]:
    if len(parts) == 1:
        return parts[0]
    return lambda sums: how(part(sums) for part in parts)


def needs(want: Want, semantics: Semantics) -> dict[str, int]:
    """Return the number of cards of each group that the want needs: the largest number over its alternatives.

    Upper limits need none. Joint requirements on one group each need their own cards under assignment, and share them
    under count.
    """
    of_one_group = sum if semantics is Semantics.ASSIGNMENT else max
    most: dict[str, int] = {}
    for together in alternatives(want):
        for group, numbers in grouped((item.group, item.needed) for item in together).items():
            most[group] = max(most.get(group, 0), of_one_group(numbers))
    return most


def draws_of(library: Vector, cards: int) -> list[tuple[Vector, int]]:
    """Return each split of `cards` drawn cards over the atoms of `library`, with its number of ways."""
    partial: list[tuple[Vector, int, int]] = [((), cards, 1)]
    rest = sum(library)
    for count in library:
        rest -= count
        partial = [
            ((*taken, now), left - now, ways * comb(count, now))
            for taken, left, ways in partial
            for now in range(max(0, left - rest), min(count, left) + 1)
        ]
    return [(taken, ways) for taken, left, ways in partial if left == 0]


def ways_to_meet(want: Condition, library: Vector, cards: int, have: Vector) -> int:
    """Return the number of the C(library, cards) draws that meet `want` together with the cards `have`.

    It adds atom by atom. Each tuple of sums has a polynomial whose coefficient of z^j is the number of ways to reach it
    with j cards; a new atom multiplies it by C(c, x) z^x. Each polynomial is packed into one integer with a field of
    N + 1 bits per j. The field is wide enough because N cards have 2^N subsets.
    """
    rest = sum(library)
    width = rest + 1
    below = (1 << width * (cards + 1)) - 1
    field = (1 << width) - 1
    reached = {want.sums(have): 1}
    for count, places in zip(library, want.adds, strict=True):
        if count and places:
            rest -= count
            factors = [comb(count, new) << new * width for new in range(min(count, cards) + 1)]
            reached = _with_atom(reached, factors, places, want.caps, below)
    met = sum(packed for sums, packed in reached.items() if want.is_met(sums))
    # Any remaining cards complete the draw.
    return sum((met >> width * drawn & field) * comb(rest, cards - drawn) for drawn in range(cards + 1))


def _with_atom(
    reached: dict[Vector, int], factors: list[int], places: Vector, caps: Vector, below: int
) -> dict[Vector, int]:
    larger: dict[Vector, int] = {}
    for sums, packed in reached.items():
        for new, factor in enumerate(factors):
            after = list(sums)
            for place in places:
                after[place] = min(caps[place], after[place] + new)
            key = tuple(after)
            larger[key] = larger.get(key, 0) + packed * factor
    # Drop states that need more cards than are drawn.
    return {sums: left for sums, packed in larger.items() if (left := packed & below)}
