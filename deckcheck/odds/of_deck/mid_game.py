"""The halves of a deck in the middle of a game: what is left of them, and which cards count already."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold
from deckcheck.odds.of_deck.deck_halves import DrawnHalf, listed_draws
from deckcheck.odds.policies import Policy

_COUNTED = re.compile(r"([1-9][0-9]?)x? +(.+)")


def mid_game(halves: Sequence[DrawnHalf], seen: Sequence[str], in_play: Sequence[str]) -> tuple[DrawnHalf, ...]:
    """Return the halves from which only draws remain, without the cards `seen` and `in_play`.

    Both name cards as ``Name`` or ``2 Name``. Cards in play, or in the hand, count towards a condition; cards seen do
    not. Turns are counted from now on, and their draws belong to them.

    Raises:
        UsageError: when the deck has fewer copies of a card than are named.
    """
    gone = _copies(halves, (*seen, *in_play))
    held = _copies(halves, in_play)
    return tuple(_left(half, gone, held) for half in halves)


def _left(half: DrawnHalf, gone: Counter[str], held: Counter[str]) -> DrawnHalf:
    away = sum(gone[card.id] for card, _ in half.cards)
    notes = [f"seen or in play: {away} of {half.size} cards; turns are counted from now on"]
    notes.append(f"drawn: {listed_draws(half.a_turn, 'turn')}" if half.a_turn else "no province is refilled")
    return msgspec.structs.replace(
        half,
        # A card without copies left stays, because a condition may name it.
        cards=tuple((card, count - gone[card.id]) for card, count in half.cards),
        held=tuple((card, held[card.id]) for card, _ in half.cards if held[card.id]),
        begun=True,
        opening=0,
        late=False,
        policy=Policy.NONE,
        rounds=1,
        notes=tuple(notes),
    )


def _copies(halves: Sequence[DrawnHalf], names: Sequence[str]) -> Counter[str]:
    """Return the copies named, by card id."""
    cards = {card.id: (card, count) for half in halves for card, count in half.cards}
    found: Counter[str] = Counter()
    for name in names:
        found += _named(name, [card for card, _ in cards.values()])
    for card_id, copies in found.items():
        card, count = cards[card_id]
        if copies > count:
            raise UsageError(f"the deck has {count} of `{card.name}`, and {copies} are named as seen or in play")
    return found


def _named(text: str, cards: Sequence[Card]) -> Counter[str]:
    counted = _COUNTED.fullmatch(text)
    for name, copies in ((text, 1), *([(counted[2], int(counted[1]))] if counted else [])):
        key = fold(name)
        found = [card for card in cards if key in card.folded_names]
        if found:
            # A title alone names the version without experience, where there is one.
            card = next((card for card in found if fold(card.name) == key), found[0])
            return Counter({card.id: copies})
    raise UsageError(f"no card of the deck is `{text}`", help="name a card of the deck, as 'Name' or '2 Name'")
