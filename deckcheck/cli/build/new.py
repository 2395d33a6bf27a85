"""``deckcheck deck new``."""

from __future__ import annotations

from pathlib import Path

import click

from deckcheck.build.editing.changes import verdict
from deckcheck.build.editing.draft import draft_of
from deckcheck.build.editing.names import one_card
from deckcheck.build.editing.placing import skeleton
from deckcheck.cli.common import Exit, write_new_file, write_parts
from deckcheck.cli.data_options import Data, as_of_option, data_options
from deckcheck.cli.deck_options import format_option
from deckcheck.cli.settings import config
from deckcheck.decks.readers import read
from deckcheck.model.names import printable


@click.command("new")
@click.argument("path", metavar="[DECK]", default="-")
@format_option("Format id, or path of a format file.", required=True)
@click.option("--stronghold", required=True, metavar="NAME", help="The stronghold of the deck.")
@click.option("--sensei", metavar="NAME", help="The Sensei.")
@click.option("--role", metavar="NAME", help="The role.")
@click.option("--name", "title", metavar="TEXT", default="", help="Name of the deck.")
@as_of_option
@data_options
def command(
    *, path: str, format_name: str, stronghold: str, sensei: str | None, role: str | None, title: str, data: Data
) -> int:
    """Begin a deck file with format, stronghold and headers. Without DECK it goes to standard output.

    \b
    deckcheck deck new deck.txt --format celestial-40-40 --stronghold 'Embassy of the Crane'
    deckcheck deck new --format lcg-stronghold --stronghold 'Shiro Nishiyama' --role 'Keeper of Air' > deck.txt

    It never replaces a file. Exits with 0 when the list was written.
    """
    limits = config().settings.limits
    fmt = data.format(format_name)
    pool = data.pool(fmt.pool)
    asked = (("stronghold", stronghold), ("sensei", sensei), ("role", role))
    cards = [one_card(name, kind, fmt, pool, limits) for kind, name in asked if name is not None]
    text = skeleton(fmt, pool, cards, title)
    if path == "-":
        write_parts([text])
        return Exit.YES
    content = text.encode()
    write_new_file(Path(path), content, help="name another file")
    report = draft_of(content, read(text, path, limits), fmt, pool).report()
    click.echo(f"{printable(path)}: written")
    click.echo(verdict(report))
    return Exit.YES
