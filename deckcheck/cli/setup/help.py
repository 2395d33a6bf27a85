"""``deckcheck help``: the help of a command, or a page about a topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from deckcheck.cli import completion
from deckcheck.cli.common import write_out
from deckcheck.cli.setup import man
from deckcheck.decks.intake import SYNTAXES
from deckcheck.model.errors import no_such
from deckcheck.model.limits import Limits, bounds, names


def _input(_: click.Context, *__: str) -> Iterator[str]:
    """Yield the page about what commands read."""
    yield """\
What deckcheck reads

A DECK or PATH is a file, or - for standard input. Commands that take several also take folders, archives (zip, tar),
tables with a deck in each row, and addresses of public decks. docs/deck-lists.md describes every syntax.

  --from NAME           the program that wrote the lists, where it is not detected:
"""
    yield from _listed(SYNTAXES)
    yield """\
  --column NAME         the column, or key of JSON Lines, with the deck in a table
  --limit NAME=N        raise or lower a limit for one deck or archive; repeatable:
"""
    for name in names():
        least, most = bounds(name)
        default = getattr(Limits(), name.replace("-", "_"))
        yield f"                          {name:<18} default {default:,}, from {least:,} to {most:,}\n"
    yield """\

Formats and card pools of your own

  --formats-dir DIR     folder with format files; a file replaces the shipped format of the same name
  --cardpools-dir DIR   folder with card pools
  --config FILE         configuration file; default: the nearest deckcheck.toml or pyproject.toml
  --isolated            read no configuration file

Every command that reads decks, formats or pools accepts these options. `deckcheck config show` prints their values.
"""


def _listed(items: tuple[str, ...]) -> Iterator[str]:
    for start in range(0, len(items), 5):
        yield f"                          {', '.join(items[start : start + 5])}\n"


# Pages by their first word; each gets the context of the whole program and the words after it.
_TOPICS: dict[str, Callable[..., Iterator[str]]] = {"input": _input, "man": man.page, "completion": completion.script}


def _complete(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    begun = context.params.get("words") or ()
    known = completion.SHELLS if begun == ("completion",) else () if begun else tuple(_TOPICS)
    return [word for word in known if word.startswith(incomplete)]


@click.command("help")
@click.argument("words", nargs=-1, metavar="[TOPIC|COMMAND...]", shell_complete=_complete)
def command(words: tuple[str, ...]) -> None:
    """Show help: input (what is read, expert options), man (manual page), completion SHELL, or a command.

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
        write_out("".join(_TOPICS[words[0]](context, *words[1:])))
        return
    for word in words:
        group = context.command
        known = group.list_commands(context) if isinstance(group, click.Group) else []
        below = group.get_command(context, word) if isinstance(group, click.Group) else None
        if below is None:
            raise no_such("help page", word, [*known, *_TOPICS])
        context = click.Context(below, info_name=word, parent=context)
    write_out(context.get_help() + "\n")
