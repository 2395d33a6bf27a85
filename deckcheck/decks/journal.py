"""The earlier contents of deck files, so that changes can be undone.

Each deck file has its own folder in the user's state folder, named by the digest of its path, with one file per change:
a line with the digest of the new content, then the old bytes. A deck that was moved or renamed has no history.
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
    """Save in `folder` that the content of the file at `path` changed from `old` to `new`; raises OSError."""
    steps = folder_of(folder, _UNDO, path)
    steps.mkdir(parents=True, exist_ok=True, mode=0o700)
    known = numbered(steps)
    number = int(known[-1].name) + 1 if known else 1
    write_atomically(steps / f"{number:08}", f"{_digest(new)}\n".encode() + old)
    for step in known[: max(0, len(known) + 1 - MAX_STEPS)]:
        step.unlink(missing_ok=True)


def before(folder: Path, path: Path, content: bytes) -> bytes | None:
    """Return the content before the last change, None without a change or when `content` is not its result.

    Raises OSError when the history cannot be read.
    """
    known = numbered(folder_of(folder, _UNDO, path))
    if not known:
        return None
    left, _, old = known[-1].read_bytes().partition(b"\n")
    return old if left.decode("ascii", "replace") == _digest(content) else None


def steps_of(folder: Path, path: Path) -> int:
    """Return the number of changes of the file that can be undone."""
    return len(numbered(folder_of(folder, _UNDO, path)))


def forget(folder: Path, path: Path) -> None:
    """Remove the last change from the history, after it was undone; raises OSError."""
    for step in numbered(folder_of(folder, _UNDO, path))[-1:]:
        step.unlink(missing_ok=True)


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
