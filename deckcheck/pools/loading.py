"""Find card pools and their files, and open them through their compiled stores."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from pathlib import Path

from deckcheck.model.deck import grouped
from deckcheck.model.digest import digest
from deckcheck.model.errors import DataError, called, reading
from deckcheck.model.pool import ANATOMY_FILE, Pool, PoolRows
from deckcheck.pools.store import CompiledPool, StoreDamaged, write_store
from deckcheck.system import paths

# A part of the store's name: increase it when the contents of the rows change.
_STORE_VERSION = 41
# The contents of a pool's files by the path in the folder: of the pool itself, then of those that it extends.
Files = Mapping[Path, Mapping[str, bytes]]

_EXTENDS = rb"^extends: *[\"']?([a-z0-9_-]+)[\"']? *(?:#.*)?$"
_FIXED = ("pool.yaml", "sets.yaml", "effects.yaml")
# The folder with the names of cards in other languages, one file per language.
NAMES = "names"
_OPTIONAL = ("gold.yaml", ANATOMY_FILE)


class FilePool(Pool):
    """The pool in a folder, with its rows in a compiled store, or in memory when no store can be written."""

    def __init__(self, folder: Path, *, cache: Path | None, bases: tuple[Path, ...] = ()) -> None:
        """Open the pool in `folder`, keeping its store in `cache` (None: nowhere); raises DataError.

        `bases` are the folders of the pools that it extends, as `bases_of` returns them.
        """
        self.folder = folder
        self.bases = bases
        self._cache = cache
        super().__init__(digest_of(read_files(folder, bases)), {})
        self._rows = self._opened()

    def __reduce__(self) -> tuple[Callable[..., FilePool], tuple[Path]]:
        """Let other processes open the pool again."""
        return partial(FilePool, cache=self._cache, bases=self.bases), (self.folder,)

    def all_rows(self) -> dict[str, bytes]:
        """Return the rows of the compiled pool, for a `Pool` elsewhere."""
        from deckcheck.pools.compiler import compile_rows

        return compile_rows(read_files(self.folder, self.bases))

    def rebuild(self) -> Path | None:
        """Compile the store again and return its path, None when it cannot be written."""
        self._rows = self._compiled()
        self._rows = self._opened()
        return self._rows.path if isinstance(self._rows, CompiledPool) else None

    def _get(self, key: str) -> bytes | None:
        try:
            return self._rows.get(key)
        except StoreDamaged:
            self._rows = self._compiled()
            return self._rows.get(key)

    @property
    def _stem(self) -> str:
        return f"{self.folder.name.replace('-', '_')}-{_STORE_VERSION}-{self.digest[7:31]}"

    def _opened(self) -> PoolRows:
        with contextlib.suppress(StoreDamaged):
            if self._cache is not None:
                return CompiledPool(self._cache, self._stem)
        return self._compiled()

    def _compiled(self) -> dict[str, bytes]:
        from deckcheck.pools.compiler import compile_rows

        # This run uses the rows in memory, the next one the store on disk. A file may have changed since the digest was
        # computed, so it is computed again.
        files = read_files(self.folder, self.bases)
        self.digest = digest_of(files)
        rows = compile_rows(files)
        if isinstance(self._rows, CompiledPool):
            self._rows.discard()
        if self._cache is not None:
            with contextlib.suppress(OSError):
                write_store(self._cache, self._stem, rows)
        return rows


def find_pools(first: Path | None = None) -> dict[str, Path]:
    """Return the folders of all pools by id; a pool in a more specific folder hides a shipped pool with the same id."""
    folders = paths.data_folders("cardpools", first)
    infos = (info for folder in folders for info in sorted(folder.glob("*/pool.yaml")))
    found = grouped((info.parent.name, info.parent) for info in infos)
    return {name: folder for name, (folder, *_) in found.items()}


def bases_of(folder: Path, first: Path | None = None) -> tuple[Path, ...]:
    """Return the folders of the pool that the one in `folder` extends, and of those that it extends in turn.

    A pool may extend one with its own id from a later folder, and so add to it; raises DataError for a missing pool.
    """
    chain = [folder]
    while wanted := extends(chain[-1]):
        # os.path.isfile, unlike Path.is_file, does not raise on an id that is too long.
        named = [each / wanted for each in paths.data_folders("cardpools", first)]
        found = [each for each in named if os.path.isfile(each / "pool.yaml")]  # noqa: PTH113
        base = next((each for each in found if not any(map(each.samefile, chain))), None)
        if base is None:
            raise DataError(f"no card pool `{wanted}` to extend", place=str(chain[-1] / "pool.yaml"))
        chain.append(base)
    return tuple(chain[1:])


def open_pool(pool_id: str, *, first: Path | None = None, cache: Path | None = None) -> FilePool:
    """Open the pool with this id; raises UsageError when there is none and DataError when its files are wrong."""
    folder = called("card pool", pool_id, find_pools(first))
    return FilePool(folder, cache=cache, bases=bases_of(folder, first))


def size(pool: Pool) -> int:
    """Return the number of cards of a pool; each can have names in several languages."""
    return len({known.id for known in pool.names()})


def read_files(folder: Path, bases: tuple[Path, ...] = ()) -> Files:
    """Return the contents of the pool's files, and of those of the pools that it extends; raises DataError."""
    return {each: _contents(each) for each in (folder, *bases)}


def _contents(folder: Path) -> dict[str, bytes]:
    with reading(folder):
        names = (*_FIXED, *(name for name in _OPTIONAL if (folder / name).is_file()))
        found = (path for each in (NAMES, "cards") for path in sorted((folder / each).glob("*.yaml")))
        paths = [*(folder / name for name in names), *found]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def extends(folder: Path) -> str | None:
    """Return the id of the pool that the one in `folder` extends, without parsing its file; None without one."""
    with contextlib.suppress(OSError):
        content = (folder / "pool.yaml").read_bytes()
        # Most pools extend none; this test excludes them before the pattern is compiled.
        if b"extends" in content and (match := re.search(_EXTENDS, content, re.MULTILINE)):
            return match[1].decode()
    return None


def digest_of(files: Files) -> str:
    """Return ``sha256:`` and the digest over names and contents; names have ``base/`` for each pool that extends."""
    named = (("base/" * number, part) for number, part in enumerate(files.values()))
    every = sorted((before + name, content) for before, part in named for name, content in part.items())
    return digest(b"".join(chain.from_iterable((f"{name}\0{len(each)}\0".encode(), each) for name, each in every)))
