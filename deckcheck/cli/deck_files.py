"""Read the bytes of deck files and write them back."""

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import click

from deckcheck.cli.output import Exit, complain_of, note, write_bytes, write_parts
from deckcheck.decks.containers import is_archive
from deckcheck.decks.files import decode, is_unnamed, open_file, shown
from deckcheck.decks.intake import Intake, read_content
from deckcheck.decks.lines import diff
from deckcheck.decks.versions import History
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import DeckcheckError, InputError, OutputError, UsageError, writing
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure
from deckcheck.system.atomic import READABLE, write_atomically
from deckcheck.system.paths import state_folder

# Every command that changes a deck has these options.
dry_run_option = click.option(
    "--dry-run/--write", default=False, help="Write nothing; show the change as a diff.  [default: write]"
)
Item = TypeVar("Item")

_AGAIN = "run it again"


def deliver(path: str, said: str, old: bytes, new: bytes, limits: Limits, *, dry_run: bool) -> None:
    """Print the lines `said` about a change, and write it to the file, or for ``-`` to standard output.

    With `dry_run`, print a diff and write nothing.

    Raises:
        OutputError: when the file cannot be written.
    """
    if dry_run:
        write_parts([said, *diff(shown(path), old, new, limits)])
    elif path == "-":
        click.echo(said, err=True, nl=False)
        write_bytes(new)
    else:
        if new != old:
            write_back(Path(path), old, new, limits)
        write_parts([said])


def for_each(
    items: Iterable[Item | Failure],
    do: Callable[[Item], int],
    trouble: tuple[type[DeckcheckError], ...] = (InputError, OutputError),
) -> int:
    """Run `do` for each file or deck, and return the highest exit code; `trouble` with one does not stop the others."""
    codes: set[int] = {Exit.YES}
    for item in items:
        try:
            if isinstance(item, Failure):
                raise item.error
            codes.add(do(item))
        except trouble as error:
            complain_of(error)
            codes.add(Exit.TROUBLE)
    return max(codes)


def refuse_reading_twice(paths: tuple[str, ...]) -> None:
    """Raise UsageError when the paths name standard input twice."""
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once")


def read_deck_file(path: str, intake: Intake) -> tuple[bytes, RawDeck]:
    """Return the bytes of a deck file (``-``: standard input) and its deck, for editing; raises InputError."""
    if is_archive(path):
        raise InputError("archives cannot be edited", place=path, help="`deckcheck convert` makes lists")
    if path != "-" and is_unnamed(path):
        raise InputError("a pipe cannot be edited", place=path, help="write - to edit standard input")
    content = read_bytes(path, intake.limits)
    return content, read_content(content, shown(path), intake.limits, intake.syntax)


def read_bytes(path: str, limits: Limits) -> bytes:
    """Return the bytes of a deck file (``-``: standard input); raises InputError when it cannot be read."""
    with open_file(path) as stream:
        return stream.read(limits.file_bytes + 1)


def read_text(path: str, limits: Limits) -> str:
    """Return the text of a file (``-``: standard input); raises InputError when it cannot be read."""
    return decode(read_bytes(path, limits), path, limits)


def write_back(path: Path, old: bytes, new: bytes, limits: Limits, help: str = _AGAIN) -> None:
    """Replace the file as `write_content` does, and record its old content for ``deckcheck deck undo``."""
    folder, fault = state_folder(), "there is no home folder"
    history = History(folder, path) if folder else None
    if history:
        try:
            history.remember(old, new)
        except OSError as error:
            history, fault = None, f"{folder}: {error.strerror}"
    try:
        write_content(path, old, new, limits, help)
    except DeckcheckError:
        if history:
            with contextlib.suppress(OSError):
                history.forget(old)
        raise
    if history is None:
        note(f"{path} is changed, but `deckcheck deck undo` cannot undo it: {fault}")


def write_content(path: Path, old: bytes, new: bytes, limits: Limits, help: str = _AGAIN) -> None:
    """Replace the file, or the target of a link, and keep its mode.

    A deleted file is written again.

    Raises:
        OutputError: when its content is not `old`, with `help`, or when it cannot be written.
    """
    with writing(path):
        target, mode = path.resolve(), READABLE
        if target.exists():
            if read_bytes(str(path), limits) != old:
                raise OutputError("another program changed the file; nothing was written", place=str(path), help=help)
            with target.open("r+b"):  # A write-protected file must stay unchanged too.
                mode = target.stat().st_mode & 0o7777
        write_atomically(target, new, mode)
