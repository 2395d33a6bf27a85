"""Read cards of the card game from fiveringsdb and EmeraldDB: their servers' JSON, and their trees of files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

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


class LcgCardRow(Struct, frozen=True, kw_only=True):
    """The fields of a source's card that the importer reads; its other fields are those of the pool."""

    id: str
    name: str
    clan: str
    side: str
    type: str
    name_extra: str = ""
    deck_limit: int = USUAL_LIMIT
    allowed_clans: tuple[str, ...] | None = None
    role_restriction: str = ""
    influence_cost: int | None = None


# In the sources this means that every clan may play a card.
_EVERY_CLAN = frozenset({"*"})


def effects_of(row: LcgCardRow) -> Iterator[Effect]:
    """Yield the effects that follow from the record of a card.

    Formats limit provinces, strongholds and roles; the influence cost decides who may play a card unless the card names
    the clans itself.
    """
    if row.role_restriction:
        yield RequiresRole(row.role_restriction)
    if row.deck_limit < USUAL_LIMIT and row.side in ("dynasty", "conflict"):
        yield CopyLimitText(row.deck_limit)
    allowed = _EVERY_CLAN if row.allowed_clans is None else frozenset(row.allowed_clans)
    if row.clan == "shadowlands" and not row.allowed_clans:
        yield ClansOnly(())
    elif row.side == "conflict" and row.influence_cost is not None and not (allowed >= CLANS or allowed >= _EVERY_CLAN):
        yield ClansOnly(tuple(sorted(allowed)))


# The deck of cards by type, None if their record gives it.
_DECKS = {
    **dict.fromkeys(("character", "attachment", "event", "holding")),
    "province": "province",
    **dict.fromkeys(("stronghold", "role", "treaty", "warlord"), "none"),
}


def _card(row: LcgCardRow, raw: Mapping[str, Any], printings: list[dict[str, Any]]) -> Card:
    """Return the card of a row; raises DataError, and msgspec.ValidationError for a value of the wrong type."""
    if row.type not in _DECKS:
        raise DataError(f"unknown card type `{row.type}`")
    elements = strings(_first(raw, _ELEMENTS))
    elements = ELEMENTS if elements == ("all",) else elements  # The symbol of every element.
    if unknown := set(elements).difference(ELEMENTS):
        raise DataError(f"unknown element `{min(unknown)}`")
    return msgspec.convert(
        {
            **{stat: number(raw.get(stat)) if stat in _NUMBERS else raw.get(stat) for stat in _STATS},
            "id": row.id,
            "title": row.name,
            "kind": row.type,
            "deck": _DECKS[row.type] or row.side,
            "identity": (identity_key(row.name),),
            "mark": row.name_extra,
            "clans": () if row.clan == "neutral" else (row.clan,),
            "keywords": tuple(dict.fromkeys((*strings(raw.get("traits")), *strings(raw.get("keywords"))))),
            "unique": any(raw.get(key) for key in _UNIQUE),
            "cost": number(raw.get("cost")),
            "influence": row.influence_cost,
            "elements": elements,
            "printings": printings,
        },
        Card,
    )


_NUMBERS = ("influence_pool", "glory", "fate", "honor")
# Servers and trees use several names for one field: EmeraldDB has had `faction` and `role_restrictions` since 2021.
_CLAN = ("faction", "clan")
_ROLE = ("role_restrictions", "role_restriction")
_UNIQUE = ("unique", "unicity", "is_unique")
_ELEMENTS = ("elements", "element")

# The keys of a record for each field of the pool. A source without the key has no value for the field.
_KEYS: Mapping[str, tuple[str, ...]] = {
    "title": ("name",),
    "kind": ("type",),
    "deck": ("side",),
    "clans": _CLAN,
    "unique": _UNIQUE,
    "cost": ("cost",),
    "influence": ("influence_cost",),
    "elements": _ELEMENTS,
    **{stat: (stat,) for stat in _STATS},
}
# Records list only traits; other keywords are in the card texts. A source may lack some packs.
_PARTIAL = frozenset({"keywords", "printings"})

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
            cleaned = clean(raw)
            row = _row(cleaned)
            found = (*_printings(cleaned), *printings.get(row.id, ()))
            card = _card(row, cleaned, [each for each in found if not packs or each["set"] in packs])
            record = _record(row, card, cleaned, text_of(raw.get("text")), place)
        except MALFORMED as error:
            doubts.append(f"{place}: left out: {getattr(error, 'message', error)}")
            continue
        if row.id in seen:
            doubts.append(f"{place}: left out: there are two cards with the id `{row.id}`")
            continue
        seen.add(row.id)
        records.append(record)
        if len(_roles(raw)) > 1:
            doubts.append(f"{place}: `{row.id}` names several roles; its role restriction was not read")
        elif not row.role_restriction and _ASKS_FOR_ROLE.search(str(raw.get("text") or "")):
            doubts.append(f"{place}: `{row.id}` has no role restriction, while its text asks for a role")
        if row.side != "conflict" and row.influence_cost is not None:
            doubts.append(f"{place}: `{row.id}` is on the {row.side} side and has an influence cost")
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


def _row(raw: Mapping[str, Any]) -> LcgCardRow:
    """Return the fields of a card that the importer reads."""
    card_id = str(raw.get("id") or "")
    if not card_id:
        raise DataError("a card without an id")
    roles = _roles(raw)
    values = {
        **{key: raw.get(key) for key in ("name", "name_extra", "side", "type")},
        **{key: number(raw.get(key)) for key in ("deck_limit", "influence_cost")},
        "id": card_id,
        "clan": _first(raw, _CLAN),
        "role_restriction": roles[0] if len(roles) == 1 else "",
        "allowed_clans": strings(raw.get("allowed_clans")) or None,
    }
    return msgspec.convert({key: value for key, value in values.items() if value is not None}, LcgCardRow)


def _first(raw: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """Return the value of the first key that has one."""
    return next((raw[key] for key in keys if raw.get(key)), None)


def _roles(raw: Mapping[str, Any]) -> tuple[str, ...]:
    return strings(_first(raw, _ROLE))


def _printings(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the printings in the record of a card, which both servers nest in their own way."""
    rows = [*(raw.get("pack_cards") or ()), *(raw.get("versions") or ())]
    return [_printing(str(row.get("pack_id") or (row.get("pack") or {}).get("id") or ""), row) for row in rows]


def _printing(pack: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a printing in the fields of the pool, not yet converted to their types."""
    return {"set": pack, "number": str(row.get("position") or ""), "copies": row.get("quantity") or 0}


def _record(row: LcgCardRow, card: Card, raw: Mapping[str, Any], text: str, place: str) -> SourceRecord:
    # An empty value of a yes-or-no field means unknown.
    said = {key for key, value in raw.items() if value is not None or key not in _UNIQUE}
    return SourceRecord(
        card=card,
        full=frozenset(field for field, keys in _KEYS.items() if not said.isdisjoint(keys)),
        partial=_PARTIAL,
        effects=tuple(effects_of(row)),
        full_effects=frozenset(_full_effects(raw)),
        place=place,
        text=text,
    )


def _full_effects(raw: Mapping[str, Any]) -> Iterator[type[Effect]]:
    """Yield the types of effects that the record decides."""
    if any(key in raw for key in _ROLE) and len(_roles(raw)) <= 1:
        yield RequiresRole
    if raw.get("deck_limit") is not None:
        yield CopyLimitText
    if raw.get("allowed_clans") and "influence_cost" in raw:
        yield ClansOnly


def _format_problems(formats: Iterable[tuple[dict[str, Any], str]], packs: Mapping[str, CardSet]) -> Iterator[str]:
    """Yield the legal packs of a source's formats that are missing from its list of packs."""
    for record, place in formats:
        for pack in strings(record.get("legal_packs")):
            if packs and pack not in packs:
                yield f"{place}: the format `{record.get('id', '')}` names the unknown pack `{pack}`"
