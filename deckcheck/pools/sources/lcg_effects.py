"""LCG card texts that change deck building, as effects: some from the card records, some from the effects file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from deckcheck.model.effect import (
    ClansOnly,
    CopyLimitText,
    Effect,
    ExtraProvince,
    Influence,
    NotStrongholdProvince,
    Rally,
    RequiresRole,
    RoleTraits,
    SplashOnly,
)
from deckcheck.model.errors import DataError
from deckcheck.pools.sources.lcg_rows import CLANS, LcgCardRow
from deckcheck.pools.sources.reading import place_of, read_json

USUAL_LIMIT = 3
# How a source writes that every clan may have a card in its deck.
_EVERY_CLAN = frozenset({"*"})
_ROLE_FIELDS = {
    "influence_bonus",
    "satisfies_role_restriction",
    "extra_province_element",
    "influence_only_on_clan",
    "text",
}


class _LcgEffect(Struct, frozen=True):
    id: str
    category: str
    effect: dict[str, Any]


class _LcgEffects(Struct, frozen=True):
    cards: list[_LcgEffect]


def read_effects(path: Path) -> dict[str, tuple[Effect, ...]]:
    """Return the effects that only the effects file has, by card id; raises DataError with file and line."""
    effects: dict[str, tuple[Effect, ...]] = {}
    for entry in read_json(path, _LcgEffects).cards:
        if entry.category not in _CATEGORIES:
            raise DataError(f"unknown category `{entry.category}`", place=place_of(path, entry.id))
        express = _CATEGORIES[entry.category]
        if express is None:
            continue
        if entry.category == "role" and (unknown := sorted(entry.effect.keys() - _ROLE_FIELDS)):
            raise DataError(f"unknown key `{unknown[0]}`", place=place_of(path, entry.id))
        effects[entry.id] = effects.get(entry.id, ()) + express(entry.effect)
    return effects


def effects_of(row: LcgCardRow) -> tuple[Effect, ...]:
    """Return the effects that follow from the record of a card.

    Formats limit provinces, strongholds and roles; who may play a card is left to its influence cost unless
    the card names the clans itself.
    """
    effects: list[Effect] = []
    if row.role_restriction:
        effects.append(RequiresRole(row.role_restriction))
    if row.deck_limit < USUAL_LIMIT and row.side in ("dynasty", "conflict"):
        effects.append(CopyLimitText(row.deck_limit))
    allowed = _EVERY_CLAN if row.allowed_clans is None else frozenset(row.allowed_clans)
    if row.clan == "shadowlands" and not row.allowed_clans:
        effects.append(ClansOnly(()))
    elif row.side == "conflict" and row.influence_cost is not None and not (allowed >= CLANS or allowed >= _EVERY_CLAN):
        effects.append(ClansOnly(tuple(sorted(allowed))))
    return tuple(effects)


def _role(effect: dict[str, Any]) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    if add := effect["influence_bonus"]:
        effects.append(Influence(add))
    if traits := effect["satisfies_role_restriction"]:
        effects.append(RoleTraits(tuple(traits)))
    if element := effect["extra_province_element"]:
        effects.append(ExtraProvince(element))
    if clan := effect["influence_only_on_clan"]:
        effects.append(SplashOnly(clan))
    return tuple(effects)


# None: the card records have it.
_CATEGORIES: dict[str, Callable[[dict[str, Any]], tuple[Effect, ...]] | None] = {
    "role": _role,
    "cannot_be_stronghold_province": lambda _: (NotStrongholdProvince(),),
    "rally": lambda _: (Rally(),),
    "clan_only": None,
    "deck_limit": None,
    "multi_element_province": None,
    "not_splashable": None,
    "role_restriction": None,
    "shares_title": None,
    "stronghold": None,
}
