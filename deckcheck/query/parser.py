"""From the text of a query to its parts."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from deckcheck.errors import UsageError
from deckcheck.model.card import Card
from deckcheck.names import fold
from deckcheck.query import nodes
from deckcheck.query.fields import NUMBERS, TITLE, as_number, field_called, flag_called, words
from deckcheck.query.nodes import Query

if TYPE_CHECKING:
    from lark import Token, UnexpectedInput

# A word that a comparison follows is a field; any other word is looked for in titles.
_GRAMMAR = r"""
query: any
any: all (_OR all)*
all: _unit (_AND? _unit)*
_unit: negated | group | title | compared
negated: (_NOT | _MINUS) _unit
group: "(" any ")"
title: WORD | STRING
compared: WORD OP (VALUE | STRING)

_AND.2: /and(?=[\s()"]|$)/i
_OR.2: /or(?=[\s()"]|$)/i
_NOT.2: /not(?=[\s()"]|$)/i
_MINUS: "-"
OP: /!=|<=|>=|[:=<>]/
WORD: /(?:[^\s()":=<>!-]|!(?!=))(?:[^\s()":=<>!]|!(?!=))*/
VALUE: /[^\s()":=<>][^\s()"]*/
STRING: /"[^"]*"/
%ignore /\s+/
"""
_EXPECTED = {
    "WORD": "a word or a field",
    "STRING": 'a phrase in `"`',
    "VALUE": "a value",
    "OP": "a comparison",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "$END": "nothing more",
}
_MAX_DEPTH = 50
_NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,3})?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})\Z")
_SYMBOL = re.compile(r"[+-]?[0-9]*[*xX]\Z|-\Z")


def parse(text: str, said: Callable[[Card], str | None] | None = None) -> Query:
    """Return the query that `text` is; `said` gives the text of a card (None: texts cannot be asked for).

    Raises:
        UsageError: when it is none; `place` has the column, `help` what was expected or near names of fields.
    """
    from lark import Lark, Transformer, UnexpectedInput, v_args

    # The callbacks run while lark parses, so that no depth of nesting reaches the limit of recursion.
    class Building(Transformer[Any, Query]):
        """Makes the parts of the query from what the grammar finds."""

        @v_args(inline=True)
        def query(self, found: Query) -> Query:
            return found

        group = query

        @v_args(inline=True)
        def title(self, token: Token) -> Query:
            return _title(token, ":")

        @v_args(inline=True)
        def compared(self, field: Token, op: Token, value: Token) -> Query:
            return _compared(field, str(op), value, said)

        @v_args(inline=True)
        def negated(self, part: Query) -> Query:
            return part.part if isinstance(part, nodes.Not) else _not_too_deep(nodes.Not(part))

        def all(self, parts: list[Query]) -> Query:
            return _joined(nodes.All, parts)

        def any(self, parts: list[Query]) -> Query:
            return _joined(nodes.Any, parts)

    parser = Lark(_GRAMMAR, start="query", parser="lalr", transformer=Building())
    try:
        found: Query = parser.parse(text)  # type: ignore[assignment]  # the transformer replaces the tree
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    return found


def _joined(kind: type[nodes.All] | type[nodes.Any], parts: list[Query]) -> Query:
    """Return the parts as one, without brackets that change nothing."""
    if len(parts) == 1:
        return parts[0]
    flat = (each for part in parts for each in (part.parts if isinstance(part, kind) else (part,)))
    return _not_too_deep(kind(tuple(flat)))


def _not_too_deep(query: Query) -> Query:
    if _depth(query) > _MAX_DEPTH:
        raise UsageError(f"the query is nested more than {_MAX_DEPTH} deep", place="query")
    return query


def _depth(query: Query) -> int:
    return 1 + max(map(_depth, nodes.parts_of(query)), default=0)


def _compared(field: Token, op: str, value: Token, said: Callable[[Card], str | None] | None) -> Query:
    text = _text(value)
    if field.lower() in ("is", "has"):
        if op not in (":", "="):
            raise UsageError(f"`{field}` takes `:` only, as in `{field}:{text}`", place=_place(field))
        with _placed(value):
            if field.lower() == "is":
                return nodes.FlagTerm(flag_called(text))
            if field_called(text) == nodes.TEXT:
                raise UsageError("`has` does not take `text`")
            return nodes.HasTerm(field_called(text))
    with _placed(field):
        name = field_called(str(field))
    if name == nodes.TEXT:
        return _card_text(field, op, value, said)
    if name in NUMBERS:
        return _number(name, op, text, value)
    if op not in (":", "=", "!="):
        raise UsageError(f"`{name}` is compared with `:`, `=` or `!=`", place=_place(field))
    if name == TITLE:
        return _title(value, op)
    key = words(text)
    if not key.strip():
        raise UsageError(f"`{name}` needs a word to look for", place=_place(value))
    return nodes.TextTerm(name, op, text, key)


@contextlib.contextmanager
def _placed(token: Token) -> Iterator[None]:
    """Give the place of `token` to a UsageError from inside."""
    try:
        yield
    except UsageError as error:
        error.place = _place(token)
        raise


def _number(field: str, op: str, text: str, value: Token) -> Query:
    """Return the comparison of a statistic with a number, a range or a symbol."""
    op = "=" if op == ":" else op
    ends = _RANGE.match(text)
    if ends and op == "=":
        low, high = float(ends[1]), float(ends[2])
        if low > high:
            raise UsageError(f"the range `{text}` ends before it starts", place=_place(value))
        return nodes.RangeTerm(field, low, high)
    if re.fullmatch(_NUMBER, text):
        return nodes.NumberTerm(field, op, as_number(text) or 0)
    if _SYMBOL.match(text) and op == "=":
        return nodes.SymbolTerm(field, text.lower())
    expected = "a number, a range like `2..4`, `*`, `X` or `-`" if op == "=" else "a number"
    raise UsageError(f"`{field}{op}{text}` needs {expected}", place=_place(value))


def _card_text(field: Token, op: str, value: Token, said: Callable[[Card], str | None] | None) -> Query:
    text = _text(value)
    if said is None:
        raise UsageError(
            "card texts cannot be asked for here", place=_place(field), help="`deckcheck cards search` can"
        )
    if op not in (":", "=") or not words(text).strip():
        raise UsageError(f"`{field}` takes words to look for, as in `text:honored`", place=_place(field))
    return nodes.CardTextTerm(text, words(text), said)


def _title(value: Token, op: str) -> Query:
    text = _text(value)
    key = fold(text)
    if not key:
        raise UsageError(f"`{text}` holds no letter or digit to look for in titles", place=_place(value))
    return nodes.TitleTerm(text, key, op)


def _text(token: Token) -> str:
    return token[1:-1] if token.type == "STRING" else str(token)


def _place(token: Token) -> str:
    return _column((token.start_pos or 0) + 1)


def _column(column: int) -> str:
    return f"query, column {column}"


def _syntax_error(text: str, error: UnexpectedInput) -> UsageError:
    """Return what is wrong where lark could not go on, with what could have stood there."""
    from lark import UnexpectedCharacters, UnexpectedToken

    accepted: set[str] = set()
    if isinstance(error, UnexpectedToken):
        accepted = set(error.accepts or error.expected)
    elif isinstance(error, UnexpectedCharacters):
        accepted = set(error.allowed or ())
    wanted = [words for name, words in _EXPECTED.items() if name in accepted]
    help_ = f"expected {', '.join(wanted[:-1])}{' or ' if wanted[:-1] else ''}{wanted[-1]}" if wanted else None
    position = error.pos_in_stream
    if position is None or position >= len(text) or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        what = "the query ends too early" if text.strip() else "the query is empty"
        return UsageError(what, place=_column(len(text) + 1), help=help_)
    if text[position] == '"' and text.count('"', position) == 1:
        return UsageError('a `"` is not closed', place=_column(position + 1))
    return UsageError(f"`{_shown(text, position)}` cannot stand here", place=_column(position + 1), help=help_)


def _shown(text: str, position: int) -> str:
    found = re.match(r"[!<>]=|[^\w\s]|\w+", text[position:])
    return found[0] if found else text[position]
