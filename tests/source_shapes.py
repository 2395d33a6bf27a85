"""A card pool in the shapes of the sources, made for loopback servers and files that stand for them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any
from xml.sax.saxutils import escape

from deckcheck.model.card import Card
from deckcheck.model.effect import ClansOnly, CopyLimitText, RequiresRole
from deckcheck.model.names import experience_suffix
from deckcheck.model.pool import Pool

CLANS = ["crab", "crane", "dragon", "lion", "phoenix", "scorpion", "unicorn"]
TEXT = "A text that must never come into a pool."


def lcg_row(card: Card, card_id: str) -> dict[str, Any]:
    """Return a card in the fields that both servers of the card game share."""
    effects = {type(effect): effect for effect in card.effects}
    role: Any = effects.get(RequiresRole)
    limit: Any = effects.get(CopyLimitText)
    clans: Any = effects.get(ClansOnly)
    return {
        "id": card_id,
        "name": card.title,
        "name_extra": card.mark or None,
        "clan": card.clans[0] if card.clans else "neutral",
        "side": {"none": "role", "province": "province"}.get(card.deck, card.deck),
        "type": card.kind,
        "text": TEXT,
        "traits": list(card.keywords),
        "role_restriction": role.trait if role else None,
        "deck_limit": limit.max if limit else 3,
        "allowed_clans": list(clans.clans) if clans else CLANS,
        "influence_cost": card.influence,
        "influence_pool": card.influence_pool,
        "military": card.military,
        "political": card.political,
        "military_bonus": card.military_bonus,
        "political_bonus": card.political_bonus,
        "strength": card.strength,
        "strength_bonus": card.strength_bonus,
        "glory": card.glory,
        "fate": card.fate,
        "honor": card.honor,
    }


def fiveringsdb(pool: Iterable[Card]) -> dict[str, Any]:
    """Return the answer of ``/cards``."""
    records = [
        lcg_row(card, card.id)
        | {
            "unique": card.unique,
            "cost": card.cost,
            "element": list(card.elements) or None,
            "pack_cards": [
                {"pack": {"id": p.set}, "position": p.number, "quantity": p.copies, "flavor": TEXT}
                for p in card.printings
            ],
        }
        for card in pool
    ]
    return {"success": True, "size": len(records), "records": records}


def emeralddb(pool: Iterable[Card]) -> list[dict[str, Any]]:
    """Return the answer of ``/api/cards``, which names cards by their older ids."""
    cards = list(pool)
    ids = [card.id for card in cards]
    return [_emeralddb(card, next((alias for alias in card.aliases if alias not in ids), card.id)) for card in cards]


def _emeralddb(card: Card, card_id: str) -> dict[str, Any]:
    row = lcg_row(card, card_id)
    role = row.pop("role_restriction")
    return row | {
        "faction": row.pop("clan"),
        "role_restrictions": [role] if role else [],
        "is_unique": card.unique,
        "cost": None if card.cost is None else str(card.cost),
        "elements": list(card.elements),
        "restricted_in": [],
        "banned_in": ["skirmish"],
        "splash_banned_in": [],
        "versions": [
            {
                "pack_id": p.set,
                "position": p.number,
                "quantity": p.copies,
                "illustrator": "Somebody",
                "image_url": "https://images.example.org/1.jpg",
                "flavor": TEXT,
                "rotated": True,
            }
            for p in card.printings
        ],
    }


# What a record of EmeraldDB need not have.
EMERALDDB_OPTIONAL = (
    *("name_extra", "text", "restricted_in", "banned_in", "splash_banned_in", "allowed_clans", "traits", "cost"),
    *("influence_cost", "elements", "strength", "glory", "fate", "honor", "influence_pool", "strength_bonus"),
    *("military", "political", "military_bonus", "political_bonus"),
)


def emeralddb_packs(pool: Pool) -> list[dict[str, Any]]:
    """Return the answer of ``/api/packs``."""
    return [
        {
            "id": item.id,
            "name": item.name,
            "position": number,
            "size": item.size,
            "released_at": f"{item.released}T00:00:00.000Z" if item.released else None,
            "publisher_id": "emerald-legacy" if item.fan else "ffg",
            "cycle_id": item.cycle,
            "rotated": False,
        }
        for number, item in enumerate(pool.sets().values(), 1)
    ]


def emeralddb_formats(pool: Pool) -> list[dict[str, Any]]:
    """Return the answer of ``/api/formats``."""
    return [
        {"id": "emerald", "name": "Emerald", "legal_packs": list(pool.sets()), "supported": True},
        {"id": "enlightenment", "name": "Enlightenment", "supported": False},
    ]


def packs(pool: Pool) -> list[dict[str, Any]]:
    """Return the packs of the card game."""
    return [
        {"id": item.id, "name": item.name, "cycle_id": item.cycle, "released_at": item.released or None}
        | {"size": item.size or None}
        for item in pool.sets().values()
    ]


def oracle(pool: Pool, cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Return the records of the Oracle, numbered from 1."""
    return [_oracle(pool, card, number) for number, card in enumerate(cards, 1)]


def _oracle(pool: Pool, card: Card, number: int) -> dict[str, Any]:
    stats = {
        "cost": card.cost,
        "focus": card.focus,
        "force": card.force,
        "chi": card.chi,
        "honor": card.honor_requirement,
        "ph": card.personal_honor,
        "production": card.gold_production,
        "strength": card.province_strength,
        "startinghonor": card.starting_honor,
    }
    sets = pool.sets()
    return {
        "cardid": number,
        "title": [ccg_title(card)],
        "formattedtitle": ccg_title(card) + formatted_level(card).replace("•", "&#149;"),
        "type": [card.kind.title()],
        "deck": [card.deck.title() if card.deck != "none" else "Other"],
        "clan": [clan.title() for clan in card.clans],
        "keywords": [f"<b>{word}</b>" if word == "Unique" else word for word in card.keywords],
        "legality": [pool.info.marks[mark].replace(" ", "&nbsp;") for mark in card.marks],
        "text": [TEXT],
        "printing": [
            {
                "set": [sets[p.set].name.replace("–", "&ndash;")],
                "rarity": [p.rarity],
                "number": [p.number],
                "flavor": [TEXT],
            }
            for p in card.printings
        ],
        **{key: [str(value)] for key, value in stats.items() if value is not None},
    }


def ccg_title(card: Card) -> str:
    """Return a title with the mark that tells cards of one name apart."""
    return f"{card.title} ({card.mark})" if card.mark else card.title


def formatted_level(card: Card) -> str:
    """Return an experience level as the Oracle writes it behind a title."""
    if not card.level:
        return ""
    if card.level == -1:
        return f" • Inexperienced{card.variant}"
    return f" • Experienced{'' if card.level == 1 else f' {card.level:g}'}{card.variant}"


def set_files(pool: Pool, cards: Iterable[Card]) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of set files; JSON is YAML too."""
    by_set: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for card in cards:
        for printing in card.printings:
            by_set[printing.set].append(
                {
                    "title": ccg_title(card),
                    "extended_title": ccg_title(card) + formatted_level(card),
                    "types": [card.kind.title()],
                    "decks": [card.deck.title() if card.deck != "none" else "Other"],
                    "clans": [clan.title() for clan in card.clans],
                    "keywords": list(card.keywords),
                    "text": TEXT,
                    "legality": [pool.info.marks[mark] for mark in card.marks],
                    "is_unique": card.unique,
                    "rarity": printing.rarity,
                    "number": printing.number,
                    "gold_cost": card.cost,
                    "focus": card.focus,
                    "force": card.force,
                    "chi": card.chi,
                    "honor_requirement": card.honor_requirement,
                    "personal_honor": card.personal_honor,
                    "gold_production": card.gold_production,
                    "province_strength": card.province_strength,
                    "starting_honor": card.starting_honor,
                }
            )
    for set_id, rows in by_set.items():
        yield f"{set_id}.yaml", json.dumps({"set": pool.sets()[set_id].name, "cards": rows})


def card_xml(cards: Iterable[Card]) -> str:
    """Return a card file as Egg of P'an Ku reads it."""
    parts = ['<cards version="test">']
    for number, card in enumerate(cards):
        stats = {
            "cost": card.cost,
            "focus": card.focus,
            "force": card.force,
            "chi": card.chi,
            "honor_req": card.honor_requirement,
            "personal_honor": card.personal_honor,
            "gold_production": card.gold_production,
            "province_strength": card.province_strength,
            "starting_honor": card.starting_honor,
        }
        parts.append(f'<card id="T{number:05}" type="{card.kind}">')
        parts.append(f"<name>{escape(ccg_title(card) + experience_suffix(card.level, card.variant))}</name>")
        parts += [f"<legal>{mark}</legal>" for mark in card.marks]
        parts += [f"<clan>{escape(clan)}</clan>" for clan in card.clans]
        parts += [f"<{key}>{escape(str(value))}</{key}>" for key, value in stats.items() if value is not None]
        parts.append(f"<text><![CDATA[<b>{TEXT}</b>]]></text></card>")
    return "\n".join([*parts, "</cards>"])
