"""Find card pools, and open them through their compiled stores."""

from __future__ import annotations

import os
import re
from pathlib import Path

from deckcheck.model.errors import DataError, no_such
from deckcheck.model.pool import Pool
from deckcheck.pools.files import digest_of, extends, known_digest, note_digest, read_files
from deckcheck.pools.store import CompiledPool, StoreDamaged, write_store
from deckcheck.system import paths

# Part of the store's name: increase it when the contents of the rows change.
_STORE_VERSION = 28


class FilePool(Pool):
    """The pool in a folder, with its rows in a compiled store, or in memory when no store can be written."""

    def __init__(self, folder: Path, *, cache: Path | None, base: Path | None = None) -> None:
        """Open the pool in `folder`, keeping its store in `cache` (None: nowhere); raises DataError.

        `base` is the folder of the pool that it extends.
        """
        self.folder = folder
        self.base = base
        self._cache = cache
        # A stored digest covers one folder; pools that extend another are small and read each time.
        known = known_digest(folder, cache) if cache and not base else None
        super().__init__(known or digest_of(read_files(folder, base)), {})
        if cache and not known and not base:
            note_digest(folder, cache, self.digest)
        self._store: CompiledPool | None = None
        self._open()

    def all_rows(self) -> dict[str, bytes]:
        """Return the rows of the compiled pool, for a `Pool` elsewhere."""
        from deckcheck.pools.compiler import compile_rows

        return compile_rows(self.folder, read_files(self.folder, self.base))

    def rebuild(self) -> Path | None:
        """Compile the store again and return its path, None when it cannot be written."""
        self._build()
        self._open()
        return self._store.path if self._store else None

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
                self._store = CompiledPool(self._cache, self._stem)
            except StoreDamaged:
                pass
            else:
                return
        self._build()

    def _build(self) -> None:
        from deckcheck.pools.compiler import compile_rows

        # This run uses the rows in memory, the next one the store on disk. The digest is computed again, because a file
        # may have changed in between.
        files = read_files(self.folder, self.base)
        self.digest = digest_of(files)
        self._rows = compile_rows(self.folder, files)
        if self._store is not None:
            self._store.discard()
            self._store = None
        if self._cache is not None:
            try:
                write_store(self._cache, self._stem, self._rows)
            except OSError:
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
    raise DataError(f"no card pool `{wanted}` to extend", place=place)


def open_pool(pool_id: str, *, first: Path | None = None, cache: Path | None = None) -> FilePool:
    """Open the pool with this id; raises UsageError when there is none and DataError when its files are wrong."""
    for folder in paths.data_folders("cardpools", first):
        # os.path.isfile, unlike Path.is_file, does not raise on an id that is too long.
        if re.match(paths.DATA_ID, pool_id) and os.path.isfile(folder / pool_id / "pool.yaml"):  # noqa: PTH113
            return FilePool(folder / pool_id, cache=cache, base=base_of(folder / pool_id, first))
    raise no_such("card pool", pool_id, find_pools(first))


def size(pool: Pool) -> int:
    """Return the number of cards of a pool; each can have names in several languages."""
    return len({known.id for known in pool.names()})
