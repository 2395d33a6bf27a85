"""A card pool compiled for look-up: an SQLite file of checked key-value rows.

The file is only a cache. Its name has the digest of the pool's files, so that it cannot be stale, and the digest of its
own contents. Each row has a checksum. One row has the hashes of all keys: a key without its hash there has no row; when
a row is missing in spite of its hash, the whole file is compared with its name. So damage never changes an answer.
"""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

from deckcheck.system.atomic import temporary_file
from deckcheck.system.cache import sweep

_KEPT = 4


class StoreDamaged(Exception):
    """The file is missing or damaged; it must be built again."""


class CompiledPool:
    """Read access to a compiled pool."""

    def __init__(self, folder: Path, stem: str) -> None:
        """Open the store called `stem` in `folder`; raises StoreDamaged when there is none that can be opened."""
        self._verified = False
        self._keys: memoryview[int] | None = None
        self._stem = stem
        found = sorted(folder.glob(f"{stem}-*.sqlite"))
        if not found:
            raise StoreDamaged("no store")
        self.path = found[0]
        try:
            address = f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"
            # The editor reads from threads, which would share a statement and bind their keys over each other's.
            self._db, self._one_at_a_time = sqlite3.connect(address, uri=True, check_same_thread=False), Lock()
            self._db.execute("select 1 from kv limit 1").fetchone()
            self._db.execute("pragma cache_size = -16000")  # in KiB: what a folder of decks reads, pages more than once
        except sqlite3.Error as error:
            raise StoreDamaged(str(error)) from None

    def get(self, key: str) -> bytes | None:
        """Return the value of `key`, None without one; raises StoreDamaged."""
        # Reading a list looks up many names without a row, which take most of the time.
        if self._keys is not None and not self._may_hold(key):
            return None
        try:
            with self._one_at_a_time:
                row = self._db.execute("select value, crc from kv where key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise StoreDamaged(str(error)) from None
        if row is None:
            if self._may_hold(key):
                self._verify()
            return None
        value, crc = row
        if not isinstance(value, bytes) or crc != _crc(key, value):
            raise StoreDamaged(f"row {key}")
        return value

    def discard(self) -> None:
        """Close the file and delete it, as far as that is allowed."""
        self._db.close()
        with contextlib.suppress(OSError):
            self.path.unlink()

    def _may_hold(self, key: str) -> bool:
        """Return whether `key` may have a row."""
        if self._keys is None:
            if key == _keys_row(self._stem):
                raise StoreDamaged("the row of keys")
            self._keys = memoryview(self.get(_keys_row(self._stem)) or b"").cast("I")
        wanted = zlib.crc32(key.encode("utf-8", "surrogatepass"))
        index = bisect_left(self._keys, wanted)
        return index < len(self._keys) and self._keys[index] == wanted

    def _verify(self) -> None:
        if not self._verified:
            try:
                whole = _digest(self.path)
            except OSError as error:
                raise StoreDamaged(str(error)) from None
            if whole != self.path.stem.rsplit("-", 1)[1]:
                raise StoreDamaged("contents")
            self._verified = True


def write_store(folder: Path, stem: str, rows: Mapping[str, bytes]) -> None:
    """Write `rows` to a new store in `folder`, completely or not at all, and delete the oldest stores of the pool.

    Raises OSError or sqlite3.Error, leaving the old stores.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kind = stem.split("-", maxsplit=1)[0]
    with temporary_file(folder, f".{kind}-") as (_, temporary):
        with contextlib.closing(sqlite3.connect(temporary)) as db:
            db.execute("pragma journal_mode = off")
            db.execute("pragma synchronous = full")
            db.execute("pragma cache_size = -16000")  # in KiB: a whole store, which takes a third of the time
            db.execute(
                "create table kv (key text primary key, value blob not null, crc integer not null) without rowid"
            )
            keys = array("I", sorted({zlib.crc32(key.encode("utf-8", "surrogatepass")) for key in rows}))
            ordered = sorted({**rows, _keys_row(stem): keys.tobytes()}.items())
            db.executemany(
                "insert into kv values (?, ?, ?)", ((key, value, _crc(key, value)) for key, value in ordered)
            )
            db.commit()
        temporary.replace(folder / f"{stem}-{_digest(temporary)}.sqlite")
    stores = sorted(folder.glob(f"{kind}-*.sqlite"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in stores[_KEPT:]:
        old.unlink(missing_ok=True)
    sweep(folder)


def _keys_row(stem: str) -> str:
    """Return the key of the row with all keys: it names the pool, so that the store of another one has none."""
    return f"keys of {stem}"


def _digest(path: Path) -> str:
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]


def _crc(key: str, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(key.encode()))
