"""A want, the success condition of a question, and its text: ``A>=1 and (B>=2 or "Card of C"==1)``."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.model.expressions import Piece, build, place_of
from deckcheck.odds.checks import MOST_CARDS

_MOST_ALTERNATIVES = 1_000
_PLAIN_NAME = re.compile(r"""[^\s()<>=≥≤"']+""")
_KEYWORDS = ("and", "or")
_DEEPEST = 20
_OPS = {">=": (">=", 0), ">": (">=", 1), "<=": ("<=", 0), "<": ("<=", -1), "=": ("==", 0)}
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
            _wrong(f"`{op.text}` compares no numbers; `>=`, `<=` and `==` do", op)
        name = "".join(piece.text for piece in group)
        if not name:
            _wrong("a group has no name", group[0])
        digits = number.text
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST_CARDS))):
            _wrong(f"`{digits[:20]}` is not a whole number from 0 to {MOST_CARDS}", number)
        means, shift = _OPS[op.text]
        if int(digits) + shift < 0:
            _wrong(f"`{name} {op.text} {digits}` can never hold", group[0])
        return Requirement(name, means, int(digits) + shift)

    def negated(self, part: Want) -> Want:
        raise UsageError(f"`not` cannot apply to `{part}`", place="want", help="write the opposite, such as A==0")

    def all(self, parts: Sequence[Want]) -> Want:
        return _not_too_deep(AllOf(tuple(parts)))

    def any(self, parts: Sequence[Want]) -> Want:
        return _not_too_deep(AnyOf(tuple(parts)))


def _not_too_deep(want: Want) -> Want:
    if _depth(want) > _DEEPEST:
        raise UsageError(f"the want is nested more than {_DEEPEST} deep", place="want")
    return want


def _depth(want: Want) -> int:
    return 0 if isinstance(want, Requirement) else 1 + max(map(_depth, want.parts))
