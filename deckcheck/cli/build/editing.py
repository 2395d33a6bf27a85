"""What the commands that edit one deck file share."""

from __future__ import annotations

import functools
from collections.abc import Callable

import click

from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.summary import described
from deckcheck.cli.common import EXIT_LEGAL
from deckcheck.cli.deck_options import DeckReader, deck_options
from deckcheck.cli.deckfile import deliver, dry_run_option

# Returns the next draft; its other arguments are those of the command.
Edit = Callable[..., Draft]


def editing_command(name: str) -> Callable[[Edit], click.Command]:
    """Return the decorator that makes a command of an edit: it reads the deck, changes it, says what, and writes it."""

    def decorate(edit: Edit) -> click.Command:
        @functools.wraps(edit)
        def command(*, path: str, decks: DeckReader, dry_run: bool, **own: object) -> int:
            draft = decks.draft(path)
            new = edit(draft, **own)
            said = "".join(f"{line}\n" for line in described(draft, new))
            deliver(path, said, draft.content, new.content, decks.intake.limits, dry_run=dry_run)
            return EXIT_LEGAL

        return click.command(name)(click.argument("path", metavar="DECK")(deck_options(dry_run_option(command))))

    return decorate
