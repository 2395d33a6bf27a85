"""Find cards by a query."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from enum import StrEnum
from operator import itemgetter

from deckcheck.model.card import Card
from deckcheck.model.errors import did_you_mean
from deckcheck.model.format import Format, Hit, Standing
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.query import Query, terms
from deckcheck.model.query.fields import NUMBERS, TEXTS, as_number, attribute_of, field_called
from deckcheck.model.query.knowledge import UnknownFact, gap_in, gaps, unknown_facts
from deckcheck.model.sentences import quoted
from deckcheck.rules.legality import standing_in


class Unknown(StrEnum):
    """The treatment of cards that lack a fact in the query."""

    INCLUDE = "include"
    EXCLUDE = "exclude"
    ONLY = "only"

    def takes(self, answer: bool | None) -> bool:
        """Return whether a query with this answer about a card finds it."""
        return self is not Unknown.EXCLUDE if answer is None else answer and self is not Unknown.ONLY


def search(
    query: Query,
    pools: Mapping[str, Iterable[Card]],
    fmt: Format | None = None,
    unknown: Unknown = Unknown.EXCLUDE,
) -> Iterator[Hit]:
    """Yield the cards that the query matches, pool by pool; `pools` maps pool ids to cards.

    With a format, yield only its cards on its day, including banned, rotated and limited ones.
    """
    for pool_id, cards in pools.items():
        found = (card for card in cards if unknown.takes(query.answer(card)))
        for card, standing in _in_format(found, fmt):
            yield Hit(pool_id, card, standing, unknown=unknown_facts(query, card))


def not_known(
    query: Query, pools: Mapping[str, Iterable[Card]], fmt: Format | None, sort: str, hits: Iterable[Hit]
) -> Iterator[UnknownFact]:
    """Yield each fact that the query or the sort order needs and some cards lack, with the numbers of cards."""
    cards = [(card, 1) for pool_cards in pools.values() for card, _ in _in_format(pool_cards, fmt)]
    found = gaps(query, cards)
    yield from found
    fact = attribute_of(field_called(sort.removeprefix("-")))
    by_order = gap_in(fact, ((hit.card, 1) for hit in hits)) if fact else None
    if by_order and fact not in {gap.fact for gap in found}:
        yield by_order


def _in_format(cards: Iterable[Card], fmt: Format | None) -> Iterator[tuple[Card, Standing | None]]:
    """Yield the cards of a format with their standing in it; without a format all cards."""
    standing_of = standing_in(fmt) if fmt else None
    for card in cards:
        standing = standing_of(card) if standing_of else None
        if standing is None or standing.verdict not in ("not legal", "not yet released"):
            yield card, standing


def in_order(hits: Iterable[Hit], field: str) -> list[Hit]:
    """Return the hits sorted by a query field, then by title; a ``-`` before the field reverses the order.

    Cards without a number in the field always come last. Raises UsageError for an unknown field.
    """
    down = field.startswith("-")
    name = field_called(field.removeprefix("-"))
    by_title = sorted(hits, key=lambda hit: (fold(hit.card.title), hit.card.level, hit.card.id))
    if name in NUMBERS:
        numbers = [(as_number(getattr(hit.card, NUMBERS[name].attribute)), hit) for hit in by_title]
        having = sorted((each for each in numbers if each[0] is not None), key=itemgetter(0), reverse=down)
        return [hit for _, hit in (*having, *(each for each in numbers if each[0] is None))]
    if name in TEXTS:
        return sorted(by_title, key=lambda hit: TEXTS[name].values(hit.card), reverse=down)
    return by_title[::-1] if down else by_title


def dead_terms(query: Query, cards: Iterable[Card]) -> list[str]:
    """Return the terms of the query that match none of `cards`, to explain an empty result."""
    every = list(cards)
    found = {str(term): any(map(term.matches, every)) for term in terms(query)}
    return [text for text, matches in found.items() if not matches]


def _meant(field: str, typed: str, known: Set[str]) -> str:
    """Return what to write for a value of a field that no card has, "" without any suggestion."""
    several = re.split(r"[,|/]", typed)
    if len(several) > 1 and known >= {*several}:
        return f"write `{' or '.join(f'{field}:{each}' for each in several)}`"
    return did_you_mean(typed, known, "")


def unmatched(query: Query, pools: Collection[Pool], said: str = "") -> str:
    """Return which terms of the query match no card of the pools, except the term `said`, and similar values."""
    dead = dead_terms(query, (card for pool in pools for card in pool.cards()))
    words = [pool.words() for pool in pools]
    known = {"type": {kind for each in words for kind in each.kinds}}
    known["clan"] = {clan for each in words for clan in each.clans}
    written = (re.split("[:=]", f"{term}:")[:2] for term in dead)
    near = [_meant(field, typed, known.get(field, set())) for field, typed in written]
    named = quoted(term for term in dead if term != said)
    return "; ".join(filter(None, [named and f"no card at all matches {named}", *near]))
