"""A dated list of cards that a format bans, restricts, or treats in another way."""

from __future__ import annotations

from msgspec import Struct, field

from deckcheck.model.card import Card
from deckcheck.names import fold

KINDS = ("banned", "restricted", "splash-banned", "rotated", "roles")


class Listed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card on a list, from `since` on: all cards of the title, those of one `level`, or the one with id `card`."""

    title: str
    level: int | float | None = None
    card: str = ""
    since: str = field(default="", name="from")
    note: str = ""


class CardList(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A list as one file holds it.

    `since` is the day it took effect (ISO date, ``from`` in the file); `unknown_cards` are on it too, but the
    pool does not hold them; `roles` gives the titles of the roles each clan may use, for lists of that kind.
    """

    id: str
    kind: str
    name: str
    pool: str
    since: str = field(name="from")
    basis: str
    source: str
    cards: tuple[str | Listed, ...] = ()
    unknown_cards: tuple[str, ...] = ()
    roles: dict[str, tuple[str, ...]] = {}

    def entries(self) -> tuple[Listed, ...]:
        """Return the cards, each as a `Listed`."""
        return tuple(Listed(card) if isinstance(card, str) else card for card in self.cards)

    def keys(self, day: str) -> frozenset[str]:
        """Return what `names_card` looks for: the titles, with level where it is given, on the list on `day`."""
        return frozenset(_key(entry) for entry in self.entries() if entry.since <= day)


def _key(entry: Listed) -> str:
    if entry.card:
        return f"#{entry.card}"
    return fold(entry.title) if entry.level is None else f"{fold(entry.title)}@{entry.level:g}"


def names_card(keys: frozenset[str], card: Card) -> bool:
    """Return whether a list with these keys names `card`: by its title, by title and level, or by its id."""
    title = fold(card.base_title)
    return not keys.isdisjoint((title, f"{title}@{card.level:g}", f"#{card.id}"))
