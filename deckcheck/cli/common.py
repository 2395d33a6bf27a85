"""What commands share: exit codes, options, messages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from deckcheck.atomic import write_atomically
from deckcheck.errors import OutputError, UsageError
from deckcheck.intake import SYNTAXES
from deckcheck.names import printable
from deckcheck.render.style import Style

EXIT_LEGAL = 0
EXIT_NOT_LEGAL = 1
EXIT_TROUBLE = 2
EXIT_INTERRUPTED = 130

Command = TypeVar("Command", bound=Callable[..., Any])

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def complain(message: str, *, place: str | None = None, help: str | None = None) -> None:
    """Print an error to standard error: what is wrong, where, and what to do."""
    where = f"{printable(place)}: " if place else ""
    click.echo(f"error: {where}{printable(message)}", err=True)
    if help:
        click.echo(f"  help: {printable(help)}", err=True)


def formats_option(command: Command) -> Command:
    """Add ``--formats-dir``."""
    return click.option("--formats-dir", type=_FOLDER, help="Folder with formats of your own.")(command)


def cardpools_option(command: Command) -> Command:
    """Add ``--cardpools-dir``."""
    return click.option("--cardpools-dir", type=_FOLDER, help="Folder with card pools of your own.")(command)


def as_of_option(command: Command) -> Command:
    """Add ``--as-of``."""
    text = "Day whose cards, lists and rules count, as 2019-05-10.  [default: the latest]"
    return click.option("--as-of", metavar="DATE", help=text)(command)


def from_option(command: Command) -> Command:
    """Add ``--from``, which names a syntax that exists."""
    text = f"Syntax of the lists: {', '.join(SYNTAXES)}.  [default: seen]"
    return click.option("--from", "syntax", metavar="NAME", callback=_known_syntax, help=text)(command)


def _known_syntax(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001 - click's
    if value is not None and value not in SYNTAXES:
        raise UsageError(f"there is no syntax `{value}`", help=f"known syntaxes: {', '.join(SYNTAXES)}")
    return value


def column_option(command: Command) -> Command:
    """Add ``--column``."""
    text = "Column, or key in JSON Lines, that holds the deck in a table with a deck a row.  [default: seen]"
    return click.option("--column", metavar="NAME", help=text)(command)


def color_option(command: Command) -> Command:
    """Add ``--color``."""
    choice = click.Choice(["auto", "always", "never"])
    return click.option("--color", type=choice, default="auto", show_default=True, help="Colour the text.")(command)


def style_for(color: str) -> Style:
    """Return the style for ``--color``: by default colours on a terminal, unless NO_COLOR is set."""
    if color == "auto":
        wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    else:
        wanted = color == "always"
    return Style(wanted)


def write_parts(parts: Iterable[str]) -> None:
    """Write a report to standard output as it comes."""
    for part in parts:
        write_out(part)


def write_file(file: Path, parts: Iterable[str]) -> None:
    """Write a report to a file, whole or not at all, escaping what cannot be encoded; raises OutputError."""
    try:
        write_atomically(file, "".join(parts).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise OutputError(f"the report could not be written: {error.strerror}", place=str(file)) from None


def write_out(text: str) -> None:
    """Write to standard output, escaping what its encoding cannot hold."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
