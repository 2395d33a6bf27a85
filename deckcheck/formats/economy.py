"""Read the economy of a format: the gold and fate that cards do not produce."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.formats.values import Cited, Value, typed
from deckcheck.model.errors import DataError
from deckcheck.model.format import EconomyRules, FateRules, GoldRules

_RESOURCES: dict[str, type[Any]] = {"gold": GoldRules, "fate": FateRules}


def economy_rules(resource: str, cited: Cited, documents: Mapping[str, Value]) -> EconomyRules:
    """Return the rules of one resource in their type.

    Raises:
        DataError: for an unknown resource, or an impossible number.
    """
    if resource not in _RESOURCES:
        raise DataError(
            f"economy of `{resource}`: there is no such resource",
            place=cited.origin.place,
            help=f"known: {', '.join(_RESOURCES)}",
        )
    params, cited_values = typed("economy of", resource, cited, documents, _RESOURCES[resource])
    rules = EconomyRules(**{resource: params}, **cited_values)
    if rules.gold and not 0 <= rules.gold.stronghold[0] <= rules.gold.stronghold[1]:
        raise DataError(
            "economy of `gold`: `stronghold` must be the minimum and maximum gold of Strongholds",
            place=rules.origins["stronghold"].place,
        )
    return rules
