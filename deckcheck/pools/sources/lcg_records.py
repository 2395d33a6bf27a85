"""Read cards of the card game from fiveringsdb and EmeraldDB: their servers' JSON, and their trees of files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import Any

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.deck import grouped
from deckcheck.model.effect import ClansOnly, CopyLimitText, Effect, RequiresRole
from deckcheck.model.errors import DataError
from deckcheck.model.names import identity_key
from deckcheck.model.pool import CardSet
from deckcheck.pools.sources.records import MALFORMED, SourceData, SourceRecord, read_json, records_at, records_in
from deckcheck.pools.sources.values import clean, number, strings, text_of

CLANS = frozenset({"crab", "crane", "dragon", "lion", "phoenix", "scorpion", "unicorn"})
ELEMENTS = ("air", "earth", "fire", "void", "water")

USUAL_LIMIT = 3

# The publishers of official packs; packs without a publisher are older than the fan packs.
PUBLISHERS = ("ffg", "", None)


# Statistics with the same name in the sources and in the pool.
_STATS = (
    *("influence_pool", "military", "political", "military_bonus", "political_bonus"),
    *("strength", "strength_bonus", "glory", "fate", "honor"),
)


# Servers and trees use several names for one field: EmeraldDB has had `faction` and `role_restrictions` since 2021.
_SAME = {
    "faction": "clan",
    "role_restrictions": "role_restriction",
    "unicity": "unique",
    "is_unique": "unique",
    "element": "elements",
}
# The key of a record for each field of the pool. A source without the key has no value for the field.
_KEYS = {
    "title": "name",
    "kind": "type",
    "deck": "side",
    "clans": "clan",
    "influence": "influence_cost",
    **{key: key for key in ("unique", "cost", "elements", *_STATS)},
}
_NUMBERS = ("influence_pool", "glory", "fate", "honor")
# Records list only traits; other keywords are in the card texts. A source may lack some packs.
_PARTIAL = frozenset({"keywords", "printings"})
# The deck of cards by type, None if their record gives it.
_DECKS = {
    **dict.fromkeys(("character", "attachment", "event", "holding")),
    "province": "province",
    **dict.fromkeys(("stronghold", "role", "treaty", "warlord"), "none"),
}

# Several sites had a card whose text required a role while the field was empty, and accepted wrong decks.
_ASKS_FOR_ROLE = re.compile(r"\brole only\b", re.IGNORECASE)


# A card or format in the form of the source, and its place.
_Raw = tuple[dict[str, Any], str]


def from_server(source: str, pages: Iterable[tuple[str, Any, str]]) -> SourceData:
    """Return the data in the pages of a server; a page is a path, its JSON and a place for messages."""
    read = ((path.rpartition("/")[2], place, records_in(value) or ()) for path, value, place in pages)
    found = grouped((name, (record, place)) for name, place, records in read for record in records)
    cards = [(card, f"{place}:{card.get('id', '')}") for card, place in found.get("cards", ())]
    packs = [pack for pack, _ in found.get("packs", ())]
    return _source_data(source, cards, packs, {}, found.get("formats", ()))


def from_tree(source: str, folder: Path, released: Mapping[str, str]) -> SourceData:
    """Return the data in a tree of files: ``Card/**/*.json``, ``PackCard/*.json``, ``Pack.json``, below `folder`.

    Raises:
        DataError: when there are no cards in it or a file is wrong.
    """
    found = sorted(folder.rglob("*.json"))
    by_folder = {kind: [path for path in found if kind in path.parts[len(folder.parts) - 1 : -1]] for kind in _KINDS}
    cards = [(card, f"{path}:1") for kind in ("Card", "Cards") for path in by_folder[kind] for card in _listed(path)]
    if not cards:
        raise DataError("has no card files", place=str(folder), help="add a folder `Card` with JSON files")
    packs = [pack for path in found if path.name in {"Pack.json", "Packs.json"} for pack in _listed(path)]
    rows = ((path.stem, row) for path in by_folder["PackCard"] for row in _listed(path))
    printings = grouped((str(row.get("card_id", "")), _printing(pack, row)) for pack, row in rows)
    return _source_data(source, cards, packs, printings, [])


_KINDS = ("Card", "Cards", "PackCard")


def _listed(path: Path) -> list[dict[str, Any]]:
    value = read_json(path)
    return records_at(value if isinstance(value, list) else [value], path)


def _source_data(
    source: str,
    cards: Iterable[_Raw],
    raw_packs: Iterable[Any],
    printings: Mapping[str, list[dict[str, Any]]],
    formats: Iterable[_Raw],
) -> SourceData:
    packs = _card_sets(raw_packs)
    doubts: list[str] = []
    records: list[SourceRecord] = []
    seen: set[str] = set()
    for raw, place in cards:
        try:
            facts = _facts(raw)
            found = (*_printings(facts), *printings.get(str(facts.get("id")), ()))
            card = _card(facts, [each for each in found if not packs or each["set"] in packs])
            record = _record(card, facts, text_of(raw.get("text")), place)
        except MALFORMED as error:
            doubts.append(f"{place}: left out: {getattr(error, 'message', error)}")
            continue
        if card.id in seen:
            doubts.append(f"{place}: left out: there are two cards with the id `{card.id}`")
            continue
        seen.add(card.id)
        records.append(record)
        roles = strings(facts.get("role_restriction"))
        if len(roles) > 1:
            doubts.append(f"{place}: `{card.id}` names several roles; its role restriction was not read")
        elif not roles and _ASKS_FOR_ROLE.search(str(raw.get("text") or "")):
            doubts.append(f"{place}: `{card.id}` has no role restriction, while its text asks for a role")
        if facts["side"] != "conflict" and card.influence is not None:
            doubts.append(f"{place}: `{card.id}` is on the {facts['side']} side and has an influence cost")
    doubts += _format_problems(formats, packs)
    return SourceData(source=source, records=tuple(records), sets=tuple(packs.values()), doubts=tuple(doubts))


def _card_sets(packs: Iterable[Any]) -> dict[str, CardSet]:
    """Return packs in the form of the pool, by id; raises DataError."""
    try:
        found = [_card_set(clean(pack)) for pack in packs]
    except (msgspec.ValidationError, RecursionError) as error:
        raise DataError(f"the packs are not understood: {error}") from None
    return {item.id: item for item in found}


def _card_set(pack: Mapping[str, Any]) -> CardSet:
    values = {
        **{key: pack.get(key) for key in ("id", "name", "size")},
        "cycle": pack.get("cycle_id"),
        # A server writes a date as the first part of a time.
        "released": str(pack.get("released_at") or "").partition("T")[0],
        "fan": pack.get("publisher_id") not in PUBLISHERS,
    }
    return msgspec.convert({key: value for key, value in values.items() if value is not None}, CardSet)


def _facts(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cleaned values of a record, each field under one name; of several values one that is not empty."""
    found: dict[str, Any] = {}
    for key, value in clean(raw).items():
        name = _SAME.get(key, key)
        if value or name not in found:
            found[name] = value
    return found


def _card(facts: Mapping[str, Any], printings: list[dict[str, Any]]) -> Card:
    """Return the card of a record; raises DataError, and msgspec.ValidationError for a value of the wrong type."""
    for key in ("id", "name", "type", "side", "clan"):
        if not facts.get(key):
            raise DataError(f"a card without {'an' if key == 'id' else 'a'} {key}")
    if str(facts["type"]) not in _DECKS:
        raise DataError(f"unknown card type `{facts['type']}`")
    elements = strings(facts.get("elements"))
    elements = ELEMENTS if elements == ("all",) else elements  # The symbol of every element.
    if unknown := set(elements).difference(ELEMENTS):
        raise DataError(f"unknown element `{min(unknown)}`")
    card = msgspec.convert(
        {
            **{stat: number(facts.get(stat)) if stat in _NUMBERS else facts.get(stat) for stat in _STATS},
            "id": str(facts["id"]),
            "title": facts["name"],
            "kind": facts["type"],
            "deck": _DECKS[facts["type"]] or facts["side"],
            "identity": (),
            "mark": facts.get("name_extra") or "",
            "clans": () if facts["clan"] == "neutral" else (facts["clan"],),
            "keywords": tuple(dict.fromkeys((*strings(facts.get("traits")), *strings(facts.get("keywords"))))),
            "unique": bool(facts.get("unique")),
            "cost": number(facts.get("cost")),
            "influence": number(facts.get("influence_cost")),
            "elements": elements,
            "printings": printings,
        },
        Card,
    )
    return msgspec.structs.replace(card, identity=(identity_key(card.title),), effects=tuple(_effects(card, facts)))


def _effects(card: Card, facts: Mapping[str, Any]) -> Iterator[Effect]:
    """Yield the effects that follow from the record of a card.

    Formats limit provinces, strongholds and roles; the influence cost decides who may play a card unless the card names
    the clans itself.
    """
    roles = strings(facts.get("role_restriction"))
    if len(roles) == 1:
        yield RequiresRole(roles[0])
    limit = number(facts.get("deck_limit"))
    if type(limit) not in (int, NoneType):
        raise DataError(f"the deck limit `{limit}` is no number")
    if limit is not None and limit < USUAL_LIMIT and facts["side"] in ("dynasty", "conflict"):
        yield CopyLimitText(limit)
    allowed = {*strings(facts.get("allowed_clans"))}
    is_limited = bool(allowed) and "*" not in allowed and not allowed >= CLANS
    if facts["clan"] == "shadowlands" and not allowed:
        yield ClansOnly(())
    elif facts["side"] == "conflict" and card.influence is not None and is_limited:
        yield ClansOnly(tuple(sorted(allowed)))


def _printings(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the printings in the record of a card, which both servers nest in their own way."""
    rows = [*(raw.get("pack_cards") or ()), *(raw.get("versions") or ())]
    return [_printing(str(row.get("pack_id") or (row.get("pack") or {}).get("id") or ""), row) for row in rows]


def _printing(pack: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a printing in the fields of the pool, not yet converted to their types."""
    return {"set": pack, "number": str(row.get("position") or ""), "copies": row.get("quantity") or 0}


def _record(card: Card, facts: Mapping[str, Any], text: str, place: str) -> SourceRecord:
    # An empty value of a yes-or-no field means unknown.
    unsaid = {"unique"} if facts.get("unique") is None else set()
    return SourceRecord(
        card=card,
        full=frozenset(field for field, key in _KEYS.items() if key in facts.keys() - unsaid),
        partial=_PARTIAL,
        full_effects=frozenset(_full_effects(facts)),
        place=place,
        text=text,
    )


def _full_effects(facts: Mapping[str, Any]) -> Iterator[type[Effect]]:
    """Yield the types of effects that the record decides."""
    if "role_restriction" in facts and len(strings(facts["role_restriction"])) <= 1:
        yield RequiresRole
    if facts.get("deck_limit") is not None:
        yield CopyLimitText
    if facts.get("allowed_clans") and "influence_cost" in facts:
        yield ClansOnly


def _format_problems(formats: Iterable[tuple[dict[str, Any], str]], packs: Mapping[str, CardSet]) -> Iterator[str]:
    """Yield the legal packs of a source's formats that are missing from its list of packs."""
    for record, place in formats:
        for pack in strings(record.get("legal_packs")):
            if packs and pack not in packs:
                yield f"{place}: the format `{record.get('id', '')}` names the unknown pack `{pack}`"
