"""A card pool out of compiled rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec

from deckcheck.model.anatomy import Anatomy
from deckcheck.model.card import Card
from deckcheck.model.pool import CardSet, KnownName, PoolInfo, TitleWords, Words

T = TypeVar("T")

_card = msgspec.msgpack.Decoder(Card).decode
_ids = msgspec.msgpack.Decoder(tuple[str, ...]).decode


class RowPool:
    """A pool whose compiled rows are in memory."""

    def __init__(self, digest: str, rows: Mapping[str, bytes]) -> None:
        """Look cards up in `rows`, as the pool compiler makes them of files with this digest."""
        self.digest = digest
        self._rows = rows
        self._cards: dict[str, Card] = {}
        self._found: dict[str, tuple[Card, ...]] = {}
        self._sets: dict[str, CardSet] | None = None
        self._names: tuple[KnownName, ...] | None = None
        self._info: PoolInfo | None = None
        self._starts: dict[str, int] | None = None
        self._title_words: TitleWords | None = None

    @property
    def info(self) -> PoolInfo:
        """What the pool says of itself."""
        if self._info is None:
            self._info = self._decoded("info", PoolInfo)
        return self._info

    def card(self, card_id: str) -> Card | None:
        """Return the card with this id."""
        card = self._cards.get(card_id)
        if card is None:
            row = self._get(f"card {card_id}")
            if row is None:
                return None  # Ids that nobody gave a card are not kept: there is no end to them.
            card = self._cards[card_id] = _card(row)
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

    def starts(self) -> dict[str, int]:
        """Return the first letters of all titles, each with the most words that such a title has."""
        if self._starts is None:
            self._starts = self._decoded("starts", dict[str, int])
        return self._starts

    def souls_of(self, identity: str) -> tuple[Card, ...]:
        """Return the "Soul of" cards that are equivalent to the card with this identity key."""
        return self._all("soul", identity)

    def sets(self) -> dict[str, CardSet]:
        """Return the sets by id."""
        if self._sets is None:
            self._sets = {item.id: item for item in self._decoded("sets", tuple[CardSet, ...])}
        return self._sets

    def names(self) -> tuple[KnownName, ...]:
        """Return every name of the pool, for suggestions and completion."""
        if self._names is None:
            self._names = self._decoded("names", tuple[KnownName, ...])
        return self._names

    def anatomy(self) -> Anatomy:
        """Return what the types of cards have printed on them."""
        return self._decoded("anatomy", Anatomy)

    def stated_unknown(self) -> dict[str, tuple[str, ...]]:
        """Return the unknown fields that the files of the pool name, by card id, without those that follow."""
        return self._decoded("stated", dict[str, tuple[str, ...]])

    def words(self) -> Words:
        """Return what cards of the pool are called by, for those who write formats."""
        return self._decoded("words", Words)

    def title_words(self) -> TitleWords:
        """Return the words of the titles of the pool."""
        if self._title_words is None:
            self._title_words = self._decoded("title words", TitleWords)
        return self._title_words

    def cards(self) -> Iterator[Card]:
        """Yield all cards in the order of their ids."""
        # One row has them all; cards are made one at a time, because most callers look at each and keep few.
        for row in self._decoded("cards", list[msgspec.Raw]):
            yield _card(row)

    def with_effects(self) -> tuple[Card, ...]:
        """Return the cards whose texts change what is legal, in the order of their ids."""
        return self._decoded("effects", tuple[Card, ...])

    def _all(self, table: str, key: str) -> tuple[Card, ...]:
        asked = f"{table} {key}"
        if asked not in self._found:
            row = self._get(asked) if key else None
            if row is None:
                return ()  # Names that people type are not kept: there is no end to them.
            found = (self.card(card_id) for card_id in _ids(row))
            self._found[asked] = tuple(card for card in found if card is not None)
        return self._found[asked]

    def _decoded(self, key: str, kind: type[T]) -> T:
        return msgspec.msgpack.decode(self._get(key) or b"", type=kind)

    def _get(self, key: str) -> bytes | None:
        return self._rows.get(key)
