"""``deckcheck deck``."""

import click

from deckcheck.cli.groups import LazyGroup

_COMMANDS = {
    "Create and complete": {
        "new": "deckcheck.cli.build.new",
        "fill": "deckcheck.cli.build.fix:fill_",
        "missing": "deckcheck.cli.build.new:missing_",
    },
    "Change": {
        "add": "deckcheck.cli.build.edits:add",
        "remove": "deckcheck.cli.build.edits:remove",
        "set": "deckcheck.cli.build.edits:set_",
        "swap": "deckcheck.cli.build.edits:swap",
        "sort": "deckcheck.cli.build.edits:sort",
        "note": "deckcheck.cli.build.edits:note",
    },
    "Repair": {
        "names": "deckcheck.cli.build.names",
        "fix": "deckcheck.cli.build.fix",
    },
    "History": {
        "undo": "deckcheck.cli.build.history:undo",
        "save": "deckcheck.cli.build.history:save",
        "log": "deckcheck.cli.build.history:log",
        "restore": "deckcheck.cli.build.history:restore",
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
