"""The facts of a card as short phrases, as pages, texts and the editor show them."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.model.card import Card
from deckcheck.model.gold_words import gold_phrases
from deckcheck.rules.clans import clan_names

# Facts of a card in the order in which they are shown; the cost has a column of its own.
_FACTS = {
    "force": "force",
    "chi": "chi",
    "honor_requirement": "honor req.",
    "personal_honor": "personal honor",
    "gold_production": "gold production",
    "province_strength": "province strength",
    "starting_honor": "starting honor",
    "focus": "focus",
    "military": "military",
    "political": "political",
    "military_bonus": "military",
    "political_bonus": "political",
    "glory": "glory",
    "strength": "strength",
    "strength_bonus": "strength",
    "influence": "influence cost",
    "influence_pool": "influence",
    "fate": "fate",
    "honor": "honor",
}


def cost_of(card: Card) -> str:
    """Return the cost of a card as a cell, "" without one."""
    return "" if card.cost is None else str(card.cost)


def all_facts_of(card: Card) -> str:
    """Return the facts of a card in one line, its cost first."""
    return ", ".join(filter(None, (f"cost {card.cost}" if cost_of(card) else "", *facts_of(card))))


def facts_of(card: Card) -> Iterable[str]:
    """Yield the clans, elements, statistics and gold of a card as short phrases, without its cost."""
    yield from (clan_names([clan]) for clan in card.clans)
    yield from card.elements
    for field, label in _FACTS.items():
        value = getattr(card, field)
        if value is not None:
            yield f"{label} {value}"
    yield from gold_phrases(card)
    if card.unique:
        yield "unique"
    if card.loyal:
        yield "loyal"
