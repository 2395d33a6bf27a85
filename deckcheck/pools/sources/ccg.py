"""Normalise cards of the collectible game from the words of a source: sets, marks, keywords and statistics."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.errors import DataError
from deckcheck.model.names import experience_suffix, identity_key, split_bracket, split_experience
from deckcheck.pools.sources.values import number, slug

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

SAME_LEGALITY = {"Onyx Edition": "War of the Seals (Onyx Edition)"}
# Statistics by their names in trees of set files; only the cost has another name in the pool.
STATS = (
    *("gold_cost", "focus", "force", "chi", "honor_requirement", "personal_honor"),
    *("gold_production", "province_strength", "starting_honor"),
)

_Stats = msgspec.defstruct("_Stats", [(name, int | str | None) for name in STATS])
_SAME_SET = {"chaos-reigns-iii": "chaos-reigns-part-iii"}
_DECKS = {"Dynasty": "dynasty", "Fate": "fate", "Pre-Game": "none", "Other": "none", None: "none"}
_EXPERIENCE = re.compile(r"(?:Inexperienced|Experienced)(?: ?[0-9.]+)?(?:KYD|CW|CoM)?")

# Some keyword fields contain the text of the card after the last keyword, or only the text.
_TEXT_IN_KEYWORD = re.compile(r"^(Sincerity)?(?=.{20}).*\.$")
_SET_MARK = re.compile(r"^\(.*\)$")
_RANK_ICON = re.compile(r"^[:\[]Rank•?([0-9]+)[:\]]$")


def set_id(name: str) -> str:
    """Return the id of a set; spellings of one name share it."""
    key = slug(name)
    return _SAME_SET.get(key, key)


def card_of(values: Mapping[str, Any], place: str) -> Card:
    """Return the card that a source describes.

    `values` are its words: `title`, `named` (the title with experience where the source has it), `type`, `deck`,
    `clans`, `keywords`, `legality`, `unique`, `printings` in sets by name, and the `STATS`.

    Raises:
        DataError: when the title or the deck is wrong.
        msgspec.ValidationError: when a statistic is neither a number nor text.
    """
    title, experience = split_experience(values["title"])
    if not title.strip():
        raise DataError("a card without a title")
    keyword = next((word for word in values["keywords"] if _EXPERIENCE.fullmatch(word)), "")
    experience = split_experience(values["named"])[1] or experience or split_experience(f"x {keyword}")[1]
    level, variant = (experience.level, experience.variant) if experience else (0.0, "")
    card_id = slug(title + experience_suffix(level, variant).replace("exp", "experienced "), "_")
    stats = msgspec.structs.asdict(msgspec.convert({key: _stat(values[key]) for key in STATS}, _Stats))
    subtitle = title.partition(", ")[2] if values["type"].lower() == "personality" else ""
    title, more = split_experience(title)
    if more is not None and level == 0:
        level, variant = more.level, more.variant
    title, mark = split_bracket(title)
    base = title.removesuffix(f", {subtitle}") if subtitle else title
    if subtitle and base == title:
        raise DataError(f"the title `{title}` does not end in the subtitle `{subtitle}`", place=place)
    if values["deck"] not in _DECKS:
        raise DataError(f"unknown deck `{values['deck']}`", place=place)
    clans = dict.fromkeys(name.lower().removesuffix(" clan") for name in values["clans"])
    legality = {SAME_LEGALITY.get(name, name) for name in values["legality"]}
    printings = (msgspec.structs.replace(each, set=set_id(each.set)) for each in values["printings"])
    return Card(
        id=card_id,
        title=title,
        kind=values["type"].lower(),
        deck=_DECKS[values["deck"]],
        identity=(identity_key(base, level, variant),),
        level=int(level) if level == int(level) else level,
        variant=variant,
        subtitle=subtitle,
        mark=mark or "",
        clans=tuple(clan for clan in clans if clan != "unaligned"),
        keywords=_keywords(values["keywords"]),
        unique=values.get("unique") or "Unique" in values["keywords"],
        loyal="Loyal" in values["keywords"],
        proxy=PROXY_MARK in legality,
        marks=tuple(mark for mark, name in MARKS.items() if name in legality),
        cost=stats.pop("gold_cost"),
        **stats,
        printings=tuple(dict.fromkeys(printings)),
    )


def _keywords(entries: Iterable[str]) -> tuple[str, ...]:
    """Return the keywords, without card text and set marks."""
    words = (_TEXT_IN_KEYWORD.sub(r"\1", word) for entry in entries for word in entry.split(" • "))
    return tuple(dict.fromkeys(word for word in words if word and not _SET_MARK.match(word)))


def _stat(value: Any) -> Any:
    """Return a statistic as a number if it is one, with the markup of the rank icon read as words."""
    value = number(value)
    return _RANK_ICON.sub(r"Rank \1", value) if isinstance(value, str) else value
