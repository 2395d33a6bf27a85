"""A dated list of cards that a format bans, restricts, or treats in another way."""

from __future__ import annotations

from msgspec import Struct, field, structs

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

    def on(self, day: str) -> dict[str, Listed]:
        """Return what is on the list on `day`, by the keys under which `named_on` looks cards up.

        An entry without a date of its own has that of the list.
        """
        dated = (structs.replace(entry, since=entry.since or self.since) for entry in self.entries())
        return {_key(entry): entry for entry in dated if entry.since <= day}


def _key(entry: Listed) -> str:
    if entry.card:
        return f"#{entry.card}"
    return fold(entry.title) if entry.level is None else f"{fold(entry.title)}@{entry.level:g}"


def named_on(listed: dict[str, Listed], card: Card) -> Listed | None:
    """Return the entry that names `card`: by its title, by title and level, or by its id."""
    title = fold(card.base_title)
    keys = (title, f"{title}@{card.level:g}", f"#{card.id}")
    return next((listed[key] for key in keys if key in listed), None)
