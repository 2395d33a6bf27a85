"""Results on disk that a killed run leaves whole: a manifest, numbered chunk files, and at the end one file of all.

A chunk file is written whole or not at all. Its name holds the digest of what was checked, so that a run that goes on
takes it only for the same inputs, and what came of it: legal, illegal, undecided, failed. What was decided at the
start is in the manifest, and a run goes on only when it would decide the same.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck.bulk.chunks import Chunk
from deckcheck.bulk.records import Result
from deckcheck.model import limits
from deckcheck.model.errors import OutputError, UsageError
from deckcheck.model.report import Counts
from deckcheck.system.atomic import write_atomically

RESULTS = "results.jsonl"
_MANIFEST = "manifest.json"
_CHUNKS = "chunks"
_LOCK = "lock"
_SUFFIX = ".jsonl"
_PARTS = 2 + len(Counts.__struct_fields__)


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What the results of a run depend on."""

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


class Store:
    """The folder of one run."""

    def __init__(self, folder: Path, manifest: Manifest, *, resume: bool) -> None:
        """Open `folder` for results.

        Only one run at a time has the folder; it is freed when the process ends, however that comes.

        Raises:
            UsageError: when there are results already and `resume` is not said, when they were made otherwise, or
                when another run is at work in the folder.
            OutputError: when the folder cannot be written.
        """
        self.folder = folder
        self._chunks = folder / _CHUNKS
        try:
            self._chunks.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(folder, error) from None
        self._lock = _locked(folder)
        try:
            self._done = dict(filter(None, map(_known, os.listdir(self._chunks))))  # noqa: PTH208 - names are enough
            before = _manifest(folder)
            if self._done or (folder / RESULTS).exists():
                _agree(folder, before, manifest, resume=resume)
            if before != manifest:
                write_atomically(folder / _MANIFEST, _json(manifest))
        except OSError as error:
            self.close()
            raise _unwritable(folder, error) from None
        except UsageError:
            self.close()
            raise

    def done(self, chunk: Chunk) -> tuple[str, Counts] | None:
        """Return the name of the file with what came of a chunk, and the counts, when it has been checked already."""
        return self._done.get(self.stem(chunk))

    def stem(self, chunk: Chunk) -> str:
        """Return what the name of the chunk's file begins with."""
        return f"{chunk.number:08d}-{chunk.digest[:16]}"

    def put(self, stem: str, result: Result) -> str:
        """Keep what came of the chunk whose file begins with `stem`; return the file's name, or raise OutputError."""
        numbers = "-".join(str(number) for number in msgspec.structs.astuple(result.counts))
        path = self._chunks / f"{stem}-{numbers}{_SUFFIX}"
        try:
            write_atomically(path, result.records)
        except OSError as error:
            raise _unwritable(path, error) from None
        return path.name

    def finish(self, order: list[str]) -> Path:
        """Write the lines of all chunks, whose file names are given in order, to one file; return its path.

        What else there is from runs before, such as chunks of a file that was changed, is removed.
        """
        path = self.folder / RESULTS
        temporary = path.with_suffix(".part")
        try:
            with temporary.open("wb") as whole:
                for name in order:
                    with (self._chunks / name).open("rb") as part:
                        shutil.copyfileobj(part, whole, 1024 * 1024)
                whole.flush()
                os.fsync(whole.fileno())
            temporary.replace(path)
        except OSError as error:
            raise _unwritable(path, error) from None
        finally:
            temporary.unlink(missing_ok=True)
        self._clean(set(order))
        return path

    def close(self) -> None:
        """Let another run have the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _clean(self, wanted: set[str]) -> None:
        """Remove chunk files that are not among `wanted`, and what killed runs were writing."""
        left = [path for path in self._chunks.iterdir() if path.name not in wanted]
        left += self.folder.glob(f".{_MANIFEST}.*")
        for path in left:
            if path.name.startswith(".") or _known(path.name):
                with contextlib.suppress(OSError):
                    path.unlink()


_FIELDS = tuple(name for name in Manifest.__struct_fields__ if name != "limits")
_ELSEWHERE = "choose another folder for a new run"


def _locked(folder: Path) -> int | None:
    """Return a file descriptor that keeps other runs out of `folder`, None where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise _unwritable(folder, error) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise UsageError("another run is at work here", place=str(folder), help=_ELSEWHERE) from None
        return None  # Some network file systems have no locks.
    return lock


def _agree(folder: Path, before: Manifest | None, now: Manifest, *, resume: bool) -> None:
    """Raise UsageError unless the results in `folder`, made with `before`, may be gone on with."""
    if before is None:
        raise UsageError("there are results without a manifest", place=str(folder), help=_ELSEWHERE)
    if not resume:
        help = f"--resume goes on with them, or {_ELSEWHERE}"
        raise UsageError("there are results already", place=str(folder), help=help)
    if before != now:
        raise UsageError(f"cannot go on: {_changed(before, now)}", place=str(folder), help=_ELSEWHERE)


def _known(name: str) -> tuple[str, tuple[str, Counts]] | None:
    """Return the stem of a chunk file, its name and the counts in it, None for any other file."""
    parts = name.removesuffix(_SUFFIX).split("-")
    if not name.endswith(_SUFFIX) or len(parts) != _PARTS or not all(part.isdigit() for part in parts[2:]):
        return None
    return "-".join(parts[:2]), (name, Counts(*map(int, parts[2:])))


def _manifest(folder: Path) -> Manifest | None:
    path = folder / _MANIFEST
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except msgspec.MsgspecError:
        raise UsageError("this is no manifest of a run", place=str(path), help=_ELSEWHERE) from None


def _changed(before: Manifest, now: Manifest) -> str:
    pairs = [(name.replace("_", " "), getattr(before, name), getattr(now, name)) for name in _FIELDS]
    old, new = msgspec.to_builtins(before.limits), msgspec.to_builtins(now.limits)
    pairs += [(f"the limit {name}", old[name], new[name]) for name in limits.names()]
    return ", ".join(f"{name} was `{_said(was)}`, is `{_said(now)}`" for name, was, now in pairs if was != now)


def _said(value: object) -> str:
    text = " ".join(value) if isinstance(value, tuple) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004 - as much as a message can bear


def _json(manifest: Manifest) -> bytes:
    return json.dumps(msgspec.to_builtins(manifest), indent=2).encode("utf-8", "backslashreplace") + b"\n"


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        f"could not be written: {error.strerror or error}",
        place=str(path),
        help="what is done is kept; make room or choose another folder, and go on with --resume",
    )
