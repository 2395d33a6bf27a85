"""Deck files for commands that change decks: their formats, their bytes, and writing them back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from deckcheck import app
from deckcheck.atomic import write_atomically
from deckcheck.cli.common import complain
from deckcheck.decklists.containers import standard_input
from deckcheck.decklists.files import open_file
from deckcheck.editing import journal
from deckcheck.errors import InputError, OutputError, UsageError
from deckcheck.limits import Limits
from deckcheck.loading.paths import state_folder
from deckcheck.model.deck import RawDeck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.names import fold

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
    by_name = {fold(name): fmt for fmt in formats for name in (fmt.name, *fmt.aliases, fmt.id)}

    def format_of(raw: RawDeck) -> tuple[Format, Pool]:
        fmt = formats[0] if len(formats) == 1 and format_name else by_name.get(fold(raw.format))
        if fmt is None:
            said = f"names the format `{raw.format}`, which is not known" if raw.format else "names no format"
            raise InputError(f"the file {said}", place=raw.path, help="say which one with --format ID")
        return fmt, pools[fmt.pool]

    return format_of


def refuse_writing_to_stdin(paths: tuple[str, ...], *, write: bool) -> None:
    """Raise UsageError when standard input is to be written to, or read twice."""
    if write and "-" in paths:
        raise UsageError("standard input cannot be written to", help="name a file, or leave --write out")
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once")


def read_bytes(path: str, limits: Limits) -> bytes:
    """Return the bytes of a deck file; raises InputError when it cannot be read."""
    if path == "-":
        return standard_input(limits)
    with open_file(path) as stream:
        return stream.read(limits.file_bytes + 1)


def write_back(path: Path, old: bytes, new: bytes, limits: Limits) -> None:
    """Replace the file as `write_content` does, and remember what it held for ``deckcheck undo``."""
    write_content(path, old, new, limits)
    folder = state_folder()
    if folder is None:
        complain("this change cannot be taken back: there is no home folder", place=str(path))
        return
    try:
        journal.remember(folder, path, old, new)
    except OSError as error:
        complain(f"this change cannot be taken back: {error.strerror}", place=str(path))


def write_content(path: Path, old: bytes, new: bytes, limits: Limits) -> None:
    """Replace the file, keeping its mode, and where it is a link the file that it leads to.

    Raises:
        OutputError: when it holds something else than `old`, or cannot be written.
    """
    if read_bytes(str(path), limits) != old:
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
