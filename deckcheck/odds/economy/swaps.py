"""Change the dealt cards by a text such as ``+1 Silver Mine -1 Doji Shikishi``."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool
from deckcheck.odds.economy.deck import Dealt
from deckcheck.rules.base import plural

_PART = re.compile(r"([+-])\s*(\d+)\s+(.*?)\s*(?=[+-]\s*\d+\s|$)")
_MOST = 99


def swapped(dealt: Dealt, text: str, fmt: Format, pool: Pool) -> Dealt:
    """Return the cards after a change; new cards take the places of removed ones.

    Raises:
        UsageError: for an invalid text, an unknown card, or a card that is not in the deck.
    """
    parts = list(_PART.finditer(text))
    if "".join(part.group() for part in parts).replace(" ", "") != text.replace(" ", "") or not parts:
        raise UsageError(f"`--try {text}` is not a change of cards", help="such as '+1 Silver Mine -1 Doji Shikishi'")
    cards: list[Card | None] = list(dealt.cards)
    entering: list[Card] = []
    for part in parts:
        sign, number, name = part.groups()
        copies = int(number)
        if not 0 < copies <= _MOST:
            raise UsageError(f"`--try {text}`: a number of copies from 1 to {_MOST} is needed")
        if sign == "+":
            entering += [_known(name, fmt, pool)] * copies
        else:
            for place in _places(dealt, cards, name, copies):
                cards[place] = None
    for place, card in enumerate(cards):
        if card is None and entering:
            cards[place] = entering.pop(0)
    return msgspec.structs.replace(dealt, cards=(*(card for card in cards if card is not None), *entering))


def without(dealt: Dealt, names: Sequence[str]) -> tuple[Dealt, tuple[Card, ...]]:
    """Return the cards without one copy for each of `names`, and these copies.

    Raises:
        UsageError: when a card is not in the deck.
    """
    cards: list[Card | None] = list(dealt.cards)
    gone: list[Card] = []
    for name in names:
        (place,) = _places(dealt, cards, name, 1)
        gone += [card for card in (cards[place],) if card is not None]
        cards[place] = None
    return msgspec.structs.replace(dealt, cards=tuple(card for card in cards if card is not None)), tuple(gone)


def _places(dealt: Dealt, cards: Sequence[Card | None], name: str, copies: int) -> list[int]:
    key = fold(name)
    found = [place for place, card in enumerate(cards) if card is not None and key in card.folded_names]
    if len(found) < copies:
        raise _too_few(dealt, name, copies - len(found))
    # A title alone names the version without experience first.
    return sorted(found, key=lambda place: (card := cards[place]) is None or fold(card.name) != key)[:copies]


def _too_few(dealt: Dealt, name: str, more: int) -> UsageError:
    """Return the error for a card with `more` copies named than the deck deals."""
    key = fold(name)
    deals = sum(key in card.folded_names for card in dealt.cards)
    label = next((label for label, card in dealt.others if key in card.folded_names), "")
    if deals:
        named = f"{deals + more} were named"
        return UsageError(f"the deck deals {deals} {plural(deals, 'copy', 'copies')} of `{name}`, and {named}")
    if label:
        return UsageError(f"`{name}` is in the {label}, and the economy deals cards to Provinces only")
    return UsageError(f"no card of the deck is called `{name}`", help="`deckcheck show DECK` lists its cards")


def _known(name: str, fmt: Format, pool: Pool) -> Card:
    title, experience = split_experience(name)
    named = pool.named(fold(name)) or [
        card
        for card in pool.named(fold(title))
        if experience is not None and (card.level, card.variant) == (experience.level, experience.variant)
    ]
    found = [card for card in named if fold(card.name) == fold(name)] or named
    legal = [card for card in found if fmt.allows(card)] or found
    if not legal:
        raise UsageError(f"no card is called `{name}`", help="`deckcheck cards search` finds names")
    return min(legal, key=lambda card: card.level)
