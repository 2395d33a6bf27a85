"""Cards of the card game as rows of a source, and the effects that follow from them."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.model.card import Card, Printing
from deckcheck.model.effect import ClansOnly, CopyLimitText, Effect, RequiresRole
from deckcheck.model.errors import DataError
from deckcheck.model.names import identity_key
from deckcheck.model.pool import CardSet

CLANS = frozenset({"crab", "crane", "dragon", "lion", "phoenix", "scorpion", "unicorn"})
ELEMENTS = ("air", "earth", "fire", "void", "water")

# The publishers of official packs; packs without a publisher are older than the fan packs.
PUBLISHERS = ("ffg", "", None)


class LcgPrintingRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One appearance of a card in a pack."""

    pack: str
    position: str | int = ""
    quantity: int = 0


class LcgCardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as the sources have it."""

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


class PackRow(Struct, frozen=True):
    """A pack."""

    id: str
    name: str
    cycle_id: str = ""
    size: int | None = None
    released_at: str | None = None
    publisher_id: str | None = None


USUAL_LIMIT = 3
# How a source writes that every clan may have a card in its deck.
_EVERY_CLAN = frozenset({"*"})


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


def card_of(row: LcgCardRow, packs: dict[str, CardSet], place: str) -> Card:
    """Return the card a row describes; raises DataError."""
    if row.type not in _DECKS:
        raise DataError(f"unknown card type `{row.type}`", place=place)
    printings = tuple(Printing(p.pack, str(p.position), copies=p.quantity) for p in row.printings)
    for printing in printings:
        if printing.set not in packs:
            raise DataError(f"unknown pack `{printing.set}`", place=place)
    elements = ELEMENTS if row.elements == _FIVEFOLD else row.elements
    if unknown := set(elements).difference(ELEMENTS):
        raise DataError(f"unknown element `{min(unknown)}`", place=place)
    return Card(
        id=row.id,
        title=row.name,
        kind=row.type,
        deck=_DECKS[row.type] or row.side,
        identity=(identity_key(row.name),),
        mark=row.name_extra,
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
