"""The parts of a query: each answers whether a card matches, and converts to text with the same meaning.

An answer is True, False, or None where it depends on an unknown fact of the card.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from deckcheck.model.card import Card

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


def _inner(query: Query) -> str:
    return f"({query})" if isinstance(query, All | Any) else str(query)
