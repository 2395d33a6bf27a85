"""Count how often lists play a card, and the cards that they play with it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from deckcheck.decks.intake import resolve_best
from deckcheck.decks.resolve import cards_called, resolve
from deckcheck.model.card import Card
from deckcheck.model.comparison import Companions
from deckcheck.model.deck import RawDeck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure


class Popularity(Struct, frozen=True):
    """The number of `lists`, and of those with each card, by card id."""

    lists: int
    having: Mapping[str, int]


def popularity(decks: Iterable[RawDeck | Failure], fmt: Format, pool: Pool) -> Popularity:
    """Return the number of lists with each card, names read as in `fmt`; a list of another game is skipped."""
    counts: Counter[str] = Counter()
    lists = 0
    for raw in (each for each in decks if isinstance(each, RawDeck)):
        deck = resolve(raw, fmt, pool)
        if len(deck.entries) > len(deck.unresolved):
            lists += 1
            counts.update(deck.copies.keys())
    return Popularity(lists, counts)


def companions(
    card: Card, decks: Iterable[RawDeck | Failure], formats: Sequence[Format], pools: Mapping[str, Pool]
) -> Companions:
    """Return the cards that lists with `card` also play; each list is read in the best fitting format."""
    copies: Counter[int] = Counter()
    others: Counter[str] = Counter()
    lists = 0
    for raw in (each for each in decks if isinstance(each, RawDeck)):
        lists += 1
        if any(card in cards_called(line.name, pool) for pool in pools.values() for line in raw.requests):
            deck, _ = resolve_best(raw, formats, pools)
            found = deck.copies
            if count := found.pop(card.id, 0):
                copies[count] += 1
                others.update(found.keys())
    cards = {each: it for pool in pools.values() for each in others if (it := pool.card(each))}
    beside = tuple((cards[each], count) for each, count in others.most_common())
    return Companions(lists, tuple(sorted(copies.items())), beside)
