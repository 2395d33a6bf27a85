"""``deckcheck edit``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from deckcheck.build.collection import popularity
from deckcheck.checks.checker import read_all
from deckcheck.cli.common import Exit
from deckcheck.cli.data_options import lists_option
from deckcheck.cli.deck_options import DeckReader, deck_options, write_back
from deckcheck.model.errors import UsageError, how_to_install


@click.command("edit")
@click.argument("path", metavar="DECK")
@deck_options
@lists_option
def command(*, path: str, decks: DeckReader, lists: Path | None) -> int:
    """Edit a deck on the screen. Search, deck and card are side by side, findings and numbers below, all live.

    \b
    deckcheck edit deck.txt
    deckcheck edit deck.txt --format celestial-40-40 --lists lists/

    + and - add and remove copies, / searches in the language of `cards search`, Enter on an unrecognised line offers
    cards, u undoes a change, Ctrl+S saves, ? lists all keys. Saving keeps the comments and the order of the file, and
    `deckcheck deck undo` restores it. --lists counts how many of your lists play each card; the setting `lists-dir`
    makes the folder the default. Needs the extra "tui"; docs/building.md says how to install it.
    """
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
    draft, intake = decks.draft(path), decks.intake
    pool = decks.data.pool(draft.format.pool)
    count = (lambda: popularity(read_all([str(lists)], intake), draft.format, pool)) if lists else None
    editor = Editor(draft, pool.cards, lambda old, new: write_back(Path(path), old, new, intake.limits), count)
    editor.run()
    return Exit.TROUBLE if editor.return_code else Exit.YES
