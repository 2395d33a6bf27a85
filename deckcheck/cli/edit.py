"""``deckcheck edit``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from deckcheck.cli.common import EXIT_LEGAL, EXIT_TROUBLE, as_of_option
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deckfile import write_back
from deckcheck.cli.editing import open_draft
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import deck_intake_options
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import UsageError


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

    The keys stand at the bottom and can be clicked; + and - add and remove copies, / searches in the language of
    `cards search`, u takes changes back, Ctrl+S saves. Comments and order of the file are kept, and `deckcheck undo`
    takes back what was saved. Needs the extra "tui": pip install 'deckcheck[tui]'.

    \b
    deckcheck edit deck.txt
    deckcheck edit deck.txt --format celestial-40-40
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    if path == "-":
        raise UsageError("the editor needs a file", help="begin one: deckcheck new DECK --format ID --stronghold NAME")
    try:
        from deckcheck.tui.editor import Editor
    except ImportError as error:
        if not (error.name or "").startswith(("textual", "rich")):
            raise
        raise UsageError(
            "the editor needs the library textual", help="install the extra: pip install 'deckcheck[tui]'"
        ) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the editor needs a terminal", help="from scripts: deckcheck add, remove, set, swap")
    draft = open_draft(path, format_name, data, intake)
    pool = data.pool(draft.format.pool)
    editor = Editor(draft, pool.cards(), lambda old, new: write_back(Path(path), old, new, intake.limits))
    editor.run()
    return EXIT_TROUBLE if editor.return_code else EXIT_LEGAL
