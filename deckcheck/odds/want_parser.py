"""Parse wants such as ``A>=1 and (B>=2 or "Card of C"==1)``, in the grammar of queries."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NoReturn

from deckcheck.model.errors import UsageError
from deckcheck.model.expressions import Piece, build, place_of
from deckcheck.odds.checks import MOST_CARDS
from deckcheck.odds.want import AllOf, AnyOf, Requirement, Want

_DEEPEST = 20
_OPS = {">=": (">=", 0), ">": (">=", 1), "<=": ("<=", 0), "<": ("<=", -1), "=": ("==", 0)}
_HELP = (
    "write requirements such as A>=1, joined by `and`, `or` and parentheses; "
    'what has a space or a comparison in it goes in quotes: "two words">=1'
)


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
