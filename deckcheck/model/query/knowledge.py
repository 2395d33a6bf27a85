"""Count the cards for which the facts that a query uses are known."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.query.nodes import Query, facts_of
from deckcheck.model.sentences import first_of, plural_of


class UnknownFact(Struct, frozen=True):
    """A fact, the number of copies with it, and the cards and copies that lack it.

    `kind` is the type of all these cards, "" for several types.
    """

    fact: str
    known: int
    unknown: tuple[tuple[Card, int], ...]
    kind: str

    @property
    def copies(self) -> int:
        """The number of copies that lack the fact."""
        return sum(count for _, count in self.unknown)

    @property
    def names(self) -> dict[str, int]:
        """The cards that lack the fact, by name, with their copies."""
        return {card.name: count for card, count in self.unknown}

    def __str__(self) -> str:
        what = plural_of(self.kind.title()) if self.kind else "cards"
        known = f"{words_of(self.fact)} known for {self.known} of {self.known + self.copies} {what}"
        names = [f"{count} {card.name}" if count > 1 else card.name for card, count in self.unknown]
        return f"{known}; not for: {first_of(names, 8, 'and {} more')}"


def gaps(query: Query, cards: Iterable[tuple[Card, int]]) -> tuple[UnknownFact, ...]:
    """Return the facts whose absence leaves the query open for some of `cards`, which have their copies."""
    cards = list(cards)
    open_ = [(card, count) for card, count in cards if card.unknown and query.answer(card) is None]
    found = []
    for fact in facts_of(query) if open_ else ():
        lacking = tuple((card, count) for card, count in open_ if fact in card.unknown)
        if lacking:
            found.append(_gap(fact, [(card, count) for card, count in cards if _decides(query, card, fact)], lacking))
    return tuple(found)


def unknown_facts(query: Query, card: Card) -> tuple[str, ...]:
    """Return the unknown facts of a card that decide its answer."""
    if not card.unknown or query.answer(card) is not None:
        return ()
    return tuple(fact for fact in facts_of(query) if fact in card.unknown)


def gap_in(fact: str, cards: Iterable[tuple[Card, int]]) -> UnknownFact | None:
    """Return the gap in one fact, None when no card of `cards` lacks it."""
    cards = list(cards)
    lacking = tuple((card, count) for card, count in cards if fact in card.unknown)
    return _gap(fact, [(card, count) for card, count in cards if _has(card, fact)], lacking) if lacking else None


def _gap(fact: str, known: Sequence[tuple[Card, int]], unknown: tuple[tuple[Card, int], ...]) -> UnknownFact:
    kinds = {card.kind for card, _ in (*known, *unknown)}
    return UnknownFact(fact, sum(count for _, count in known), unknown, kinds.pop() if len(kinds) == 1 else "")


def words_of(fact: str) -> str:
    """Return the name of a fact for people."""
    return fact.replace("_", " ")


def _decides(query: Query, card: Card, fact: str) -> bool:
    """Return whether the card has the fact, and the fact decides the answer."""
    return _has(card, fact) and query.answer(structs.replace(card, unknown=(*card.unknown, fact))) is None


def _has(card: Card, fact: str) -> bool:
    return fact not in card.unknown and getattr(card, fact, fact) not in (None, ())
