"""From paths to text: finding deck files and decoding them."""

import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from glob import has_magic
from pathlib import Path
from typing import IO

from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise

# The files of deck programs, and all files of lists.
OF_PROGRAMS = (".l5d", ".dck", ".deck", ".dec", ".o8d", ".cod", ".dek", ".json", ".yaml", ".yml")
SUFFIXES = (".txt", *OF_PROGRAMS, ".jsonl", ".ndjson", ".csv", ".tsv", ".xlsx")
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".gz")

# A host and a path behind it, as browsers show an address; a folder may look the same, but it exists.
_WITHOUT_SCHEME = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}/[^ ]+\Z")
AS_UTF8 = "save it as UTF-8 text"
_SAVE_OTHERWISE = "save the list as UTF-8 text or CSV; `deckcheck convert` makes one of a workbook (XLSX)"
# How files that are not text begin, what they are, and what to do.
_NOT_TEXT = (
    (
        (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF-", b"{\\rtf"),
        "a document of an office program or an archive",
        _SAVE_OTHERWISE,
    ),
    ((b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), "a picture", "write the list as text, one card per line: `3 NAME`"),
)
# Standard input, as messages call it and by its own names, and the pipe that a shell makes of ``<(command)``.
_UNNAMED = ("<stdin>", "/dev/stdin", "/dev/fd/", "/proc/self/fd/")
UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def deck_files(folder: Path) -> Iterator[str]:
    """Yield the paths of the deck files below `folder` in sorted order.

    Hidden files, links to folders, special files, formats and their card lists are skipped.
    """
    unreadable: list[str] = []
    for parent, names in folders_of(folder, unreadable):
        for name in names:
            path = parent + name
            if is_deck_file(name) and not _is_odd(path) and not _is_of_format(path):
                yield path
    # Reading these as files reports the problem.
    yield from unreadable


def folders_of(folder: Path, unreadable: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what the paths of the files in `folder` begin with, and their sorted names; then those of its folders.

    Hidden folders and links to folders are skipped; the paths of those that cannot be read go into `unreadable`.
    """
    for top, folders, names in os.walk(folder, onerror=lambda error: unreadable.append(str(Path(error.filename)))):
        folders[:] = sorted(name for name in folders if not is_hidden(name))
        yield f"{Path(top, '_')}"[:-1], sorted(names)


def _is_of_format(path: str) -> bool:
    """Return whether a file is a format or one of its card lists, such as house rules write, and not a deck."""
    if not path.endswith((".yaml", ".yml")):
        return False
    try:
        with Path(path).open("rb") as file:
            start = file.read(4096)  # The first keys of a file are within this number of bytes.
    except OSError:
        return False
    return all(re.search(key, start, re.MULTILINE) for key in (rb"^id:", rb"^(?:extends|pool|kind):"))


def is_deck_file(name: str, further: tuple[str, ...] = ()) -> bool:
    """Return whether a file with this name counts as a deck, a table of decks or an archive of them.

    `further` are suffixes of other files that count too.
    """
    return not name.rpartition("/")[2].startswith(".") and name.lower().endswith((*SUFFIXES, *ARCHIVES, *further))


def is_hidden(path: str) -> bool:
    """Return whether a path inside a folder or an archive leads to a hidden file."""
    return any(part.startswith(".") or part == "__MACOSX" for part in path.split("/"))


def suffix_of(name: str, suffixes: Iterable[str]) -> str:
    """Return the longest of `suffixes` at the end of `name`, "" when there is none."""
    lowered, known = name.lower(), tuple(suffixes)
    if not lowered.endswith(known):  # Most names have none; this check keeps them fast.
        return ""
    return max((suffix for suffix in known if lowered.endswith(suffix)), key=len)


def shown(source: str) -> str:
    """Return what messages call `source` (``-``: standard input)."""
    return "<stdin>" if source == "-" else source


def is_unnamed(source: str) -> bool:
    """Return whether `source` is standard input or a pipe of the shell, whose path names no file."""
    return shown(source).startswith(_UNNAMED)


@contextlib.contextmanager
def open_file(source: str) -> Iterator[IO[bytes]]:
    """Open a regular file, a pipe of the shell, or for ``-`` standard input.

    A named pipe is refused, because opening it may wait for ever.

    Raises:
        InputError: when opening or reading fails.
    """
    if source == "-":
        try:
            sys.stdin.buffer.readable()
            yield sys.stdin.buffer
        except (OSError, ValueError, AttributeError):
            raise InputError("standard input cannot be read", place="-") from None
        return
    if not source:
        raise InputError("the path is empty", place="``")
    if "\0" in source:
        raise InputError("a path cannot contain NUL characters", place=source)
    try:
        path = Path(source)
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            next(path.iterdir(), None)  # A folder without read permission may contain deck files.
            if any(deck_files(path)):
                raise InputError("a folder; name a file in it", place=source)
            endings = "deck files end in .txt, .csv, .json and so on; a file that you name may have any ending"
            raise InputError("a folder without deck files", place=source, help=endings)
        if not stat.S_ISREG(mode) and not (stat.S_ISFIFO(mode) and is_unnamed(source)):
            raise InputError("not a regular file", place=source, help="pass `-` and redirect it to standard input")
        with path.open("rb") as stream:
            yield stream
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        meant = f"an address begins with https://, as in https://{source}" if _WITHOUT_SCHEME.match(source) else None
        if isinstance(error, FileNotFoundError) and has_magic(source):
            reason = "no file matches this pattern"
        raise InputError(f"cannot be read: {reason}", place=source, help=meant) from None


def decode(content: bytes, place: str, limits: Limits) -> str:
    """Return `content` as text: UTF-8 with or without a byte order mark, or UTF-16 with one; raises InputError."""
    if len(content) > limits.file_bytes:
        help = f"put each deck list into a file of its own; {how_to_raise('file-bytes')}"
        raise InputError(f"larger than {limits.file_bytes:,} bytes", place=place, help=help)
    for starts, what, help in _NOT_TEXT:
        if content.startswith(starts):
            raise InputError(f"not a text file: it looks like {what}", place=place, help=help)
    encoding = UTF16.get(content[:2], "utf-8-sig")
    if encoding == "utf-8-sig" and b"\0" in content:
        what = "UTF-16 without a byte order mark" if _every_other_is_zero(content) else "binary data"
        raise InputError(f"not a text file: it looks like {what}", place=place, help=AS_UTF8)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        what = f"not {encoding.removesuffix('-sig').upper()} at byte {error.start}"
        raise InputError(what, place=place, help=AS_UTF8) from None
    if "\0" in text:
        raise InputError("not a text file: it contains NUL characters", place=place, help=AS_UTF8)
    if not text.strip("\ufeff \t\r\n"):
        raise InputError("the file is empty", place=place)
    return text


def _every_other_is_zero(content: bytes) -> bool:
    sample = content[:512]
    return any(sample[start::2].count(0) > len(sample) // 4 for start in (0, 1))


def _is_odd(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - it takes half the time
    except OSError:
        return False  # Reading it reports the problem.
    return not stat.S_ISREG(mode)
