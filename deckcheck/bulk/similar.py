"""Lists that share most of their cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from deckcheck.model.errors import UsageError

# Every list is compared with every other.
MOST_LISTS = 5_000


class Alike(Struct, frozen=True):
    """Two lists and the share of cards that they have in common, of the larger one: 0.9 is nine in ten."""

    one: str
    other: str
    share: float


def check_share(least: float) -> None:
    """Raise UsageError when `least` is not above 0 and at most 1."""
    if not 0 < least <= 1:
        raise UsageError(f"`{least:g}` is no share of cards", help="0.9 asks for lists that share nine cards in ten")


def alike(decks: Mapping[str, Mapping[str, int]], least: float) -> Iterator[Alike]:
    """Yield the pairs of `decks`, given by path as copies by card, that share at least `least` of their cards.

    Raises:
        UsageError: when there are more than `MOST_LISTS`, or `least` is not above 0 and at most 1.
    """
    check_share(least)
    if len(decks) > MOST_LISTS:
        raise UsageError(f"{len(decks):,} lists are too many to compare with each other; {MOST_LISTS:,} can be")
    cards = {
        path: {(card, copy) for card, many in deck.items() for copy in range(many)} for path, deck in decks.items()
    }
    rest = [(path, each) for path, each in cards.items() if each]
    for number, (path, each) in enumerate(rest):
        for other, others in rest[:number]:
            share = len(each & others) / max(len(each), len(others))
            if share >= least:
                yield Alike(other, path, share)
