"""``deckcheck deck missing``."""

from __future__ import annotations

import click

from deckcheck.build.collection import missing_of, owned, read_collection
from deckcheck.cli.common import Exit, note
from deckcheck.cli.data_options import skipped_lines
from deckcheck.cli.deck_options import DeckReader, deck_options
from deckcheck.cli.deckfile import read_text, refuse_reading_twice
from deckcheck.cli.output_options import Output, output_options
from deckcheck.reports.missing import RENDERERS


@click.command("missing")
@click.argument("path", metavar="DECK")
@click.option(
    "--collection", required=True, metavar="FILE", help="Cards that you own: a list, or CSV with names and counts."
)
@deck_options
@output_options(RENDERERS)
def command(*, path: str, collection: str, decks: DeckReader, output: Output) -> int:
    """List the cards of a deck that a collection has too few of.

    \b
    deckcheck deck missing deck.txt --collection mine.csv
    deckcheck deck missing deck.txt --collection mine.txt --format celestial-40-40 -o wanted.csv

    The collection is a list such as that of a deck, of any length, or CSV with a column called name or card and one
    called count or quantity. Exits with 0 when nothing is missing, 1 when something is.
    """
    refuse_reading_twice((path, collection))
    deck, fmt, pool = decks.deck(path)
    limits = decks.intake.limits
    have = owned(read_collection(read_text(collection, limits), collection, limits, note), fmt, pool)
    missing = list(missing_of(deck, have))
    output.write(RENDERERS[output.form](missing))
    unrecognised = tuple(line.request.name for line in deck.unresolved)
    for place, lines in ((path, unrecognised), (collection, have.unclear)):
        if lines:
            note(skipped_lines(place, lines))
    return Exit.NO if missing or deck.unresolved else Exit.YES
