"""``deckcheck convert``, and ``deckcheck hash``, which read names in the format that fits best."""

from pathlib import Path

import click

from deckcheck.checks import checker as app
from deckcheck.cli.deck_files import for_each
from deckcheck.cli.deck_options import BEST_FORMAT, DeckReader, decks_options
from deckcheck.cli.groups import note_spelling
from deckcheck.cli.output import Exit, note, write_bytes, write_files, write_lines, write_new_file
from deckcheck.cli.parameters import NEW_FOLDER
from deckcheck.decks.intake import resolve_best
from deckcheck.decks.writers import WRITERS, Writer, write, writer_called
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import DeckcheckError, OutputError, UsageError


@click.command("convert")
@click.argument("paths", nargs=-1, required=True, metavar="IN...")
@click.option("--to", "target", required=True, metavar="NAME", help=f"Syntax to write: {', '.join(WRITERS)}.")
@click.option("-o", "--output", "file", type=Path, metavar="FILE", help="For one deck.  [default: standard output]")
@click.option("--out", "folder", type=NEW_FOLDER, help="For one file per deck.")
@click.option("--force", is_flag=True, help="Replace existing files.")
@decks_options(BEST_FORMAT)
def command(
    *,
    paths: tuple[str, ...],
    target: str,
    file: Path | None,
    folder: Path | None,
    force: bool,
    decks: DeckReader,
) -> int:
    """Write deck lists in the syntax of another program.

    \b
    deckcheck convert deck.txt --to eopk -o deck.l5d
    deckcheck convert lists/ --to emeralddb --out converted/

    Notes on standard error name what that syntax cannot express. Exits with 0 when nothing was lost, 1 when something
    was, 2 when a deck could not be read or written.
    """
    writer = writer_called(target)
    if file and file.is_dir():
        note_spelling(f"-o {file}", f"--out {file}")
        file, folder = None, file
    raws = list(app.read_all(paths, decks.intake))
    if folder is None and len(raws) > 1:
        raise UsageError(f"{len(raws)} decks do not fit into one file", help="give a folder: --out DIR")
    formats = decks.data.formats(decks.format_name or "all")
    pools = decks.data.pools(formats)
    written: set[Path] = set()
    if folder:
        write_files(folder, {})  # A wrong folder is reported only once.

    def convert(raw: RawDeck) -> int:
        deck, pool = resolve_best(raw, formats, pools)
        result = write(deck, pool, writer)
        content = result.text.encode("utf-8", "backslashreplace")
        if folder is None and file is None:
            write_bytes(content)
        else:
            path = file or _path_for(raw, folder or Path(), writer)
            if path in written:
                raise OutputError("another deck was written there", place=str(path), help="convert them one by one")
            write_new_file(path, content, help="--force overwrites it", force=force)
            written.add(path)
        for loss in result.losses:
            note(f"{deck.raw.path}: {loss}")
        return Exit.NO if result.losses else Exit.YES

    return for_each(raws, convert, (DeckcheckError,))


def _path_for(raw: RawDeck, folder: Path, writer: Writer) -> Path:
    part = raw.path.removeprefix(raw.place).replace("#", "-")  # identifies a deck in a file with several
    return folder / f"{Path(raw.place.strip('<>')).stem}{part}{writer.suffix}"


@click.command("hash")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@decks_options(BEST_FORMAT)
def hash_(*, paths: tuple[str, ...], decks: DeckReader) -> int:
    """Print a fingerprint of each deck. It is the same for the same cards, however the list is written.

    \b
    deckcheck hash deck.txt deck.json

    It is the SHA-256 of one line per card, sorted by id: the id, a tab and the number of copies. Exits with 0 when
    every line is recognised, 1 when one is not and the fingerprint includes its text, 2 when a deck could not be read.
    """
    formats = decks.data.formats(decks.format_name or "all")
    pools = decks.data.pools(formats)

    def print_hash(raw: RawDeck) -> int:
        deck, _ = resolve_best(raw, formats, pools)
        write_lines([f"{deck.fingerprint}  {raw.path}"])
        for line in deck.unresolved:
            note(f"{raw.path}:{line.request.span.line}: `{line.shown}` is not recognised")
        for other in deck.left_out:
            if not other.is_remark:
                note(f"{raw.path}:{other.span.line}: `{other.text}` is not counted as a card")
        return Exit.NO if deck.unresolved else Exit.YES

    return for_each(app.read_all(paths, decks.intake), print_hash, (DeckcheckError,))
