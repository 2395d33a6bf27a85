"""Deck files for commands that change decks: their formats, their bytes, and writing them back."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path

from deckcheck import app
from deckcheck.atomic import write_atomically
from deckcheck.cli.common import complain
from deckcheck.decklists.files import MAX_BYTES, open_file
from deckcheck.editing import journal
from deckcheck.errors import InputError, OutputError, UsageError
from deckcheck.loading.paths import state_folder
from deckcheck.model.deck import RawDeck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool

FormatOf = Callable[[RawDeck], tuple[Format, Pool]]


def chooser(
    format_name: str | None, *, formats_dir: Path | None, cardpools_dir: Path | None, as_of: str | None
) -> FormatOf:
    """Return what tells the format and pool of a deck: those of `format_name`, else those that its file names.

    It raises InputError for a file that names none.
    """
    formats = app.load_formats(
        (format_name or "all",), formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=as_of
    )
    pools = {fmt.pool: app.load_pool(fmt.pool, cardpools_dir=cardpools_dir) for fmt in formats}
    named = app.format_named(formats)

    def format_of(raw: RawDeck) -> tuple[Format, Pool]:
        fmt = formats[0] if len(formats) == 1 and format_name else named(raw)
        return fmt, pools[fmt.pool]

    return format_of


def refuse_writing_to_stdin(paths: tuple[str, ...], *, write: bool) -> None:
    """Raise UsageError when standard input is to be written to, or read twice."""
    if write and "-" in paths:
        raise UsageError("standard input cannot be written to", help="name a file, or leave --write out")
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once")


def read_bytes(path: str) -> bytes:
    """Return the bytes of a deck file; raises InputError when it cannot be read."""
    if path == "-":
        try:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        except (OSError, ValueError, AttributeError):
            raise InputError("standard input cannot be read", place="-") from None
    with open_file(path) as stream:
        return stream.read(MAX_BYTES + 1)


def write_back(path: Path, old: bytes, new: bytes) -> None:
    """Replace the file as `write_content` does, and remember what it held for ``deckcheck undo``."""
    write_content(path, old, new)
    folder = state_folder()
    if folder is None:
        complain("this change cannot be taken back: there is no home folder", place=str(path))
        return
    try:
        journal.remember(folder, path, old, new)
    except OSError as error:
        complain(f"this change cannot be taken back: {error.strerror}", place=str(path))


def write_content(path: Path, old: bytes, new: bytes) -> None:
    """Replace the file, keeping its mode, and where it is a link the file that it leads to.

    Raises:
        OutputError: when it holds something else than `old`, or cannot be written.
    """
    if read_bytes(str(path)) != old:
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
