"""``deckcheck sort``."""

from __future__ import annotations

import click

from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.lists import ORDERS, sorted_lines
from deckcheck.cli.editing import editing_command


@editing_command("sort")
@click.option("--by", type=click.Choice(list(ORDERS)), default="name", show_default=True, help="What to sort by.")
def command(draft: Draft, by: str) -> Draft:
    """Sort the cards of a text list. They stay in their block; headers, comments and empty lines stay in place.

    \b
    deckcheck sort deck.txt
    deckcheck sort deck.txt --by cost --dry-run
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    return sorted_lines(draft, by)
