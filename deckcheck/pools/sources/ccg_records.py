"""Read cards of the collectible game from the JSON of the Oracle of the Void."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from deckcheck.model.card import Card, Printing
from deckcheck.model.errors import DataError
from deckcheck.model.names import experience_suffix, identity_key, split_bracket, split_experience
from deckcheck.model.pool import CardSet
from deckcheck.pools.sources.records import MALFORMED, SourceData, SourceRecord, records_in
from deckcheck.pools.sources.values import clean, number, slug, strings, text_of

_MARKS = {
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
_PROXY_MARK = "Not Legal (Proxy)"

_SAME_LEGALITY = {"Onyx Edition": "War of the Seals (Onyx Edition)"}
# Statistics by their names in the pool, and their names in the Oracle.
_STATS = {
    **{name: name for name in ("cost", "focus", "force", "chi")},
    "honor_requirement": "honor",
    "personal_honor": "ph",
    "gold_production": "production",
    "province_strength": "strength",
    "starting_honor": "startinghonor",
}
_Stats = msgspec.defstruct("_Stats", [(name, int | str | None) for name in _STATS])
_SAME_SET = {"chaos-reigns-iii": "chaos-reigns-part-iii"}
_DECKS = {"Dynasty": "dynasty", "Fate": "fate", "Pre-Game": "none", "Other": "none", None: "none"}
_EXPERIENCE = re.compile(r"(?:Inexperienced|Experienced)(?: ?[0-9.]+)?(?:KYD|CW|CoM)?")

# Some keyword fields contain the text of the card after the last keyword, or only the text.
_TEXT_IN_KEYWORD = re.compile(r"^(Sincerity)?(?=.{20}).*\.$")
_SET_MARK = re.compile(r"^\(.*\)$")
_RANK_ICON = re.compile(r"^[:\[]Rank•?([0-9]+)[:\]]$")

_LEGALITIES = {*_MARKS.values(), _PROXY_MARK, *_SAME_LEGALITY}
_FULL = frozenset({*_STATS, "title", "kind", "deck", "keywords", "marks"})
_PARTIAL = frozenset({"clans", "printings"})


def from_oracle(source: str, pages: Iterable[tuple[str, Any, str]]) -> SourceData:
    """Return the data in the Oracle's records; a page is a path, a list of them and a place for messages."""
    rows = ((raw, f"{place}:{raw.get('cardid', '')}") for _, value, place in pages for raw in records_in(value) or ())
    records: list[SourceRecord] = []
    doubts: list[str] = []
    sets: dict[str, CardSet] = {}
    for raw, place in rows:
        try:
            values = _words_of(raw)
            unknown = [name for name in values["legality"] if name not in _LEGALITIES]
            doubts += [f"{place}: unknown legality mark `{name}`" for name in unknown]
            named = {_set_id(row["set"]): row["set"] for row in values["sets"] if row["set"]}
            card = _card_of(values, place)
        except MALFORMED as error:
            doubts.append(f"{place}: left out: {getattr(error, 'message', error)}")
            continue
        for set_id, name in named.items():
            sets.setdefault(set_id, CardSet(set_id, name))
        # Some cards print a mark without listing it as a keyword, so a missing one proves nothing.
        also = {name for name in ("unique", "loyal", "proxy") if getattr(card, name)}
        silent = {name for name in _STATS if getattr(card, name) is None}
        known = (_FULL | also) - silent
        records.append(SourceRecord(card=card, full=known, partial=_PARTIAL, place=place, text=values["text"]))
    return SourceData(source=source, records=tuple(records), sets=tuple(sets.values()), doubts=tuple(doubts))


def _words_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a record says: the text of a card, its words, and its printings in sets by name."""
    card = {key: clean(item) for key, item in raw.items() if key not in {"text", "updatelog"}}
    return {
        "text": text_of(raw.get("text")),
        "title": next(iter(strings(card.get("title"))), ""),
        "named": str(card.get("formattedtitle") or card.get("puretexttitle") or ""),
        "type": next(iter(strings(card.get("type"))), ""),
        "deck": next(iter(strings(card.get("deck"))), None),
        "clans": strings(card.get("clan")),
        "keywords": strings(card.get("keywords")),
        "legality": strings(card.get("legality")),
        "sets": [
            {key: next(iter(strings(printing.get(key))), "") for key in ("set", "rarity", "number")}
            for printing in card.get("printing") or ()
        ],
        **{name: next(iter(strings(card.get(key))), None) for name, key in _STATS.items()},
    }


def _set_id(name: str) -> str:
    """Return the id of a set; spellings of one name share it."""
    key = slug(name)
    return _SAME_SET.get(key, key)


def _card_of(values: Mapping[str, Any], place: str) -> Card:
    """Return the card that the words of a record describe.

    Raises:
        DataError: when the title or the deck is wrong.
        msgspec.ValidationError: when a statistic is neither a number nor text.
    """
    title, experience = split_experience(values["title"])
    keywords = values["keywords"]
    if not title.strip():
        raise DataError("a card without a title")
    keyword = next((word for word in keywords if _EXPERIENCE.fullmatch(word)), "")
    experience = split_experience(values["named"])[1] or experience or split_experience(f"x {keyword}")[1]
    level, variant = (experience.level, experience.variant) if experience else (0.0, "")
    card_id = slug(title + experience_suffix(level, variant).replace("exp", "experienced "), "_")
    stats = msgspec.structs.asdict(msgspec.convert({name: _stat(values[name]) for name in _STATS}, _Stats))
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
    legality = {_SAME_LEGALITY.get(name, name) for name in values["legality"]}
    printings = (Printing(**row | {"set": _set_id(row["set"])}) for row in values["sets"] if row["set"])
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
        keywords=_keywords(keywords),
        unique="Unique" in keywords,
        loyal="Loyal" in keywords,
        proxy=_PROXY_MARK in legality,
        marks=tuple(mark for mark, name in _MARKS.items() if name in legality),
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
