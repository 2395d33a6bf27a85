"""``deckcheck show``."""

from __future__ import annotations

import itertools

import click

from deckcheck.build.editing.summary import verdict
from deckcheck.cli.common import address_options, as_of_option
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deckfile import chooser, read_version
from deckcheck.cli.format_options import format_option
from deckcheck.cli.intake_options import deck_intake_options
from deckcheck.cli.output_options import Output, output_options
from deckcheck.decks.intake import Intake
from deckcheck.decks.resolve import resolve
from deckcheck.model.names import printable
from deckcheck.reports.deck import RENDERERS
from deckcheck.rules.engine import check


@click.command("show")
@click.argument("path", metavar="DECK")
@format_option
@output_options(RENDERERS)
@as_of_option
@deck_intake_options
@address_options
@data_options
def command(*, path: str, format_name: str | None, output: Output, intake: Intake, data: Data) -> None:
    """Show a deck: its cards by section, kind and cost, with curves and marks for cards that are not legal.

    The second line is the verdict; a code in brackets names the rule that a card breaks, and `deckcheck check` explains
    it. Exits with 0 whatever the verdict.

    \b
    deckcheck show deck.txt --format celestial-40-40
    deckcheck show deck.txt@first-cup          (a version that `deckcheck deck save` keeps)
    deckcheck show deck.json                   (the file names its format)
    deckcheck show https://www.emeralddb.org/decks/4736f7c0-b4a6-4f17-9dde-b71614115c69
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    raw = read_version(path, intake)
    fmt, pool = chooser(format_name, data)(raw)
    report = check(resolve(raw, fmt, pool), fmt, pool)
    title = ", ".join(filter(None, (raw.path, raw.name, raw.player)))
    head = (f"{printable(title)}\n", f"{verdict(report)}\n") if output.form == "text" else ()
    output.write(itertools.chain(head, RENDERERS[output.form](report)))
