"""The parts of a query: each answers whether a card matches, and converts to text with the same meaning.

An answer is True, False, or None where it depends on an unknown fact of the card.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping

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

# The field of card texts, which only a copy of a source that the user fetched has.
TEXT = "text"


class Query(Struct, frozen=True):
    """A condition on cards; converted to text, it is a query with the same meaning."""

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        raise NotImplementedError

    def matches(self, card: Card) -> bool:
        """Return whether the card fits for certain."""
        return self.answer(card) is True


class Term(Query, frozen=True, eq=False):
    """A single condition: `text` is the query, and `fits` returns whether a card with complete facts meets it.

    `facts` are the attributes of cards that decide. The first is needed; words that a card may have in the others could
    change the answer `unproven`.
    """

    text: str
    facts: tuple[str, ...]
    fits: Callable[[Card], bool]
    unproven: bool = False

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        if not card.unknown:
            return self.fits(card)
        if self.facts[0] in card.unknown:
            return None
        found = self.fits(card)
        # A word that is recorded decides; one that is not may be among those that are missing.
        is_open = found is self.unproven and any(fact in card.unknown for fact in self.facts[1:])
        return None if is_open else found

    def __str__(self) -> str:
        return self.text


def title_term(text: str, op: str = ":") -> Term:
    """Return the term for a title that contains `text` (``:``), is it (``=``) or is not (``!=``), folded as names are.

    The title without its subtitle and alternate titles are titles too.
    """
    key = fold(text)

    def contains(card: Card) -> bool:
        return key in fold(card.title) or any(key in title for title in map(fold, card.alternate_titles))

    def equals(card: Card) -> bool:
        return (key in map(fold, (card.title, card.base_title, *card.alternate_titles))) == (op == "=")

    facts = (attribute_of(TITLE),)
    return Term(quoted(text), facts, contains) if op == ":" else Term(f"title{op}{quoted(text)}", facts, equals)


def text_term(field: str, op: str, text: str) -> Term:
    """Return the term for a field with the words of `text` in a value (``:``), as a value (``=``) or not (``!=``)."""
    key, values = words(text), TEXTS[field].values

    def contains(card: Card) -> bool:
        for value in values(card):  # noqa: SIM110 - a generator for each card takes as long as the comparison
            if key in words(value):
                return True
        return False

    def equals(card: Card) -> bool:
        return (key in map(words, values(card))) == (op == "=")

    also = TEXTS[field].also if key.strip() not in TEXTS[field].apart else ""
    facts = (TEXTS[field].attribute, also) if also else (TEXTS[field].attribute,)
    return Term(f"{field}{op}{quoted(text)}", facts, contains if op == ":" else equals, unproven=op == "!=")


def amount_term(field: str, text: str, op: str, value: float) -> Term:
    """Return the comparison of `value` with the number for the words `text` of the field."""
    key, amount, compare = words(text), TEXTS[field].amount, _COMPARE[op]

    def fits(card: Card) -> bool:
        found = amount(card, lambda word: key in words(word)) if amount else None
        return found is not None and compare(found, value)

    return Term(f"{field}:{quoted(text)}{op}{_plain(value)}", (TEXTS[field].attribute,), fits)


def card_text_term(text: str, text_of: Callable[[Card], str | None]) -> Term:
    """Return the term for a card text, which `text_of` returns, with the words of `text`."""
    key = words(text)
    return Term(f"{TEXT}:{quoted(text)}", (TEXT,), lambda card: key in words(text_of(card) or ""))


def number_term(field: str, op: str, value: float) -> Term:
    """Return the comparison of a number field with `value`; symbols never match."""
    compare = _COMPARE[op]
    return _numeric(field, f"{op}{_plain(value)}", lambda number: compare(number, value))


def range_term(field: str, low: float, high: float) -> Term:
    """Return the term for a number field from `low` to `high`, both included."""
    return _numeric(field, f"={_plain(low)}..{_plain(high)}", lambda number: low <= number <= high)


def _numeric(field: str, text: str, fits: Callable[[float], bool]) -> Term:
    attribute = NUMBERS[field].attribute

    def fits_card(card: Card) -> bool:
        number = as_number(getattr(card, attribute))
        return number is not None and fits(number)

    return Term(f"{field}{text}", (attribute,), fits_card)


def symbol_term(field: str, symbol: str) -> Term:
    """Return the term for a field printed as `symbol`, not as a number: ``*``, ``5*``, ``X``, ``-``."""
    attribute = NUMBERS[field].attribute
    return Term(f"{field}={symbol}", (attribute,), lambda card: str(getattr(card, attribute)).lower() == symbol)


def flag_term(flag: str) -> Term:
    """Return the term for cards that are `flag`."""
    return Term(f"is:{flag}", (attribute_of(flag),), FLAGS[flag])


def has_term(field: str) -> Term:
    """Return the term for cards with a value in the field."""
    return Term(f"has:{field}", (attribute_of(field),), lambda card: has(field, card))


class Not(Query, frozen=True):
    """Cards that `part` does not match."""

    part: Query

    def answer(self, card: Card) -> bool | None:
        """Return whether the card fits, None where that is unknown."""
        found = self.part.answer(card)
        return None if found is None else not found

    def __str__(self) -> str:
        return f"-{_inner(self.part)}"


class All(Query, frozen=True):
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


class Any(Query, frozen=True):
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
    bare = re.match(r"[^\s()\"':=<>!-][^\s()\":=<>!]*\Z", text) and text.lower() not in ("and", "or", "not")
    return text if bare else f'"{text}"'


def _inner(query: Query) -> str:
    return f"({query})" if isinstance(query, All | Any) else str(query)


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)
