"""``deckcheck edit``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from deckcheck.cli.build.editing import open_draft
from deckcheck.cli.common import EXIT_LEGAL, EXIT_TROUBLE, as_of_option
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deckfile import write_back
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import deck_intake_options
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import UsageError, how_to_install


@click.command("edit")
@click.argument("path", metavar="DECK")
@format_option
@as_of_option
@deck_intake_options
@data_options
def command(
    *,
    path: str,
    format_name: str | None,
    intake: Intake,
    data: Data,
) -> int:
    """Edit a deck on the screen. Search is on the left, the deck on the right, what the rules say below, live.

    The keys are at the bottom and can be clicked; + and - add and remove copies, / searches in the language of
    `cards search`, u undoes a change, Ctrl+S saves. Saving keeps the comments and the order of the file, and
    `deckcheck deck undo` restores what it held. Needs the extra "tui"; docs/building.md says how to install it.

    \b
    deckcheck edit deck.txt
    deckcheck edit deck.txt --format celestial-40-40
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    if path == "-":
        raise UsageError("the editor needs a file", help="begin one with `deckcheck deck new`")
    try:
        from deckcheck.tui.editor import Editor
    except ImportError as error:
        if not (error.name or "").startswith(("textual", "rich")):
            raise
        raise UsageError("the editor needs the library textual", help=how_to_install("tui")) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the editor needs a terminal", help="scripts use `deckcheck deck`")
    draft = open_draft(path, format_name, data, intake)
    pool = data.pool(draft.format.pool)
    editor = Editor(draft, pool.cards(), lambda old, new: write_back(Path(path), old, new, intake.limits))
    editor.run()
    return EXIT_TROUBLE if editor.return_code else EXIT_LEGAL
