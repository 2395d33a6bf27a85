"""``deckcheck remove``."""

from __future__ import annotations

import click

from deckcheck.build.editing.copies import count_of, with_copies, without_lines
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.names import listed
from deckcheck.cli.editing import editing_command


@editing_command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME|'2 NAME'...")
def command(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Take cards out of a deck file. All copies go, or as many as stand in front of the name.

    It also takes out lines that did not resolve, by what is written there. Exits with 0 whatever the verdict.

    \b
    deckcheck remove deck.txt 'Marketplace'
    deckcheck remove deck.txt '1 Marketplace' '2 Rout'
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    for name in names:
        found = listed(name, draft)
        if found.card is None:
            draft = without_lines(draft, found.lines)
        else:
            have = count_of(draft, found.card)
            draft = with_copies(draft, found.card, max(0, have - (have if found.count is None else found.count)))
    return draft
