"""Spellings of earlier versions and short ones, which work and say what to type."""

from __future__ import annotations

import click

# By the words after `deckcheck`, the words that replace them. 0.1.0 wrote with --write only, and so does its spelling.
COMMANDS = {
    "new": "deck new",
    "add": "deck add",
    "remove": "deck remove",
    "set": "deck set",
    "swap": "deck swap",
    "sort": "deck sort",
    "note": "deck note",
    "undo": "deck undo",
    "names": "deck names --dry-run",
    "fix": "deck fix --dry-run",
    "fill": "deck fill --dry-run",
    "missing": "deck missing",
    "man": "help man",
    "cache": "config cache",
    "completion": "help completion",
}
# By the words of a command, its renamed options.
OPTIONS = {"sheet": {"--html": "--output"}}

# What people type for an option of another name, with what to type.
MEANT = {
    "--date": "--as-of DATE",
    "--day": "--as-of DATE",
    "--json": "--as json",
    "--csv": "--as csv",
    "--html": "--as html",
    "--verbose": "--explain",
    "-v": "--explain",
    "--quiet": "--as concise",
    "-q": "--as concise",
}


def explained(error: click.UsageError) -> tuple[str, str | None]:
    """Return the message about wrong options, and what to type in place of one that has another name here."""
    if error.ctx is None:
        return error.format_message(), None
    words = MEANT.get(error.option_name, "") if isinstance(error, click.NoSuchOption) else ""
    if words and any(words.split(" ")[0] in option.opts for option in error.ctx.command.params):
        return error.message, f"type `{words}`"
    return error.format_message(), f"try `{error.ctx.command_path} --help`"


def modern(path: str, args: list[str], *, quiet: bool) -> list[str]:
    """Return `args`, the words after the command path `path`, as they are spelled now; a note says what changed."""
    if not path and args[0] in COMMANDS:
        words = COMMANDS[args[0]].split()
        if "--write" in args:
            words = [word for word in words if word != "--dry-run"]
        note_spelling(f"deckcheck {args[0]}", f"deckcheck {' '.join(words)}", quiet=quiet)
        args = [*words, *args[1:]]
    renamed = OPTIONS.get(f"{path} {args[0]}".strip(), {})
    for number, word in enumerate(args):
        name, equals, value = word.partition("=")
        if name in renamed:
            note_spelling(name, renamed[name], quiet=quiet)
            args = [*args[:number], renamed[name] + equals + value, *args[number + 1 :]]
    return args


def note_spelling(old: str, new: str, *, quiet: bool = False) -> None:
    """Say on standard error what to type in place of an old spelling."""
    if not quiet:
        click.echo(f"note: `{old}` still works; type `{new}`", err=True)
