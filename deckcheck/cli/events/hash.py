"""``deckcheck hash``."""

from __future__ import annotations

import click

from deckcheck.checks import checker as app
from deckcheck.cli.common import Exit, complain_of, note, write_out
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deck_options import BEST_FORMAT, format_option, intake_options
from deckcheck.decks.intake import Intake, resolve_best
from deckcheck.model.names import printable
from deckcheck.model.report import Failure


@click.command("hash")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@format_option(BEST_FORMAT)
@intake_options
@data_options
def command(*, paths: tuple[str, ...], format_name: str | None, intake: Intake, data: Data) -> int:
    """Print a fingerprint of each deck. It is the same for the same cards, however the list is written.

    \b
    deckcheck hash deck.txt deck.json

    It is the SHA-256 of one line for each card, its id, a tab and the number of copies, sorted by id. Exits with
    0, 1 when a line is not recognised and the fingerprint includes its text, 2 when a deck could not be read.
    """
    formats = data.formats(format_name or "all")
    pools = data.pools(formats)
    codes = {Exit.YES}
    for raw in app.read_all(dict.fromkeys(paths), intake):
        if isinstance(raw, Failure):
            complain_of(raw.error)
            codes.add(Exit.TROUBLE)
            continue
        deck, _ = resolve_best(raw, formats, pools)
        write_out(f"{deck.fingerprint}  {printable(raw.path)}\n")
        for line in deck.unresolved:
            note(f"{raw.path}:{line.request.span.line}: `{line.request.name}` is not recognised")
            codes.add(Exit.NO)
        for aside in deck.left_out:
            note(f"{raw.path}:{aside.span.line}: `{aside.text}` is not counted as a card")
    return max(codes)
