"""Finding the card of a pool that a record of a source is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from deckcheck.model.card import Card
from deckcheck.model.names import fold

_SEVERAL = 2
_FACTS = (
    "kind",
    "unique",
    "cost",
    "focus",
    "force",
    "chi",
    "honor_requirement",
    "personal_honor",
    "influence",
    "military",
    "political",
    "glory",
)


class Matcher:
    """Finds cards by id and alias, then by title, set mark and level; each card matches at most one record."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._by_id: dict[str, Card] = {}
        self._by_alias: dict[str, list[Card]] = defaultdict(list)
        self._by_name: dict[tuple[str, str, float, str], list[Card]] = defaultdict(list)
        self._taken: set[tuple[str, str]] = set()
        for card in cards:
            self._by_id[card.id] = card
            self._by_name[_name(card)].append(card)
            for alias in card.aliases:
                self._by_alias[alias].append(card)

    def match(self, card: Card, source: str) -> Card | str | None:
        """Return the card of the pool, None when there is none, or a sentence when it is one of several."""
        known = [self._by_id[card.id]] if card.id in self._by_id else []
        aliased = self._by_alias.get(card.id, [])
        # Where ids are made from names, two cards of one name share the beginning of theirs.
        named = [each for each in known + aliased if _name(each) == _name(card)]
        exact = [each for each in named if each in known and each.kind == card.kind]
        found = exact or named or aliased or known or self._named(card)
        if not found:
            return None
        free = self._narrowed(
            [each for each in self._widened(found, card) if (source, each.id) not in self._taken], card
        )
        if not free:
            return f"`{card.id}` comes twice"
        if len(free) > 1 and _distance(free[0], card):
            return f"`{card.id}` could be {' or '.join(f'`{each.id}`' for each in free)}"
        self._taken.add((source, free[0].id))
        return free[0]

    def _named(self, card: Card) -> list[Card]:
        return self._by_name.get(_name(card), [])

    def _widened(self, found: list[Card], card: Card) -> list[Card]:
        """Return all cards of the same name when one was found: an id made from a name does not distinguish them."""
        named = self._named(card)
        return named if len(found) == 1 and found[0] in named else found

    def _narrowed(self, found: list[Card], card: Card) -> list[Card]:
        """Return the cards that fit best, by type, then by a set they share, by deck, and by all other facts."""
        if len(found) < _SEVERAL:
            return found
        sets = {printing.set for printing in card.printings}
        tests: tuple[Callable[[Card], bool], ...] = (
            lambda each: each.kind == card.kind,
            lambda each: any(printing.set in sets for printing in each.printings),
            lambda each: each.deck == card.deck,
        )
        for fits in tests:
            found = [each for each in found if fits(each)] or found
        nearest = min(_distance(each, card) for each in found)
        found = [each for each in found if _distance(each, card) == nearest]
        return [each for each in found if card.id in (each.id, *each.aliases)] or found


def _distance(held: Card, card: Card) -> int:
    """Return how many facts of the record `card` differ from `held`, without those that the record lacks."""
    known = (field for field in _FACTS if getattr(card, field) is not None)
    return sum(str(getattr(held, field)) != str(getattr(card, field)) for field in known)


def _name(card: Card) -> tuple[str, str, float, str]:
    return fold(card.title), card.mark, card.level, card.variant
