"""``deckcheck cache``."""

from __future__ import annotations

import click

from deckcheck.cli.common import write_out
from deckcheck.model.names import printable
from deckcheck.system import cache, paths


@click.command("cache")
@click.option("--clear", is_flag=True, help="Delete all files of the cache.")
def command(*, clear: bool) -> None:
    """Show the size of the cache, or clear it.

    \b
    deckcheck cache
    deckcheck cache --clear

    The cache has compiled card pools, resolved formats and fetched decks. deckcheck makes them again when they are
    missing, and deletes by itself those that nobody used for 60 days.
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    from tabulate import tabulate

    folder = paths.cache_folder()
    if folder is None or not folder.is_dir():
        write_out("there is no cache\n")
        return
    if clear:
        number = cache.clear(folder)
        write_out(f"{printable(str(folder))}: {number} file{'' if number == 1 else 's'} deleted\n")
        return
    rows = []
    for kind in cache.KINDS:
        sizes = [size for _, size in cache.files_of(folder, kind)]
        rows.append([kind, str(len(sizes)), f"{sum(sizes) / 1e6:,.1f} MB"])
    write_out(f"{printable(str(folder))}\n{tabulate(rows, ['kind', 'files', 'size'], disable_numparse=True)}\n")
