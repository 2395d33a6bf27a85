"""The rows of the LCG source files."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.model.pool import PoolInfo, Source

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
