"""Cards that a search found, as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.model.query.fields import NUMBERS
from deckcheck.model.query.knowledge import words_of
from deckcheck.model.standing import Hit
from deckcheck.reports.tables import table_of_used


def _table(hits: Sequence[Hit]) -> str:
    """Return a table with a column for each statistic that one of the cards has."""
    heads = {"pool": "pool", "name": "name", "kind": "kind", "deck": "deck", "clans": "clans"}
    heads |= {field.attribute: field.short for field in NUMBERS.values() if field.attribute != "level"}
    heads |= {"standing": "standing", "left": "left", "unknown": "unknown"}
    return table_of_used([_facts(hit) | {"unknown": ", ".join(map(words_of, hit.unknown))} for hit in hits], heads)


def _csv(hits: Sequence[Hit]) -> str:
    """Return comma-separated values with a column for each fact, the same columns whatever was found."""
    from deckcheck.reports.csv import row

    rows = [_facts(hit) for hit in hits]
    return "".join([row(rows[0] if rows else ("pool", "id", "name")), *(row(each.values()) for each in rows)])


def _json(hits: Sequence[Hit]) -> str:
    """Return a list of objects with the facts as pool files have them, the pool, the name and the standing."""
    items = []
    for hit in hits:
        item = {"pool": hit.pool, "name": hit.card.name, **msgspec.to_builtins(hit.card)}
        if hit.standing:
            item["standing"] = msgspec.to_builtins(hit.standing)
        if hit.left is not None:
            item["left"] = hit.left
        items.append(item)
    return json_page(items)


def _names(hits: Sequence[Hit]) -> str:
    """Return one name per line, as deck lists write them."""
    return "".join(f"{printable(hit.card.name)}\n" for hit in hits)


RENDERERS: Mapping[str, Callable[[Sequence[Hit]], str]] = {
    "table": _table,
    "json": _json,
    "csv": _csv,
    "names": _names,
}


def _facts(hit: Hit) -> dict[str, str]:
    card: Card = hit.card
    return {
        "pool": hit.pool,
        "id": card.id,
        "name": card.name,
        "kind": card.kind,
        "deck": "" if card.deck == "none" else card.deck,
        "clans": ", ".join(card.clans),
        "unique": "yes" if card.unique else "",
        "keywords": ", ".join(card.keywords),
        **{field.attribute: _number(card, field.attribute) for field in NUMBERS.values()},
        "elements": ", ".join(card.elements),
        "sets": ", ".join(printing.set for printing in card.printings),
        "marks": ", ".join(card.marks),
        "banned": ", ".join(card.banned),
        "released": card.released,
        "standing": str(hit.standing or ""),
        "left": _written(hit.left),
        "unknown": ", ".join(map(words_of, card.unknown)),
    }


def _number(card: Card, attribute: str) -> str:
    return "?" if attribute in card.unknown else _written(getattr(card, attribute))


def _written(value: float | str | None) -> str:
    return "" if value is None else str(value)
