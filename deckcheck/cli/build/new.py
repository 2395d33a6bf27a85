"""``deckcheck deck new`` and ``deckcheck deck missing``."""

from pathlib import Path

import click

from deckcheck.build.collection import missing_of, owned, read_collection
from deckcheck.build.editing.draft import draft_of, verdict
from deckcheck.build.editing.names import one_card, skeleton
from deckcheck.cli.data_options import Data, dated_options, left_out
from deckcheck.cli.deck_files import read_text, refuse_reading_twice
from deckcheck.cli.deck_options import DeckReader, deck_file_options, format_option
from deckcheck.cli.output import Exit, note, write_lines, write_new_file, write_parts
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import config
from deckcheck.decks.readers import read
from deckcheck.reports.comparison import MISSING


@click.command("new")
@click.argument("path", metavar="[DECK]", default="-")
@format_option("Format id, or path of a format file.", required=True)
@click.option("--stronghold", required=True, metavar="NAME", help="The stronghold of the deck.")
@click.option("--sensei", metavar="NAME", help="The Sensei.")
@click.option("--role", metavar="NAME", help="The role.")
@click.option("--name", "title", metavar="TEXT", default="", help="Name of the deck.")
@dated_options
def command(
    *, path: str, format_name: str, stronghold: str, sensei: str | None, role: str | None, title: str, data: Data
) -> None:
    """Create a deck file with format, stronghold and headers. Without DECK it goes to standard output.

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
        return
    content = text.encode()
    write_new_file(Path(path), content, help="name another file")
    report = draft_of(content, read(text, path, limits), fmt, pool).report()
    write_lines([f"{path}: written", verdict(report)])


@click.command("missing")
@deck_file_options
@click.option(
    "--collection", required=True, metavar="FILE", help="Cards that you own: a list, or CSV with names and counts."
)
@output_options(MISSING)
def missing_(*, path: str, collection: str, decks: DeckReader, output: Output) -> int:
    """List the cards of a deck that a collection has too few of.

    \b
    deckcheck deck missing deck.txt --collection mine.csv
    deckcheck deck missing deck.txt --collection mine.txt --format celestial-40-40 -o wanted.csv

    The collection is a deck list of any length, or a CSV table with a column called name or card and one called count
    or quantity. Exits with 0 when nothing is missing, 1 when something is.
    """
    refuse_reading_twice((path, collection))
    deck, fmt, pool = decks.deck(path)
    limits = decks.intake.limits
    have = owned(read_collection(read_text(collection, limits), collection, limits, note), fmt, pool)
    missing = list(missing_of(deck, have))
    output.write(MISSING[output.form](missing))
    unrecognised = tuple(line.request.name for line in deck.unresolved)
    for sentence in (*left_out(path, unrecognised), *left_out(collection, have.unclear, have.uncounted)):
        note(sentence)
    return Exit.NO if missing or deck.unresolved else Exit.YES
