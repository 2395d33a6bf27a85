"""``deckcheck show``."""

import click


@click.command("show")
def command() -> None:
    """Show a deck."""
