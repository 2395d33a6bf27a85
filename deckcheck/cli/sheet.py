"""``deckcheck sheet``."""

from __future__ import annotations

import datetime
from pathlib import Path

import click

from deckcheck import app
from deckcheck.cli.common import (
    EXIT_LEGAL,
    EXIT_NOT_LEGAL,
    EXIT_TROUBLE,
    as_of_option,
    cardpools_option,
    column_option,
    complain,
    formats_option,
    from_option,
    report_file,
    write_file,
)
from deckcheck.cli.format_options import format_option
from deckcheck.errors import InputError, UsageError
from deckcheck.model.finding import Verdict
from deckcheck.render import words


@click.command("sheet")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--html",
    "file",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File for the sheets, to be opened and printed with a browser.",
)
@format_option
@as_of_option
@click.option("--event", default="", metavar="TEXT", help="Event for all sheets.  [default: what each list says]")
@click.option(
    "--date",
    default="",
    metavar="DATE",
    help="Day of the event, as 2019-05-10; --as-of says which cards and lists count.  [default: what each list says]",
)
@click.option("--blank-facts", is_flag=True, help="Leave player, event and date empty, unless given here.")
@from_option
@column_option
@formats_option
@cardpools_option
def command(
    *,
    paths: tuple[str, ...],
    file: Path,
    format_name: str | None,
    as_of: str | None,
    event: str,
    date: str,
    blank_facts: bool,
    syntax: str | None,
    column: str | None,
    formats_dir: Path | None,
    cardpools_dir: Path | None,
) -> int:
    """Write registration sheets to print, a page for each deck: files, folders, archives, tables, or -.

    A sheet has lines for player and event, the cards by section, a box for the judge, the verdict and the
    fingerprint. Exits with 0 when every deck is legal, 1 when one is illegal or undecided, 2 when something
    could not be done.

    \b
    deckcheck sheet deck.txt --html sheet.html --format twenty-festivals
    deckcheck sheet lists/ --html sheets.html --format lcg-stronghold --event "Kotei" --date 2019-05-10
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    from deckcheck.render.html import sheets

    report_file(str(file), "sheets")
    options = sheets.SheetOptions(event=event, date=_day(date), blank=blank_facts)
    wanted = (format_name,) if format_name else ("all",)
    formats = app.load_formats(wanted, formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=as_of)
    pools = {fmt.pool: app.load_pool(fmt.pool, cardpools_dir=cardpools_dir) for fmt in formats}
    if len(formats) == 1:
        outcome = app.check_all(paths, formats[0], pools[formats[0].pool], syntax=syntax, column=column)
    else:
        outcome = app.check_by(paths, app.format_named(formats), pools, syntax=syntax, column=column)
    for failure in outcome.failures:
        complain(failure.error.message, place=failure.error.place, help=failure.error.help)
    if not outcome.reports:
        raise InputError("there is no deck to write a sheet for", place=str(file))
    write_file(file, sheets.render(outcome, options))
    click.echo(words.summary(outcome), err=True)
    if outcome.failures:
        return EXIT_TROUBLE
    return EXIT_LEGAL if outcome.count(Verdict.LEGAL) == len(outcome.reports) else EXIT_NOT_LEGAL


def _day(text: str) -> str:
    """Return an ISO date as it is, or nothing; raises UsageError for anything else."""
    try:
        return datetime.date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise UsageError(f"`{text}` is not a date", help="write it as 2019-05-10") from None
