"""What a path leads to: a file, standard input, or an archive, whose members are read and never extracted."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import IO

from msgspec import Struct

from deckcheck.decklists.files import ARCHIVES, MAX_BYTES, is_deck_file, open_file, suffix_of
from deckcheck.errors import InputError
from deckcheck.model.report import Failure

MAX_MEMBERS = 10_000
MAX_TOTAL = 256 * MAX_BYTES


class Document(Struct, frozen=True, tag=True):
    """The bytes of one file, at most one more than a deck may have, and the path that names it."""

    path: str
    content: bytes


class _Member(Struct, frozen=True):
    """A file in an archive: `refused` says why it is not read, `read` returns so many of its bytes."""

    name: str
    refused: str
    read: Callable[[int], bytes]


def documents(source: str) -> Iterator[Document | Failure]:
    """Yield what `source` leads to (``-``: standard input); raises InputError when it cannot be opened or read."""
    if source == "-":
        yield Document("<stdin>", _standard_input())
    elif (kind := suffix_of(source, ARCHIVES)) == ".zip":
        with open_file(source) as stream:
            yield from _archive(source, _zip_members(stream, source))
    elif kind == ".gz":
        with open_file(source) as stream:
            yield Document(source, _unzipped(stream, source))
    elif kind:
        with open_file(source) as stream:
            yield from _archive(source, _tar_members(stream, source))
    else:
        with open_file(source) as stream:
            yield Document(source, stream.read(MAX_BYTES + 1))


def _standard_input() -> bytes:
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError, AttributeError):
        raise InputError("standard input cannot be read", place="-") from None


def _archive(source: str, members: Iterator[_Member]) -> Iterator[Document | Failure]:
    """Yield the deck files among `members` and, as failures, what else could hide a deck."""
    seen: dict[str, int] = {}
    total = decks = 0
    for number, member in enumerate(members, 1):
        seen[member.name] = seen.get(member.name, 0) + 1
        path = f"{source}/{member.name}" + (f"#{seen[member.name]}" if seen[member.name] > 1 else "")
        if number > MAX_MEMBERS or total > MAX_TOTAL:
            limit = f"{MAX_MEMBERS:,} files" if number > MAX_MEMBERS else f"{MAX_TOTAL:,} bytes"
            raise InputError(f"more than {limit} in one archive", place=source, help="split it up")
        refused = member.refused or _refused_name(member.name)
        if refused:
            yield Failure(path, InputError(refused, place=path))
        elif is_deck_file(member.name) and not suffix_of(member.name, ARCHIVES):
            content = member.read(MAX_BYTES + 1)
            total += len(content)
            yield Document(path, content)
        else:
            continue
        decks += 1
    if not decks:
        raise InputError("an archive without deck files", place=source)


def _refused_name(name: str) -> str:
    """Return why a member with this name is not read, "" when nothing is wrong with it."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if ".." in parts or name.startswith(("/", "\\")) or (len(name) > 1 and name[1] == ":"):
        return "refused: its name leads out of the archive"
    if suffix_of(name, ARCHIVES):
        return "an archive inside an archive is not opened"
    return ""


def _zip_members(stream: IO[bytes], source: str) -> Iterator[_Member]:
    import zipfile
    import zlib

    broken = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)

    def reading(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[int], bytes]:
        def read(most: int) -> bytes:
            try:
                with archive.open(info) as member:
                    return member.read(most)
            except broken as error:
                raise InputError(f"a broken archive: {error}", place=f"{source}/{info.filename}") from None

        return read

    try:
        with zipfile.ZipFile(stream) as archive:
            for info in archive.infolist():
                if info.is_dir() or info.filename.startswith("__MACOSX/"):
                    continue
                link = stat.S_ISLNK(info.external_attr >> 16)
                refused = "refused: a link" if link else "encrypted" if info.flag_bits & 1 else ""
                yield _Member(info.filename, refused, reading(archive, info))
    except broken as error:
        raise InputError(f"not a zip archive that can be read: {error}", place=source) from None


def _tar_members(stream: IO[bytes], source: str) -> Iterator[_Member]:
    import tarfile
    import zlib

    try:
        # A stream is read once from front to back, so that a large archive takes no more room than its members.
        with tarfile.open(fileobj=stream, mode="r|*") as archive:
            for info in archive:
                if info.isdir():
                    continue

                def read(most: int, info: tarfile.TarInfo = info) -> bytes:
                    member = archive.extractfile(info)
                    return member.read(most) if member else b""

                yield _Member(info.name, "" if info.isreg() else "refused: not a regular file", read)
    except (tarfile.TarError, EOFError, OSError, zlib.error, ValueError) as error:
        raise InputError(f"not a tar archive that can be read: {error}", place=source) from None


def _unzipped(stream: IO[bytes], source: str) -> bytes:
    import gzip
    import zlib

    try:
        with gzip.open(stream) as unzipped:
            return unzipped.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"not a gzip file that can be read: {error}", place=source) from None
