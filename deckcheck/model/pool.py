"""A card pool: all cards of one game, found by id or by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Basis
from deckcheck.model.format import Format


class CardSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set or pack: `released` is an ISO date; `fan` marks sets that the publisher of the game did not print.

    `marks` are legality marks of the publisher that a fan set gives its cards.
    """

    id: str
    name: str
    arc: str = ""
    cycle: str = ""
    released: str = ""
    size: int = 0
    fan: bool = False
    marks: tuple[str, ...] = ()


class Source(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where facts of a pool come from: for what was merged, the day, the digest of the copy and how many cards came."""

    name: str
    note: str = ""
    date: str = ""
    digest: str = ""
    cards: int = 0


class PoolInfo(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of a pool about itself.

    `marks` maps the legality marks on its cards to the names sources use; `disputed` maps the ids of cards whose
    facts contradict each other in the sources to an explanation. `no_format` maps the marks that no format
    takes to the reason. A pool that `extends` another one has its cards too; a card of the same id replaces
    that of the other pool.
    """

    id: str
    name: str
    game: str
    extends: str = ""
    sources: tuple[Source, ...] = ()
    marks: dict[str, str] = {}
    disputed: dict[str, str] = {}
    no_format: dict[str, str] = {}


class KnownName(Struct, frozen=True):
    """One name of the pool for suggestions, and what tells whether its card is legal in a format."""

    name: str
    id: str
    marks: tuple[str, ...]
    sets: tuple[str, ...]
    kind: str


class Words(Struct, frozen=True):
    """The types, decks, clans, elements and set marks that the cards of a pool have, each once and in order."""

    kinds: tuple[str, ...]
    decks: tuple[str, ...]
    clans: tuple[str, ...]
    elements: tuple[str, ...]
    marks: tuple[str, ...]


class TitleWords(Struct, frozen=True):
    """The words of the titles of a pool: each once, and `small`, those that titles write in small letters."""

    words: tuple[str, ...]
    small: tuple[str, ...]


class Pool(Protocol):
    """Look-up of cards. Keys are folded names (`deckcheck.model.names.fold`); results are in a fixed order."""

    @property
    def info(self) -> PoolInfo:
        """What the pool says of itself."""

    @property
    def digest(self) -> str:
        """``sha256:`` and the digest of the pool's files."""

    def card(self, card_id: str) -> Card | None:
        """Return the card with this id."""

    def named(self, key: str) -> tuple[Card, ...]:
        """Return the cards whose title, title without subtitle, id or alias folds to `key`."""

    def titled_also(self, key: str) -> tuple[Card, ...]:
        """Return the cards that carry `key` as an alternate title."""

    def loosely(self, key: str) -> tuple[Card, ...]:
        """Return the cards whose title is `key` but for articles, plurals and the like: `model.names.loose`."""

    def starts(self) -> dict[str, int]:
        """Return the first letters of all titles, each with the most words that such a title has."""

    def souls_of(self, identity: str) -> tuple[Card, ...]:
        """Return the "Soul of" cards that are equivalent to the card with this identity key."""

    def cards(self) -> Iterator[Card]:
        """Yield all cards in the order of their ids."""

    def with_effects(self) -> tuple[Card, ...]:
        """Return the cards whose texts change what is legal, in the order of their ids."""

    def sets(self) -> dict[str, CardSet]:
        """Return the sets by id."""

    def names(self) -> tuple[KnownName, ...]:
        """Return every name of the pool, for suggestions and completion."""

    def words(self) -> Words:
        """Return what cards of the pool are called by, for those who write formats."""

    def title_words(self) -> TitleWords:
        """Return the words of the titles of the pool."""


def one_line(item: Struct) -> str:
    """Return a card, set or the like as pool files hold it: JSON on one line, which is a YAML flow mapping too."""
    return msgspec.json.format(msgspec.json.encode(item), indent=0).decode()


def basis_of(fmt: Format, pool: Pool) -> Basis:
    """Return what decks know of the format and the pool in which their lines were looked up."""
    return Basis(fmt.id, fmt.date, fmt.digest, pool.info.id, pool.digest)
