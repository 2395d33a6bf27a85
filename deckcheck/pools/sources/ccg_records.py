"""Read cards of the collectible game from their sources: the Oracle's JSON, card XML, trees of set files in YAML."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from deckcheck.model.card import Card, Printing
from deckcheck.model.errors import DataError, reading
from deckcheck.model.names import experience_suffix, identity_key, split_bracket, split_experience
from deckcheck.model.pool import CardSet
from deckcheck.pools.sources.records import MALFORMED, SourceData, SourceRecord, records_in
from deckcheck.pools.sources.values import clean, number, slug, strings, text_of
from deckcheck.system.strict_yaml import events_of, read_text, safe_loader

_PROXY_MARK = "Not Legal (Proxy)"

_SAME_LEGALITY = {"Onyx Edition": "War of the Seals (Onyx Edition)"}
# Only the cost has another name in the pool.
_STATS = (
    *("gold_cost", "focus", "force", "chi", "honor_requirement", "personal_honor"),
    *("gold_production", "province_strength", "starting_honor"),
)

_SAME_SET = {"chaos-reigns-iii": "chaos-reigns-part-iii"}
_DECKS = {"Dynasty": "dynasty", "Fate": "fate", "Pre-Game": "none", "Other": "none", None: "none"}
_EXPERIENCE = re.compile(r"(?:Inexperienced|Experienced)(?: ?[0-9.]+)?(?:KYD|CW|CoM)?")

# Some keyword fields contain the text of the card after the last keyword, or only the text.
_TEXT_IN_KEYWORD = re.compile(r"^(Sincerity)?(?=.{20}).*\.$")
_SET_MARK = re.compile(r"^\(.*\)$")
_RANK_ICON = re.compile(r"^[:\[]Rank•?([0-9]+)[:\]]$")

# The words about a card, and their names in a source where it has others.
_FIELDS = ("title", "named", "type", "deck", "clans", "keywords", "legality", *_STATS)
_ORACLE = {
    "clans": "clan",
    "gold_cost": "cost",
    "honor_requirement": "honor",
    "personal_honor": "ph",
    "gold_production": "production",
    "province_strength": "strength",
    "starting_honor": "startinghonor",
}
_YAML = {"named": "extended_title", "type": "types", "deck": "decks"}
_XML = {"title": "name", "clans": "clan", "legality": "legal", "gold_cost": "cost", "honor_requirement": "honor_req"}
_XML_MARKS = {"20f": "twenty-festivals", "20festivals": "twenty-festivals", "shattered_empire": "shattered-empire"}
_XML_DECKS = {
    "Dynasty": ("personality", "holding", "event", "region", "celestial"),
    "Fate": ("strategy", "follower", "item", "spell", "ancestor", "ring"),
    "Pre-Game": ("stronghold", "sensei", "wind"),
}
# The card files number the sides of Strongholds that have two.
_SIDE = re.compile(r"\s*\([0-9]+\)$")
_MAX_XML_BYTES = 64 * 1024 * 1024
_MAX_YAML_DEPTH = 20

_FULL_STATS = frozenset({"cost", *_STATS}) - {"gold_cost"}
_FULL = _FULL_STATS | {"title", "kind", "deck", "keywords", "marks"}
_FULL_IN_XML = _FULL_STATS | {"title", "kind"}
_PARTIAL = frozenset({"clans", "printings"})


def from_oracle(source: str, pages: Iterable[tuple[str, Any, str]]) -> SourceData:
    """Return the data in the Oracle's records; a page is a path, a list of them and a place for messages."""
    records = ((raw, place) for _, value, place in pages for raw in records_in(value) or ())
    rows = ((raw, f"{place}:{raw.get('cardid', '')}") for raw, place in records)
    return _source_data(source, rows, _FULL, _from_oracle)


def from_set_yaml(source: str, folder: Path, released: Mapping[str, str]) -> SourceData:
    """Return the data in the YAML files of sets below `folder`; a card's facts are those of its latest printing.

    `released` maps the ids of sets to their dates.

    Raises:
        DataError: when there are none or a file is wrong.
    """
    files = sorted(folder.rglob("*.yaml"))
    cards: dict[str, tuple[dict[str, Any], str, list[dict[str, Any]]]] = {}
    sets = [(value, path) for path in files if isinstance(value := _plain_yaml(path), dict) and "cards" in value]
    if not sets:
        raise DataError("has no set files", place=str(folder), help="add YAML files with `set` and `cards`")
    for value, path in sorted(sets, key=lambda item: (released.get(_set_id(str(item[0].get("set", ""))), ""), item[1])):
        if "set" not in value:
            raise DataError("names no `set`", place=f"{path}:1")
        if not isinstance(value["cards"], list) or not all(isinstance(raw, dict) for raw in value["cards"]):
            raise DataError("`cards` is not a list of cards", place=f"{path}:1")
        for raw in value["cards"]:
            card = {key: clean(item) for key, item in raw.items() if key not in {"text", "flavor_text"}}
            # Statistics distinguish cards of one name, which would otherwise count as reprints.
            facts = (strings(card.get("types")), *(card.get(stat) for stat in _STATS))
            key = f"{card.get('extended_title') or card.get('title', '')}|{facts}"
            printing = {"set": clean(value["set"]), "rarity": card.get("rarity"), "number": card.get("number")}
            before = cards[key][2] if key in cards else []
            cards[key] = (card, f"{path}:{card.get('title', '')}", [*before, printing])
    rows = (((card, printings), place) for card, place, printings in cards.values())
    return _source_data(source, rows, _FULL, lambda raw: _from_yaml(*raw))


def from_xml(source: str, path: Path) -> SourceData:
    """Return the data in a card file of Sun and Moon or Egg of P'an Ku; raises DataError for any other file."""
    import defusedxml
    from defusedxml import ElementTree

    try:
        with reading(path):
            if path.stat().st_size > _MAX_XML_BYTES:
                raise DataError(f"larger than {_MAX_XML_BYTES:,} bytes", place=str(path))
            root = ElementTree.parse(path, forbid_dtd=True).getroot()
    except (ElementTree.ParseError, defusedxml.DefusedXmlException) as error:
        raise DataError(f"not valid XML: {error}", place=str(path)) from None
    every = root.iter("card") if root is not None else ()
    cards = [each for each in every if not str(each.get("type", "")).startswith("encrypted-")]
    if not cards:
        raise DataError("has no cards", place=str(path))
    rows = ((each, f"{path}:{each.get('id', '')}") for each in cards)
    return _source_data(source, rows, _FULL_IN_XML, _from_xml)


def _facts(names: Mapping[str, str], words: Callable[[str], tuple[str, ...]]) -> dict[str, Any]:
    """Return the words about a card by `_FIELDS`; `words` returns those under a name of the source."""
    return {field: words(names.get(field, field)) for field in _FIELDS}


def _from_oracle(raw: Mapping[str, Any]) -> dict[str, Any]:
    card = {key: clean(item) for key, item in raw.items() if key not in {"text", "updatelog"}}
    sets = [
        {key: _first(strings(printing.get(key))) for key in ("set", "rarity", "number")}
        for printing in card.get("printing") or ()
    ]
    named = strings(card.get("formattedtitle") or card.get("puretexttitle"))
    facts = _facts(_ORACLE, lambda key: strings(card.get(key)))
    return {**facts, "named": named, "sets": sets, "text": text_of(raw.get("text"))}


def _from_yaml(card: Mapping[str, Any], printings: list[dict[str, Any]]) -> dict[str, Any]:
    sets = [{key: str(value) for key, value in row.items() if value is not None} for row in printings]
    facts = _facts(_YAML, lambda key: strings(card.get(key)))
    return {**facts, "unique": bool(card.get("is_unique")), "sets": sets}


def _from_xml(element: Any) -> dict[str, Any]:
    kind = str(element.get("type", ""))
    facts = _facts(_XML, lambda key: tuple(_texts(element, key)))
    return {
        **facts,
        "title": tuple(_SIDE.sub("", title) for title in facts["title"]),
        "type": (kind.capitalize(),),
        "deck": tuple(deck for deck, kinds in _XML_DECKS.items() if kind in kinds),
        "legality": tuple(_XML_MARKS.get(code, code) for code in facts["legality"]),
    }


def _first(words: Iterable[str]) -> str:
    return next(iter(words), "")


def _texts(element: Any, tag: str) -> Iterator[str]:
    for child in element.findall(tag):
        if child.text and child.text.strip():
            yield clean(child.text)


def _source_data(
    source: str, rows: Iterable[tuple[Any, str]], full: frozenset[str], read: Callable[[Any], dict[str, Any]]
) -> SourceData:
    """Return the data of `rows`, each a card in the form of the source and its place."""
    records: list[SourceRecord] = []
    doubts: list[str] = []
    sets: dict[str, CardSet] = {}
    for raw, place in rows:
        try:
            values = read(raw)
            named = {_set_id(row["set"]): row["set"] for row in values.get("sets", ()) if row.get("set")}
            card = _card_of(values, place)
        except MALFORMED as error:
            doubts.append(f"{place}: left out: {getattr(error, 'message', error)}")
            continue
        for set_id, name in named.items():
            sets.setdefault(set_id, CardSet(set_id, name))
        # Some cards print a mark without listing it as a keyword, so a missing one proves nothing.
        also = {name for name in ("unique", "loyal", "proxy") if getattr(card, name)}
        silent = {name for name in _FULL_STATS if getattr(card, name) is None}
        text = values.get("text", "")
        known = (full | also) - silent
        records.append(SourceRecord(card=card, full=known, partial=_PARTIAL, place=place, text=text))
    return SourceData(source=source, records=tuple(records), sets=tuple(sets.values()), doubts=tuple(doubts))


def _plain_yaml(path: Path) -> Any:
    """Return the value of a YAML file; refuses aliases and deep nesting, with which a small file could take ages."""
    text = read_text(path)
    try:
        depth = 0
        for event in events_of(text):
            if isinstance(event, yaml.AliasEvent):
                raise DataError("YAML aliases are not allowed", place=f"{path}:1")
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _MAX_YAML_DEPTH:
                raise DataError(f"nested deeper than {_MAX_YAML_DEPTH} levels", place=f"{path}:1")
        return yaml.load(text, Loader=safe_loader())  # noqa: S506 - one of the two safe ones
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise DataError(f"not YAML: {getattr(error, 'problem', error)}", place=f"{path}:{line}") from None
    except (AttributeError, LookupError, ValueError) as error:  # What the library raises for values like 2026-02-30.
        raise DataError(f"not YAML: {error}", place=f"{path}:1") from None


def _set_id(name: str) -> str:
    """Return the id of a set; spellings of one name share it."""
    key = slug(name)
    return _SAME_SET.get(key, key)


def _card_of(values: Mapping[str, Any], place: str) -> Card:
    """Return the card that a source describes.

    `values` are its words, the title with experience as `named`, and if the source has them `unique` and `sets`, its
    printings in sets by name.

    Raises:
        DataError: when the title or the deck is wrong.
    """
    title, experience = split_experience(_first(values["title"]))
    kind, deck = _first(values["type"]).lower(), next(iter(values["deck"]), None)
    if not title.strip():
        raise DataError("a card without a title")
    keyword = next((word for word in values["keywords"] if _EXPERIENCE.fullmatch(word)), "")
    experience = split_experience(_first(values["named"]))[1] or experience or split_experience(f"x {keyword}")[1]
    level, variant = (experience.level, experience.variant) if experience else (0.0, "")
    card_id = slug(title + experience_suffix(level, variant).replace("exp", "experienced "), "_")
    stats: dict[str, Any] = {key: _stat(values[key]) for key in _STATS}
    subtitle = title.partition(", ")[2] if kind == "personality" else ""
    title, more = split_experience(title)
    if more is not None and level == 0:
        level, variant = more.level, more.variant
    title, mark = split_bracket(title)
    base = title.removesuffix(f", {subtitle}") if subtitle else title
    if subtitle and base == title:
        raise DataError(f"the title `{title}` does not end in the subtitle `{subtitle}`", place=place)
    if deck not in _DECKS:
        raise DataError(f"unknown deck `{deck}`", place=place)
    clans = dict.fromkeys(name.lower().removesuffix(" clan") for name in values["clans"])
    legality = dict.fromkeys(_SAME_LEGALITY.get(name, name) for name in values["legality"])
    printings = (Printing(**row | {"set": _set_id(row["set"])}) for row in values.get("sets", ()) if row.get("set"))
    return Card(
        id=card_id,
        title=title,
        kind=kind,
        deck=_DECKS[deck],
        identity=(identity_key(base, level, variant),),
        level=int(level) if level == int(level) else level,
        variant=variant,
        subtitle=subtitle,
        mark=mark or "",
        clans=tuple(clan for clan in clans if clan != "unaligned"),
        keywords=_keywords(values["keywords"]),
        unique=values.get("unique") or "Unique" in values["keywords"],
        loyal="Loyal" in values["keywords"],
        proxy=_PROXY_MARK in legality,
        marks=tuple(name for name in legality if name != _PROXY_MARK),
        cost=stats.pop("gold_cost"),
        **stats,
        printings=tuple(dict.fromkeys(printings)),
    )


def _keywords(entries: Iterable[str]) -> tuple[str, ...]:
    """Return the keywords, without card text and set marks."""
    words = (_TEXT_IN_KEYWORD.sub(r"\1", word) for entry in entries for word in entry.split(" • "))
    return tuple(dict.fromkeys(word for word in words if word and not _SET_MARK.match(word)))


def _stat(words: tuple[str, ...]) -> int | str | None:
    """Return a statistic as a number if it is one, with the markup of the rank icon read as words."""
    value: int | str = number(_first(words))
    return (_RANK_ICON.sub(r"Rank \1", value) or None) if isinstance(value, str) else value
