"""The commands that messages suggest: quoted for a shell, with the options of this run that they need."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from deckcheck.cli.parameters import config_words
from deckcheck.decks.files import is_unnamed
from deckcheck.model.names import printable

# The words that followed the name of the running command.
_WORDS = "deckcheck.cli.words"
# The options that decide how a deck is found and read, by the names of their parameters.
_READING = ("format_name", "as_of", "syntax", "limits", "formats_dir", "cardpools_dir", "allow_private", "offline")


def remember_words(context: click.Context, words: list[str]) -> None:
    """Keep the words after the name of the command that runs, as the user typed them."""
    context.meta[_WORDS] = tuple(words)  # Parsing empties the list.


def command_line(*words: str | Path) -> str:
    """Return the command `deckcheck` with these words, quoted for a shell."""
    return shlex.join(["deckcheck", *map(str, words)])


def about_this_deck(*words: str, further: tuple[str, ...] = ()) -> str:
    """Return the command `words` about the DECK of the running command, with its options for reading a deck.

    `further` names parameters that both commands have. Returns "" for a deck that another command cannot read: from
    standard input, from a pipe, or with a path that no terminal shows.
    """
    context = click.get_current_context()
    path: str = context.params["path"]
    if is_unnamed(path):
        return ""
    place = f"./{path}" if path.startswith("-") else path
    line = command_line(*config_words(), *words, place, *_repeated(context, (*_READING, *further)))
    return line if printable(line) == line else ""


def _repeated(context: click.Context, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the options of the running command whose parameters have these names, as words."""
    given: dict[str, Any]
    given, _, order = context.command.make_parser(context).parse_args(list(context.meta[_WORDS]))
    for option in dict.fromkeys(order):
        if option.name not in names:
            continue
        value = given[option.name]
        if isinstance(value, bool):
            yield (option.opts if value else option.secondary_opts)[-1]
            continue
        for each in value if isinstance(value, list) else [value]:
            yield from (option.opts[-1], each)
