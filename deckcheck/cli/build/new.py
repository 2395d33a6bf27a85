"""``deckcheck deck new``."""

from __future__ import annotations

from pathlib import Path

import click

from deckcheck.build.editing.draft import draft_of
from deckcheck.build.editing.names import one_card
from deckcheck.build.editing.skeleton import skeleton
from deckcheck.build.editing.summary import verdict
from deckcheck.cli.common import EXIT_LEGAL, as_of_option, write_parts
from deckcheck.cli.completion import complete_format
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.settings import config
from deckcheck.decks.readers import read
from deckcheck.model.errors import OutputError
from deckcheck.model.names import printable
from deckcheck.system.atomic import write_atomically


@click.command("new")
@click.argument("path", metavar="[DECK]", default="-")
@click.option(
    "-f",
    "--format",
    "format_name",
    metavar="ID",
    required=True,
    shell_complete=complete_format,
    help="Format id, or path of a format file.",
)
@click.option("--stronghold", required=True, metavar="NAME", help="The stronghold of the deck.")
@click.option("--sensei", metavar="NAME", help="A sensei.")
@click.option("--role", metavar="NAME", help="A role.")
@click.option("--name", "title", metavar="TEXT", default="", help="What the deck is called.")
@as_of_option
@data_options
def command(
    *,
    path: str,
    format_name: str,
    stronghold: str,
    sensei: str | None,
    role: str | None,
    title: str,
    data: Data,
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
        return EXIT_LEGAL
    if Path(path).exists():
        raise OutputError("exists already and is not written over", place=path, help="name another file")
    content = text.encode()
    try:
        write_atomically(Path(path), content)
    except OSError as error:
        raise OutputError(f"could not be written: {error.strerror}", place=path) from None
    report = draft_of(content, read(text, path, limits), fmt, pool).report()
    click.echo(f"{printable(path)}: written")
    click.echo(verdict(report))
    return EXIT_LEGAL
