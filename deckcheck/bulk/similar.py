"""Find lists that share most of their cards."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from deckcheck.model.errors import UsageError

# Comparing every list with every other takes quadratic time.
MOST_LISTS = 5_000


class Alike(Struct, frozen=True):
    """Two lists and the share of the larger one that they have in common, from 0 to 1."""

    one: str
    other: str
    share: float


def check_share(least: float) -> None:
    """Raise UsageError when `least` is not above 0 and at most 1."""
    if not 0 < least <= 1:
        raise UsageError(f"share is {least:g}; it must be above 0 and at most 1", help="0.9 means nine cards in ten")


def alike(decks: Mapping[str, Mapping[str, int]], least: float) -> Iterator[Alike]:
    """Yield the pairs of `decks` (copies by card, by path) that share at least `least` of their cards.

    Raises:
        UsageError: when there are more than `MOST_LISTS`, or `least` is not above 0 and at most 1.
    """
    check_share(least)
    if len(decks) > MOST_LISTS:
        raise UsageError(f"{len(decks):,} lists are too many to compare with each other; the maximum is {MOST_LISTS:,}")
    cards = {
        path: {(card, copy) for card, many in deck.items() for copy in range(many)} for path, deck in decks.items()
    }
    rest = [(path, each) for path, each in cards.items() if each]
    for number, (path, each) in enumerate(rest):
        for other, others in rest[:number]:
            share = len(each & others) / max(len(each), len(others))
            if share >= least:
                yield Alike(other, path, share)
