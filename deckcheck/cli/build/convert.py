"""``deckcheck convert``."""

from __future__ import annotations

import os
from pathlib import Path

import click

from deckcheck.checks import checker as app
from deckcheck.cli.common import EXIT_TROUBLE, complain, write_bytes
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.format_options import best_format_option
from deckcheck.cli.intake_options import intake_options
from deckcheck.cli.old_spellings import note
from deckcheck.decks.intake import Intake, resolve_best
from deckcheck.decks.writers import WRITERS, Writer, Written, write, writer_called
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import DeckcheckError, OutputError, UsageError
from deckcheck.model.names import printable
from deckcheck.model.report import Failure
from deckcheck.system.atomic import write_atomically

_EXIT_LOST = 1


@click.command("convert")
@click.argument("paths", nargs=-1, required=True, metavar="IN...")
@click.option("--to", "target", required=True, metavar="NAME", help=f"Syntax to write: {', '.join(WRITERS)}.")
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File for the deck, where there is one.  [default: standard output]",
)
@click.option(
    "--out",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for a file for each deck.",
)
@click.option("--force", is_flag=True, help="Write over files that are there already.")
@best_format_option
@intake_options
@data_options
def command(
    *,
    paths: tuple[str, ...],
    target: str,
    file: Path | None,
    folder: Path | None,
    force: bool,
    format_name: str | None,
    intake: Intake,
    data: Data,
) -> int:
    """Write deck lists in the syntax of another program.

    \b
    deckcheck convert deck.txt --to eopk -o deck.l5d
    deckcheck convert lists/ --to emeralddb --out converted/

    What that syntax cannot carry is said on standard error. Exits with 0 when nothing was lost, 1 when something
    was, 2 when a deck could not be read or written.
    """
    writer = writer_called(target)
    if file and file.is_dir():
        note(f"-o {file}", f"--out {file}")
        file, folder = None, file
    raws = list(app.read_all(dict.fromkeys(paths), intake))
    if folder is None and len(raws) > 1:
        raise UsageError(f"{len(raws)} decks do not go into one output", help="give a folder: --out DIR")
    formats = data.formats(format_name or "all")
    pools = {fmt.pool: data.pool(fmt.pool) for fmt in formats}
    codes = {0}
    written: set[Path] = set()
    for raw in raws:
        try:
            if isinstance(raw, Failure):
                raise raw.error
            deck, pool = resolve_best(raw, formats, pools)
            result = write(deck, pool, writer)
            if folder is None and file is None:
                write_bytes(_encoded(result))
            else:
                path = file or _path_for(raw, folder or Path(), writer)
                _write_file(path, result, force=force and path not in written)
                written.add(path)
        except DeckcheckError as error:
            complain(error.message, place=error.place, help=error.help)
            codes.add(EXIT_TROUBLE)
        else:
            for loss in result.losses:
                click.echo(f"note: {printable(deck.raw.path)}: {printable(loss)}", err=True)
            codes.add(_EXIT_LOST if result.losses else 0)
    return max(codes)


def _path_for(raw: RawDeck, folder: Path, writer: Writer) -> Path:
    part = raw.path.removeprefix(raw.place).replace("#", "-")  # which deck of a file with several
    return folder / f"{Path(raw.place.strip('<>')).stem}{part}{writer.suffix}"


def _write_file(path: Path, result: Written, *, force: bool) -> None:
    """Write a deck to `path`; raises OutputError when it is there already and `force` is not given."""
    if os.path.lexists(path) and not force:
        raise OutputError("is there already, and was not written", place=str(path), help="--force writes over it")
    try:
        write_atomically(path, _encoded(result))
    except OSError as error:
        raise OutputError(f"the deck could not be written: {error.strerror}", place=str(path)) from None


def _encoded(result: Written) -> bytes:
    return result.text.encode("utf-8", "backslashreplace")
