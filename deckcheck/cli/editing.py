"""What the commands share that edit one deck file."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path

import click

from deckcheck.cli.common import EXIT_LEGAL, as_of_option, cardpools_option, formats_option, from_option, write_parts
from deckcheck.cli.deckfile import chooser, read_bytes, write_back
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import limit_option
from deckcheck.decklists.editing import diff
from deckcheck.decklists.files import decode
from deckcheck.decklists.readers import read
from deckcheck.editing.draft import Draft, draft_of
from deckcheck.editing.words import described
from deckcheck.limits import Limits

# Gives the next draft; its other arguments are those of the command.
Edit = Callable[..., Draft]

_DATA_OPTIONS = (cardpools_option, formats_option)


def editing_command(name: str) -> Callable[[Edit], click.Command]:
    """Return the decorator that makes a command of an edit: it reads the deck, changes it, says what, and writes it."""

    def decorate(edit: Edit) -> click.Command:
        @functools.wraps(edit)
        def command(
            *,
            path: str,
            format_name: str | None,
            dry_run: bool,
            as_of: str | None,
            syntax: str | None,
            limits: Limits,
            formats_dir: Path | None,
            cardpools_dir: Path | None,
            **own: object,
        ) -> int:
            draft = open_draft(
                path,
                format_name,
                as_of=as_of,
                syntax=syntax,
                limits=limits,
                formats_dir=formats_dir,
                cardpools_dir=cardpools_dir,
            )
            new = edit(draft, **own)
            _finish(path, draft, new, dry_run=dry_run)
            return EXIT_LEGAL

        for option in (*_DATA_OPTIONS, limit_option, from_option, as_of_option, _dry_run_option, format_option):
            command = option(command)
        return click.command(name)(click.argument("path", metavar="DECK")(command))

    return decorate


_dry_run_option = click.option("--dry-run", is_flag=True, help="Write nothing; show what would change as a diff.")


def open_draft(
    path: str,
    format_name: str | None,
    *,
    as_of: str | None,
    syntax: str | None,
    limits: Limits,
    formats_dir: Path | None,
    cardpools_dir: Path | None,
) -> Draft:
    """Return the deck file `path` (``-``: standard input) for editing, in the format given, else the one it names."""
    content, shown = read_bytes(path, limits), "<stdin>" if path == "-" else path
    raw = read(decode(content, shown, limits), shown, limits, syntax)
    format_of = chooser(format_name, formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=as_of)
    fmt, pool = format_of(raw)
    return draft_of(content, raw, fmt, pool)


def _finish(path: str, old: Draft, new: Draft, *, dry_run: bool) -> None:
    """Say what changed and write it: into the file, or to standard output what came from standard input."""
    said = "".join(f"{line}\n" for line in described(old, new))
    if dry_run:
        write_parts([said, *diff(old.raw.path, old.content, new.content, old.raw.limits)])
    elif path == "-":
        click.echo(said, err=True, nl=False)
        sys.stdout.flush()
        sys.stdout.buffer.write(new.content)
    else:
        if new.content != old.content:
            write_back(Path(path), old.content, new.content, old.raw.limits)
        write_parts([said])
