"""Groups of commands that are imported when they are called, also under the names of earlier versions."""

import os
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from deckcheck.cli.output import command_line, note
from deckcheck.cli.parameters import option_name
from deckcheck.model.errors import UsageError, did_you_mean
from deckcheck.model.sentences import listed

# The words that replace the words after `deckcheck`. 0.1.0 wrote only with --write, and so do its names.
COMMANDS = {
    **{name: f"deck {name}" for name in ("new", "add", "remove", "set", "swap", "sort", "note", "undo", "missing")},
    **{name: f"deck {name} --dry-run" for name in ("names", "fix", "fill")},
    "man": "help man",
    "cache": "config cache",
    "completion": "help completion",
}
# The renamed options, by the words of a command.
OPTIONS = {"sheet": {"--html": "--output"}, "formats publish": {"--out": "--output"}}

# Commands that people guess, by the words after `deckcheck`, with the real ones.
GUESSED = {
    "compare": "diff",
    "deck compare": "diff",
    "deck diff": "diff",
    "deck history": "deck log",
    "deck rm": "deck remove",
    "history": "deck log",
    "search": "cards search",
    "validate": "check",
}
# Options that people guess, with the real ones.
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
    """Return the message about wrong options and what to do, in the words of the commands instead of click's own."""
    if isinstance(error, click.BadOptionUsage):
        wants = "needs a" if "requires" in error.message else "takes no"
        return f"`{error.option_name}` {wants} value", None
    if error.ctx is None:
        return error.format_message(), None
    help = f"try `{error.ctx.command_path} --help`"
    if isinstance(error, click.NoSuchOption):
        params = error.ctx.command.params
        options = {name for param in params if isinstance(param, click.Option) for name in param.opts}
        words = MEANT.get(error.option_name, "")
        if words.split(" ")[0] in options:
            help = f"type `{words}`"
        elif near := did_you_mean(error.option_name, options, ""):
            help = f"{near} {help}"
        return f"there is no option `{error.option_name}`", help
    if isinstance(error, click.MissingParameter) and error.param:
        kind, metavar = error.param.param_type_name, error.param.make_metavar(error.ctx)
        words = metavar if kind == "argument" else f"{option_name(error.param).strip('`')} {metavar}"
        return f"the {kind} `{words}` is missing", help
    if extra := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message):
        return f"one argument too many: `{extra[1]}`", f"put a name with spaces in quotes, or {help}"
    return error.format_message(), help


def modern(path: str, args: list[str], *, quiet: bool) -> list[str]:
    """Return `args`, the words after the command path `path`, in today's spelling; a note reports the change."""
    if not path and args[0] in COMMANDS:
        words = COMMANDS[args[0]].split()
        if "--write" in args:
            words = [word for word in words if word != "--dry-run"]
        note_spelling(f"deckcheck {args[0]}", f"deckcheck {' '.join(words)}", quiet=quiet)
        args = [*words, *args[1:]]
    renamed = OPTIONS.get(args[0]) or OPTIONS.get(" ".join(args[:2]), {})
    for number, word in enumerate(args):
        name, equals, value = word.partition("=")
        if name in renamed:
            note_spelling(name, renamed[name], quiet=quiet)
            args = [*args[:number], renamed[name] + equals + value, *args[number + 1 :]]
    return args


def note_spelling(old: str, new: str, *, quiet: bool = False) -> None:
    """Print the new spelling of an old one to standard error."""
    if not quiet:
        note(f"`{old}` still works; type `{new}`")


# Commands by section of the help and by name, with the module below this folder that defines each as `command`, or
# `module:attribute`.
CommandSections = Mapping[str, Mapping[str, str]]


def commands_of(module: str, *attributes: str) -> dict[str, str]:
    """Return several commands of one module by name: an attribute without the underscore at its end."""
    return {each.rstrip("_").replace("_", "-"): f"{module}:{each}" for each in attributes}


class LazyGroup(click.Group):
    """A group of the commands in `sections`, which its help lists.

    With a `default`, any argument that is not a single word belongs to that command, and so does an existing file.
    """

    def __init__(self, *args: Any, sections: CommandSections, default: str | None = None, **kwargs: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*args, **kwargs)
        self._sections = sections
        self._modules = {name: module for section in sections.values() for name, module in section.items()}
        self._default = default

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the table."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Return the command with this name, imported."""
        return self._loaded(cmd_name) if cmd_name in self._modules else None

    def _loaded(self, name: str) -> click.Command:
        module, _, attribute = self._modules[name].partition(":")
        command: click.Command = getattr(import_module(f"deckcheck.cli.{module}"), attribute or "command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as above
        """Write the commands of each section with the first sentence of their help."""
        width = max(map(len, self._modules))
        for title, names in self._sections.items():
            short = {name: self._loaded(name).get_short_help_str(formatter.width - width - 6) for name in names}
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in short.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the name of the default command if none is given."""
        if self._default and args and args[0] not in {*self._modules, *ctx.help_option_names}:
            is_misspelt = args[0].isalpha() and not os.path.exists(args[0])  # noqa: PTH110 - it never raises
            args = args if is_misspelt else [self._default, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, also by an old name; raises UsageError, with the nearest name, for an unknown one."""
        path = ctx.command_path.partition(" ")[2]
        try:
            return super().resolve_command(ctx, modern(path, args, quiet=ctx.resilient_parsing))
        except click.UsageError as error:
            if isinstance(error, click.NoSuchOption):
                raise
            raise self._unknown(path, args) from None

    def _unknown(self, path: str, args: list[str]) -> UsageError:
        """Return the error for words that begin with no command of this group, the one at `path`."""
        message = f"there is no command `{' '.join(filter(None, (path, args[0])))}`"
        help = f"try `{' '.join(filter(None, ('deckcheck', path)))} --help`"
        if self._default:
            message = f"there is neither a command nor a file `{args[0]}`"
            help = f"the commands are {listed(self._modules)}"
        help = did_you_mean(args[0], [*self._modules, *({} if path else COMMANDS)], help)
        if guessed := GUESSED.get(f"{path} {args[0]}".strip()):
            help = f"type `deckcheck {guessed}`"
        if not path and os.path.exists(args[0]):  # noqa: PTH110 - it never raises
            in_all = () if {"-f", "--format"} & set(args) else ("--format", "all")
            help = f"to check the file: `{command_line('check', *args, *in_all)}`"
        return UsageError(message, help=help)
