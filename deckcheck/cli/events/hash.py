"""``deckcheck hash``."""

from __future__ import annotations

import click

from deckcheck.checks import checker as app
from deckcheck.cli.common import EXIT_TROUBLE, complain, write_out
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.format_options import best_format_option
from deckcheck.cli.intake_options import intake_options
from deckcheck.decks.intake import Intake, resolve_best
from deckcheck.model.names import printable
from deckcheck.model.report import Failure

_EXIT_UNSURE = 1


@click.command("hash")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@best_format_option
@intake_options
@data_options
def command(
    *,
    paths: tuple[str, ...],
    format_name: str | None,
    intake: Intake,
    data: Data,
) -> int:
    """Print a fingerprint of each deck. It is the same for the same cards, however the list is written.

    It is the SHA-256 of one line for each card, its id, a tab and the number of copies, sorted by id. Exits with 0,
    with 1 when a line is not recognised, which the fingerprint includes as written, 2 when a deck could not be read.

    \b
    deckcheck hash deck.txt deck.json
    """
    formats = data.formats(format_name or "all")
    pools = {fmt.pool: data.pool(fmt.pool) for fmt in formats}
    codes = {0}
    for raw in app.read_all(dict.fromkeys(paths), intake):
        if isinstance(raw, Failure):
            complain(raw.error.message, place=raw.error.place, help=raw.error.help)
            codes.add(EXIT_TROUBLE)
            continue
        deck, _ = resolve_best(raw, formats, pools)
        write_out(f"{deck.fingerprint}  {printable(raw.path)}\n")
        for line in deck.unresolved:
            where = f"{printable(raw.path)}:{line.request.span.line}"
            click.echo(f"note: {where}: `{printable(line.request.name)}` is not recognised", err=True)
            codes.add(_EXIT_UNSURE)
        for aside in deck.left_out:
            where = f"{printable(raw.path)}:{aside.span.line}"
            click.echo(f"note: {where}: `{printable(aside.text)}` is not counted as a card", err=True)
    return max(codes)
