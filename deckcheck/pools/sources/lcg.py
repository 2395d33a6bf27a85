"""The LCG pool, with the card texts that change deck building: from the card records, or from the effects file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card, Printing
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
from deckcheck.model.merge import PoolSnapshot
from deckcheck.model.names import identity_key
from deckcheck.model.pool import CardSet, PoolInfo, Source
from deckcheck.pools.sources.reading import place_of, read_json, read_lines

CLANS = frozenset({"crab", "crane", "dragon", "lion", "phoenix", "scorpion", "unicorn"})
ELEMENTS = ("air", "earth", "fire", "void", "water")

INFO = PoolInfo(
    id="lcg",
    name="Legend of the Five Rings: the Card Game",
    game="lcg",
    sources=(
        Source("fiveringsdb-data", "packs and cards from the Core Set to Peace at Any Cost"),
        Source("EmeraldDB import data", "Clan War, Under Fu Leng's Shadow, the draft pack, Obsidian Talisman, old ids"),
    ),
)

# Packs that the pack list lacks; their release dates are in no source.
LATER_PACKS = {
    "clan-war": "Clan War",
    "under-fu-leng-s-shadow": "Under Fu Leng's Shadow",
    "draft-pack": "Draft Pack",
}


# The publishers of official packs; packs without a publisher are older than the fan packs.
PUBLISHERS = ("ffg", "", None)


class LcgPrintingRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One appearance of a card in a pack."""

    pack: str
    position: str | int = ""
    quantity: int = 0


class LcgCardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as the sources have it; `element` and `packs` are what the later file calls elements and printings."""

    id: str
    name: str
    clan: str
    side: str
    type: str
    deck_limit: int
    name_extra: str = ""
    allowed_clans: tuple[str, ...] | None = None
    role_restriction: str = ""
    traits: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    unique: bool = False
    cost: int | str | None = None
    influence_cost: int | None = None
    influence_pool: int | None = None
    elements: tuple[str, ...] = ()
    element: tuple[str, ...] = ()
    military: str | None = None
    political: str | None = None
    military_bonus: str | None = None
    political_bonus: str | None = None
    strength: str | None = None
    strength_bonus: str | None = None
    glory: int | None = None
    fate: int | None = None
    honor: int | None = None
    printings: tuple[LcgPrintingRow, ...] = ()
    packs: tuple[LcgPrintingRow, ...] = ()


class PackRow(Struct, frozen=True):
    """A pack."""

    id: str
    name: str
    cycle_id: str = ""
    size: int | None = None
    released_at: str | None = None
    publisher_id: str | None = None


class PackFile(Struct, frozen=True):
    """The pack list."""

    packs: list[PackRow]


class LcgFormatFile(Struct, frozen=True):
    """The format research; only its ids of older data are used here."""

    slug_to_head: dict[str, str]


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


_DECKS = {
    "character": None,
    "attachment": None,
    "event": None,
    "holding": None,
    "province": "province",
    "stronghold": "none",
    "role": "none",
    "treaty": "none",
    "warlord": "none",
}

# How the sources write the symbol of every element.
_FIVEFOLD = ("all",)


def import_lcg(source: Path) -> PoolSnapshot:
    """Return the LCG pool as the files in `source` have it.

    Raises:
        DataError: with file and line, when something is wrong with them.
    """
    packs = {pack.id: card_set(pack) for pack in read_json(source / "lcg-packs.json", PackFile).packs}
    packs |= {key: CardSet(key, name) for key, name in LATER_PACKS.items() if key not in packs}
    aliases: dict[str, list[str]] = defaultdict(list)
    for old, new in read_json(source / "lcg-formats.json", LcgFormatFile).slug_to_head.items():
        aliases[new].append(old)
    texts = read_effects(source / "lcg-card-effects.json")
    cards: dict[str, Card] = {}
    effects = {}
    for name in ("lcg-cards.jsonl", "lcg-cards-later.jsonl"):
        for row, place in read_lines(source / name, LcgCardRow):
            if row.id in cards:
                raise DataError(f"there are two cards with the id `{row.id}`", place=place)
            cards[row.id] = card_of(row, tuple(sorted(aliases[row.id])), packs, place)
            if found := effects_of(row) + texts.pop(row.id, ()):
                effects[row.id] = found
    if texts:
        raise DataError(f"unknown card `{min(texts)}`", place=f"{source / 'lcg-card-effects.json'}:1")
    return PoolSnapshot(info=INFO, sets=packs, cards=cards, effects=effects)


def card_set(pack: PackRow) -> CardSet:
    """Return a pack in the form of the pool."""
    return CardSet(
        id=pack.id,
        name=pack.name,
        cycle=pack.cycle_id,
        # A server writes a date as the first part of a time.
        released=(pack.released_at or "").partition("T")[0],
        size=pack.size or 0,
        fan=pack.publisher_id not in PUBLISHERS,
    )


def card_of(row: LcgCardRow, aliases: tuple[str, ...], packs: dict[str, CardSet], place: str) -> Card:
    """Return the card a row describes; raises DataError."""
    if row.type not in _DECKS:
        raise DataError(f"unknown card type `{row.type}`", place=place)
    printings = tuple(Printing(p.pack, str(p.position), copies=p.quantity) for p in row.printings + row.packs)
    for printing in printings:
        if printing.set not in packs:
            raise DataError(f"unknown pack `{printing.set}`", place=place)
    elements = row.elements + row.element
    if elements == _FIVEFOLD:
        elements = ELEMENTS
    if unknown := set(elements).difference(ELEMENTS):
        raise DataError(f"unknown element `{min(unknown)}`", place=place)
    return Card(
        id=row.id,
        title=row.name,
        kind=row.type,
        deck=_DECKS[row.type] or row.side,
        identity=(identity_key(row.name),),
        mark=row.name_extra,
        aliases=aliases,
        clans=() if row.clan == "neutral" else (row.clan,),
        keywords=tuple(dict.fromkeys(row.traits + row.keywords)),
        unique=row.unique,
        cost=row.cost,
        influence=row.influence_cost,
        influence_pool=row.influence_pool,
        elements=elements,
        military=row.military,
        political=row.political,
        military_bonus=row.military_bonus,
        political_bonus=row.political_bonus,
        strength=row.strength,
        strength_bonus=row.strength_bonus,
        glory=row.glory,
        fate=row.fate,
        honor=row.honor,
        printings=printings,
    )
