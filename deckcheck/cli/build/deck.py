"""``deckcheck deck``."""

import click

from deckcheck.cli.groups import LazyGroup, commands_of

_COMMANDS = {
    "Create and complete": {"new": "build.new", "fill": "build.fix:fill_", "missing": "build.new:missing_"},
    "Change": commands_of("build.edits", "add", "remove", "set_", "swap", "sort", "note"),
    "Repair": {"names": "build.names", "fix": "build.fix"},
    "History": commands_of("build.history", "undo", "save", "log", "restore"),
}


@click.group("deck", cls=LazyGroup, sections=_COMMANDS)
def command() -> None:
    """Create and change deck files. Add, remove, swap, fix, fill, undo, save.

    \b
    deckcheck deck new deck.txt --format celestial-40-40 --stronghold 'Embassy of the Crane'
    deckcheck deck add deck.txt '3 Marketplace' 'Ring of Water'
    deckcheck deck undo deck.txt

    Each command writes the file; with --dry-run it writes nothing and shows the change as a diff.
    `deckcheck deck undo` restores the file. With - for DECK the list comes from standard input and the changed list
    goes to standard output.
    """
