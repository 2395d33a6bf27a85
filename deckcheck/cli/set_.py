"""``deckcheck set``."""

from __future__ import annotations

import click

from deckcheck.build.editing.copies import with_copies
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.names import wanted
from deckcheck.cli.editing import editing_command
from deckcheck.model.errors import UsageError


@editing_command("set")
@click.argument("names", nargs=-1, required=True, metavar="'3 NAME'...")
def command(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Give cards in a deck file this number of copies. 0 takes a card out.

    \b
    deckcheck set deck.txt '3 Marketplace' '0 Rout'
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    for name in names:
        new = wanted(name, draft)
        if not new.counted:
            raise UsageError(f"`{name}` has no number of copies", help=f"write it in front: '3 {name}'")
        draft = with_copies(draft, new.card, new.count)
    return draft
