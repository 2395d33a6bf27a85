"""A dated list of cards that a format bans, restricts, or treats in another way."""

from __future__ import annotations

from msgspec import Struct, field

from deckcheck.model.card import Card
from deckcheck.names import fold

KINDS = ("banned", "restricted", "splash-banned", "rotated", "roles")


class Listed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card on a list: all cards of the title, or those of one `level` only; on the list from `since` on."""

    title: str
    level: int | float | None = None
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
        return frozenset(
            fold(entry.title) if entry.level is None else f"{fold(entry.title)}@{entry.level:g}"
            for entry in self.entries()
            if entry.since <= day
        )


def names_card(keys: frozenset[str], card: Card) -> bool:
    """Return whether a list with these keys names `card`, by its title or by title and level."""
    title = fold(card.base_title)
    return title in keys or f"{title}@{card.level:g}" in keys
