"""The LCG pool."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from deckcheck.model.card import Card, Printing
from deckcheck.model.errors import DataError
from deckcheck.model.merge import PoolSnapshot
from deckcheck.model.names import identity_key
from deckcheck.model.pool import CardSet
from deckcheck.pools.sources.lcg_effects import effects_of, read_effects
from deckcheck.pools.sources.lcg_rows import (
    ELEMENTS,
    INFO,
    LATER_PACKS,
    PUBLISHERS,
    LcgCardRow,
    LcgFormatFile,
    PackFile,
    PackRow,
)
from deckcheck.pools.sources.reading import read_json, read_lines

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
