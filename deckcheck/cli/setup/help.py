"""``deckcheck config``, and ``deckcheck help``: help of a command or topic, or the manual page, from the same texts."""

import re
from collections.abc import Callable, Iterator
from inspect import cleandoc
from textwrap import fill

import click
import msgspec
from click.shell_completion import get_completion_class

from deckcheck import __version__
from deckcheck.cli.data_options import Data
from deckcheck.cli.deck_options import configured_formats
from deckcheck.cli.output import write_out
from deckcheck.cli.parameters import config, config_options
from deckcheck.decks.intake import SYNTAXES
from deckcheck.model.errors import UsageError, no_such
from deckcheck.model.limits import Limits, bounds, names
from deckcheck.model.names import printable
from deckcheck.model.sentences import counted
from deckcheck.reports.tables import table
from deckcheck.system import paths
from deckcheck.system.config import Config

_SHELLS = ("bash", "zsh", "fish")


def _input(_: click.Context, *__: str) -> Iterator[str]:
    """Yield the page about inputs."""
    yield """\
What deckcheck reads

A DECK or PATH is a file, - for standard input, or a pipe of the shell, as in `deckcheck check <(command)`. Commands
that take several also take folders, archives (zip, tar), tables with a deck in each row, and addresses of public decks.
docs/deck-lists.md describes every syntax.

  --from NAME           the program that wrote the lists, where it is not detected:"""
    indent = " " * 26
    yield fill(", ".join(SYNTAXES), 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    yield """\
  --column NAME         the column, or key of JSON Lines, with the deck in a table
  --limit NAME=N        raise or lower a limit for one deck or archive; repeatable:"""
    for name in names():
        least, most = bounds(name)
        default = getattr(Limits(), name.replace("-", "_"))
        yield f"{indent}{name:<18} default {default:,}, from {least:,} to {most:,}"
    yield """\

Formats and card pools of your own

  --formats-dir DIR     folder with format files; a file replaces the shipped format of the same name
  --cardpools-dir DIR   folder with card pools
  --config FILE         configuration file; default: the nearest deckcheck.toml or pyproject.toml
  --isolated            read no configuration file

Write the last two before the name of the command; `check` and `bulk` take them after it, too. Every command that reads
decks, formats or pools accepts the others. `deckcheck config show` prints the values of all."""


def _manual(root: click.Context, *_: str) -> Iterator[str]:
    """Yield the manual page, line by line."""
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
        # The headline already has the arguments.
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record:
            yield from (".TP", f".B {_escaped(record[0])}", _escaped(re.sub(r"\s+", " ", record[1])))


def _text(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; a backspace before one preserves its lines, in click and here."""
    for paragraph in cleandoc(text).split("\n\n"):
        lines = paragraph.splitlines()
        kept = bool(lines) and lines[0].strip(" ") == "\b"
        yield ".PP"
        yield from (".nf", *map(_escaped, lines[1:]), ".fi") if kept else map(_escaped, lines)


def _escaped(text: str) -> str:
    """Return `text` for troff, which interprets a backslash, and a dot or an apostrophe at the start of a line."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def _script(root: click.Context, shell: str = "", *_: str) -> Iterator[str]:
    """Yield the script for completion in a shell; raises UsageError."""
    found = get_completion_class(shell) if shell in _SHELLS else None
    if found is None:
        raise UsageError(f"`{shell}` is not a shell for completion", help=f"use one of {', '.join(_SHELLS)}")
    yield found(root.command, {}, "deckcheck", "_DECKCHECK_COMPLETE").source()


# Pages by their first word; each gets the context of the whole program and the remaining words.
_TOPICS: dict[str, Callable[..., Iterator[str]]] = {"input": _input, "man": _manual, "completion": _script}


def _complete(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    begun = context.params.get("words") or ()
    known = _SHELLS if begun == ("completion",) else () if begun else tuple(_TOPICS)
    return [word for word in known if word.startswith(incomplete)]


@click.command("help")
@click.argument("words", nargs=-1, metavar="[TOPIC|COMMAND...]", shell_complete=_complete)
def command(words: tuple[str, ...]) -> None:
    """Show help. A topic is input (what is read, expert options), man (manual page), completion SHELL, or a command.

    \b
    deckcheck help input
    deckcheck help deck add
    deckcheck help completion bash > ~/.local/share/bash-completion/completions/deckcheck
    deckcheck help completion zsh > ~/.zfunc/_deckcheck          (with ~/.zfunc in fpath)
    deckcheck help completion fish > ~/.config/fish/completions/deckcheck.fish
    deckcheck help man > ~/.local/share/man/man1/deckcheck.1

    `help completion bash` prints the script for completion in that shell; zsh and fish work too. It completes commands,
    options, formats, rule codes and card names.
    """
    context = click.get_current_context().find_root()
    if words and words[0] in _TOPICS:
        write_out("".join(f"{line}\n" for line in _TOPICS[words[0]](context, *words[1:])))
        return
    for word in words:
        group = context.command
        known = group.list_commands(context) if isinstance(group, click.Group) else []
        below = group.get_command(context, word) if isinstance(group, click.Group) else None
        if below is None:
            raise no_such("help page", word, [*known, *_TOPICS])
        context = click.Context(below, info_name=word, parent=context)
    write_out(context.get_help() + "\n")


@click.group("config")
def config_() -> None:
    """Show the settings in force, and the cache."""


@config_.command()
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


@config_.command("cache")
@click.option("--clear", is_flag=True, help="Delete all files of the cache.")
def cache_(*, clear: bool) -> None:
    """Show the size of the cache, or clear it.

    \b
    deckcheck config cache
    deckcheck config cache --clear

    The cache has compiled card pools, resolved formats and fetched decks. deckcheck recreates what is missing, and
    deletes what nobody has used for 60 days.
    """
    folder = paths.cache_folder()
    if folder is None or not folder.is_dir():
        write_out("there is no cache\n")
        return
    if clear:
        write_out(f"{printable(str(folder))}: {counted(paths.sweep(folder, days=-1), 'file')} deleted\n")
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
    """Return a value in the form of a configuration file."""
    return str(value).lower() if isinstance(value, bool) else value
