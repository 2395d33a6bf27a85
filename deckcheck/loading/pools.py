"""Card pools: finding them, reading their files, compiling them to a store, looking cards up."""

from __future__ import annotations

import hashlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from deckcheck.errors import DataError, UsageError
from deckcheck.loading import paths
from deckcheck.loading.store import Store, StoreDamaged, write_store
from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.model.pool import CardSet, Known, PoolInfo, one_line
from deckcheck.names import fold

# Part of the store's name: a change of what the rows hold must not meet old files.
_STORE_VERSION = 1

_pack = msgspec.msgpack.Encoder().encode
_card = msgspec.msgpack.Decoder(Card).decode
_ids = msgspec.msgpack.Decoder(tuple[str, ...]).decode
_names = msgspec.msgpack.Decoder(tuple[Known, ...]).decode
_sets = msgspec.msgpack.Decoder(tuple[CardSet, ...]).decode
_info = msgspec.msgpack.Decoder(PoolInfo).decode


class FilePool:
    """The pool in a folder, looked up through its compiled store, or in memory where no store can be kept."""

    def __init__(self, folder: Path, *, cache: Path | None) -> None:
        """Open the pool in `folder`, keeping its store in `cache` (None: nowhere); raises DataError."""
        self.folder = folder
        self._files = read_files(folder)
        self.digest = digest_of(self._files)
        self._cache = cache
        self._store: Store | None = None
        self._rows: Mapping[str, bytes] | None = None
        self._cards: dict[str, Card | None] = {}
        self._sets: dict[str, CardSet] | None = None
        self._open()

    @property
    def info(self) -> PoolInfo:
        """What the pool says of itself."""
        return _info(self._require("info"))

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
            self._sets = {item.id: item for item in _sets(self._require("sets"))}
        return self._sets

    def names(self) -> tuple[Known, ...]:
        """Return every name of the pool, for suggestions and completion."""
        return _names(self._require("names"))

    def cards(self) -> Iterator[Card]:
        """Yield all cards in the order of their ids."""
        for known in sorted(self.names(), key=lambda item: item.id):
            card = self.card(known.id)
            assert card is not None
            yield card

    def rebuild(self) -> Path | None:
        """Compile the store anew and return where it is kept, None when it cannot be."""
        self._build()
        self._open()
        return self._store.path if self._store else None

    def _all(self, table: str, key: str) -> tuple[Card, ...]:
        row = self._get(f"{table} {key}") if key else None
        found = (self.card(card_id) for card_id in _ids(row)) if row is not None else ()
        return tuple(card for card in found if card is not None)

    def _require(self, key: str) -> bytes:
        row = self._get(key)
        assert row is not None, key
        return row

    def _get(self, key: str) -> bytes | None:
        if self._store is not None:
            try:
                return self._store.get(key)
            except StoreDamaged:
                self._build()
        assert self._rows is not None
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
        # The rows in memory serve this run; the store on disk is for the next one.
        self._rows = compile_rows(self.folder, self._files)
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


def open_pool(pool_id: str, *, first: Path | None = None, cache: Path | None = None) -> FilePool:
    """Open the pool with this id; raises UsageError when there is none and DataError when its files are wrong."""
    for folder in paths.data_folders("cardpools", first):
        if pool_id and (folder / pool_id / "pool.yaml").is_file():
            return FilePool(folder / pool_id, cache=cache)
    known = ", ".join(find_pools(first)) or "none"
    raise UsageError(f"there is no card pool `{pool_id}`", help=f"known pools: {known}")


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the contents of the pool's files by path relative to `folder`; raises DataError."""
    try:
        cards = sorted((folder / "cards").glob("*.yaml"))
        fixed = [folder / name for name in ("pool.yaml", "sets.yaml", "effects.yaml")]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in [*fixed, *cards]}
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", place=str(error.filename)) from None


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return ``sha256:`` and the digest over names and contents."""
    total = hashlib.sha256()
    for name, content in sorted(files.items()):
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return f"sha256:{total.hexdigest()}"


def compile_rows(folder: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the rows of the store for a pool's files; raises DataError with file and line."""
    info = _decode_file(folder, files, "pool.yaml", PoolInfo)
    sets = _decode_lines(folder, files, "sets.yaml", CardSet)
    effects = read_effects(folder, files)
    known_sets = {item.id for item, _ in sets}
    cards: dict[str, Card] = {}
    for name in sorted(files):
        if not name.startswith("cards/"):
            continue
        for card, line in _decode_lines(folder, files, name, Card):
            if card.id in cards:
                raise DataError(f"there are two cards with the id `{card.id}`", place=f"{folder / name}:{line}")
            for printing in card.printings:
                if printing.set not in known_sets:
                    raise DataError(f"`{card.id}` names the unknown set `{printing.set}`", place=f"{folder / name}:{line}")
            cards[card.id] = msgspec.structs.replace(card, effects=effects.pop(card.id, ()))
    if effects:
        raise DataError(f"effects for the unknown card `{next(iter(effects))}`", place=str(folder / "effects.yaml"))

    tables: dict[str, dict[str, list[str]]] = {table: defaultdict(list) for table in ("name", "also", "soul")}
    for card in cards.values():
        marked = f"{card.title} {card.mark}" if card.mark else card.title
        for key in dict.fromkeys(map(fold, (card.title, card.base_title, marked, card.id, *card.aliases))):
            tables["name"][key].append(card.id)
        for key in dict.fromkeys(map(fold, card.alternate_titles)):
            tables["also"][key].append(card.id)
        if card.soul_of:
            for identity in card.identity[1:]:
                tables["soul"][identity].append(card.id)

    rows = {f"card {card.id}": _pack(card) for card in cards.values()}
    for table, keys in tables.items():
        rows.update({f"{table} {key}": _pack(ids) for key, ids in keys.items() if key})
    rows["info"] = _pack(info)
    rows["sets"] = _pack([item for item, _ in sets])
    rows["names"] = _pack(
        [Known(card.name, card.id, card.marks, tuple(p.set for p in card.printings), card.kind) for card in cards.values()]
    )
    return rows


def read_effects(folder: Path, files: Mapping[str, bytes]) -> dict[str, tuple[Effect, ...]]:
    """Return the card-text effects by card id; raises DataError."""
    return _decode_file(folder, files, "effects.yaml", dict[str, tuple[Effect, ...]])


def _decode_file(folder: Path, files: Mapping[str, bytes], name: str, kind: Any) -> Any:
    from deckcheck.loading import strict_yaml

    path = str(folder / name)
    return strict_yaml.decode(strict_yaml.parse(_text(folder, files, name), path), kind, path)


def _decode_lines(folder: Path, files: Mapping[str, bytes], name: str, kind: type[Any]) -> list[tuple[Any, int]]:
    """Return the items of a file that holds one item a line, with their lines.

    Lines in the form that the importer writes are JSON and are read as such, which is many times faster than
    YAML; the check is that writing the item again gives the same line. Any other file goes to the YAML reader.
    """
    lines = _text(folder, files, name).splitlines()
    decoder = msgspec.json.Decoder(kind)
    items: list[tuple[Any, int]] = []
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line:
            continue
        try:
            item = decoder.decode(line[2:])
        except (msgspec.DecodeError, UnicodeError):
            break
        if f"- {one_line(item)}" != line:
            break
        items.append((item, number))
    else:
        return items

    from deckcheck.loading import strict_yaml

    path = str(folder / name)
    root = strict_yaml.parse("\n".join(lines), path)
    values = strict_yaml.decode(root, list[kind], path)  # type: ignore[valid-type]
    return [(value, node.line) for value, node in zip(values, root.value, strict=True)]


def _text(folder: Path, files: Mapping[str, bytes], name: str) -> str:
    try:
        return files[name].decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8 at byte {error.start}", place=str(folder / name)) from None
