"""A card pool: all cards of one game, found by id or by name; its fields by type, and what a merge changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.days import Between, day_or_month, is_date, is_month
from deckcheck.model.deck import Basis
from deckcheck.model.format import Format

# The file of an anatomy beside a pool.
ANATOMY_FILE = "anatomy.yaml"
_NOTHING = (None, (), "")


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of cards of one type in one deck: `has` is on all of them, `may` on some."""

    has: tuple[str, ...] = ()
    may: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields on all or some of the cards."""
        return (*self.has, *self.may)


class Anatomy(Struct, frozen=True, forbid_unknown_fields=True):
    """The faces of cards by type and deck, the clans of the game, and the source.

    `unverified` names the fields that are unknown for an unverified card without a value.
    """

    source: str = ""
    kinds: Mapping[str, Mapping[str, Face]] = {}
    clans: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()

    def over(self, base: Anatomy) -> Anatomy:
        """Return the anatomy of a pool that extends one with `base`."""
        kinds = {kind: {**base.kinds.get(kind, {}), **faces} for kind, faces in self.kinds.items()}
        return msgspec.structs.replace(
            self,
            kinds={**base.kinds, **kinds},
            clans=tuple(dict.fromkeys((*base.clans, *self.clans))),
            unverified=tuple(dict.fromkeys((*base.unverified, *self.unverified))),
        )

    def face(self, card: Card) -> Face:
        """Return the face that cards of this type and deck have."""
        return self.kinds.get(card.kind, {}).get(card.deck, Face())

    def missing(self, card: Card) -> tuple[str, ...]:
        """Return the fields without a value that the card must have, or may have when it has no facts at all."""
        face = self.face(card)
        missing = [name for name in face.has if getattr(card, name) in _NOTHING]
        if face.has and len(missing) == len(face.has):
            missing += [name for name in face.may if getattr(card, name) in _NOTHING]
        if card.unverified:
            missing += [name for name in self.unverified if getattr(card, name) in _NOTHING]
        return tuple(missing)

    def wrong(self, card: Card) -> str:
        """Return the type, deck or clan of a card that the anatomy lacks, in words; empty without one."""
        faces = self.kinds.get(card.kind)
        if faces is None:
            return f"the type `{card.kind}`, which no card of the game has: {', '.join(sorted(self.kinds))}"
        if card.deck not in faces:
            return f"the type {card.kind} and the deck `{card.deck}`: {' or '.join(sorted(faces))}"
        unknown = next((clan for clan in card.clans if clan not in self.clans), None)
        return f"the clan `{unknown}`, which no card of the game has: {', '.join(self.clans)}" if unknown else ""


class FieldCoverage(Struct, frozen=True):
    """The number of `cards` with a known field, and the number of values by source.

    `arc` is "" for all arcs together. A card that has no such field counts as known.
    """

    arc: str
    kind: str
    field: str
    known: int
    cards: int
    sources: Mapping[str, int]


T = TypeVar("T")

_ids = msgspec.msgpack.Decoder(tuple[str, ...]).decode


class CardSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set or pack: `released` is a day, or a month such as 2011-09 where no source has the day.

    `fan` marks sets that the publisher of the game did not print.

    `out` is the interval that contains the days on which the cards came out, where no source gives one day for all;
    `released` then only sorts the set.

    `marks` are legality marks of the publisher that a fan set gives its cards. `untold` are titles of its cards that
    are not in the pool, as no source gives their type and deck.
    """

    id: str
    name: str
    arc: str = ""
    cycle: str = ""
    released: str = ""
    out: Between | None = None
    size: int = 0
    fan: bool = False
    marks: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.released and not is_date(self.released) and not is_month(self.released):
            raise ValueError(f"`{self.released}` is neither a day like 2011-09-01 nor a month like 2011-09")

    @property
    def came_out(self) -> str | Between:
        """The day or the interval of the release, "" without either."""
        return self.out or day_or_month(self.released, "the card data, which have only the month")

    @property
    def when(self) -> str:
        """The release in words, "" without one."""
        return str(self.out or self.released)


class Source(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A source of a pool's facts: after a merge with the day, the digest of the copy and the number of cards."""

    name: str
    note: str = ""
    date: str = ""
    digest: str = ""
    cards: int = 0


class PoolInfo(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of a pool about itself.

    `marks` maps the legality marks on its cards to the names sources use; `disputed` maps the ids of cards whose
    facts contradict each other in the sources to an explanation. `no_format` maps the marks that no format
    uses to the reason. A pool that `extends` another one has its cards too; a card of the same id replaces
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
    """One name of the pool for suggestions, with the facts that make its card legal in a format."""

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
    """The words of the titles of a pool in order, each once, and `small`, those that titles write in small letters."""

    words: tuple[str, ...]
    small: tuple[str, ...]


class PoolRows(Protocol):
    """The rows of a pool by key, in memory or in a file."""

    def get(self, key: str, /) -> bytes | None:
        """Return the row of a key, None without one."""


class Pool:
    """The cards of one game, looked up in the rows that the pool compiler makes of files with this digest.

    Keys are folded names (`deckcheck.model.names.fold`); results are in a fixed order.
    """

    def __init__(self, digest: str, rows: PoolRows) -> None:
        """Look cards up in `rows`; `digest` is ``sha256:`` and the digest of the pool's files."""
        self.digest = digest
        self._rows = rows
        self._cards: dict[str, Card] = {}
        self._found: dict[str, tuple[Card, ...]] = {}
        self._whole: dict[str, Any] = {}

    @property
    def info(self) -> PoolInfo:
        """The facts of the pool about itself."""
        return self._kept("info", PoolInfo)

    def card(self, card_id: str) -> Card | None:
        """Return the card with this id."""
        card = self._cards.get(card_id)
        if card is None:
            row = self._get(f"card {card_id}")
            if row is None:
                return None  # Unknown ids are not cached, because there is no limit to them.
            card = self._cards[card_id] = msgspec.msgpack.decode(row, type=Card)
        return card

    def named(self, key: str) -> tuple[Card, ...]:
        """Return the cards whose title, title without subtitle, id or alias folds to `key`."""
        return self._all("name", key)

    def titled_also(self, key: str) -> tuple[Card, ...]:
        """Return the cards that carry `key` as an alternate title."""
        return self._all("also", key)

    def loosely(self, key: str) -> tuple[Card, ...]:
        """Return the cards whose title is `key` but for articles, plurals and the like: `model.names.loose`."""
        return self._all("loose", key)

    def souls_of(self, identity: str) -> tuple[Card, ...]:
        """Return the "Soul of" cards that are equivalent to the card with this identity key."""
        return self._all("soul", identity)

    def starts(self) -> dict[str, int]:
        """Return the first letters of all titles, each with the most words that such a title has."""
        return self._kept("starts", dict[str, int])

    def sets(self) -> dict[str, CardSet]:
        """Return the sets by id."""
        return self._kept("sets", dict[str, CardSet])

    def names(self) -> tuple[KnownName, ...]:
        """Return every name of the pool, for completion and repair."""
        return self._decoded("names", tuple[KnownName, ...])

    def spellings(self) -> dict[str, tuple[int, ...]]:
        """Return the places in `names` of each name in small letters, and of titles without level and subtitle."""
        return self._kept("spellings", dict[str, tuple[int, ...]])

    def name_at(self, place: int) -> KnownName:
        """Return one of `names`."""
        return msgspec.msgpack.decode(self._kept("names", list[msgspec.Raw])[place], type=KnownName)

    def title_words(self) -> TitleWords:
        """Return the words in the titles of the pool."""
        return self._kept("title words", TitleWords)

    def words(self) -> Words:
        """Return the types, clans and the like of the cards."""
        return self._kept("words", Words)

    def anatomy(self) -> Anatomy:
        """Return the fields that cards of each type have."""
        return self._decoded("anatomy", Anatomy)

    def cards(self) -> Iterator[Card]:
        """Yield all cards in the order of their ids."""
        # One row has them all; cards are made one at a time, because most callers look at each and keep few.
        for row in self._decoded("cards", list[msgspec.Raw]):
            yield msgspec.msgpack.decode(row, type=Card)

    def with_effects(self) -> tuple[Card, ...]:
        """Return the cards whose texts change what is legal, in the order of their ids."""
        return self._decoded("effects", tuple[Card, ...])

    def _all(self, table: str, key: str) -> tuple[Card, ...]:
        name = f"{table} {key}"
        if name not in self._found:
            row = self._get(name) if key else None
            if row is None:
                return ()  # Names that people type are not cached, because there is no limit to them.
            found = (self.card(card_id) for card_id in _ids(row))
            self._found[name] = tuple(card for card in found if card is not None)
        return self._found[name]

    def _kept(self, key: str, kind: type[T]) -> T:
        """Return a row that is used often, decoded once."""
        if key not in self._whole:
            self._whole[key] = self._decoded(key, kind)
        found: T = self._whole[key]
        return found

    def _decoded(self, key: str, kind: type[T]) -> T:
        return msgspec.msgpack.decode(self._get(key) or b"", type=kind)

    def _get(self, key: str) -> bytes | None:
        return self._rows.get(key)


def one_line(item: Struct) -> str:
    """Return a card, set or the like as in pool files: JSON on one line, which is also a YAML flow mapping."""
    return msgspec.json.format(msgspec.json.encode(item), indent=0).decode()


def basis_of(fmt: Format, pool: Pool) -> Basis:
    """Return the format and the pool in which the lines of a deck are looked up."""
    return Basis(fmt.id, fmt.date, fmt.digest, pool.info.id, pool.digest)


class PoolSnapshot(Struct, frozen=True, kw_only=True):
    """A pool as its files have it: its description, sets, and cards without what compiling adds, such as dates."""

    info: PoolInfo
    sets: dict[str, CardSet]
    cards: dict[str, Card]


class FieldChange(Struct, frozen=True):
    """A field of a card with a new value from `by`, a source or "correction"."""

    card: str
    field: str
    old: Any
    new: Any
    by: str


class Conflict(Struct, frozen=True):
    """A field on which sources differ; the pool keeps the value it has."""

    card: str
    field: str
    said: tuple[tuple[str, Any], ...]
    kept: Any


class Difference(Struct, frozen=True, kw_only=True):
    """The result of a merge; `held_back` counts values that corrections override."""

    new: tuple[Card, ...]
    changed: tuple[FieldChange, ...]
    gone: tuple[Card, ...]
    conflicts: tuple[Conflict, ...]
    new_sets: tuple[CardSet, ...]
    doubts: tuple[str, ...]
    held_back: int
    merged: PoolSnapshot

    @property
    def empty(self) -> bool:
        """Whether the merge changes nothing."""
        return not (self.new or self.changed or self.gone or self.conflicts or self.new_sets)
