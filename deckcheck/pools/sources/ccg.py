"""The CCG pool: the rows of its source files, and how their sets, marks and words are normalised."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card, Printing
from deckcheck.model.effect import CountsAs, Effect
from deckcheck.model.errors import DataError
from deckcheck.model.merge import PoolSnapshot
from deckcheck.model.names import experience_suffix, identity_key, split_bracket, split_experience
from deckcheck.model.pool import CardSet, PoolInfo, Source
from deckcheck.pools.sources.ccg_effects import read_effects
from deckcheck.pools.sources.reading import read_json, read_lines
from deckcheck.pools.sources.records import slug

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


_MARK_IDS = {name: mark for mark, name in MARKS.items()}
_DECKS = {"Dynasty": "dynasty", "Fate": "fate", "Pre-Game": "none", "Other": "none", None: "none"}
_FROM_DECK_LISTS = "found in deck lists only; keywords and statistics are missing"
_FROM_ONE_LIST = "found in one collector's list; keywords and text are missing"


class Name(Struct, frozen=True):
    """The parts of a card's name: title with subtitle, title without it, set mark, and experience."""

    title: str
    base: str
    mark: str
    level: int | float
    variant: str


def import_ccg(source: Path) -> PoolSnapshot:
    """Return the CCG pool as the files in `source` have it.

    Raises:
        DataError: with file and line, when something is wrong with them.
    """
    sets = {item.id: item for item in map(card_set, read_json(source / "ccg-sets.json", list[SetRow]))}
    rows = list(read_lines(source / "ccg-cards.jsonl", CcgCardRow))
    names = {row.id: name_of(row, place) for row, place in rows}
    texts = read_effects(
        source / "ccg-card-effects.json", {row.id: (names[row.id].base, names[row.id].level) for row, _ in rows}
    )
    ids = _ids(rows)
    cards = []
    for row, place in rows:
        for printing in row.sets:
            sets.setdefault(set_id(printing.set), CardSet(set_id(printing.set), printing.set))
        card = card_of(row, names[row.id], texts.effects.get(row.id, ()), place)
        cards.append(msgspec.structs.replace(card, id=ids[row.id], proxy=card.proxy or row.id in texts.proxies))
    effects = {ids[key]: effects for key, effects in texts.effects.items()}
    return PoolSnapshot(info=INFO, sets=sets, cards={card.id: card for card in cards}, effects=effects)


def card_of(row: CcgCardRow, name: Name, effects: tuple[Effect, ...], place: str) -> Card:
    """Return the card a row describes, with the id of the row; raises DataError."""
    if row.deck not in _DECKS:
        raise DataError(f"unknown deck `{row.deck}`", place=place)
    return Card(
        id=row.id,
        title=name.title,
        kind=row.type.lower(),
        deck=_DECKS[row.deck],
        identity=_identity(row, name, effects),
        level=name.level,
        variant=name.variant,
        subtitle=row.subtitle,
        mark=name.mark,
        alternate_titles=row.alternate_titles,
        soul_of=row.soul_of,
        clans=tuple(clan for clan in alignments(row.clans, row.factions) if clan != "unaligned"),
        keywords=keywords(row),
        unique=row.unique and not row.unverified,  # the list that has such cards tells it from a limit of one copy
        loyal=row.loyal,
        proxy=row.proxy or PROXY_MARK in row.legality,
        unverified=_unverified(row),
        unknown=("unique",) if row.unverified else (),
        marks=_marks((name for name in row.legality if name != PROXY_MARK), place),
        banned=_marks(row.banned_in, place),
        sensei_clans=sensei_clans(row),
        cost=stat(row.gold_cost),
        focus=stat(row.focus),
        force=stat(row.force),
        chi=stat(row.chi),
        honor_requirement=stat(row.honor_requirement),
        personal_honor=stat(row.personal_honor),
        gold_production=stat(row.gold_production),
        province_strength=stat(row.province_strength),
        starting_honor=stat(row.starting_honor),
        printings=tuple(dict.fromkeys(Printing(set_id(p.set), p.number, p.rarity) for p in row.sets)),
    )


def name_of(row: CcgCardRow, place: str) -> Name:
    """Return the parts of the title; some titles carry the experience as well, and their level may be missing."""
    title, experience = split_experience(row.title)
    level, variant = row.experience_level, row.experience_variant
    if experience is not None and level == 0:
        level, variant = experience.level, experience.variant
    title, mark = split_bracket(title)
    if not row.subtitle:
        return Name(title, title, mark or "", _whole(level), variant)
    base = title.removesuffix(f", {row.subtitle}")
    if base == title:
        raise DataError(f"the title `{title}` does not end in the subtitle `{row.subtitle}`", place=place)
    return Name(title, base, mark or "", _whole(level), variant)


def _whole(level: int | float) -> int | float:
    return int(level) if level == int(level) else level


def _identity(row: CcgCardRow, name: Name, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return the keys under which copies are counted, the card's own first."""
    keys = [identity_key(title, name.level, name.variant) for title in (name.base, *row.alternate_titles)]
    for soul in row.soul_of:
        title, experience = split_experience(soul)
        keys.append(identity_key(title, experience.level, experience.variant) if experience else identity_key(title))
    keys += [identity_key(effect.title, effect.level) for effect in effects if isinstance(effect, CountsAs)]
    return tuple(dict.fromkeys(keys))


def _marks(names: Iterable[str], place: str) -> tuple[str, ...]:
    """Return the short marks of legality names, in the order of the arcs."""
    found = set(names)
    if unknown := found - _MARK_IDS.keys():
        raise DataError(f"unknown legality `{min(unknown)}`", place=place)
    return tuple(mark for mark, name in MARKS.items() if name in found)


def _unverified(row: CcgCardRow) -> str:
    if not row.unverified:
        return ""
    return _FROM_DECK_LISTS if row.attested else _FROM_ONE_LIST


def _ids(rows: list[tuple[CcgCardRow, str]]) -> dict[str, str]:
    """Return the pool's ids by those of the source, whose prefixes name the origin of a card.

    A prefixed number means nothing outside the source; such a card gets an id from its name.
    """
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for row, place in sorted(rows, key=lambda item: ":" in item[0].id):
        prefix, colon, rest = row.id.partition(":")
        if rest.isdigit():
            rest = slug(row.title + experience_suffix(row.experience_level).replace("exp", "experienced "), "_")
        key = rest if colon else prefix
        if colon and key in taken:
            key = f"{key}_unverified"
        if row.id in ids or key in taken:
            raise DataError(f"there are two cards with the id `{key}`", place=place)
        ids[row.id] = key
        taken.add(key)
    return ids
