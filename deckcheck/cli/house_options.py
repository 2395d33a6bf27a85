"""The options for house rules, which change formats for one run."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from deckcheck.checks.house_rules import HouseRules

# The options by the field of `HouseRules`.
_HOUSE = {
    "rules": ("--rule", "NAME=VALUE", "House rule: a rule with another value, such as copies=2; NAME=off drops it."),
    "ban": ("--ban", "NAME", "House rule: ban a card."),
    "allow": ("--allow", "NAME", "House rule: allow a card."),
    "sizes": ("--size", "SECTION=N", "House rule: a deck size, such as dynasty=45 or dynasty=40-45."),
}


def house_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--rule``, ``--ban``, ``--allow`` and ``--size``, which come to the command as its `house`."""

    @functools.wraps(command)
    def with_house(**options: Any) -> Any:  # noqa: ANN401 - those of the command
        house = HouseRules(**{field: options.pop(f"house_{field}") for field in _HOUSE})
        return command(house=house, **options)

    decorated: Callable[..., Any] = with_house
    for field, (name, metavar, text) in reversed(_HOUSE.items()):
        option = click.option(name, f"house_{field}", multiple=True, metavar=metavar, help=f"{text} Repeatable.")
        decorated = option(decorated)
    return decorated
