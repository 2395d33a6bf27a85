"""``deckcheck deck missing``."""

from __future__ import annotations

import click

from deckcheck.build.collection import missing_of, owned, read_collection
from deckcheck.cli.common import EXIT_LEGAL, EXIT_NOT_LEGAL, as_of_option
from deckcheck.cli.data_options import Data, data_options, skipped_lines
from deckcheck.cli.deckfile import chooser, read_bytes
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import deck_intake_options
from deckcheck.cli.output_options import Output, output_options
from deckcheck.decks.files import decode
from deckcheck.decks.intake import Intake, read_one
from deckcheck.decks.resolve import resolve
from deckcheck.model.errors import UsageError
from deckcheck.reports.missing import RENDERERS


@click.command("missing")
@click.argument("path", metavar="DECK")
@click.option(
    "--collection", required=True, metavar="FILE", help="Cards that you own: a list, or CSV with names and counts."
)
@format_option
@output_options(RENDERERS)
@as_of_option
@deck_intake_options
@data_options
def command(
    *,
    path: str,
    collection: str,
    format_name: str | None,
    output: Output,
    intake: Intake,
    data: Data,
) -> int:
    """List the cards of a deck that a collection has too few of.

    \b
    deckcheck deck missing deck.txt --collection mine.csv
    deckcheck deck missing deck.txt --collection mine.txt --format celestial-40-40 -o wanted.csv

    The collection is a list such as that of a deck, of any length, or CSV with a column called name or card and one
    called count or quantity. Exits with 0 when nothing is missing, 1 when something is.
    """
    if path == collection == "-":
        raise UsageError("standard input can be read only once")
    raw = read_one(path, intake)
    fmt, pool = chooser(format_name, data)(raw)
    deck = resolve(raw, fmt, pool)
    limits = intake.limits
    own = read_collection(decode(read_bytes(collection, limits), collection, limits), collection, limits)
    have = owned(own, fmt, pool)
    missing = list(missing_of(deck, have))
    output.write(RENDERERS[output.form](missing))
    for place, lines in (
        (path, tuple(line.request.name for line in deck.unresolved)),
        (collection, have.unclear),
    ):
        if lines:
            click.echo(f"note: {skipped_lines(place, lines)}", err=True)
    return EXIT_NOT_LEGAL if missing or deck.unresolved else EXIT_LEGAL
