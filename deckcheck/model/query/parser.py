"""Parse queries: one function for each kind of condition checks what was written and returns its term."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError, raised_as
from deckcheck.model.expressions import Piece, build, place_of
from deckcheck.model.names import fold
from deckcheck.model.query.fields import (
    FLAGS,
    NUMBERS,
    TEXTS,
    TITLE,
    as_number,
    attribute_of,
    field_called,
    flag_called,
    has,
    words,
)
from deckcheck.model.query.nodes import TEXT, All, Any, Not, Query, Term, parts_of

_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
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
        return part.part if isinstance(part, Not) else _not_too_deep(Not(part))

    def all(self, parts: Sequence[Query]) -> Query:
        return _joined(All, parts)

    def any(self, parts: Sequence[Query]) -> Query:
        return _joined(Any, parts)


def _joined(kind: type[All] | type[Any], parts: Sequence[Query]) -> Query:
    """Return the parts as one, without needless brackets."""
    flat = (each for part in parts for each in (part.parts if isinstance(part, kind) else (part,)))
    return _not_too_deep(kind(tuple(flat)))


def _not_too_deep(query: Query) -> Query:
    if _depth(query) > _MAX_DEPTH:
        raise UsageError(f"the query is nested more than {_MAX_DEPTH} deep", place="query")
    return query


def _depth(query: Query) -> int:
    return 1 + max(map(_depth, parts_of(query)), default=0)


def _compared(field: Piece, op: str, value: Piece, text_of: Callable[[Card], str | None] | None) -> Query:
    text = value.text
    if field.text.lower() in ("is", "has"):
        if op not in (":", "="):
            raise UsageError(f"`{field.text}` requires `:`, as in `{field.text}:{text}`", place=_place(field))
        with raised_as(UsageError, UsageError, _place(value)):
            return _flag(text) if field.text.lower() == "is" else _having(text)
    with raised_as(UsageError, UsageError, _place(field)):
        name = field_called(field.text)
    if name == TEXT:
        return _card_text(field, op, value, text_of)
    if name in NUMBERS:
        return _number(name, "=" if op == ":" else op, value)
    if op not in (":", "=", "!="):
        raise UsageError(f"`{name}` is compared with `:`, `=` or `!=`", place=_place(field))
    return _title(value, op) if name == TITLE else _words(name, op, value)


def _flag(name: str) -> Term:
    """Return the term for cards that have a flag, such as ``unique``."""
    flag = flag_called(name)
    return Term(f"is:{flag}", (attribute_of(flag),), FLAGS[flag])


def _having(name: str) -> Term:
    """Return the term for cards with a value in a field."""
    field = field_called(name)
    if field == TEXT:
        raise UsageError("`has` does not take `text`")
    return Term(f"has:{field}", (attribute_of(field),), partial(has, field))


def _number(field: str, op: str, value: Piece) -> Term:
    """Return the comparison of a statistic with a number, a range with both ends, or a symbol: ``*``, ``5*``, ``X``.

    A statistic that is printed as a symbol is no number.
    """
    text, attribute = value.text, NUMBERS[field].attribute

    def term(shown: str, fits: Callable[[float], bool]) -> Term:
        def fits_card(card: Card) -> bool:
            number = as_number(getattr(card, attribute))
            return number is not None and fits(number)

        return Term(f"{field}{shown}", (attribute,), fits_card)

    ends = _RANGE.match(text)
    if ends and op == "=":
        low, high = float(ends[1]), float(ends[2])
        if low > high:
            raise UsageError(f"the range `{text}` ends before it starts", place=_place(value))
        return term(f"={_plain(low)}..{_plain(high)}", lambda number: low <= number <= high)
    if re.fullmatch(_NUMBER, text):
        wanted, compare = float(text), _COMPARE[op]
        return term(f"{op}{_plain(wanted)}", lambda number: compare(number, wanted))
    if _SYMBOL.match(text) and op == "=":
        symbol = text.lower()
        return Term(f"{field}={symbol}", (attribute,), lambda card: str(getattr(card, attribute)).lower() == symbol)
    expected = "a number, a range like `2..4`, `*`, `X` or `-`" if op == "=" else "a number"
    raise UsageError(f"`{field}{op}{text}` needs {expected}", place=_place(value))


def _amount(pieces: Sequence[Piece]) -> Query | None:
    """Return the comparison of the number for some words: ``gold-for:spider>=3``; None for other fields."""
    field, has_words, text, op, number = pieces
    with raised_as(UsageError, UsageError, _place(field)):
        name = field_called(field.text) if field.text.lower() not in ("is", "has") else ""
    amount = TEXTS[name].amount if name in TEXTS else None
    if amount is None or has_words.text not in (":", "="):
        return None
    key = words(text.text)
    if not key.strip():
        raise UsageError(f"`{name}` needs a word to look for", place=_place(text))
    if op.text == ":" or not re.fullmatch(_NUMBER, number.text):
        raise UsageError(f"`{name}:{text.text}` takes a number, as in `{name}:{text.text}>=3`", place=_place(op))
    wanted, compare = float(number.text), _COMPARE[op.text]

    def fits(card: Card) -> bool:
        found = amount(card, lambda word: key in words(word))
        return found is not None and compare(found, wanted)

    return Term(f"{name}:{_quoted(text.text)}{op.text}{_plain(wanted)}", (TEXTS[name].attribute,), fits)


def _card_text(field: Piece, op: str, value: Piece, text_of: Callable[[Card], str | None] | None) -> Term:
    """Return the term for a card text, which `text_of` returns, with these words."""
    key = words(value.text)
    if text_of is None:
        raise UsageError("this search has no card texts", place=_place(field), help="use `deckcheck cards search`")
    if op not in (":", "=") or not key.strip():
        raise UsageError(f"`{field.text}` requires words to search for, as in `text:honored`", place=_place(field))
    return Term(f"{TEXT}:{_quoted(value.text)}", (TEXT,), lambda card: key in words(text_of(card) or ""))


def _title(value: Piece, op: str) -> Term:
    """Return the term for a title that contains a text (``:``), is it (``=``) or is not (``!=``), folded as names are.

    The title without its subtitle and alternate titles are titles too.
    """
    key, text = fold(value.text), _quoted(value.text)
    if not key:
        raise UsageError(f"`{value.text}` has no letter or digit to search for in titles", place=_place(value))

    def contains(card: Card) -> bool:
        return key in fold(card.title) or any(key in title for title in map(fold, card.alternate_titles))

    def equals(card: Card) -> bool:
        return (key in map(fold, (card.title, card.base_title, *card.alternate_titles))) == (op == "=")

    facts = (attribute_of(TITLE),)
    return Term(text, facts, contains) if op == ":" else Term(f"title{op}{text}", facts, equals)


def _words(field: str, op: str, value: Piece) -> Term:
    """Return the term for a field with some words in a value (``:``), as a value (``=``) or not (``!=``)."""
    key, values = words(value.text), TEXTS[field].values
    if not key.strip():
        raise UsageError(f"`{field}` requires a word to search for", place=_place(value))

    def contains(card: Card) -> bool:
        for each in values(card):  # noqa: SIM110 - a generator for each card takes as long as the comparison
            if key in words(each):
                return True
        return False

    def equals(card: Card) -> bool:
        return (key in map(words, values(card))) == (op == "=")

    also = TEXTS[field].also if key.strip() not in TEXTS[field].apart else ""
    facts = (TEXTS[field].attribute, also) if also else (TEXTS[field].attribute,)
    return Term(f"{field}{op}{_quoted(value.text)}", facts, contains if op == ":" else equals, unproven=op == "!=")


def _quoted(text: str) -> str:
    """Return `text` as part of a query, with quotation marks if it needs them."""
    bare = re.match(r"[^\s()\"':=<>!-][^\s()\":=<>!]*\Z", text) and text.lower() not in ("and", "or", "not")
    return text if bare else f'"{text}"'


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def _place(piece: Piece) -> str:
    return place_of("query", piece.column)
