"""How players pay in a format: gold and fate beside what cards produce."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from deckcheck.formats.values import Cited, Value, shown, typed
from deckcheck.model.errors import DataError
from deckcheck.model.format import EconomyRules, FateRules, GoldRules

_RESOURCES: dict[str, type[GoldRules | FateRules]] = {"gold": GoldRules, "fate": FateRules}


def economy_rules(resource: str, cited: Cited, documents: Mapping[str, Value]) -> EconomyRules:
    """Return the rules of one resource in their type.

    Raises:
        DataError: for another resource, and for numbers that cannot be.
    """
    if resource not in _RESOURCES:
        raise DataError(
            f"economy of `{resource}`: there is no such resource",
            place=shown(cited.place),
            help=f"known: {', '.join(_RESOURCES)}",
        )

    def convert(values: dict[str, Value]) -> GoldRules | FateRules:
        return msgspec.convert({key: item.value for key, item in values.items()}, _RESOURCES[resource])

    found = typed("economy of", resource, cited, documents, convert)
    rules = EconomyRules(
        gold=found.params if resource == "gold" else None,
        fate=found.params if resource == "fate" else None,
        cite=found.cite,
        origin=found.origin,
        origins=found.origins,
    )
    if rules.gold and not 0 <= rules.gold.stronghold[0] <= rules.gold.stronghold[1]:
        raise DataError(
            "economy of `gold`: `stronghold` are the least and the most gold of Strongholds",
            place=shown(found.origins["stronghold"]),
        )
    return rules
