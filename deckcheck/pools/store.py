"""A card pool compiled for look-up: a file of checked rows by key, read in place.

The file is only a cache. Its name contains the digest of the pool's files, so it cannot be stale. It begins with its
directory: the sorted hashes of all keys and the ends of their rows. The directory is checked when the file is opened,
and a key without a hash there has no row. Each row, with its key, is a zlib stream without compression, which has a
checksum. So damage never changes an answer.
"""

import contextlib
import os
import struct
import weakref
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

from deckcheck.system.atomic import write_parts_atomically
from deckcheck.system.paths import sweep

_KEPT = 4
_SUFFIX = ".pool"
# The beginning of the file: the number of rows, and the checksum of the directory, which follows.
_HEAD = struct.Struct("<II")
_NUMBER = array("I").itemsize


class StoreDamaged(Exception):
    """The file is missing or damaged, and must be built again."""


class CompiledPool:
    """Read access to a compiled pool, from any thread."""

    def __init__(self, folder: Path, stem: str) -> None:
        """Open the store called `stem` in `folder`; raises StoreDamaged when it cannot be opened."""
        self.path = folder / f"{stem}{_SUFFIX}"
        self._one_at_a_time = Lock()
        try:
            self._file = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            self._close = weakref.finalize(self, os.close, self._file)
            rows, check = _HEAD.unpack(self._at(0, _HEAD.size))
            directory = self._at(_HEAD.size, 2 * rows * _NUMBER)
        except (OSError, struct.error, OverflowError, MemoryError) as error:
            raise StoreDamaged(str(error)) from None
        if check != _directory_check(stem, directory) or len(directory) != 2 * rows * _NUMBER:
            raise StoreDamaged("the directory")
        numbers = memoryview(directory).cast("I")
        self._hashes, self._ends = numbers[:rows], numbers[rows:]
        self._start = _HEAD.size + len(directory)

    def get(self, key: str) -> bytes | None:
        """Return the value of `key`, None without one; raises StoreDamaged when the row is damaged."""
        name = _name(key)
        wanted = zlib.crc32(name)
        # A few keys have the same hash.
        for index in range(bisect_left(self._hashes, wanted), bisect_right(self._hashes, wanted)):
            row = self._row(index)
            if row.startswith(name):
                return row[len(name) :]
        return None

    def discard(self) -> None:
        """Close the file and delete it, if the system allows it."""
        self._close()
        with contextlib.suppress(OSError):
            self.path.unlink()

    def _row(self, index: int) -> bytes:
        """Return a row with its key in front."""
        start = self._ends[index - 1] if index else 0
        try:
            return zlib.decompress(self._at(self._start + start, self._ends[index] - start))
        except (OSError, zlib.error) as error:
            raise StoreDamaged(str(error)) from None

    def _at(self, start: int, size: int) -> bytes:
        """Return a part of the file; threads and forked workers share the file position, which does not change."""
        if hasattr(os, "pread"):
            return os.pread(self._file, size, start)
        with self._one_at_a_time:
            os.lseek(self._file, start, os.SEEK_SET)
            return os.read(self._file, size)


def write_store(folder: Path, stem: str, rows: Mapping[str, bytes]) -> None:
    """Write `rows` to a new store in `folder`, completely or not at all, and delete the oldest stores of the pool.

    Raises:
        OSError: when the folder cannot be written; the old stores stay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kind = stem.split("-", maxsplit=1)[0]
    named = ((_name(key), value) for key, value in rows.items())
    ordered = sorted((zlib.crc32(name), zlib.compress(name + value, level=0)) for name, value in named)
    hashes, ends = array("I", (each for each, _ in ordered)), array("I")
    for _, row in ordered:
        ends.append((ends[-1] if ends else 0) + len(row))
    directory = hashes.tobytes() + ends.tobytes()
    head = _HEAD.pack(len(ordered), _directory_check(stem, directory))
    write_parts_atomically(folder / f"{stem}{_SUFFIX}", (head, directory, *(row for _, row in ordered)))
    stores = sorted(folder.glob(f"{kind}-*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in stores[_KEPT:]:
        old.unlink(missing_ok=True)
    sweep(folder)


def _name(key: str) -> bytes:
    """Return the beginning of a row: its key and a terminator."""
    return key.encode("utf-8", "surrogatepass") + b"\0"


def _directory_check(stem: str, directory: bytes) -> int:
    """Return the checksum of a directory, which includes the pool's name to exclude the store of another pool."""
    return zlib.crc32(directory, zlib.crc32(stem.encode()))
