"""``deckcheck deck``."""

import click

from deckcheck.cli.groups import LazyGroup

_COMMANDS = {
    "Create and complete": {"new": "build.new", "fill": "build.fix:fill_", "missing": "build.new:missing_"},
    "Change": {
        "add": "build.edits:add",
        "remove": "build.edits:remove",
        "set": "build.edits:set_",
        "swap": "build.edits:swap",
        "sort": "build.edits:sort",
        "note": "build.edits:note",
    },
    "Repair": {"names": "build.names", "fix": "build.fix"},
    "History": {
        "undo": "build.history:undo",
        "save": "build.history:save",
        "log": "build.history:log",
        "restore": "build.history:restore",
    },
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
