"""Read how players of a format draw cards into hand and provinces, and the gold and fate that cards do not produce."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from deckcheck.formats.values import Cited, Value, typed
from deckcheck.model.errors import DataError, UsageError
from deckcheck.model.format import Draw, Drawn, EconomyRules, FateRules, GoldRules
from deckcheck.model.query import parse

_RESOURCES: dict[str, type[Any]] = {"gold": GoldRules, "fate": FateRules}


def drawn(section: str, cited: Cited, documents: Mapping[str, Value], sections: Collection[str]) -> Drawn:
    """Return the draws of one section in their type.

    Raises:
        DataError: when the format has no such section, a number is invalid, or a query cannot be read.
    """
    if section not in sections:
        raise DataError(f"draws of `{section}`: there is no section `{section}`", place=cited.origin.place)
    draw, cited_values = typed("draws of", section, cited, documents, Draw)
    found = Drawn(section=section, params=draw, **cited_values)
    for key, problem in _problems(draw):
        raise DataError(f"draws of `{section}`: `{key}` {problem}", place=found.origins.get(key, found.origin).place)
    return found


def _problems(draw: Draw) -> Iterator[tuple[str, str]]:
    """Yield the invalid parameters, each with the problem."""
    if draw.opening < 1:
        yield "opening", "must be at least 1"
    if draw.bids is not None:
        if draw.bids[0] > draw.bids[1]:
            yield "bids", "must be the minimum and the maximum of a bid"
        if draw.each_turn:
            yield "bids", "and `each_turn` exclude each other"
    if draw.into == "provinces" and (draw.each_turn or draw.bids):
        yield "into", "says provinces, which are refilled and not drawn into each turn"
    if draw.returned != "shuffle" and draw.mulligan == "none":
        yield "returned", "is about a mulligan, and there is none"
    for name, query in draw.feared.items():
        try:
            parse(query)
        except UsageError as error:
            yield "feared", f"has a query for `{name}` that cannot be read: {error}"


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
    if rules.gold and rules.gold.stronghold[0] > rules.gold.stronghold[1]:
        raise DataError(
            "economy of `gold`: `stronghold` must be the minimum and maximum gold of Strongholds",
            place=rules.origins["stronghold"].place,
        )
    return rules
