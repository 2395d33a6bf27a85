"""``deckcheck show``, and ``deckcheck diff``, which compares two decks as `show --diff` does."""

import contextlib
import itertools
from pathlib import Path

import click
import msgspec

from deckcheck.build.comparing import compare
from deckcheck.build.editing.draft import verdict
from deckcheck.checks.other_formats import leaving
from deckcheck.cli.data_options import Data
from deckcheck.cli.deck_files import refuse_reading_twice
from deckcheck.cli.deck_options import DeckReader, deck_file_options, deck_options
from deckcheck.cli.output import Exit
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import address_options
from deckcheck.decks.intake import Intake, read_content, read_one
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import UsageError
from deckcheck.model.names import printable
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.reports.comparison import RENDERERS as COMPARISONS
from deckcheck.reports.deck import RENDERERS
from deckcheck.rules.engine import check
from deckcheck.system.git import file_at


@click.command("show")
@deck_file_options
@click.option("--diff", "revision", metavar="REV", help="Show what changed since a git revision, such as HEAD~2.")
@address_options
@output_options(RENDERERS)
def command(*, path: str, revision: str | None, decks: DeckReader, output: Output) -> None:
    """Show a deck. Its cards are listed by section, kind and cost, with curves, keywords and what is not legal.

    \b
    deckcheck show deck.txt --format celestial-40-40
    deckcheck show deck.txt@first-cup          (a version that `deckcheck deck save` keeps)
    deckcheck show deck.json                   (the file names its format)
    deckcheck show deck.txt --diff HEAD~2
    deckcheck show https://www.emeralddb.org/decks/4736f7c0-b4a6-4f17-9dde-b71614115c69

    The second line is the verdict; a code in brackets names the rule that a card breaks, and `deckcheck check` explains
    it. With --as-of, a card that is legal on that day but not later shows the day on which that ends.
    --diff compares the file with its version in git. Exits with 0 whatever the verdict.
    """
    deck, fmt, pool = decks.deck(path)
    report = check(deck, fmt, pool)
    title = ", ".join(filter(None, (deck.raw.path, deck.raw.name, deck.raw.player)))
    head = (f"{printable(title)}\n", f"{verdict(report)}\n") if output.form == "text" else ()
    if revision is not None:
        before = check(resolve(_earlier(path, revision, decks.intake), fmt, pool), fmt, pool)
        output.write(itertools.chain(head, COMPARISONS[output.form](compare(before, report, pool))))
        return
    last_days = _leaving(report, decks.format_name or fmt.id, decks.data, pool)
    output.write(itertools.chain(head, RENDERERS[output.form](report, last_days)))


def _earlier(path: str, revision: str, intake: Intake) -> RawDeck:
    """Return the deck file from a git revision."""
    file = Path(path)
    if not file.is_file():
        raise UsageError(f"`{path}` is not a file in git", help="`deckcheck diff A B` compares any two decks")
    return read_content(file_at(file, revision), f"{path} at {revision}", intake.limits, intake.syntax)


def _leaving(report: Report, name: str, data: Data, pool: Pool) -> dict[str, str]:
    """Return the cards that are legal on the day of the report but not later, by name."""
    if report.format.date == report.format.last:
        return {}
    with contextlib.suppress(UsageError):
        return leaving(report, data.on(None).format(name), lambda day: data.on(day).format(name), pool)
    return {}


@click.command("diff")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@deck_options
@output_options(COMPARISONS)
def diff(*, old: str, new: str, decks: DeckReader, output: Output) -> int:
    """Compare two decks. The result names cards added and removed, curves, influence and verdict.

    \b
    deckcheck diff old.txt new.txt --format celestial-40-40
    deckcheck diff deck.txt@2 deck.txt
    git show HEAD:deck.txt | deckcheck diff - deck.txt --as markdown

    Both lists are read in the given format, else in the one that A names, else in the one that B names. Only their
    cards count, not how they are written. DECK@2 and DECK@NAME are versions that `deckcheck deck save` keeps. Exits
    with 0 when the decks have the same cards, 1 when not.
    """
    refuse_reading_twice((old, new))
    raws = [read_one(path, decks.intake) for path in (old, new)]
    said = next((raw.format for raw in raws if raw.format), "")
    named = msgspec.structs.replace(raws[0], format=said)
    fmt, pool = decks.format_of(named)
    before, after = (check(resolve(raw, fmt, pool), fmt, pool) for raw in raws)
    found = compare(before, after, pool)
    output.write(COMPARISONS[output.form](found))
    return Exit.YES if found.same else Exit.NO
