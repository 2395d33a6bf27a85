"""``deckcheck config``, and ``deckcheck help``: help of a command or topic, or the manual page, from the same texts."""

import re
from collections.abc import Callable, Iterator
from inspect import cleandoc
from pathlib import Path
from textwrap import fill

import click
import msgspec
from click.shell_completion import get_completion_class

from deckcheck import __version__
from deckcheck.cli.data_options import Data
from deckcheck.cli.deck_options import configured_formats
from deckcheck.cli.output import write_lines, write_out
from deckcheck.cli.parameters import config, config_options
from deckcheck.decks.intake import SYNTAXES
from deckcheck.model.errors import UsageError, no_such
from deckcheck.model.limits import Limits, bounds, names
from deckcheck.model.sentences import counted
from deckcheck.reports.tables import table
from deckcheck.system import paths
from deckcheck.system.config import Config

_SHELLS = ("bash", "zsh", "fish")


def _input(_: click.Context, *__: str) -> str:
    """Return the page about inputs."""
    indent, limits = " " * 26, []
    for name in names():
        least, most = bounds(name)
        usual = getattr(Limits(), name.replace("-", "_"))
        limits.append(f"{indent}{name:<18} default {usual:,}, from {least:,} to {most:,}")
    syntaxes = fill(", ".join(SYNTAXES), 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return _page("input").format(syntaxes=syntaxes, limits="\n".join(limits))


def _manual(root: click.Context, *_: str) -> str:
    """Return the manual page."""
    about = [*_text(root.command.help or ""), *_options(root)]
    commands: list[str] = []
    for context in _commands(root):
        usage = [context.command_path, *context.command.collect_usage_pieces(context)]
        commands += (f".SS {_escaped(' '.join(usage))}", *_text(context.command.help or ""), *_options(context))
    return _page("manual").format(version=_escaped(__version__), about="\n".join(about), commands="\n".join(commands))


def _page(name: str) -> str:
    """Return the text of a page beside this module."""
    return Path(__file__).with_name(f"{name}.txt").read_text("utf-8").rstrip("\n")


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


def _script(root: click.Context, shell: str = "", *_: str) -> str:
    """Return the script for completion in a shell; raises UsageError."""
    found = get_completion_class(shell) if shell in _SHELLS else None
    if found is None:
        problem = f"there is no completion for the shell `{shell}`" if shell else "the shell is missing"
        raise UsageError(problem, help=f"name one of {', '.join(_SHELLS)}")
    return found(root.command, {}, "deckcheck", "_DECKCHECK_COMPLETE").source()


# Pages by their first word; each gets the context of the whole program and the remaining words.
_TOPICS: dict[str, Callable[..., str]] = {"input": _input, "man": _manual, "completion": _script}


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
        write_out(_TOPICS[words[0]](context, *words[1:]) + "\n")
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
    write_lines([f"configuration file: {found.file or 'none'}"])
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
        write_lines([f"{folder}: {counted(paths.sweep(folder, days=-1), 'file')} deleted"])
        return
    rows = []
    for kind in paths.KINDS:
        sizes = [size for _, size in paths.files_of(folder, kind)]
        rows.append((kind, len(sizes), f"{sum(sizes) / 1e6:,.1f} MB"))
    write_lines([str(folder), *table(rows, ("kind", "files", "size")).splitlines()])


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
        elif isinstance(value, bool):
            yield key, str(value).lower(), place
        else:
            yield key, ", ".join(value) if key == "output" else value or "", place
