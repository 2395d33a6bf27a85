"""The earlier contents of deck files, so that changes can be undone.

Each deck file has its own folder in the user's state folder, named by the digest of its path, with one file per change:
a line with the digest of the new content, then the old bytes. A deck that was moved or renamed has no history.
A step is saved before the deck is written and removed after it was undone, so that a program that is killed in between
leaves no change without its step; a step whose old content is in the file was not made, or was undone.

`deckcheck.decks.versions` keeps the versions that the user saves in a folder of the same name.
"""

from __future__ import annotations

from pathlib import Path

from deckcheck.model.digest import digest
from deckcheck.system.atomic import write_atomically

# Changes per file that can be undone.
MAX_STEPS = 50
_UNDO = "undo"


def remember(folder: Path, path: Path, old: bytes, new: bytes) -> None:
    """Save in `folder` that the content of the file at `path` will change from `old` to `new`; raises OSError."""
    steps = folder_of(folder, _UNDO, path)
    steps.mkdir(parents=True, exist_ok=True, mode=0o700)
    forget(folder, path, old)
    known = numbered(steps)
    number = int(known[-1].name) + 1 if known else 1
    write_atomically(steps / f"{number:08}", f"{_digest(new)}\n".encode() + old)
    for step in known[: max(0, len(known) + 1 - MAX_STEPS)]:
        step.unlink(missing_ok=True)


def before(folder: Path, path: Path, content: bytes) -> bytes | None:
    """Return the content before the last change, None without a change or when `content` is not its result.

    Raises OSError when the history cannot be read.
    """
    for step in _made(folder, path, content)[-1:]:
        new, old = _read(step)
        return old if new == _digest(content) else None
    return None


def steps_of(folder: Path, path: Path, content: bytes) -> int:
    """Return the number of changes of the file that can be undone, as it is now; raises OSError."""
    return len(_made(folder, path, content))


def forget(folder: Path, path: Path, content: bytes) -> None:
    """Remove the changes that are not in the file, whose content is `content`; raises OSError."""
    for step in numbered(folder_of(folder, _UNDO, path))[steps_of(folder, path, content) :]:
        step.unlink(missing_ok=True)


def _made(folder: Path, path: Path, content: bytes) -> list[Path]:
    """Return the steps of a file without the last ones that were not made or were undone, the oldest first."""
    known = numbered(folder_of(folder, _UNDO, path))
    while known:
        if _read(known[-1])[1] != content:
            break
        known.pop()
    return known


def _read(step: Path) -> tuple[str, bytes]:
    """Return the digest of the content after a change, and the content before it."""
    new, _, old = step.read_bytes().partition(b"\n")
    return new.decode("ascii", "replace"), old


def folder_of(folder: Path, kind: str, path: Path) -> Path:
    """Return the folder with the history of this `kind` for the deck file at `path`."""
    return folder / kind / digest(str(path.resolve())).removeprefix("sha256:")[:32]


def numbered(folder: Path) -> list[Path]:
    """Return the files of a history, the oldest first."""
    if not folder.is_dir():
        return []
    return sorted(step for step in folder.iterdir() if step.name.isdigit())


def _digest(content: bytes) -> str:
    # Latin-1 maps each byte to one character, whatever the encoding of the list.
    return digest(content.decode("latin-1"))
