"""Card pools: finding them, reading their files, compiling them to a store, looking cards up."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from deckcheck.errors import DataError, UsageError
from deckcheck.loading import paths
from deckcheck.loading.format_files import FORMAT_ID
from deckcheck.loading.pool_files import digest_of, extends, known_digest, note_digest, read_files
from deckcheck.loading.store import Store, StoreDamaged, write_store
from deckcheck.model.card import Card
from deckcheck.model.pool import CardSet, Known, PoolInfo

T = TypeVar("T")

# Part of the store's name: a change of what the rows hold must not meet old files.
_STORE_VERSION = 3

_card = msgspec.msgpack.Decoder(Card).decode
_ids = msgspec.msgpack.Decoder(tuple[str, ...]).decode


class FilePool:
    """The pool in a folder, looked up through its compiled store, or in memory where no store can be kept."""

    def __init__(self, folder: Path, *, cache: Path | None, base: Path | None = None) -> None:
        """Open the pool in `folder`, keeping its store in `cache` (None: nowhere); raises DataError.

        `base` is the folder of the pool that it extends.
        """
        self.folder = folder
        self.base = base
        self._cache = cache
        # What is noted speaks of one folder only; pools of one's own are small, and read each time.
        known = known_digest(folder, cache) if cache and not base else None
        self.digest = known or digest_of(read_files(folder, base))
        if cache and not known and not base:
            note_digest(folder, cache, self.digest)
        self._store: Store | None = None
        self._rows: Mapping[str, bytes] = {}
        self._cards: dict[str, Card | None] = {}
        self._found: dict[str, tuple[Card, ...]] = {}
        self._sets: dict[str, CardSet] | None = None
        self._names: tuple[Known, ...] | None = None
        self._info: PoolInfo | None = None
        self._open()

    @property
    def info(self) -> PoolInfo:
        """What the pool says of itself."""
        if self._info is None:
            self._info = self._decoded("info", PoolInfo)
        return self._info

    def card(self, card_id: str) -> Card | None:
        """Return the card with this id."""
        if card_id not in self._cards:
            row = self._get(f"card {card_id}")
            self._cards[card_id] = _card(row) if row is not None else None
        return self._cards[card_id]

    def named(self, key: str) -> tuple[Card, ...]:
        """Return the cards whose title, title without subtitle, id or alias folds to `key`."""
        return self._all("name", key)

    def titled_also(self, key: str) -> tuple[Card, ...]:
        """Return the cards that carry `key` as an alternate title."""
        return self._all("also", key)

    def souls_of(self, identity: str) -> tuple[Card, ...]:
        """Return the "Soul of" cards that are equivalent to the card with this identity key."""
        return self._all("soul", identity)

    def sets(self) -> dict[str, CardSet]:
        """Return the sets by id."""
        if self._sets is None:
            self._sets = {item.id: item for item in self._decoded("sets", tuple[CardSet, ...])}
        return self._sets

    def names(self) -> tuple[Known, ...]:
        """Return every name of the pool, for suggestions and completion."""
        if self._names is None:
            self._names = self._decoded("names", tuple[Known, ...])
        return self._names

    def cards(self) -> Iterator[Card]:
        """Yield all cards in the order of their ids."""
        # One row holds them all; cards are made one at a time, for most callers look at each and keep few.
        for row in self._decoded("cards", list[msgspec.Raw]):
            yield _card(row)

    def rebuild(self) -> Path | None:
        """Compile the store anew and return where it is kept, None when it cannot be."""
        self._build()
        self._open()
        return self._store.path if self._store else None

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
        if self._store is not None:
            try:
                return self._store.get(key)
            except StoreDamaged:
                self._build()
        return self._rows.get(key)

    @property
    def _stem(self) -> str:
        return f"{self.folder.name.replace('-', '_')}-{_STORE_VERSION}-{self.digest[7:31]}"

    def _open(self) -> None:
        if self._cache is not None:
            try:
                self._store = Store(self._cache, self._stem)
            except StoreDamaged:
                pass
            else:
                return
        self._build()

    def _build(self) -> None:
        from deckcheck.loading.pool_compiler import compile_rows

        # The rows in memory serve this run; the store on disk is for the next one. The digest is taken again, so
        # that a file changed in between cannot put rows under the name of others.
        files = read_files(self.folder, self.base)
        self.digest = digest_of(files)
        self._rows = compile_rows(self.folder, files)
        if self._store is not None:
            self._store.discard()
            self._store = None
        if self._cache is not None:
            try:
                write_store(self._cache, self._stem, self._rows)
            except (OSError, sqlite3.Error):
                return


def find_pools(first: Path | None = None) -> dict[str, Path]:
    """Return the folders of all pools by id; a more specific folder hides a shipped pool of the same id."""
    found: dict[str, Path] = {}
    for folder in paths.data_folders("cardpools", first):
        for info in sorted(folder.glob("*/pool.yaml")):
            found.setdefault(info.parent.name, info.parent)
    return found


def base_of(folder: Path, first: Path | None = None) -> Path | None:
    """Return the folder of the pool that the one in `folder` extends, None when it extends none.

    A pool may extend one of its own id, further back in the order in which pools are found, and so add to it.

    Raises:
        DataError: when there is no such pool, or it extends another one itself.
    """
    wanted = extends(folder)
    if wanted is None:
        return None
    place = str(folder / "pool.yaml")
    for each in paths.data_folders("cardpools", first):
        base = each / wanted
        if os.path.isfile(base / "pool.yaml") and not base.samefile(folder):  # noqa: PTH113 - as below
            if extends(base) is not None:
                raise DataError(f"`{wanted}` extends a pool itself, and one cannot extend that", place=place)
            return base
    raise DataError(f"there is no card pool `{wanted}` to extend", place=place)


def open_pool(pool_id: str, *, first: Path | None = None, cache: Path | None = None) -> FilePool:
    """Open the pool with this id; raises UsageError when there is none and DataError when its files are wrong."""
    for folder in paths.data_folders("cardpools", first):
        # os.path.isfile, unlike Path.is_file, does not raise on an id that is too long.
        if re.match(FORMAT_ID, pool_id) and os.path.isfile(folder / pool_id / "pool.yaml"):  # noqa: PTH113
            return FilePool(folder / pool_id, cache=cache, base=base_of(folder / pool_id, first))
    known = ", ".join(find_pools(first)) or "none"
    raise UsageError(f"there is no card pool `{pool_id}`", help=f"known pools: {known}")
