"""The options that change formats for one run: house rules, and only the cards of a collection."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any

import click
import msgspec

from deckcheck.checks.house_rules import HouseRules
from deckcheck.cli.data_options import Data, OwnedCards
from deckcheck.cli.deckfile import read_bytes
from deckcheck.cli.settings import config
from deckcheck.decks.files import decode
from deckcheck.model.errors import UsageError

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
        decorated = click.option(name, f"house_{field}", multiple=True, metavar=metavar, help=f"{text} Repeatable.")(
            decorated
        )
    return decorated


def with_house(data: Data, house: HouseRules, names: Collection[str]) -> Data:
    """Return `data` with house rules for formats; raises UsageError unless `names` has formats to change."""
    if house and ("all" in names or not names):
        raise UsageError("house rules change one format: say which with --format ID")
    return msgspec.structs.replace(data, house=house or None)


def collection_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--from-collection``, which limits the formats of the command's `data`."""

    @functools.wraps(command)
    def with_collection(*, data: Data, from_collection: str | None, **options: Any) -> Any:  # noqa: ANN401 - as above
        if from_collection:
            data = msgspec.structs.replace(data, collection=_read(from_collection))
        return command(data=data, **options)

    text = "Only cards that this list or CSV file has, as in a sealed event."
    return click.option("--from-collection", metavar="FILE", help=text)(with_collection)


def _read(path: str) -> OwnedCards:
    from deckcheck.build.collection import read_collection

    limits = config().settings.limits
    return OwnedCards(path, read_collection(decode(read_bytes(path, limits), path, limits), path, limits))
