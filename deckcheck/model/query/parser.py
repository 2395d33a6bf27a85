"""Parse queries."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError, raised_as
from deckcheck.model.expressions import Piece, build, place_of
from deckcheck.model.names import fold
from deckcheck.model.query import nodes
from deckcheck.model.query.fields import NUMBERS, TEXTS, TITLE, as_number, field_called, flag_called, words
from deckcheck.model.query.nodes import Query

_MAX_DEPTH = 50
_COMPARISON = 3  # a field, an operator and a value
_NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,3})?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})\Z")
_SYMBOL = re.compile(r"[+-]?[0-9]*[*xX]\Z|-\Z")


# Formats share their queries, and parsing one takes longer than reading the rest of a format.
@lru_cache(maxsize=256)
def parse(text: str, text_of: Callable[[Card], str | None] | None = None) -> Query:
    """Return the query in `text`; `text_of` returns the text of a card (None: queries cannot use texts).

    Raises:
        UsageError: when it cannot be read; `place` has the column, `help` what was expected or near names of fields.
    """
    return build(text, "query", _QueryBuilder(text_of))


class _QueryBuilder:
    """Makes the parts of a query."""

    def __init__(self, text_of: Callable[[Card], str | None] | None) -> None:
        self._text_of = text_of

    def title(self, piece: Piece) -> Query:
        return _title(piece, ":")

    def compared(self, pieces: Sequence[Piece]) -> Query:
        if len(pieces) > _COMPARISON and (found := _amount(pieces)):
            return found
        if len(pieces) > _COMPARISON or pieces[0].quoted:
            at = pieces[_COMPARISON if len(pieces) > _COMPARISON else 1]
            help_ = 'a comparison is FIELD:VALUE; counts such as `"type:holding">=2` are asked of decks'
            raise UsageError(f"`{at.text}` is not allowed here", place=_place(at), help=help_)
        field, op, value = pieces
        return _compared(field, op.text, value, self._text_of)

    def negated(self, part: Query) -> Query:
        return part.part if isinstance(part, nodes.Not) else _not_too_deep(nodes.Not(part))

    def all(self, parts: Sequence[Query]) -> Query:
        return _joined(nodes.All, parts)

    def any(self, parts: Sequence[Query]) -> Query:
        return _joined(nodes.Any, parts)


def _joined(kind: type[nodes.All] | type[nodes.Any], parts: Sequence[Query]) -> Query:
    """Return the parts as one, without needless brackets."""
    flat = (each for part in parts for each in (part.parts if isinstance(part, kind) else (part,)))
    return _not_too_deep(kind(tuple(flat)))


def _not_too_deep(query: Query) -> Query:
    if _depth(query) > _MAX_DEPTH:
        raise UsageError(f"the query is nested more than {_MAX_DEPTH} deep", place="query")
    return query


def _depth(query: Query) -> int:
    return 1 + max(map(_depth, nodes.parts_of(query)), default=0)


def _compared(field: Piece, op: str, value: Piece, text_of: Callable[[Card], str | None] | None) -> Query:
    text = value.text
    if field.text.lower() in ("is", "has"):
        if op not in (":", "="):
            raise UsageError(f"`{field.text}` requires `:`, as in `{field.text}:{text}`", place=_place(field))
        with raised_as(UsageError, UsageError, _place(value)):
            if field.text.lower() == "is":
                return nodes.flag_term(flag_called(text))
            if field_called(text) == nodes.TEXT:
                raise UsageError("`has` does not take `text`")
            return nodes.has_term(field_called(text))
    with raised_as(UsageError, UsageError, _place(field)):
        name = field_called(field.text)
    if name == nodes.TEXT:
        return _card_text(field, op, value, text_of)
    if name in NUMBERS:
        return _number(name, op, text, value)
    if op not in (":", "=", "!="):
        raise UsageError(f"`{name}` is compared with `:`, `=` or `!=`", place=_place(field))
    if name == TITLE:
        return _title(value, op)
    if not words(text).strip():
        raise UsageError(f"`{name}` requires a word to search for", place=_place(value))
    return nodes.text_term(name, op, text)


def _number(field: str, op: str, text: str, value: Piece) -> Query:
    """Return the comparison of a statistic with a number, a range or a symbol."""
    op = "=" if op == ":" else op
    ends = _RANGE.match(text)
    if ends and op == "=":
        low, high = float(ends[1]), float(ends[2])
        if low > high:
            raise UsageError(f"the range `{text}` ends before it starts", place=_place(value))
        return nodes.range_term(field, low, high)
    if re.fullmatch(_NUMBER, text):
        return nodes.number_term(field, op, as_number(text) or 0)
    if _SYMBOL.match(text) and op == "=":
        return nodes.symbol_term(field, text.lower())
    expected = "a number, a range like `2..4`, `*`, `X` or `-`" if op == "=" else "a number"
    raise UsageError(f"`{field}{op}{text}` needs {expected}", place=_place(value))


def _amount(pieces: Sequence[Piece]) -> Query | None:
    """Return the comparison of the number for some words: ``gold-for:spider>=3``; None for other fields."""
    field, has, text, op, number = pieces
    with raised_as(UsageError, UsageError, _place(field)):
        name = field_called(field.text) if field.text.lower() not in ("is", "has") else ""
    if name not in TEXTS or TEXTS[name].amount is None or has.text not in (":", "="):
        return None
    if not words(text.text).strip():
        raise UsageError(f"`{name}` needs a word to look for", place=_place(text))
    if op.text == ":" or not re.fullmatch(_NUMBER, number.text):
        raise UsageError(f"`{name}:{text.text}` takes a number, as in `{name}:{text.text}>=3`", place=_place(op))
    return nodes.amount_term(name, text.text, op.text, as_number(number.text) or 0)


def _card_text(field: Piece, op: str, value: Piece, text_of: Callable[[Card], str | None] | None) -> Query:
    text = value.text
    if text_of is None:
        raise UsageError("this search has no card texts", place=_place(field), help="use `deckcheck cards search`")
    if op not in (":", "=") or not words(text).strip():
        raise UsageError(f"`{field.text}` requires words to search for, as in `text:honored`", place=_place(field))
    return nodes.card_text_term(text, text_of)


def _title(value: Piece, op: str) -> Query:
    text = value.text
    if not fold(text):
        raise UsageError(f"`{text}` has no letter or digit to search for in titles", place=_place(value))
    return nodes.title_term(text, op)


def _place(piece: Piece) -> str:
    return place_of("query", piece.column)
