"""What the commands share that edit one deck file."""

from __future__ import annotations

import functools
from collections.abc import Callable

import click

from deckcheck.build.editing.draft import Draft, draft_of
from deckcheck.build.editing.summary import described
from deckcheck.cli.common import EXIT_LEGAL, as_of_option
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deckfile import chooser, deliver, dry_run_option, read_deck_file
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import deck_intake_options
from deckcheck.decks.intake import Intake

# Gives the next draft; its other arguments are those of the command.
Edit = Callable[..., Draft]


def editing_command(name: str) -> Callable[[Edit], click.Command]:
    """Return the decorator that makes a command of an edit: it reads the deck, changes it, says what, and writes it."""

    def decorate(edit: Edit) -> click.Command:
        @functools.wraps(edit)
        def command(
            *,
            path: str,
            format_name: str | None,
            dry_run: bool,
            data: Data,
            intake: Intake,
            **own: object,
        ) -> int:
            draft = open_draft(path, format_name, data, intake)
            new = edit(draft, **own)
            said = "".join(f"{line}\n" for line in described(draft, new))
            deliver(path, said, draft.content, new.content, intake.limits, dry_run=dry_run)
            return EXIT_LEGAL

        options = format_option(dry_run_option(as_of_option(deck_intake_options(data_options(command)))))
        return click.command(name)(click.argument("path", metavar="DECK")(options))

    return decorate


def open_draft(path: str, format_name: str | None, data: Data, intake: Intake) -> Draft:
    """Return the deck file `path` (``-``: standard input) for editing, in the format given, else the one it names."""
    content, raw = read_deck_file(path, intake)
    fmt, pool = chooser(format_name, data)(raw)
    return draft_of(content, raw, fmt, pool)
