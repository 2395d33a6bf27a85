"""``deckcheck swap``."""

from __future__ import annotations

import click

from deckcheck.build.editing.copies import count_of, exchanged, with_copies, without_lines
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.names import listed, wanted
from deckcheck.cli.editing import editing_command


@editing_command("swap")
@click.argument("old", metavar="OUT")
@click.argument("new", metavar="IN")
def command(draft: Draft, old: str, new: str) -> Draft:
    """Exchange a card in a deck file for another one, in its place. All copies go, or as many as are named.

    As many copies come in as go out, unless the new card has a number of its own.

    \b
    deckcheck swap deck.txt 'Marketplace' 'Counting House'
    deckcheck swap deck.txt '2 Marketplace' '1 Counting House'
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    out, into = listed(old, draft), wanted(new, draft)
    if out.card is None:
        copies = into.count if into.counted else max(1, sum(line.count for line in out.lines))
        added = with_copies(draft, into.card, count_of(draft, into.card) + copies)
        return without_lines(added, listed(old, added).lines)
    have = count_of(draft, out.card)
    taken = have if out.count is None else min(have, out.count)
    return exchanged(draft, out.card, into.card, taken, into.count if into.counted else taken)
