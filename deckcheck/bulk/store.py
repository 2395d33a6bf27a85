"""Results on disk that survive a killed run: a manifest, numbered chunk files, and at the end one file with all lines.

Chunk files are written atomically. The name has the digest of the inputs, so that a resumed run uses it only for the
same inputs, and the counts: legal, illegal, undecided, failed. The manifest has the settings of the run; only a run
with the same settings can resume.
"""

import contextlib
import functools
import json
import os
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from deckcheck.bulk.chunks import Chunk, ChunkResult
from deckcheck.model import limits
from deckcheck.model.errors import DeckcheckError, UsageError, writing
from deckcheck.model.report import Counts
from deckcheck.system.atomic import lock, write_atomically, write_parts_atomically

RESULTS = "results.jsonl"
_MANIFEST = "manifest.json"
_CHUNKS = "chunks"
_LOCK = "lock"
_SUFFIX = ".jsonl"
_PARTS = 2 + len(Counts.__struct_fields__)


class RunManifest(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the results of a run depend on."""

    deckcheck: str
    format: str
    format_digest: str
    format_date: str
    pool_digest: str
    inputs: tuple[str, ...]
    syntax: str | None
    column: str | None
    chunk: int
    limits: limits.Limits
    rulings: str = ""
    version: int = 1


class RunFolder:
    """The folder of one run."""

    def __init__(self, folder: Path, manifest: RunManifest, *, resume: bool) -> None:
        """Open `folder` for results.

        Only one run at a time can use the folder; the system unlocks it when the process ends.

        Raises:
            UsageError: when the folder has results and `resume` is false, when their manifest differs, or when
                another run uses the folder.
            OutputError: when the folder cannot be written.
        """
        self.folder = folder
        self._chunks = folder / _CHUNKS
        with writing(folder, help=_ELSEWHERE):
            self._chunks.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(folder)
        try:
            with _writing(folder):
                self._begin(manifest, resume=resume)
        except DeckcheckError:
            self.close()
            raise

    def _begin(self, manifest: RunManifest, *, resume: bool) -> None:
        """Find what an earlier run has done, and write the manifest of this one."""
        named = dict(filter(None, map(_known, os.listdir(self._chunks))))  # noqa: PTH208 - names are enough
        self._done = {stem: done for stem, done in named.items() if _is_whole(self._chunks / done[0], done[1])}
        before = _manifest(self.folder)
        if self._done or (self.folder / RESULTS).exists():
            _agree(self.folder, before, manifest, resume=resume)
        if before != manifest:
            content = json.dumps(msgspec.to_builtins(manifest), indent=2).encode("utf-8", "backslashreplace")
            write_atomically(self.folder / _MANIFEST, content + b"\n")

    def done(self, stem: str) -> tuple[str, Counts] | None:
        """Return the name of the file that begins with `stem` and the counts of its chunk, None without such a file."""
        return self._done.get(stem)

    def stem(self, chunk: Chunk) -> str:
        """Return the beginning of the chunk's file name."""
        return f"{chunk.number:08d}-{chunk.digest[:16]}"

    def put(self, stem: str, result: ChunkResult) -> str:
        """Save the result of the chunk whose file name begins with `stem`; return the name, or raise OutputError."""
        numbers = "-".join(str(number) for number in msgspec.structs.astuple(result.counts))
        path = self._chunks / f"{stem}-{numbers}{_SUFFIX}"
        with _writing(path):
            write_atomically(path, result.records)
        return path.name

    def finish(self, order: list[str]) -> None:
        """Write the lines of the chunk files in `order` to one file.

        Remove other files of earlier runs, such as chunks of an input that changed.
        """
        path = self.folder / RESULTS
        with _writing(path):
            write_parts_atomically(path, ((self._chunks / name).read_bytes() for name in order))
        self._clean(set(order))

    def close(self) -> None:
        """Unlock the folder for other runs."""
        self._lock.close()

    def _clean(self, wanted: set[str]) -> None:
        """Remove chunk files that are not in `wanted`, and unfinished files of killed runs."""
        left = [path for path in self._chunks.iterdir() if path.name not in wanted]
        left += self.folder.glob(f".{_MANIFEST}.*")
        for path in left:
            if path.name.startswith(".") or _known(path.name):
                with contextlib.suppress(OSError):
                    path.unlink()


_FIELDS = tuple(name for name in RunManifest.__struct_fields__ if name != "limits")
_ELSEWHERE = "choose another folder for a new run"
_SAVED = "finished chunks are saved; free disk space or choose another folder, then continue with --resume"
_writing = functools.partial(writing, help=_SAVED)


def _locked(folder: Path) -> IO[bytes]:
    """Lock `folder`, where the system has such locks, and return the open file of the lock."""
    with _writing(folder):
        file = (folder / _LOCK).open("ab")
    if lock(file.fileno()) is False:
        file.close()
        raise UsageError("another run uses this folder", place=str(folder), help=_ELSEWHERE)
    return file


def _agree(folder: Path, before: RunManifest | None, now: RunManifest, *, resume: bool) -> None:
    """Raise UsageError unless a run can resume the results in `folder`, made with `before`."""
    if before is None:
        raise UsageError("the folder has results but no manifest", place=str(folder), help=_ELSEWHERE)
    if not resume:
        help = f"continue with --resume, or {_ELSEWHERE}"
        raise UsageError("the folder already has results", place=str(folder), help=help)
    if before != now:
        raise UsageError(f"cannot resume: the run had {_changed(before, now)}", place=str(folder), help=_ELSEWHERE)


def _known(name: str) -> tuple[str, tuple[str, Counts]] | None:
    """Return the stem of a chunk file, its name, and the counts in the name; None for any other file."""
    parts = name.removesuffix(_SUFFIX).split("-")
    if not name.endswith(_SUFFIX) or len(parts) != _PARTS or not all(part.isdigit() for part in parts[2:]):
        return None
    return "-".join(parts[:2]), (name, Counts(*map(int, parts[2:])))


def _is_whole(path: Path, counts: Counts) -> bool:
    """Return whether a chunk file has a line for each of its lists; one that was damaged since is checked again."""
    content = path.read_bytes()
    return content.endswith(b"\n") and content.count(b"\n") == sum(msgspec.structs.astuple(counts))


def _manifest(folder: Path) -> RunManifest | None:
    path = folder / _MANIFEST
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=RunManifest)
    except msgspec.MsgspecError:
        raise UsageError("not a manifest of a bulk run", place=str(path), help=_ELSEWHERE) from None


def _changed(before: RunManifest, now: RunManifest) -> str:
    pairs = [(name.replace("_", " "), getattr(before, name), getattr(now, name)) for name in _FIELDS]
    old, new = msgspec.to_builtins(before.limits), msgspec.to_builtins(now.limits)
    pairs += [(f"the limit {name}", old[name], new[name]) for name in limits.names()]
    return ", ".join(f"{name} `{_said(was)}` instead of `{_said(now)}`" for name, was, now in pairs if was != now)


def _said(value: object) -> str:
    text = " ".join(value) if isinstance(value, tuple) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004 - the message stays short
