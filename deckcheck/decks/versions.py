"""Versions of deck files that the user saves, beside the journal of changes.

Each deck file has its own folder in the user's state folder with one file per version: a line of JSON, then the bytes
of the deck file.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck.decks.journal import folder_of, numbered
from deckcheck.model.errors import InputError, UsageError, no_such
from deckcheck.system.atomic import write_atomically
from deckcheck.system.paths import state_folder

_KIND = "versions"
_NAME = re.compile(r"(?=.*[^\d])[^\s@/\\]{1,60}")


class _Head(Struct, forbid_unknown_fields=True):
    name: str
    saved: str


class Version(Struct, frozen=True):
    """A saved version: its number from 1, its name (empty: none), the time it was saved, and the bytes of the file."""

    number: int
    name: str
    saved: str
    content: bytes


def split_version(source: str) -> tuple[str, str | None]:
    """Return the deck file and the version that ``DECK@VERSION`` names; the version is None where this is a file."""
    path, _, version = source.rpartition("@")
    # Path raises on names that are too long.
    if version and not os.path.exists(source) and os.path.isfile(path):  # noqa: PTH110, PTH113
        return path, version
    return source, None


def saved(path: Path, version: str) -> Version:
    """Return the saved version of a deck file with this number or name; raises InputError."""
    try:
        return version_called(history_folder(), path, version)
    except OSError as error:
        raise InputError(f"its saved versions cannot be read: {error.strerror}", place=str(path)) from None


def history_folder() -> Path:
    """Return the folder with the history of deck files; raises UsageError for a user without a home."""
    folder = state_folder()
    if folder is None:
        raise UsageError("deck histories require a home folder", help="set XDG_STATE_HOME to a folder")
    return folder


def save(folder: Path, path: Path, content: bytes, name: str, now: str) -> Version:
    """Save `content` as the next version of the file at `path`, at the time `now`.

    Raises:
        UsageError: when the name is not allowed, or another version has it.
        OSError: when it cannot be written.
    """
    known = versions_of(folder, path)
    if name and not _NAME.fullmatch(name):
        help = "use up to 60 letters, digits and signs such as -, with a letter and without spaces, @ and slashes"
        raise UsageError(f"`{name}` is not a name for a version", help=help)
    if name and any(each.name == name for each in known):
        raise UsageError(f"a version `{name}` already exists", place=str(path), help="use another name")
    version = Version(known[-1].number + 1 if known else 1, name, now, content)
    kept = folder_of(folder, _KIND, path)
    kept.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(kept / f"{version.number:08}", msgspec.json.encode(_Head(name, now)) + b"\n" + content)
    return version


def versions_of(folder: Path, path: Path) -> list[Version]:
    """Return the saved versions of the file at `path`, the oldest first; raises OSError."""
    return [_read(file) for file in numbered(folder_of(folder, _KIND, path))]


def version_called(folder: Path, path: Path, which: str) -> Version:
    """Return the version of the file at `path` with the number or name `which`; raises InputError and OSError."""
    known = versions_of(folder, path)
    if not known:
        help = "save one first: deckcheck deck save DECK NAME"
        raise InputError("this deck has no saved versions", place=str(path), help=help)
    for each in known:
        if which in (str(each.number), each.name):
            return each
    error = no_such("version", which, [name for each in known for name in (each.name, str(each.number)) if name])
    raise InputError(error.message, place=str(path), help=error.help)


def _read(file: Path) -> Version:
    head, _, content = file.read_bytes().partition(b"\n")
    try:
        about = msgspec.json.decode(head, type=_Head)
    except msgspec.DecodeError:
        raise InputError("this saved version is damaged", place=str(file), help="delete the file") from None
    return Version(int(file.name), about.name, about.saved, content)
