"""``deckcheck diff``."""

from __future__ import annotations

import click
import msgspec

from deckcheck.build.comparing import compare
from deckcheck.cli.common import EXIT_LEGAL, EXIT_NOT_LEGAL, as_of_option
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deckfile import chooser
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import deck_intake_options
from deckcheck.cli.output_options import Output, output_options
from deckcheck.decks.intake import Intake, read_one
from deckcheck.decks.resolve import resolve
from deckcheck.model.errors import UsageError
from deckcheck.reports.comparison import RENDERERS
from deckcheck.rules.engine import check


@click.command("diff")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@format_option
@output_options(RENDERERS)
@as_of_option
@deck_intake_options
@data_options
def command(
    *,
    old: str,
    new: str,
    format_name: str | None,
    output: Output,
    intake: Intake,
    data: Data,
) -> int:
    """Say what is different between two decks. That is cards that came and went, curves, influence, the verdict.

    \b
    deckcheck diff old.txt new.txt --format celestial-40-40
    deckcheck diff deck.txt@2 deck.txt
    git show HEAD:deck.txt | deckcheck diff - deck.txt --as markdown

    Both are read in the format given, else in the one that A names, else that B names. However the lists are written,
    only their cards count. DECK@2 and DECK@NAME are versions that `deckcheck deck save` keeps. Exits with 0 when the
    decks have the same cards, 1 when not.
    """
    if old == new == "-":
        raise UsageError("standard input can be read only once")
    raws = [read_one(path, intake) for path in (old, new)]
    said = next((raw.format for raw in raws if raw.format), "")
    named = msgspec.structs.replace(raws[0], format=said)
    fmt, pool = chooser(format_name, data)(named)
    before, after = (check(resolve(raw, fmt, pool), fmt, pool) for raw in raws)
    found = compare(before, after, pool)
    output.write(RENDERERS[output.form](found))
    return EXIT_LEGAL if found.same else EXIT_NOT_LEGAL
