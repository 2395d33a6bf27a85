"""Read how players of a format draw cards into hand and provinces, and the gold and fate that cards do not produce."""

from collections.abc import Collection, Iterator, Mapping

from deckcheck.formats.values import origin_of, typed
from deckcheck.model.errors import DataError, UsageError
from deckcheck.model.format import RESOURCES, Draw, FateRules, FormatSetting, GoldRules
from deckcheck.model.query import parse
from deckcheck.system.strict_yaml import Node


def drawn(section: str, merged: Node, documents: Mapping[str, Node], sections: Collection[str]) -> FormatSetting[Draw]:
    """Return the draws of one section in their type.

    Raises:
        DataError: when the format has no such section, a number is invalid, or a query cannot be read.
    """
    if section not in sections:
        raise DataError(f"draws of `{section}`: there is no section `{section}`", place=origin_of(merged).place)
    found = typed("draws of", section, merged, documents, Draw)
    for key, problem in _problems(found.params):
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


def economy_rules(resource: str, merged: Node, documents: Mapping[str, Node]) -> FormatSetting[GoldRules | FateRules]:
    """Return the rules of one resource in their type.

    Raises:
        DataError: for an unknown resource, or an impossible number.
    """
    if resource not in RESOURCES:
        raise DataError(
            f"economy of `{resource}`: there is no such resource",
            place=origin_of(merged).place,
            help=f"known: {', '.join(RESOURCES)}",
        )
    rules = typed("economy of", resource, merged, documents, RESOURCES[resource])
    if isinstance(rules.params, GoldRules) and rules.params.stronghold[0] > rules.params.stronghold[1]:
        raise DataError(
            "economy of `gold`: `stronghold` must be the minimum and maximum gold of Strongholds",
            place=rules.origins["stronghold"].place,
        )
    return rules
