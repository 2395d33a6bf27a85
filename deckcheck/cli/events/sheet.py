"""``deckcheck sheet``."""

from pathlib import Path

import click

from deckcheck.checks import checker as app
from deckcheck.cli.deck_options import DeckReader, choice, decks_options
from deckcheck.cli.output import code_of, complain_of, report_file, say, write_file
from deckcheck.cli.parameters import NEW_FILE, bundled
from deckcheck.model.days import is_date
from deckcheck.model.errors import InputError, UsageError
from deckcheck.reports import wording
from deckcheck.reports.html.sheets import SheetOptions, render


def _day(_: click.Context, __: click.Parameter, text: str) -> str:
    """Return a date or no text unchanged; raises UsageError for any other text."""
    if text and not is_date(text):
        raise UsageError(f"`{text}` is not a date", help="write it as 2019-05-10")
    return text


@click.command("sheet")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", "file", required=True, type=NEW_FILE, help="Page to print with a browser.")
@decks_options()
@click.option("--event", default="", metavar="TEXT", help="Event for all sheets.  [default: what each list says]")
@click.option(
    "--date",
    default="",
    metavar="DATE",
    callback=_day,
    help="Day of the event, such as 2019-05-10; --as-of sets whose cards count.  [default: what each list says]",
)
@click.option("--blank-facts", "blank", is_flag=True, help="Leave player, event and date empty, unless given here.")
@bundled("options", SheetOptions, *SheetOptions.__struct_fields__)
def command(*, paths: tuple[str, ...], file: Path, decks: DeckReader, options: SheetOptions) -> int:
    """Write registration sheets to print, a page for each deck. A PATH is a file, folder, archive, table, or -.

    \b
    deckcheck sheet deck.txt -o sheet.html --format twenty-festivals
    deckcheck sheet lists/ -o sheets.html --format lcg-stronghold --event "Kotei" --date 2019-05-10

    A sheet has lines for player and event, the cards by section, a box for the judge, the verdict and the
    fingerprint. Exits with 0 when every deck is legal, 1 when one is illegal or undecided, 2 when something
    could not be done.
    """
    report_file(str(file), paths, "sheets")
    format_of, formats = choice(decks.format_name, decks.data)
    pools = decks.data.pools(formats)
    outcome = app.gathered(app.checks(paths, lambda raw: (format_of(raw),), pools, decks.intake), pools)
    for failure in outcome.failures:
        complain_of(failure.error)
    if not outcome.reports:
        raise InputError("there is no deck to write a sheet for", place=str(file))
    write_file(file, render(outcome, options))
    say(f"{file}: written; {wording.summary(outcome.counts)}")
    return code_of(outcome.counts)
