"""Writing the name of a card so that it is read as that card."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.decks.resolve.lookup import Found, find, full_name
from deckcheck.model.card import Card
from deckcheck.model.deck import Request
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool


def name_of(card: Card, request: Request, fmt: Format, pool: Pool) -> str:
    """Return a name of `card` that means no other in the format; `request` gives the count and the header."""
    for name in (card.name, full_name(card, pool.named(fold(card.title)), pool), *_with_sets(card, pool)):
        found = find(name, request, fmt, pool)
        if isinstance(found, Found) and found.card.id == card.id:
            return name
    return card.id


def _with_sets(card: Card, pool: Pool) -> Iterator[str]:
    for printing in card.printings:
        yield f"{card.name} ({pool.sets()[printing.set].name})"
