"""A dated list of cards that a format bans, restricts, or treats in another way."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct, field, structs

from deckcheck.model.card import Card
from deckcheck.model.days import Between, at_latest, bounds
from deckcheck.model.names import fold

KINDS = ("banned", "restricted", "splash-banned", "rotated", "roles")


# The state of a card on a day: not listed, perhaps listed, listed.
FREE, OPEN, IN_FORCE = "free", "open", "in force"


class Listed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card on a list: all cards of the title, those of one `level`, or the one with id `card`.

    `since` is the day from which it is listed, or the interval that contains this day; by default the day of the list.
    `until` is the first day on which it no longer is. Files may write `since` as ``from``, too, when it is a day.
    `allowed_in` is the set whose ready-made decks may have the card all the same, in their exact lists;
    `decks` is what messages call these decks.
    """

    title: str
    level: int | float | None = None
    card: str = ""
    since: str | Between = ""
    day: str = field(default="", name="from")
    until: str | Between = ""
    allowed_in: str = ""
    decks: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        """Take the day that a file gives as ``from``."""
        if self.day and not self.since:
            structs.force_setattr(self, "since", self.day)
        structs.force_setattr(self, "day", "")

    @property
    def written(self) -> tuple[str, ...]:
        """The days that the file gives."""
        return tuple(
            day
            for each in (self.since, self.until)
            for day in (each.written if isinstance(each, Between) else (each,))
            if day
        )

    @property
    def days(self) -> tuple[str, str]:
        """The first day on which the card may be listed ("": any) and the first on which it is ("": the list's)."""
        return bounds(self.since)

    @property
    def lifted(self) -> tuple[str, str]:
        """The first day on which the card may be allowed again and the first on which it certainly is; empty: never."""
        return bounds(self.until)


class CardList(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """The list of one file.

    `since` is the day it took effect (ISO date, ``from`` in the file), or that of the document where only the interval
    `begins` contains the day. `before` is the list that it replaced within that interval, in files its id.
    `unknown_cards` are on the list too, but not in the pool; `roles` gives the titles of the roles each clan may use,
    for lists of that kind.
    """

    id: str
    kind: str
    name: str
    pool: str
    since: str = field(name="from")
    basis: str
    source: str
    begins: Between | None = None
    before: str | CardList = ""
    cards: tuple[str | Listed, ...] = ()
    unknown_cards: tuple[str, ...] = ()
    roles: dict[str, tuple[str, ...]] = {}

    def entries(self) -> tuple[Listed, ...]:
        """Return the cards, each as a `Listed`; those without a day have the interval in which the list began.

        The cards that the list `before` has too have been listed since that one began; its other cards are listed up to
        a day of `begins`.
        """
        every = (Listed(card) if isinstance(card, str) else card for card in self.cards)
        own = tuple(
            structs.replace(each, since=self.begins) if self.begins and not each.days[1] else each for each in every
        )
        if isinstance(self.before, str):
            return own
        new = {_key(entry): entry for entry in own}
        since = Between((None, self.before.since), self.before.name)
        old = {_key(entry): entry for entry in self.before.entries()}
        cards = {
            key: structs.replace(entry, since=entry.since or since, until="" if key in new else self.begins or "")
            for key, entry in old.items()
        }
        return tuple((new | cards).values())

    def name_on(self, day: str) -> str:
        """Return the name of the list; on the days of `begins`, the name of the list before comes first."""
        if isinstance(self.before, str) or day >= bounds(self.begins or "")[1]:
            return self.name
        return f"{self.before.name}, or {self.name}"

    @cached_property
    def _named(self) -> dict[str, Listed]:
        return {_key(entry): entry for entry in self.entries()}

    def days_of(self, entry: Listed) -> tuple[str, str]:
        """Return the first day on which `entry` may be listed ("": any), and the first on which it certainly is."""
        return entry.days if entry.days[1] else (self.since, self.since)

    def since_of(self, entry: Listed) -> str:
        """Return since when `entry` is listed: its own day, else the latest possible one; earlier lists may have it."""
        own = entry.since
        return own if isinstance(own, str) and own else at_latest(self.days_of(entry)[1])

    def naming(self, card: Card) -> Listed | None:
        """Return the entry that names `card`, on any day: by its title, by title and level, or by its id."""
        title = fold(card.base_title)
        keys = (title, f"{title}@{card.level:g}", f"#{card.id}")
        return next((self._named[key] for key in keys if key in self._named), None)

    def state(self, card: Card, day: str) -> str:
        """Return the state of `card` on `day`: FREE, IN_FORCE or OPEN."""
        entry = self.naming(card)
        if entry is None:
            return FREE
        (first, sure), (maybe_free, free) = self.days_of(entry), entry.lifted
        if first > day or (free and free <= day):
            return FREE
        return OPEN if sure > day or (free and maybe_free <= day) else IN_FORCE


def _key(entry: Listed) -> str:
    if entry.card:
        return f"#{entry.card}"
    return fold(entry.title) if entry.level is None else f"{fold(entry.title)}@{entry.level:g}"
