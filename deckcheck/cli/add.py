"""``deckcheck add``."""

from __future__ import annotations

import click

from deckcheck.build.editing.copies import count_of, with_copies
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.names import wanted
from deckcheck.cli.editing import editing_command


@editing_command("add")
@click.argument("names", nargs=-1, required=True, metavar="'3 NAME'...")
def command(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Add cards to a deck file, and say what that breaks.

    A card that is listed gets its copies on its line, another a line behind those of its kind. Nothing else in the
    file changes. It refuses no card that exists: an unfinished deck is a deck. Names are read as in lists; when one is
    no card, nothing is written. Exits with 0 whatever the verdict; `deckcheck undo` takes it back.

    \b
    deckcheck add deck.txt '3 Marketplace' 'Ring of Water'
    deckcheck add deck.txt '2 Rout' --dry-run
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    for name in names:
        new = wanted(name, draft)
        draft = with_copies(draft, new.card, count_of(draft, new.card) + new.count)
    return draft
