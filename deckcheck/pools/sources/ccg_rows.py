"""The rows of the CCG source files, and how their sets, marks and words are normalised."""

from __future__ import annotations

import re

from msgspec import Struct

from deckcheck.model.pool import CardSet, PoolInfo, Source
from deckcheck.pools.sources.writing import slug

Value = int | str | None

MARKS = {
    "imperial": "Clan Wars (Imperial)",
    "jade": "Hidden Emperor (Jade)",
    "gold": "Four Winds (Gold)",
    "diamond": "Rain of Blood (Diamond)",
    "lotus": "Age of Enlightenment (Lotus)",
    "samurai": "Race for the Throne (Samurai)",
    "celestial": "Destroyer War (Celestial)",
    "emperor": "Age of Conquest (Emperor)",
    "ivory": "A Brother's Destiny (Ivory Edition)",
    "twenty-festivals": "A Brother's Destiny (Twenty Festivals)",
    "onyx": "War of the Seals (Onyx Edition)",
    "shattered-empire": "Shattered Empire",
    "modern": "Modern",
    "legacy": "Legacy",
    "unreleased": "Unreleased",
}
PROXY_MARK = "Not Legal (Proxy)"

INFO = PoolInfo(
    id="ccg",
    name="Legend of the Five Rings: the Collectible Card Game",
    game="ccg",
    sources=(
        Source("Oracle of the Void card facts", "titles, types, keywords, statistics, legality, printings"),
        Source("public set databases", "set lists, release dates, the fan sets printed after 2015"),
        Source("collectors' and tournament lists", "names of cards missing from all databases, marked as unverified"),
    ),
    marks=MARKS,
    disputed={
        "stone_of_remembrance": "on a community ban list for Celestial, while its last printing has the mark",
        "the_crimson_mountain_oni_experienced_unverified": "probably the same card as the one without the suffix",
    },
    no_format={"unreleased": "cards that were not released"},
)

_FAN_ARCS = {"Onyx Edition", "Shattered Empire", "Three Dynasties"}
_FAN_SETS = {"the-blackest-storm"}
_SAME_SET = {"chaos-reigns-iii": "chaos-reigns-part-iii"}
_NO_DATE = (None, "None")
_QUOTED_ARC = re.compile(r'^(.*) - "(.*)"$')

# Some keyword fields run on into the text of the card, from the last keyword or from nothing.
_TEXT_IN_KEYWORD = re.compile(r"^(Sincerity)?(?=.{20}).*\.$")
# Sensei call these factions otherwise than Strongholds do; real lists use them together.
_SENSEI_WORDS = {"shadowlands horde": ("shadowlands",), "akasha": ("akasha", "naga")}
_SET_MARK = re.compile(r"^\(.*\)$")
_RANK_ICON = re.compile(r"^[:\[]Rank•?([0-9]+)[:\]]$")


class SetRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A set."""

    name: str
    arc: str | None = None
    released: str | None = None
    size: int | None = None


class CcgPrintingRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One appearance of a card in a set."""

    set: str
    rarity: str = ""
    number: str = ""
    legal_date: str = ""


class CcgCardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as the source has it; fields from `oracle_id` on are known and not used."""

    id: str
    title: str
    base_title: str
    type: str
    subtitle: str = ""
    experience_level: int | float = 0
    experience_variant: str = ""
    deck: str | None = None
    clans: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    unique: bool = False
    loyal: bool = False
    proxy: bool = False
    unverified: bool = False
    attested: str = ""
    legality: tuple[str, ...] = ()
    banned_in: tuple[str, ...] = ()
    sensei_restriction: tuple[str, ...] = ()
    alternate_titles: tuple[str, ...] = ()
    soul_of: tuple[str, ...] = ()
    gold_cost: Value = None
    focus: Value = None
    force: Value = None
    chi: Value = None
    honor_requirement: Value = None
    personal_honor: Value = None
    gold_production: Value = None
    province_strength: Value = None
    starting_honor: Value = None
    sets: tuple[CcgPrintingRow, ...] = ()
    oracle_id: int | None = None
    formatted_title: str = ""
    plain_title: str = ""
    first_printed: str = ""
    mrp_set: str = ""
    singular: bool = False
    double_sided: bool = False
    banned_flag: bool = False


def set_id(name: str) -> str:
    """Return the id of a set; spellings of one name share it."""
    key = slug(name)
    return _SAME_SET.get(key, key)


def card_set(row: SetRow) -> CardSet:
    """Return a set in the form of the pool."""
    key, arc = set_id(row.name), row.arc or ""
    return CardSet(
        id=key,
        name=row.name,
        arc=_QUOTED_ARC.sub(r"\1 (\2)", arc),
        released="" if row.released in _NO_DATE else row.released or "",
        size=row.size or 0,
        fan=arc in _FAN_ARCS or key in _FAN_SETS,
    )


def keywords(row: CcgCardRow) -> tuple[str, ...]:
    """Return the keywords, without what is text or a set mark."""
    words = (_TEXT_IN_KEYWORD.sub(r"\1", word) for entry in row.keywords for word in entry.split(" • "))
    return tuple(dict.fromkeys(word for word in words if word and not _SET_MARK.match(word)))


def alignments(*lists: tuple[str, ...]) -> tuple[str, ...]:
    """Return clans in lower case, without the word "clan" and without repeats; "all clans" stays."""
    names = (name.lower() for names in lists for name in names)
    return tuple(dict.fromkeys(name if name == "all clans" else name.removesuffix(" clan") for name in names))


def sensei_clans(row: CcgCardRow) -> tuple[str, ...]:
    """Return the clans a Sensei names, in the words that Strongholds use for theirs."""
    named = alignments(row.sensei_restriction)
    return tuple(dict.fromkeys(clan for name in named for clan in _SENSEI_WORDS.get(name, (name,))))


def stat(value: Value) -> Value:
    """Return a statistic with the markup of the rank icon read as words."""
    return _RANK_ICON.sub(r"Rank \1", value) if isinstance(value, str) else value
