"""The parts of a query: each answers whether a card matches, and converts to text with the same meaning.

An answer is True, False, or None where it depends on an unknown fact of the card.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.names import fold
from deckcheck.model.query.fields import FLAGS, NUMBERS, TEXTS, TITLE, as_number, attribute_of, has, words

_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_RESERVED = ("and", "or", "not")

# The field of card texts, which only a copy of a source that the user fetched has.
TEXT = "text"


class Query(Protocol):
    """A condition on cards; converted to text, it is a query with the same meaning."""

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""

    def matches(self, card: Card) -> bool:
        """Return whether the card fits for certain."""


class _QueryNode(Struct, frozen=True):
    def matches(self: Query, card: Card) -> bool:
        """Return whether the card fits for certain."""
        return self.answer(card) is True


class _Fitting(Protocol):
    """A term that decides about cards with complete facts."""

    @property
    def about(self) -> str:
        """The name of the field or flag."""

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""


class Term(_QueryNode, frozen=True):
    """A single condition, on the field or flag `about`."""

    @property
    def about(self) -> str:
        """The name of the field or flag."""
        return str(getattr(self, self.__struct_fields__[0]))

    @property
    def facts(self) -> tuple[str, ...]:
        """The attributes of cards that may decide."""
        return (attribute_of(self.about),)

    def answer(self: _Fitting, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        return None if card.unknown and attribute_of(self.about) in card.unknown else self.fits(card)


class TitleTerm(Term, frozen=True):
    """The title contains `text` (``:``), is it (``=``) or is not (``!=``), folded as names are.

    `key` is `text` folded. The title without its subtitle and alternate titles are titles too.
    """

    text: str
    key: str
    op: str = ":"

    @property
    def about(self) -> str:
        """The name of the field."""
        return TITLE

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        if self.op == ":":
            return self.key in fold(card.title) or any(self.key in title for title in map(fold, card.alternate_titles))
        same = self.key in map(fold, (card.title, card.base_title, *card.alternate_titles))
        return same == (self.op == "=")

    def __str__(self) -> str:
        return quoted(self.text) if self.op == ":" else f"title{self.op}{quoted(self.text)}"


class TextTerm(Term, frozen=True):
    """One of the field's values contains the words of `text` (``:``) or is `text` (``=``); none is (``!=``).

    `key` is `text` as `words` gives it.
    """

    field: str
    op: str
    text: str
    key: str

    @property
    def facts(self) -> tuple[str, ...]:
        """The attributes of cards that may decide."""
        field = TEXTS[self.field]
        more = field.also and self.key.strip() not in field.apart
        return (field.attribute, field.also) if more else (field.attribute,)

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        found = Term.answer(self, card)
        # A word that is recorded decides; one that is not may be among those that are missing.
        if card.unknown and found is (self.op == "!="):
            return None if any(fact in card.unknown for fact in self.facts[1:]) else found
        return found

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        values = TEXTS[self.field].values(card)
        if self.op == ":":
            for value in values:  # noqa: SIM110 - a generator for each card takes as long as the comparison
                if self.key in words(value):
                    return True
            return False
        return (self.key in map(words, values)) == (self.op == "=")

    def __str__(self) -> str:
        return f"{self.field}{self.op}{quoted(self.text)}"


class AmountTerm(Term, frozen=True):
    """A comparison with the number for the words `text` of the field; `key` is `text` as `words` returns it."""

    field: str
    text: str
    key: str
    op: str
    value: float

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        amount = TEXTS[self.field].amount
        found = amount(card, lambda word: self.key in words(word)) if amount else None
        return found is not None and _COMPARE[self.op](found, self.value)

    def __str__(self) -> str:
        return f"{self.field}:{quoted(self.text)}{self.op}{_plain(self.value)}"


class CardTextTerm(Term, frozen=True):
    """The card text that `text_of` returns contains the words of `text`; `key` is `text` as `words` returns it."""

    text: str
    key: str
    text_of: Callable[[Card], str | None]

    @property
    def about(self) -> str:
        """The name of the field."""
        return TEXT

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        return self.key in words(self.text_of(card) or "")

    def __str__(self) -> str:
        return f"{TEXT}:{quoted(self.text)}"


class NumberTerm(Term, frozen=True):
    """A comparison with a number field; symbols never match."""

    field: str
    op: str
    value: float

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        number = as_number(getattr(card, NUMBERS[self.field].attribute))
        return number is not None and _COMPARE[self.op](number, self.value)

    def __str__(self) -> str:
        return f"{self.field}{self.op}{_plain(self.value)}"


class RangeTerm(Term, frozen=True):
    """The field is a number from `low` to `high`, both included."""

    field: str
    low: float
    high: float

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        number = as_number(getattr(card, NUMBERS[self.field].attribute))
        return number is not None and self.low <= number <= self.high

    def __str__(self) -> str:
        return f"{self.field}={_plain(self.low)}..{_plain(self.high)}"


class SymbolTerm(Term, frozen=True):
    """The field is printed as `symbol`, not as a number: ``*``, ``5*``, ``X``, ``-``."""

    field: str
    symbol: str

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        return str(getattr(card, NUMBERS[self.field].attribute)).lower() == self.symbol

    def __str__(self) -> str:
        return f"{self.field}={self.symbol}"


class FlagTerm(Term, frozen=True):
    """The card is `flag`."""

    flag: str

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        return FLAGS[self.flag](card)

    def __str__(self) -> str:
        return f"is:{self.flag}"


class HasTerm(Term, frozen=True):
    """The card has something in the field."""

    field: str

    def fits(self, card: Card) -> bool:
        """Return whether the card fits."""
        return has(self.field, card)

    def __str__(self) -> str:
        return f"has:{self.field}"


class Not(_QueryNode, frozen=True):
    """Cards that `part` does not match."""

    part: Query

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        found = self.part.answer(card)
        return None if found is None else not found

    def __str__(self) -> str:
        return f"-{_inner(self.part)}"


class All(_QueryNode, frozen=True):
    """Cards that each of `parts`, two or more, matches."""

    parts: tuple[Query, ...]

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        known: bool | None = True
        for part in self.parts:
            found = part.answer(card)
            if found is False:
                return False
            if found is None:
                known = None
        return known

    def __str__(self) -> str:
        return " ".join(map(_inner, self.parts))


class Any(_QueryNode, frozen=True):
    """Cards that one of `parts`, two or more, matches."""

    parts: tuple[Query, ...]

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        found = [part.answer(card) for part in self.parts]
        return True if True in found else None if None in found else False

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


def parts_of(query: Query) -> tuple[Query, ...]:
    """Return the parts of a query, none for a single term."""
    if isinstance(query, Not):
        return (query.part,)
    return query.parts if isinstance(query, All | Any) else ()


def terms(query: Query) -> Iterator[Query]:
    """Yield the single terms of a query from left to right."""
    parts = parts_of(query)
    for part in parts:
        yield from terms(part)
    if not parts:
        yield query


def facts_of(query: Query) -> tuple[str, ...]:
    """Return the attributes of cards that the query uses."""
    return tuple(dict.fromkeys(fact for term in terms(query) if isinstance(term, Term) for fact in term.facts))


def quoted(text: str) -> str:
    """Return `text` as part of a query, with quotation marks if it needs them."""
    bare = re.match(r"[^\s()\"':=<>!-][^\s()\":=<>!]*\Z", text) and text.lower() not in _RESERVED
    return text if bare else f'"{text}"'


def _inner(query: Query) -> str:
    return f"({query})" if isinstance(query, All | Any) else str(query)


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)
