"""``deckcheck diff``."""

from __future__ import annotations

import click
import msgspec

from deckcheck.build.comparing import compare
from deckcheck.cli.common import Exit
from deckcheck.cli.deck_options import DeckReader, deck_options
from deckcheck.cli.deckfile import refuse_reading_twice
from deckcheck.cli.output_options import Output, output_options
from deckcheck.decks.intake import read_one
from deckcheck.decks.resolve import resolve
from deckcheck.reports.comparison import RENDERERS
from deckcheck.rules.engine import check


@click.command("diff")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@deck_options
@output_options(RENDERERS)
def command(*, old: str, new: str, decks: DeckReader, output: Output) -> int:
    """Compare two decks: cards added and removed, curves, influence and verdict.

    \b
    deckcheck diff old.txt new.txt --format celestial-40-40
    deckcheck diff deck.txt@2 deck.txt
    git show HEAD:deck.txt | deckcheck diff - deck.txt --as markdown

    Both lists are read in the given format, else in the one that A names, else in that of B. Only their cards count,
    not how they are written. DECK@2 and DECK@NAME are versions that `deckcheck deck save` keeps. Exits with 0 when the
    decks have the same cards, 1 when not.
    """
    refuse_reading_twice((old, new))
    raws = [read_one(path, decks.intake) for path in (old, new)]
    said = next((raw.format for raw in raws if raw.format), "")
    named = msgspec.structs.replace(raws[0], format=said)
    fmt, pool = decks.format_of(named)
    before, after = (check(resolve(raw, fmt, pool), fmt, pool) for raw in raws)
    found = compare(before, after, pool)
    output.write(RENDERERS[output.form](found))
    return Exit.YES if found.same else Exit.NO
