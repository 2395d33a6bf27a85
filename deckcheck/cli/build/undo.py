"""``deckcheck deck undo``."""

from __future__ import annotations

from pathlib import Path

import click

from deckcheck.cli.common import EXIT_LEGAL, EXIT_NOT_LEGAL, write_parts
from deckcheck.cli.deck_options import limit_option
from deckcheck.cli.deckfile import dry_run_option, read_bytes, write_content
from deckcheck.decks import journal
from deckcheck.decks.editing import diff
from deckcheck.model.errors import OutputError
from deckcheck.model.limits import Limits
from deckcheck.model.names import printable
from deckcheck.rules.base import counted
from deckcheck.system.paths import state_folder


@click.command("undo")
@click.argument("path", metavar="DECK")
@limit_option
@dry_run_option
def command(*, path: str, limits: Limits, dry_run: bool) -> int:
    """Undo the last change to a deck file. Again, it undoes the one before.

    \b
    deckcheck deck undo deck.txt

    deckcheck keeps the last 50 changes of each file in the user's state folder. It refuses when another program has
    changed the file since. Exits with 0 when a change was undone, 1 when none is recorded.
    """
    content, folder = read_bytes(path, limits), state_folder()
    known = journal.steps_of(folder, Path(path), content) if folder else 0
    if folder is None or not known:
        click.echo(f"{printable(path)}: no recorded change to undo", err=True)
        return EXIT_NOT_LEGAL
    old = journal.before(folder, Path(path), content)
    if old is None:
        raise OutputError(
            "changed by another program since; nothing was undone",
            place=path,
            help="undo restores only what deckcheck itself has changed",
        )
    write_parts(diff(path, content, old, limits))
    if not dry_run:
        journal.forget(folder, Path(path), content)
        write_content(Path(path), content, old, limits)
        journal.forget(folder, Path(path), old)
        click.echo(f"{printable(path)}: undone. {counted(known - 1, 'earlier change')} can be undone.", err=True)
    return EXIT_LEGAL
