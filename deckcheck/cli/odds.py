"""``deckcheck odds``."""

from __future__ import annotations

import click

from deckcheck.cli.groups import LazyGroup

_COMMANDS = {"calc": "deckcheck.cli.odds_calc"}


@click.group("odds", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Compute the odds of drawing cards."""
