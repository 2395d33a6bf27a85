"""The option ``--format`` of the commands that read a deck in one format."""

from __future__ import annotations

import click

from deckcheck.cli.completion import complete_format

format_option = click.option(
    "-f",
    "--format",
    "format_name",
    metavar="ID",
    shell_complete=complete_format,
    help="Format id, or path of a format file.  [default: from the configuration, or the one that the deck file names]",
)
# For commands that only read names, where no format is wrong.
best_format_option = click.option(
    "-f",
    "--format",
    "format_name",
    metavar="ID",
    shell_complete=complete_format,
    help="Format in which names are read.  [default: the one that a file names, else the one that fits best]",
)
