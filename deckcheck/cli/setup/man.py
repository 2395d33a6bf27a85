"""``deckcheck help man``: the manual page, made from the same texts as ``--help``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from deckcheck import __version__


def page(root: click.Context, *_: str) -> Iterator[str]:
    """Yield the lines of the manual page."""
    return (f"{line}\n" for line in _page(root))


def _page(root: click.Context) -> Iterator[str]:
    yield f'.TH DECKCHECK 1 "" "deckcheck {_escaped(__version__)}"'
    yield ".SH NAME"
    yield r"deckcheck \- check Legend of the Five Rings decks against the rules of a format"
    yield ".SH SYNOPSIS"
    yield r".B deckcheck"
    yield r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGUMENTS\fR]"
    yield ".SH DESCRIPTION"
    yield from _text(root.command.help or "")
    yield from _options(root)
    yield ".SH COMMANDS"
    for context in _commands(root):
        yield f".SS {_escaped(' '.join([context.command_path, *context.command.collect_usage_pieces(context)]))}"
        yield from _text(context.command.help or "")
        yield from _options(context)
    yield ".SH EXIT STATUS"
    for code, meaning in (
        ("0", "every deck was checked and is legal"),
        ("1", "every deck was checked; at least one is illegal or undecided"),
        ("2", "something could not be done"),
        ("130", "interrupted"),
        ("143", "terminated, as by kill"),
    ):
        yield from (".TP", f".B {code}", meaning)
    yield ".SH ENVIRONMENT"
    yield from (".TP", ".B NO_COLOR", "Without colours, when it is not empty.")
    yield from (".TP", ".B DECKCHECK_DEBUG", "Show where an internal error came from.")


def _commands(context: click.Context) -> Iterator[click.Context]:
    """Yield a context for each command except groups, however deep."""
    if not isinstance(context.command, click.Group):
        yield context
        return
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        if command is not None:
            yield from _commands(click.Context(command, info_name=name, parent=context))


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        # Arguments are in the headline already.
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record:
            yield from (".TP", f".B {_escaped(record[0])}", _escaped(re.sub(r"\s+", " ", record[1])))


def _text(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; a backspace before one tells click and us to keep its lines."""
    for paragraph in cleandoc(text).split("\n\n"):
        lines = paragraph.splitlines()
        kept = bool(lines) and lines[0].strip(" ") == "\b"
        yield ".PP"
        yield from (".nf", *map(_escaped, lines[1:]), ".fi") if kept else map(_escaped, lines)


def _escaped(text: str) -> str:
    """Return `text` for troff, in which a backslash, and a dot or an apostrophe at the start of a line, mean more."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
