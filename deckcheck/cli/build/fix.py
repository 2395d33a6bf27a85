"""``deckcheck deck fix``."""

from __future__ import annotations

from collections.abc import Iterator

import click
from msgspec import Struct

from deckcheck.build.repair.explain import changes
from deckcheck.build.repair.fix import BAN, KEEP, NoRepair, Repaired, RepairOptions, repair
from deckcheck.build.repair.keeping import banned_cards, kept_cards
from deckcheck.build.repair.writing import written_back
from deckcheck.checks import checker as app
from deckcheck.cli.build.repairing import complain_of_none, described, time_limit_option
from deckcheck.cli.common import EXIT_LEGAL, EXIT_NOT_LEGAL, EXIT_TROUBLE, as_of_option, complain
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deckfile import FormatOf, chooser, deliver, dry_run_option, read_deck_file, refuse_reading_twice
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import deck_intake_options
from deckcheck.decks.intake import Intake
from deckcheck.decks.resolve import resolve
from deckcheck.model.errors import InputError, OutputError
from deckcheck.model.finding import Verdict
from deckcheck.model.names import printable
from deckcheck.rules.engine import check


class _FixJob(Struct, frozen=True):
    """What to do with each file."""

    intake: Intake
    format_of: FormatOf
    keep: tuple[str, ...]
    ban: tuple[str, ...]
    dry_run: bool
    seconds: float


@click.command("fix")
@click.argument("paths", nargs=-1, required=True, metavar="DECK...")
@format_option
@dry_run_option
@click.option(
    "--keep", multiple=True, metavar="NAME", help="A card to leave in the deck, or as many: '2 NAME'. Repeatable."
)
@click.option("--ban", multiple=True, metavar="NAME", help="A card that is not to be in the deck. Repeatable.")
@time_limit_option
@as_of_option
@deck_intake_options
@data_options
def command(
    *,
    paths: tuple[str, ...],
    format_name: str | None,
    dry_run: bool,
    keep: tuple[str, ...],
    ban: tuple[str, ...],
    seconds: float,
    intake: Intake,
    data: Data,
) -> int:
    """Make decks legal with the fewest cards changed. A DECK is a file, a folder, or - for standard input.

    Among equally near decks it takes the one whose new cards are most like those they replace. It says why it changes
    each card, and whether fewer changes are proven impossible. `deckcheck deck undo` restores a file.

    Exits with 0 when every deck is legal or was made so, 1 when one cannot be, 2 when something could not be done.
    With --dry-run the diff counts as if it were written. Needs the extra "repair"; docs/repair.md says how to
    install it.

    \b
    deckcheck deck fix deck.txt --format celestial-40-40 --dry-run
    deckcheck deck fix deck.txt --format lcg-stronghold --keep 'Spyglass' --ban 'Rout'
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    refuse_reading_twice(paths)
    format_of = chooser(format_name, data)
    job = _FixJob(intake, format_of, keep, ban, dry_run, seconds)
    codes = {EXIT_LEGAL}
    for path in app.expand(paths):
        try:
            codes.add(_one(path, job))
        except (InputError, OutputError) as error:
            complain(error.message, place=error.place, help=error.help)
            codes.add(EXIT_TROUBLE)
    return max(codes)


def _one(path: str, job: _FixJob) -> int:
    """Repair one file and return the exit code for it."""
    content, raw = read_deck_file(path, job.intake)
    shown = raw.path
    fmt, pool = job.format_of(raw)
    report = check(resolve(raw, fmt, pool), fmt, pool)
    options = RepairOptions(kept_cards(job.keep, report.deck, pool), banned_cards(job.ban, pool))
    unwanted = any(entry.card.id in options.ban for entry in report.deck.entries)
    if report.verdict is Verdict.LEGAL and not unwanted:
        deliver(path, "", content, content, job.intake.limits, dry_run=job.dry_run)
        click.echo(f"{printable(shown)}: legal in {fmt.name}; nothing to change", err=True)
        return EXIT_LEGAL
    try:
        repaired = repair(report, pool, options, job.seconds)
    except NoRepair as error:
        complain_of_none(error, shown, asked=_asked(job), help="leave an option out, or choose another format")
        return EXIT_NOT_LEGAL if error.model else EXIT_TROUBLE
    new = written_back(content, report, repaired, pool)
    said = "".join([*_said(shown, repaired), *described(tuple(changes(report, repaired, options, pool)))])
    deliver(path, said, content, new, job.intake.limits, dry_run=job.dry_run)
    return EXIT_LEGAL


def _said(path: str, repaired: Repaired) -> Iterator[str]:
    fmt, count = repaired.report.format, repaired.changes
    cards = f"{count} card{'' if count == 1 else 's'}"
    if repaired.proven:
        how = "proven: no legal deck has fewer changes"
    else:
        how = f"not proven to be the fewest: at least {repaired.bound} are needed, a gap of {count - repaired.bound}"
    alike = "" if repaired.alike else "; which cards are most alike was not settled in time"
    yield f"{printable(path)}: legal in {fmt.name} with {cards} changed ({how}{alike})\n"


def _asked(job: _FixJob) -> dict[str, str]:
    """Return the options in words, by the names of their constraints."""
    return {
        option: ", ".join(f"{option} {name}" for name in names) for option, names in ((KEEP, job.keep), (BAN, job.ban))
    }
