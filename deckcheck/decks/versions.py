"""The earlier contents of deck files: changes that can be undone, and versions that the user saves.

Each deck file has its own folders in the user's state folder, named by the digest of its path, with one file per change
or version. Such a file has one line of facts, the digest of the new content or JSON, then the old bytes or those of the
version. A deck that was moved or renamed has no history. A step is saved before the deck is written and removed after
it was undone, so a program that is killed in between leaves no change without its step. A step whose old content equals
the file was never made, or was undone.
"""

import os
import re
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck.model.digest import digest
from deckcheck.model.errors import InputError, UsageError, no_such
from deckcheck.system.atomic import write_atomically
from deckcheck.system.paths import state_folder

# Changes per file that can be undone.
MAX_STEPS = 50
_NAME = re.compile(r"(?=.*[^\d])[^\s@/\\]{1,60}")
_NAMES = "use up to 60 letters, digits and signs such as -, with at least one letter and no spaces, @ or slashes"


class _Head(Struct, forbid_unknown_fields=True):
    name: str
    saved: str


class Version(Struct, frozen=True):
    """A saved version: its number from 1, its name (empty: none), the time of saving, and the bytes of the file."""

    number: int
    name: str
    saved: str
    content: bytes


def split_version(source: str) -> tuple[str, str | None]:
    """Return the deck file and the version in ``DECK@VERSION``; the version is None if a file has this full name."""
    path, _, version = source.rpartition("@")
    # Path raises an error for names that are too long.
    if version and not os.path.exists(source) and os.path.isfile(path):  # noqa: PTH110, PTH113
        return path, version
    return source, None


class History:
    """The earlier contents of the deck file at `path`, in the user's state folder `folder`.

    Reading and writing them raises OSError.
    """

    def __init__(self, folder: Path, path: Path) -> None:
        own = digest(str(path.resolve())).removeprefix("sha256:")[:32]
        self.folder, self.path, self.steps, self._saved = folder, path, folder / "undo" / own, folder / "versions" / own

    def save(self, content: bytes, name: str, now: str) -> Version:
        """Save `content` as the next version, at the time `now`.

        Raises:
            UsageError: when the name is not allowed, or another version has it.
        """
        if name and not (name.isprintable() and _NAME.fullmatch(name)):
            raise UsageError(f"`{name}` is not a name for a version", help=_NAMES)
        if name and any(each.name == name for each in self.versions()):
            raise UsageError(f"a version `{name}` already exists", place=str(self.path), help="use another name")
        head = msgspec.json.encode(_Head(name, now)) + b"\n"
        return Version(_add(self._saved, head + content), name, now, content)

    def versions(self) -> list[Version]:
        """Return the saved versions, the oldest first."""
        return [_version_in(file) for file in _numbered(self._saved)]

    def version(self, called: str) -> Version:
        """Return the saved version with this number or name; raises InputError."""
        try:
            known = self.versions()
        except OSError as error:
            raise InputError(f"its saved versions cannot be read: {error.strerror}", place=str(self.path)) from None
        if not known:
            help = "`deckcheck deck save DECK NAME` saves one"
            raise InputError("this deck has no saved versions", place=str(self.path), help=help)
        for each in known:
            if called in (str(each.number), each.name):
                return each
        unknown = no_such("version", called, [name for each in known for name in (each.name, str(each.number)) if name])
        raise InputError(unknown.message, place=str(self.path), help=unknown.help)

    def remember(self, old: bytes, new: bytes) -> None:
        """Record that the content of the file will change from `old` to `new`."""
        self.forget(old)
        _add(self.steps, f"{_digest(new)}\n".encode() + old)
        for step in _numbered(self.steps)[:-MAX_STEPS]:
            step.unlink(missing_ok=True)

    def before(self, content: bytes) -> bytes | None:
        """Return the content before the last change; None if there is none, or if its result is not `content`."""
        made = self.made(content)
        new, old = _step_in(made[-1]) if made else ("", b"")
        return old if new == _digest(content) else None

    def made(self, content: bytes) -> list[Path]:
        """Return the changes that can be undone in the file with this content, the oldest first.

        Those that were undone or never made come last, and are left out.
        """
        known = _numbered(self.steps)
        while known and _step_in(known[-1])[1] == content:
            known.pop()
        return known

    def forget(self, content: bytes) -> None:
        """Remove the changes that were undone or never made in the file with the content `content`."""
        for step in _numbered(self.steps)[len(self.made(content)) :]:
            step.unlink(missing_ok=True)


def history_of(path: str) -> History:
    """Return the history of a deck file; raises UsageError for a user without a home."""
    folder = state_folder()
    if folder is None:
        raise UsageError("deck histories require a home folder", help="set XDG_STATE_HOME to a folder")
    return History(folder, Path(path))


def _version_in(file: Path) -> Version:
    head, _, content = file.read_bytes().partition(b"\n")
    try:
        about = msgspec.json.decode(head, type=_Head)
    except msgspec.DecodeError:
        raise InputError("this saved version is damaged", place=str(file), help="delete the file") from None
    return Version(int(file.name), about.name, about.saved, content)


def _step_in(step: Path) -> tuple[str, bytes]:
    """Return the digest of the content after a change, and the content before it."""
    new, _, old = step.read_bytes().partition(b"\n")
    return new.decode("ascii", "replace"), old


def _add(folder: Path, content: bytes) -> int:
    """Add a file to a history, and return its number; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    known = _numbered(folder)
    number = int(known[-1].name) + 1 if known else 1
    write_atomically(folder / f"{number:08}", content)
    return number


def _numbered(folder: Path) -> list[Path]:
    """Return the files of a history, the oldest first."""
    if not folder.is_dir():
        return []
    return sorted(step for step in folder.iterdir() if step.name.isdigit())


def _digest(content: bytes) -> str:
    # Latin-1 maps each byte to one character, whatever the encoding of the list.
    return digest(content.decode("latin-1"))
