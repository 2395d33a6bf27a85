"""Reading the bytes of deck files, and writing them back, for commands that change decks."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from deckcheck.atomic import write_atomically
from deckcheck.decklists.files import MAX_BYTES, read_file
from deckcheck.errors import InputError, OutputError


def read_bytes(path: str) -> bytes:
    """Return the bytes of a deck file; raises InputError when it cannot be read."""
    if path == "-":
        try:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        except (OSError, ValueError, AttributeError):
            raise InputError("standard input cannot be read", place="-") from None
    if not path:
        raise InputError("an empty path names no deck", place="``")
    read_file(Path(path))  # It says what is wrong with folders, pipes and other things that are no deck file.
    return _bytes(Path(path))


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place=str(path)) from None


def write_back(path: Path, old: bytes, new: bytes) -> None:
    """Replace the file, keeping its mode, and where it is a link the file that it leads to."""
    if _bytes(path) != old:
        raise OutputError("changed in the meantime; nothing was written", place=str(path), help="run it again")
    try:
        target = path.resolve()
        with target.open("r+b"):  # A file that is write-protected is not to be replaced either.
            mode = target.stat().st_mode & 0o7777
        write_atomically(target, new)
        with contextlib.suppress(OSError):
            target.chmod(mode)
    except OSError as error:
        raise OutputError(f"could not be written: {error.strerror}", place=str(path)) from None
