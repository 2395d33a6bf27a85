"""The grammar of queries for cards and of wants, which count the cards of queries.

    type:holding cost<=3 -is:unique           a query
    "type:holding cost<=3">=2 or Wall==1      a want

Words next to each other are joined by `and`. A `Builder` makes the parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import listed

if TYPE_CHECKING:
    from lark import Token, UnexpectedInput

_EXPECTED = {
    "WORD": "a word or a field",
    "STRING": 'a phrase in `"`',
    "VALUE": "a value",
    "OP": "a comparison",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "$END": "nothing more",
}
_SAME = {"==": "=", "≤": "<=", "≥": ">="}
_LONGEST = 20_000

Operand = TypeVar("Operand")


class Piece(Struct, frozen=True):
    """A word, a phrase (`quoted`) or a comparison of an expression, with its 1-based column."""

    text: str
    column: int
    quoted: bool = False


class Builder(Protocol[Operand]):
    """Makes the parts of an expression; each function may raise UsageError."""

    def title(self, piece: Piece) -> Operand:
        """Return the part for a single word or phrase."""

    def compared(self, pieces: Sequence[Piece]) -> Operand:
        """Return a comparison: three pieces, or five when one of its sides is a comparison too."""

    def negated(self, part: Operand) -> Operand:
        """Return the opposite of `part`."""

    def all(self, parts: Sequence[Operand]) -> Operand:
        """Return the part that is true when all of several parts are."""

    def any(self, parts: Sequence[Operand]) -> Operand:
        """Return the part that is true when one of several parts is."""


def place_of(what: str, column: int) -> str:
    """Return the place of a column of an expression, which `what` names, for an error."""
    return f"{what}, column {column}"


def build(text: str, what: str, builder: Builder[Operand]) -> Operand:
    """Return what `builder` makes of the expression `text`.

    Raises:
        UsageError: when it cannot be read; `place` is `what` with the column, `help` what was expected.
    """
    if len(text) > _LONGEST:
        raise UsageError(f"the {what} has {len(text):,} characters; the limit is {_LONGEST:,}", place=what)
    from lark import Lark, UnexpectedInput

    # Lark calls these while it parses, so that no depth of nesting reaches the limit of recursion.
    steps = SimpleNamespace(
        title=lambda tokens: builder.title(_piece(tokens[0])),
        compared=lambda tokens: builder.compared([*map(_piece, tokens)]),
        negated=lambda parts: builder.negated(parts[0]),
        all=builder.all,
        any=builder.any,
    )
    parser = Lark.open("expressions.lark", rel_to=__file__, start="start", parser="lalr", transformer=steps)
    try:
        return parser.parse(text)  # type: ignore[return-value]  # `steps` replace the tree
    except UnexpectedInput as error:
        raise _syntax_error(text, what, error) from None


def _piece(token: Token) -> Piece:
    quoted = token.type == "STRING"
    text = token[1:-1] if quoted else _SAME.get(token, str(token)) if token.type == "OP" else str(token)
    return Piece(text, (token.start_pos or 0) + 1, quoted)


def _syntax_error(text: str, what: str, error: UnexpectedInput) -> UsageError:
    """Return the error at the place where lark stopped, with what it expected there."""
    from lark import UnexpectedCharacters, UnexpectedToken

    accepted: set[str] = set()
    if isinstance(error, UnexpectedToken):
        accepted = set(error.accepts or error.expected)
    elif isinstance(error, UnexpectedCharacters):
        accepted = set(error.allowed or ())
    wanted = [words for name, words in _EXPECTED.items() if name in accepted]
    help_ = f"expected {listed(wanted, 'or')}" if wanted else None
    position = error.pos_in_stream
    if position is None or position >= len(text) or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        says = "it ends too early" if text.strip() else "it is empty"
        return UsageError(says, place=place_of(what, len(text) + 1), help=help_)
    place = place_of(what, position + 1)
    for quote in "\"'":
        if text[position] == quote and text.count(quote, position) == 1:
            return UsageError(f"a `{quote}` is not closed", place=place)
    if text[position - 1 : position + 1] == "=>":
        return UsageError("`=>` is not allowed here", place=place_of(what, position), help="write >=")
    return UsageError(f"`{_shown(text, position)}` is not allowed here", place=place, help=help_)


def _shown(text: str, position: int) -> str:
    found = re.match(r"[!<>]=|[^\w\s]|\w+", text[position:])
    return found[0] if found else text[position]
