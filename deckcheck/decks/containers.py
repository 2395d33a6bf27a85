"""Open a path: a file, standard input, or an archive, whose members are read and never extracted.

Streams refuse to return more bytes than a reader can need, because a small file must not fill the memory.
"""

import io
import stat
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import IO

from msgspec import Struct

from deckcheck.decks.files import ARCHIVES, is_deck_file, is_hidden, is_unnamed, open_file, shown, suffix_of
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.report import Failure

_PIECE = 64 * 1024
# Limits in bytes: headers of one tar member, directory of a zip file, and its entry for each member.
_HEADERS = 3 * 1024 * 1024
_DIRECTORY = 4 * 1024 * 1024
_ENTRY = 400
_LONGEST = 200
# Most deck files are smaller, in bytes.
_SMALL = 16 * 1024


def _too_many(most: int, where: str, limit: str) -> InputError:
    return InputError(f"more than {most:,} bytes {where}", help=how_to_raise(limit))


class BoundedFile:
    """A file that reads at most `largest` bytes at once, for `zipfile`."""

    def __init__(self, stream: IO[bytes], largest: int) -> None:
        self._stream = stream
        self._largest = largest
        self.seek = stream.seek
        self.tell = stream.tell
        self.seekable = stream.seekable

    def read(self, size: int = -1) -> bytes:
        """Return the next `size` bytes, -1 for the rest; raises InputError above the maximum."""
        content = self._stream.read(self._largest + 1 if size < 0 else min(size, self._largest + 1))
        if len(content) > self._largest:
            raise _too_many(self._largest, "where there should be few", "archive-files")
        return content


class Forward:
    """A forward-only stream for `tarfile`: `total` bytes in all, `step` of them between calls of `allow`.

    `last` is the result of the last read.
    """

    def __init__(self, read: Callable[[int], bytes], step: int, total: int) -> None:
        self._read = read
        self._step = self._left = step
        self._total = total
        self._at = 0
        self.last = b""

    def allow(self) -> None:
        """Begin a new step."""
        self._left = self._step

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes, fewer at the end; raises InputError above the maximum."""
        self._left -= size
        if self._left < 0 or size < 0:
            raise _too_many(self._step, "where there should be few", "file-bytes")
        pieces: list[bytes] = []
        while size > 0 and (piece := self._piece(size)):
            pieces.append(piece)
            size -= len(piece)
        self.last = b"".join(pieces)
        return self.last

    def seek(self, position: int) -> None:
        """Skip everything before `position`; the end may come first."""
        if position < self._at:
            raise InputError("a part of it leads back to an earlier one")
        while self._at < position and self._piece(position - self._at):
            pass

    def tell(self) -> int:
        """Return how many bytes have been read or skipped."""
        return self._at

    def seekable(self) -> bool:
        """Return True: every requested position is ahead."""
        return True

    def _piece(self, most: int) -> bytes:
        piece = self._read(min(most, _PIECE))
        self._at += len(piece)
        if self._at > self._total:
            raise _too_many(self._total, "in all", "archive-bytes")
        return piece


class Document(Struct, frozen=True, tag=True):
    """The bytes of one file, at most one more than the maximum of a deck.

    `path` names it in messages; `name` is its file name, in an archive or without the suffix ``.gz``.
    """

    path: str
    name: str
    content: bytes


class _Member(Struct, frozen=True):
    """A file in an archive: `refused` is the reason for skipping it, `read` returns a number of its bytes."""

    name: str
    refused: str
    read: Callable[[int], bytes]


def documents(
    source: str, limits: Limits, further: tuple[str, ...] = (), skipped: Callable[[str], None] = lambda _: None
) -> Iterator[Document | Failure]:
    """Yield the documents of `source` (``-``: standard input); raises InputError when it cannot be opened or read.

    A refused member of an archive is a Failure. In an archive, files with the suffixes `further` are read besides
    decks; `skipped` receives the path of each other file that is not hidden.
    """
    with open_file(source) as stream:
        if is_unnamed(source):
            yield Document(shown(source), "", _read(stream, limits.file_bytes + 1))
        else:
            yield from documents_in(stream, source, limits, further, skipped)


def documents_in(
    stream: IO[bytes], source: str, limits: Limits, further: tuple[str, ...], skipped: Callable[[str], None]
) -> Iterator[Document | Failure]:
    """Yield the documents of an open file or archive, like `documents`; the suffix of `source` tells which it is."""
    kind = suffix_of(source, ARCHIVES)
    if not kind:
        yield Document(source, source, _read(stream, limits.file_bytes + 1))
    elif kind == ".gz":
        yield Document(source, source[: -len(kind)], _unzipped(stream, source, limits))
    else:
        members = _zip_members if kind == ".zip" else _tar_members
        yield from _archive(source, members(stream, source, limits), limits, further, skipped)


def is_archive(source: str) -> bool:
    """Return whether `source` is an archive by its suffix."""
    return source.lower().endswith(ARCHIVES)


def _read(stream: IO[bytes], most: int) -> bytes:
    """Return at most `most` bytes; allocating room for a large file takes longer than reading a small one."""
    some = stream.read(min(most, _SMALL))
    return some + stream.read(most - len(some)) if len(some) == _SMALL else some


def _archive(
    source: str, members: Iterator[_Member], limits: Limits, further: tuple[str, ...], skipped: Callable[[str], None]
) -> Iterator[Document | Failure]:
    """Yield the deck files among `members`, and a failure for each possible deck that cannot be read."""
    seen: dict[str, int] = {}
    total = decks = 0
    for number, member in enumerate(members, 1):
        if number > limits.archive_files:
            raise _too_much(f"{limits.archive_files:,} files", "archive-files", source)
        if total > limits.archive_bytes:
            raise _too_much(f"{limits.archive_bytes:,} bytes", "archive-bytes", source)
        shown = member.name if len(member.name) <= _LONGEST else f"{member.name[: _LONGEST - 3]}..."
        seen[shown] = seen.get(shown, 0) + 1
        path = f"{source}/{shown}" + (f"#{seen[shown]}" if seen[shown] > 1 else "")
        refused = _refused(member, further)
        if refused is None:
            if not is_hidden(member.name.replace("\\", "/")):
                skipped(path)
            continue
        decks += 1
        if refused:
            yield Failure(path, InputError(refused, place=path))
            continue
        try:
            content = member.read(limits.file_bytes + 1)
        except InputError as error:
            yield Failure(path, InputError(error.message, place=path))
        else:
            total += len(content)
            yield Document(path, member.name, content)
    if not decks:
        raise InputError("an archive without deck files", place=source)


def _too_much(what: str, limit: str, source: str) -> InputError:
    return InputError(f"more than {what} in one archive", place=source, help=f"split it up; {how_to_raise(limit)}")


def _refused(member: _Member, further: tuple[str, ...]) -> str | None:
    """Return why `member` is not read, "" when it is read, None when it is skipped as in a folder."""
    name = member.name.replace("\\", "/")
    # Most names have no such part, and splitting a path is slow.
    parts = PurePosixPath(name).parts if "/." in f"/{name}" else ()
    if ".." in parts or name.startswith("/") or (name[:1].isalpha() and name[1:2] == ":"):
        return "refused: its name leads out of the archive"
    if not is_deck_file(name, further) or any(part.startswith(".") for part in parts):
        return None
    if is_archive(name):
        return "an archive inside an archive is not opened"
    return member.refused


def _reading(
    unpack: Callable[[], IO[bytes] | None], broken: tuple[type[Exception], ...], source: str
) -> Callable[[int], bytes]:
    """Return a function that reads bytes of the member that `unpack` opens; it raises one of `broken` on failure."""

    def read(most: int) -> bytes:
        try:
            with unpack() or io.BytesIO() as member:
                return member.read(most)
        except broken as error:
            raise InputError(f"cannot be unpacked: {_said(error)}", place=source) from None

    return read


def _zip_members(stream: IO[bytes], source: str, limits: Limits) -> Iterator[_Member]:
    import zipfile

    # A broken or unusual archive makes zipfile raise any of these.
    broken = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, OSError, InputError)

    try:
        archive = zipfile.ZipFile(BoundedFile(stream, max(_DIRECTORY, _ENTRY * limits.archive_files)))
    except broken as error:
        raise _unreadable("zip archive", error, source) from None
    with archive:
        for info in archive.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16)
            refused = ""
            if kind not in (0, stat.S_IFREG):
                refused = "refused: not a regular file"
            elif info.flag_bits & 1:
                refused = "it is encrypted"
            elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                # The other decoders of zipfile unpack all of their input at once, whatever its size.
                refused = "refused: not compressed with deflate"
            if not info.filename.endswith("/"):
                yield _Member(info.filename, refused, _reading(partial(archive.open, info), broken, source))


def _tar_members(stream: IO[bytes], source: str, limits: Limits) -> Iterator[_Member]:
    import lzma
    import tarfile

    # A broken or unusual archive makes tarfile and the decoders raise any of these.
    decoding = (zlib.error, lzma.LZMAError, EOFError, MemoryError, InputError)
    broken = (*decoding, tarfile.TarError, struct.error, RuntimeError, ValueError, OSError, OverflowError)

    try:
        unpacked = Forward(_unpacked(stream).read, _HEADERS + limits.file_bytes, limits.archive_bytes)
        with tarfile.open(fileobj=unpacked, mode="r:") as archive:  # type: ignore[call-overload]
            while (info := archive.next()) is not None:
                archive.members.clear()  # tarfile would keep all members
                refused = "" if info.isreg() and not info.issparse() else "refused: not a regular file"
                if not info.isdir():
                    name = info.name.removeprefix("./")
                    yield _Member(name, refused, _reading(partial(archive.extractfile, info), broken, source))
                unpacked.allow()
        # A broken header ends the archive without an error; a complete archive ends with blocks of zeros.
        if len(unpacked.last) < tarfile.BLOCKSIZE or any(unpacked.last):
            raise EOFError("it is damaged or cut off")
    except broken as error:
        raise _unreadable("tar archive", error, source) from None


def _unpacked(stream: IO[bytes]) -> IO[bytes]:
    """Return the tar archive in `stream`, with any of the usual compressions."""
    import bz2
    import gzip
    import lzma

    start = stream.read(6)
    stream.seek(0)
    if start.startswith(b"\x1f\x8b"):
        return gzip.open(stream)  # type: ignore[return-value]
    if start.startswith(b"BZh"):
        return bz2.open(stream)
    return lzma.open(stream) if start == b"\xfd7zXZ\0" else stream


def _unzipped(stream: IO[bytes], source: str, limits: Limits) -> bytes:
    import gzip

    try:
        with gzip.open(stream) as unzipped:
            return unzipped.read(limits.file_bytes + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable("gzip file", error, source) from None


def _unreadable(what: str, error: Exception, source: str) -> InputError:
    help = error.help if isinstance(error, InputError) else None
    return InputError(f"not a readable {what}: {_said(error)}", place=source, help=help)


def _said(error: Exception) -> str:
    """Return the message of `error`, which may quote the archive, in one short piece."""
    return f"{error or type(error).__name__}"[:_LONGEST]
