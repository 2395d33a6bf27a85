"""Cards of the collectible game as rows of a source, and how their sets, marks and words are normalised."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card, Printing
from deckcheck.model.errors import DataError
from deckcheck.model.names import identity_key, split_bracket, split_experience
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

_SAME_SET = {"chaos-reigns-iii": "chaos-reigns-part-iii"}

# Some keyword fields run on into the text of the card, from the last keyword or from nothing.
_TEXT_IN_KEYWORD = re.compile(r"^(Sincerity)?(?=.{20}).*\.$")
_SET_MARK = re.compile(r"^\(.*\)$")
_RANK_ICON = re.compile(r"^[:\[]Rank•?([0-9]+)[:\]]$")


class CcgPrintingRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One appearance of a card in a set."""

    set: str
    rarity: str = ""
    number: str = ""


class _Stats(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Statistics that are called the same in the sources and in the pool."""

    focus: Value = None
    force: Value = None
    chi: Value = None
    honor_requirement: Value = None
    personal_honor: Value = None
    gold_production: Value = None
    province_strength: Value = None
    starting_honor: Value = None


STATS = _Stats.__struct_fields__


class CcgCardRow(_Stats, frozen=True, kw_only=True):
    """A card as a source has it."""

    id: str
    title: str
    type: str
    subtitle: str = ""
    experience_level: int | float = 0
    experience_variant: str = ""
    deck: str | None = None
    clans: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    unique: bool = False
    loyal: bool = False
    legality: tuple[str, ...] = ()
    gold_cost: Value = None
    sets: tuple[CcgPrintingRow, ...] = ()


def set_id(name: str) -> str:
    """Return the id of a set; spellings of one name share it."""
    key = slug(name)
    return _SAME_SET.get(key, key)


def keywords(row: CcgCardRow) -> tuple[str, ...]:
    """Return the keywords, without what is text or a set mark."""
    words = (_TEXT_IN_KEYWORD.sub(r"\1", word) for entry in row.keywords for word in entry.split(" • "))
    return tuple(dict.fromkeys(word for word in words if word and not _SET_MARK.match(word)))


def alignments(names: Iterable[str]) -> tuple[str, ...]:
    """Return clans in lower case, without the word "clan" and without repeats."""
    return tuple(dict.fromkeys(name.lower().removesuffix(" clan") for name in names))


def stat(value: Value) -> Value:
    """Return a statistic with the markup of the rank icon read as words."""
    return _RANK_ICON.sub(r"Rank \1", value) if isinstance(value, str) else value


_MARK_IDS = {name: mark for mark, name in MARKS.items()}
_DECKS = {"Dynasty": "dynasty", "Fate": "fate", "Pre-Game": "none", "Other": "none", None: "none"}


class Name(Struct, frozen=True):
    """The parts of a card's name: title with subtitle, title without it, set mark, and experience."""

    title: str
    base: str
    mark: str
    level: int | float
    variant: str


def card_of(row: CcgCardRow, name: Name, place: str) -> Card:
    """Return the card a row describes, with the id of the row; raises DataError."""
    if row.deck not in _DECKS:
        raise DataError(f"unknown deck `{row.deck}`", place=place)
    stats: dict[str, Any] = {name: stat(getattr(row, name)) for name in STATS}
    return Card(
        id=row.id,
        title=name.title,
        kind=row.type.lower(),
        deck=_DECKS[row.deck],
        identity=(identity_key(name.base, name.level, name.variant),),
        level=name.level,
        variant=name.variant,
        subtitle=row.subtitle,
        mark=name.mark,
        clans=tuple(clan for clan in alignments(row.clans) if clan != "unaligned"),
        keywords=keywords(row),
        unique=row.unique,
        loyal=row.loyal,
        proxy=PROXY_MARK in row.legality,
        marks=_marks((name for name in row.legality if name != PROXY_MARK), place),
        cost=stat(row.gold_cost),
        **stats,
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


def _marks(names: Iterable[str], place: str) -> tuple[str, ...]:
    """Return the short marks of legality names, in the order of the arcs."""
    found = set(names)
    if unknown := found - _MARK_IDS.keys():
        raise DataError(f"unknown legality `{min(unknown)}`", place=place)
    return tuple(mark for mark, name in MARKS.items() if name in found)
