"""``deckcheck formats``."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from deckcheck import app
from deckcheck.cli.common import formats_option, write_out
from deckcheck.loading.format_files import find_formats
from deckcheck.model.format import Format
from deckcheck.rules import rule_named


@click.group("formats")
def command() -> None:
    """List and show formats."""


@command.command("list")
@formats_option
def list_(formats_dir: Path | None) -> None:
    """List the formats that decks can be checked in."""
    from tabulate import tabulate

    formats = [app.load_format(name, formats_dir=formats_dir) for name in sorted(find_formats(formats_dir))]
    rows = [(fmt.id, fmt.game, fmt.date, fmt.basis, fmt.name) for fmt in formats]
    write_out(tabulate(rows, ["id", "game", "cards of", "basis", "name"], disable_numparse=True) + "\n")


@command.command()
@click.argument("name", metavar="ID")
@formats_option
def show(name: str, formats_dir: Path | None) -> None:
    """Show a format: its sections and rules, with every value, its source and where it was set."""
    write_out(describe(app.load_format(name, formats_dir=formats_dir)))


def describe(fmt: Format) -> str:
    """Return a format as text."""
    lines = [
        f"{fmt.id}: {fmt.name}",
        f"  game {fmt.game}, card pool {fmt.pool}, cards of {fmt.date}, basis {fmt.basis}",
        f"  made of {' < '.join(fmt.lineage)}, digest {fmt.digest}",
        f"  sections: {', '.join(f'{name} ({section.label})' for name, section in fmt.sections.items())}",
        "",
    ]
    for provision in fmt.provisions:
        lines.append(f"{rule_named(provision.rule).code} {provision.rule}")
        for key, value in msgspec.to_builtins(provision.params).items():
            origin = provision.origins.get(key)
            place = f"  ({origin.path}:{origin.line})" if origin else ""
            lines.append(f"     {key}: {plain(value)}{place}")
        lines.append(f"     source: {provision.cite.source}, {provision.cite.at}")
    return "\n".join(lines) + "\n"


def plain(value: object) -> str:
    """Return a parameter's value as it would stand in a format file."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(plain(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)
