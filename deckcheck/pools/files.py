"""The files of a card pool, and their digest."""

from __future__ import annotations

import contextlib
import os
import re
import time
import zlib
from collections.abc import Mapping
from pathlib import Path

from deckcheck.model import anatomy
from deckcheck.model.errors import DataError
from deckcheck.system.atomic import write_atomically

# The prefix of the files of an extended pool.
BASE = "base/"

_EXTENDS = rb"^extends: *[\"']?([a-z0-9_-]+)[\"']? *(?:#.*)?$"
_FIXED = ("pool.yaml", "sets.yaml", "effects.yaml")
# The folder with the names of cards in other languages, one file per language.
NAMES = "names"
_OPTIONAL = ("gold.yaml", anatomy.FILE)
# A file that changed this recently may change again with the same times.
_SETTLED_NS = 2_000_000_000


def read_files(folder: Path, base: Path | None = None) -> dict[str, bytes]:
    """Return the contents of the pool's files by path relative to `folder`; raises DataError.

    Files of the pool that it extends, in the folder `base`, have paths below ``base/``.
    """
    try:
        cards = sorted((folder / "cards").glob("*.yaml"))
        fixed = _fixed(folder)
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in [*fixed, *cards]}
        return files | ({BASE + name: content for name, content in read_files(base).items()} if base else {})
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", place=str(error.filename or folder)) from None


def extends(folder: Path) -> str | None:
    """Return the id of the pool that the one in `folder` extends, without parsing its file; None without one."""
    with contextlib.suppress(OSError):
        content = (folder / "pool.yaml").read_bytes()
        # Most pools extend none, and are told apart before the pattern is compiled.
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
    """Return the stored digest of the pool in `folder`, None when a file may have changed since."""
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
    """Return the files of the pool besides those of cards."""
    names = (*_FIXED, *(name for name in _OPTIONAL if (folder / name).is_file()))
    return [*(folder / name for name in names), *sorted((folder / NAMES).glob("*.yaml"))]


def _note(folder: Path, cache: Path) -> Path:
    return cache / f"digest-{zlib.crc32(os.fsencode(folder.absolute())):08x}.txt"


def _check(digest: str, signature: str) -> str:
    return f"{zlib.crc32(f'{digest} {signature}'.encode('utf-8', 'surrogateescape')):08x}"
