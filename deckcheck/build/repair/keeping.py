"""Find the cards that a repair must keep or exclude, by name."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.build.editing.names import line_of
from deckcheck.decks.resolve import Suggester, cards_called
from deckcheck.model.deck import Deck
from deckcheck.model.errors import InputError, no_card
from deckcheck.model.pool import Pool


def kept_cards(names: Iterable[str], deck: Deck, pool: Pool) -> dict[str, int]:
    """Return the copies to keep by card id: the number before a name, or all copies in the deck.

    Raises InputError when the deck has fewer copies, or none.
    """
    kept: dict[str, int] = {}
    for name in names:
        found = copies_to_keep(name, deck, pool)
        if not found:
            raise InputError(
                f"`{line_of(name, deck.raw.limits).name}` is not in the deck",
                place=deck.raw.path,
                help="write the name as in the list",
            )
        kept |= found
    return kept


def copies_to_keep(name: str, deck: Deck, pool: Pool) -> dict[str, int]:
    """Return the copies to keep of one card as `kept_cards` does, empty when the deck has none."""
    have, request = deck.copies, line_of(name, deck.raw.limits)
    ids = [card.id for card in cards_called(request.name, pool) if card.id in have]
    if ids and request.counted and request.count > sum(have[card_id] for card_id in ids):
        raise InputError(f"the deck has fewer than {request.count} `{request.name}`", place=deck.raw.path)
    return {card_id: min(have[card_id], request.count) if request.counted else have[card_id] for card_id in ids}


def banned_cards(names: Iterable[str], pool: Pool) -> frozenset[str]:
    """Return the ids of all cards with these names; raises UsageError for a name without a card."""
    banned: set[str] = set()
    for name in names:
        ids = {card.id for card in cards_called(name, pool)}
        if not ids:
            raise no_card(name, Suggester(pool)(name))
        banned |= ids
    return frozenset(banned)
