"""JSON of card ids and counts."""

from __future__ import annotations

import json
from collections import Counter

from deckcheck.decks.writing.lines import Written
from deckcheck.decks.writing.losses import fact_losses, id_losses
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck
from deckcheck.model.pool import Pool


def write_emeralddb(deck: Deck, pool: Pool) -> Written:  # noqa: ARG001 - writers are called alike
    """Write JSON of card ids with the name, the format and the player of the deck."""
    raw = deck.raw
    facts = {"name": raw.name or "", "format": raw.format, "username": raw.player}
    value = {key: text for key, text in facts.items() if text} | {"cards": _ids(deck)}
    losses = (*fact_losses(deck, "name", "format", "player"), *id_losses(deck))
    return Written(json.dumps(value, indent=2) + "\n", losses)


def write_fiveringsdb(deck: Deck, pool: Pool) -> Written:  # noqa: ARG001 - writers are called alike
    """Write the bare map of card ids to counts."""
    losses = (*fact_losses(deck), *id_losses(deck))
    return Written(json.dumps(_ids(deck), indent=2) + "\n", losses)


def _ids(deck: Deck) -> dict[str, int]:
    """Return the counts by the ids that the sites use: those without the number of the pack."""
    counts = Counter[str]()
    for entry in deck.entries:
        counts[site_id(entry.card)] += entry.count
    return counts


def site_id(card: Card) -> str:
    """Return the id of a card on EmeraldDB and fiveringsdb."""
    return next((alias for alias in card.aliases if not alias[0].isdigit()), card.id)
