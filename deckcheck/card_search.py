"""Finding cards by a query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deckcheck.legality import standing_in
from deckcheck.model.card import Card
from deckcheck.model.format import Format
from deckcheck.model.standing import Hit
from deckcheck.names import fold
from deckcheck.query import Query, terms
from deckcheck.query.fields import NUMBERS, TEXTS, as_number, field_called

_NOT_IN_THE_FORMAT = ("not legal", "not yet released")


def search(query: Query, pools: Mapping[str, Iterable[Card]], fmt: Format | None = None) -> Iterator[Hit]:
    """Yield the cards that the query matches, pool by pool; `pools` holds the cards by the id of their pool.

    With a format only its cards count, on its day; those that are banned, rotated or limited there are among them.
    """
    standing = standing_in(fmt) if fmt else None
    for pool_id, cards in pools.items():
        for card in cards:
            if query.matches(card):
                hit = Hit(pool_id, card, standing(card) if standing else None)
                if hit.standing is None or hit.standing.verdict not in _NOT_IN_THE_FORMAT:
                    yield hit


def in_order(hits: Iterable[Hit], field: str) -> list[Hit]:
    """Return the hits sorted by a field of queries, downward with a ``-`` in front, and then by title.

    Cards that have no number in the field come last either way. Raises UsageError for an unknown field.
    """
    down = field.startswith("-")
    name = field_called(field.removeprefix("-"))
    by_title = sorted(hits, key=lambda hit: (fold(hit.card.title), hit.card.level, hit.card.id))
    if name in NUMBERS:
        numbers = [(as_number(getattr(hit.card, NUMBERS[name].attribute)), hit) for hit in by_title]
        having = sorted(
            ((number, hit) for number, hit in numbers if number is not None), key=lambda each: each[0], reverse=down
        )
        return [hit for _, hit in having] + [hit for number, hit in numbers if number is None]
    if name in TEXTS:
        return sorted(by_title, key=lambda hit: TEXTS[name].values(hit.card), reverse=down)
    return by_title[::-1] if down else by_title


def dead_terms(query: Query, cards: Iterable[Card]) -> list[str]:
    """Return the terms of the query that match none of `cards`, which tells why nothing is found."""
    waiting = {str(term): term for term in terms(query)}
    for card in cards:
        for text in [text for text, term in waiting.items() if term.matches(card)]:
            del waiting[text]
        if not waiting:
            break
    return list(waiting)
