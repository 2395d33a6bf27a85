"""The cache folder, and deleting its unused files."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

# What the folder contains, by the patterns of its files. Nothing else in it is ever deleted.
KINDS = {
    "compiled card pools": ("*.pool", "*.sqlite", "digest-*.txt"),
    "resolved formats": ("format-*.msgpack",),
    "fetched decks": ("web/*",),
}
UNUSED_DAYS = 60
_DAY = 24 * 60 * 60


def files_of(folder: Path, kind: str) -> Iterator[tuple[Path, int]]:
    """Yield the files of a kind in the cache, with their sizes in bytes."""
    for pattern in KINDS[kind]:
        for path in sorted(folder.glob(pattern)):
            with contextlib.suppress(OSError):
                yield path, path.stat().st_size


def sweep(folder: Path, days: float = UNUSED_DAYS) -> int:
    """Delete the files of the cache that were neither read nor written in `days`; return their number.

    A file that another process deletes or has open is skipped.
    """
    before = time.time() - days * _DAY
    return sum(_deleted(path, before) for kind in KINDS for path, _ in files_of(folder, kind))


def clear(folder: Path) -> int:
    """Delete all files of the cache; return their number."""
    return sweep(folder, days=-1)


def _deleted(path: Path, before: float) -> bool:
    import shutil

    with contextlib.suppress(OSError):
        found = path.stat()
        if max(found.st_atime, found.st_mtime) < before:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            return True
    return False
