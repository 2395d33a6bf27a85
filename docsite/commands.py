"""Generate a page for each command from the texts of ``--help``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from deckcheck.cli import cli
from docsite.markdown import block, code, page, plain_text, table


def pages() -> dict[str, str]:
    """Return the overview and the page of each top-level command with its subcommands, by path."""
    root = click.Context(cli, info_name="deckcheck")
    commands = [each for name in cli.list_commands(root) if (each := _below(root, name))]
    found = {f"commands/{each.info_name}.md": page(_command(each, 1)) for each in commands}
    found["commands/index.md"] = page(_overview(commands))
    return found


def _below(context: click.Context, name: str) -> click.Context | None:
    group = context.command
    command = group.get_command(context, name) if isinstance(group, click.Group) else None
    return click.Context(command, info_name=name, parent=context) if command else None


def _overview(commands: list[click.Context]) -> Iterator[str]:
    yield "# All commands"
    yield ""
    yield "`deckcheck COMMAND --help` prints the same text, and `deckcheck help man` all of it as a manual page."
    rows = [(f"[{each.command_path}]({each.info_name}.md)", plain_text(_first(each))) for each in commands]
    yield from table(("command", "what it does"), rows)


def _first(context: click.Context) -> str:
    return " ".join(cleandoc(context.command.help or "").split("\n\n")[0].split())


def _command(context: click.Context, depth: int) -> Iterator[str]:
    yield f"{'#' * depth} {context.command_path}"
    group = context.command
    names = group.list_commands(context) if isinstance(group, click.Group) else []
    if not names:
        usage = " ".join([context.command_path, *group.collect_usage_pieces(context)])
        yield from block(usage)
    yield from _text(group.help or "")
    rows = [_row(context, option) for option in group.params if isinstance(option, click.Option) and not option.hidden]
    if rows:
        yield from table(("option", "what it does"), rows)
    for name in names:
        below = _below(context, name)
        if below:
            yield ""
            yield from _command(below, depth + 1)


def _row(context: click.Context, option: click.Option) -> tuple[str, str]:
    names, text = option.get_help_record(context) or ("", "")
    return code(names), plain_text(re.sub(r"\s+", " ", text))


def _text(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; a backspace before a paragraph keeps its lines."""
    for paragraph in cleandoc(text).split("\n\n"):
        head, _, rest = paragraph.partition("\n")
        if head.strip(" ") == "\b":
            yield from block(cleandoc(rest), "sh" if rest.lstrip().startswith("deckcheck ") else "text")
        else:
            yield from ("", plain_text(paragraph), "")
