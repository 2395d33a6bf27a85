"""Find card pools and their files, and open them through their compiled stores."""

import contextlib
import os
import re
import time
import zlib
from collections.abc import Mapping
from pathlib import Path

from deckcheck.model import anatomy
from deckcheck.model.errors import DataError, no_such, reading
from deckcheck.model.pool import Pool
from deckcheck.pools.store import CompiledPool, StoreDamaged, write_store
from deckcheck.system import paths
from deckcheck.system.atomic import write_atomically

# A part of the store's name: increase it when the contents of the rows change.
_STORE_VERSION = 32
# The prefix of the files of an extended pool.
BASE = "base/"

_EXTENDS = rb"^extends: *[\"']?([a-z0-9_-]+)[\"']? *(?:#.*)?$"
_FIXED = ("pool.yaml", "sets.yaml", "effects.yaml")
# The folder with the names of cards in other languages, one file per language.
NAMES = "names"
_OPTIONAL = ("gold.yaml", anatomy.FILE)
# A file that changed this recently may change again with the same times.
_SETTLED_NS = 2_000_000_000


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
        with contextlib.suppress(StoreDamaged):
            if self._cache is not None:
                self._store = CompiledPool(self._cache, self._stem)
                return
        self._build()

    def _build(self) -> None:
        from deckcheck.pools.compiler import compile_rows

        # This run uses the rows in memory, the next one the store on disk. A file may have changed since the digest was
        # computed, so it is computed again.
        files = read_files(self.folder, self.base)
        self.digest = digest_of(files)
        self._rows = compile_rows(self.folder, files)
        if self._store is not None:
            self._store.discard()
            self._store = None
        if self._cache is not None:
            with contextlib.suppress(OSError):
                write_store(self._cache, self._stem, self._rows)


def find_pools(first: Path | None = None) -> dict[str, Path]:
    """Return the folders of all pools by id; a pool in a more specific folder hides a shipped pool with the same id."""
    found: dict[str, Path] = {}
    for folder in paths.data_folders("cardpools", first):
        for info in sorted(folder.glob("*/pool.yaml")):
            found.setdefault(info.parent.name, info.parent)
    return found


def base_of(folder: Path, first: Path | None = None) -> Path | None:
    """Return the folder of the pool that the one in `folder` extends, None when it extends none.

    A pool may extend one with its own id from a later folder, and so add to it.

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
                raise DataError(f"`{wanted}` itself extends a pool, so no other pool can extend it", place=place)
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


def read_files(folder: Path, base: Path | None = None) -> dict[str, bytes]:
    """Return the contents of the pool's files by path relative to `folder`; raises DataError.

    Files of the pool that it extends, in the folder `base`, have paths below ``base/``.
    """
    with reading(folder):
        cards = sorted((folder / "cards").glob("*.yaml"))
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in [*_fixed(folder), *cards]}
        return files | ({BASE + name: content for name, content in read_files(base).items()} if base else {})


def extends(folder: Path) -> str | None:
    """Return the id of the pool that the one in `folder` extends, without parsing its file; None without one."""
    with contextlib.suppress(OSError):
        content = (folder / "pool.yaml").read_bytes()
        # Most pools extend none; this test excludes them before the pattern is compiled.
        if b"extends" in content and (match := re.search(_EXTENDS, content, re.MULTILINE)):
            return match[1].decode()
    return None


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return ``sha256:`` and the digest over names and contents."""
    import hashlib

    total = hashlib.sha256()
    for name, content in sorted(files.items()):
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return f"sha256:{total.hexdigest()}"


def known_digest(folder: Path, cache: Path) -> str | None:
    """Return the stored digest of the pool in `folder`, None when a file may have changed since it was stored."""
    with contextlib.suppress(OSError, ValueError):
        digest, check, signature = _note(folder, cache).read_text("utf-8").split("\n", 2)
        if check == _check(digest, signature) and signature == _signature(folder)[0]:
            return digest
    return None


def note_digest(folder: Path, cache: Path, digest: str) -> None:
    """Store the digest of a pool with the sizes and times of its files, unless a file has just changed."""
    with contextlib.suppress(OSError, ValueError):
        signature, newest = _signature(folder)
        if newest < time.time_ns() - _SETTLED_NS:
            cache.mkdir(parents=True, exist_ok=True)
            text = f"{digest}\n{_check(digest, signature)}\n{signature}"
            write_atomically(_note(folder, cache), text.encode("utf-8"))


def _signature(folder: Path) -> tuple[str, int]:
    """Return the names, sizes, times and inodes of a pool's files as text, and the newest time in ns."""
    with os.scandir(folder / "cards") as cards:
        stats = [(entry.name, entry.stat()) for entry in cards if entry.name.endswith(".yaml")]
    stats += [(f"../{path.name}", path.stat()) for path in _fixed(folder)]
    stats.sort()
    lines = [str(folder.absolute())]
    lines += [f"{name} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}" for name, stat in stats]
    return "\n".join(lines), max(max(stat.st_mtime_ns, stat.st_ctime_ns) for _, stat in stats)


def _fixed(folder: Path) -> list[Path]:
    """Return the files of the pool except those of cards."""
    names = (*_FIXED, *(name for name in _OPTIONAL if (folder / name).is_file()))
    return [*(folder / name for name in names), *sorted((folder / NAMES).glob("*.yaml"))]


def _note(folder: Path, cache: Path) -> Path:
    return cache / f"digest-{zlib.crc32(os.fsencode(folder.absolute())):08x}.txt"


def _check(digest: str, signature: str) -> str:
    return f"{zlib.crc32(f'{digest} {signature}'.encode('utf-8', 'surrogateescape')):08x}"
