"""Deck files for commands that change decks: reading their bytes and writing them back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from deckcheck.cli.common import Exit, complain, complain_of, write_bytes, write_parts
from deckcheck.decks import journal
from deckcheck.decks.containers import standard_input
from deckcheck.decks.editing import diff
from deckcheck.decks.files import decode, open_file
from deckcheck.decks.intake import Intake
from deckcheck.decks.readers import read
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import DeckcheckError, InputError, OutputError, UsageError
from deckcheck.model.limits import Limits
from deckcheck.system.atomic import write_atomically
from deckcheck.system.paths import state_folder

# Of every command that changes a deck.
dry_run_option = click.option(
    "--dry-run/--write", default=False, help="Write nothing; show the change as a diff.  [default: write]"
)


def deliver(path: str, said: str, old: bytes, new: bytes, limits: Limits, *, dry_run: bool) -> None:
    """Print the lines `said` about a change, and write it: to the file, or for ``-`` to standard output.

    With `dry_run` nothing is written and a diff is printed. Raises OutputError.
    """
    if dry_run:
        write_parts([said, *diff("<stdin>" if path == "-" else path, old, new, limits)])
    elif path == "-":
        click.echo(said, err=True, nl=False)
        write_bytes(new)
    else:
        if new != old:
            write_back(Path(path), old, new, limits)
        write_parts([said])


def for_each(paths: Iterable[str], do: Callable[[str], int]) -> int:
    """Do something with each file, and return the highest exit code; trouble with one file stops no other."""
    codes: set[int] = {Exit.YES}
    for path in paths:
        try:
            codes.add(do(path))
        except (InputError, OutputError) as error:
            complain_of(error)
            codes.add(Exit.TROUBLE)
    return max(codes)


def refuse_reading_twice(paths: tuple[str, ...]) -> None:
    """Raise UsageError when standard input is to be read twice."""
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once")


def read_deck_file(path: str, intake: Intake) -> tuple[bytes, RawDeck]:
    """Return the bytes of a deck file (``-``: standard input) and the deck in it; raises InputError."""
    limits = intake.limits
    content, shown = read_bytes(path, limits), "<stdin>" if path == "-" else path
    return content, read(decode(content, shown, limits), shown, limits, intake.syntax)


def read_bytes(path: str, limits: Limits) -> bytes:
    """Return the bytes of a deck file; raises InputError when it cannot be read."""
    if path == "-":
        return standard_input(limits)
    with open_file(path) as stream:
        return stream.read(limits.file_bytes + 1)


def read_text(path: str, limits: Limits) -> str:
    """Return the text of a file (``-``: standard input); raises InputError when it cannot be read."""
    return decode(read_bytes(path, limits), path, limits)


def write_back(path: Path, old: bytes, new: bytes, limits: Limits) -> None:
    """Replace the file as `write_content` does, and remember what it held for ``deckcheck deck undo``."""
    folder, fault = state_folder(), "there is no home folder"
    if folder is not None:
        try:
            journal.remember(folder, path, old, new)
        except OSError as error:
            folder, fault = None, str(error.strerror)
    try:
        write_content(path, old, new, limits)
    except DeckcheckError:
        if folder is not None:
            with contextlib.suppress(OSError):
                journal.forget(folder, path, old)
        raise
    if folder is None:
        complain(f"this change cannot be undone: {fault}", place=str(path))


def write_content(path: Path, old: bytes, new: bytes, limits: Limits) -> None:
    """Replace the file, keeping its mode, and where it is a link the file that it leads to.

    Raises:
        OutputError: when its content is not `old`, or cannot be written.
    """
    if read_bytes(str(path), limits) != old:
        raise OutputError("changed in the meantime; nothing was written", place=str(path), help="run it again")
    try:
        target = path.resolve()
        with target.open("r+b"):  # A file that is write-protected is not to be replaced either.
            mode = target.stat().st_mode & 0o7777
        write_atomically(target, new, mode)
    except OSError as error:
        raise OutputError(f"could not be written: {error.strerror}", place=str(path)) from None
