"""Deck files for commands that change decks: their formats, their bytes, and writing them back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from deckcheck import app
from deckcheck.atomic import write_atomically
from deckcheck.cli.common import complain
from deckcheck.cli.settings import config, day_of
from deckcheck.decklists.containers import standard_input
from deckcheck.decklists.files import open_file
from deckcheck.editing import journal
from deckcheck.errors import OutputError, UsageError
from deckcheck.limits import Limits
from deckcheck.loading.paths import state_folder
from deckcheck.model.deck import RawDeck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool

FormatOf = Callable[[RawDeck], tuple[Format, Pool]]


def format_chooser(load_formats: Callable[..., list[Format]]) -> tuple[Callable[[RawDeck], Format], list[Format]]:
    """Return what tells the format of a deck for which no option does, and all formats that it may tell.

    That is the format of its folder in the configuration, else the one that its file names, else the one configured.
    `load_formats` loads formats by id, path or "all".
    """
    settings = config()
    configured = {}
    for name, place in settings.formats().items():
        try:
            configured[name] = load_formats(name)[0]
        except UsageError as error:
            raise UsageError(error.message, place=error.place or place, help=error.help) from None
    formats = load_formats("all")
    named = app.format_named(formats, configured.get(settings.format or ""))

    def format_of(raw: RawDeck) -> Format:
        # A deck from standard input stands in no folder.
        name = None if raw.place in ("<stdin>", "-") else settings.format_for(raw.place)
        return configured[name] if name else named(raw)

    return format_of, [*formats, *configured.values()]


def choice(
    format_name: str | None, *, formats_dir: Path | None, cardpools_dir: Path | None, as_of: str | None
) -> tuple[Callable[[RawDeck], Format], list[Format]]:
    """Return what tells the format of a deck, `format_name` or as `format_chooser` does, and what it may tell."""

    def load_formats(*names: str) -> list[Format]:
        return app.load_formats(names, formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=day_of(as_of))

    if not format_name:
        return format_chooser(load_formats)
    day = day_of(as_of)
    fmt = app.load_format(format_name, formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=day)
    return lambda _: fmt, [fmt]


def chooser(
    format_name: str | None, *, formats_dir: Path | None, cardpools_dir: Path | None, as_of: str | None
) -> FormatOf:
    """Return what tells the format and pool of a deck; it raises InputError where nothing tells the format."""
    tell, _ = choice(format_name, formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=as_of)
    pools: dict[str, Pool] = {}

    def format_of(raw: RawDeck) -> tuple[Format, Pool]:
        fmt = tell(raw)
        if fmt.pool not in pools:
            pools[fmt.pool] = app.load_pool(fmt.pool, cardpools_dir=cardpools_dir)
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
