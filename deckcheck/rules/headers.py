"""Numbers of cards in headers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.model.deck import Header

# The headers of cards that start outside a deck may follow that deck.
_DECKS = ("dynasty", "fate", "conflict")
_OUTSIDE = ("stronghold", "sensei", "wind", "role", "province", "starting", "sideboard")


def wrong_counts(headers: Sequence[Header], before: Sequence[int]) -> Iterator[tuple[Header, int]]:
    """Yield the headers with another number than that of the cards below them, and that number.

    `before` gives the number of cards above each header, and last the number of all cards.
    """
    for number, header in enumerate(headers):
        below = before[number + 1] - before[number]
        if header.count in (None, below):
            continue
        end = next((at for at in range(number + 1, len(headers)) if _ends(header, headers[at])), len(headers))
        inside = before[end] - before[number]
        if header.count != inside:
            yield header, inside  # Below a header of a kind it is the same number.


def _ends(header: Header, other: Header) -> bool:
    """Return whether `other` ends the cards below `header`."""
    return other.deck or not header.deck or (header.section in _DECKS and other.section in _OUTSIDE)
