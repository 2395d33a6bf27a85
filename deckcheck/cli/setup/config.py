"""``deckcheck config``."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from deckcheck.cli.common import write_out
from deckcheck.cli.data_options import Data
from deckcheck.cli.deck_options import configured_formats
from deckcheck.cli.settings import config, config_options
from deckcheck.model.names import printable
from deckcheck.reports.tables import table
from deckcheck.rules.base import counted
from deckcheck.system import paths
from deckcheck.system.config import Config


@click.group("config")
def command() -> None:
    """Show the settings in force, and the cache."""


@command.command()
@config_options
def show() -> None:
    """Show every setting with its value and where it comes from.

    \b
    deckcheck config show
    deckcheck config show --config spring-cup.toml
    """
    found = config()
    configured_formats(Data(found.folder("formats-dir"), found.folder("cardpools-dir")).dated())
    write_out(f"configuration file: {printable(str(found.file)) if found.file else 'none'}\n")
    write_out(table(_rows(found), ("setting", "value", "from")))


@command.command("cache")
@click.option("--clear", is_flag=True, help="Delete all files of the cache.")
def cache_(*, clear: bool) -> None:
    """Show the size of the cache, or clear it.

    \b
    deckcheck config cache
    deckcheck config cache --clear

    The cache has compiled card pools, resolved formats and fetched decks. deckcheck makes them again when they are
    missing, and deletes those that nobody used for 60 days.
    """
    folder = paths.cache_folder()
    if folder is None or not folder.is_dir():
        write_out("there is no cache\n")
        return
    if clear:
        write_out(f"{printable(str(folder))}: {counted(paths.clear(folder), 'file')} deleted\n")
        return
    rows = []
    for kind in paths.KINDS:
        sizes = [size for _, size in paths.files_of(folder, kind)]
        rows.append((kind, len(sizes), f"{sum(sizes) / 1e6:,.1f} MB"))
    write_out(f"{printable(str(folder))}\n{table(rows, ('kind', 'files', 'size'))}")


def _rows(found: Config) -> Iterator[tuple[str, str, str]]:
    values = msgspec.to_builtins(found.settings)
    for field in msgspec.structs.fields(found.settings):
        key = field.encode_name
        value = values[key]
        place = found.places.get(key, "default")
        if key == "limits":
            for name, number in value.items():
                yield f"limits.{name}", str(number), found.places.get(f"limits.{name}", "default")
        elif isinstance(value, dict):
            yield from ((f'{key} "{glob}"', name, found.places[f"{key} {glob}"]) for glob, name in value.items())
        else:
            yield key, "" if value is None else ", ".join(value) if key == "output" else _written(value), place


def _written(value: str | bool) -> str:
    """Return a value as a configuration file has it."""
    return str(value).lower() if isinstance(value, bool) else value
