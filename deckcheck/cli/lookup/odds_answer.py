"""The options that say how odds are answered, for those commands that answer about groups of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from deckcheck.cli.common import choice_option
from deckcheck.odds import Semantics

Command = TypeVar("Command", bound=Callable[..., Any])

_SEMANTICS = choice_option(
    "--semantics", Semantics.COUNT, "Whether a card counts for each of its groups, or for one requirement only."
)
_EXACT = click.option("--exact", is_flag=True, help="Refuse to simulate.")
_SIMULATE = click.option("--simulate", "games", type=int, metavar="N", help="Simulate N games in any case.")


def answer_options(command: Command) -> Command:
    """Add the options `semantics`, `exact` and `games`."""
    return _SEMANTICS(_EXACT(_SIMULATE(command)))
