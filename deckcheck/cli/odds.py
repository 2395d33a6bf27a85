"""``deckcheck odds``."""

from __future__ import annotations

import click

from deckcheck.cli.groups import LazyGroup

_COMMANDS = {
    "deck": "deckcheck.cli.odds_deck",
    "hand": "deckcheck.cli.odds_hand",
    "economy": "deckcheck.cli.odds_economy",
    "calc": "deckcheck.cli.odds_calc",
}


@click.group("odds", cls=LazyGroup, modules=_COMMANDS, default="deck")
def command() -> None:
    """Compute the odds of drawing cards. `deckcheck odds DECK` is short for `deckcheck odds deck DECK`."""
