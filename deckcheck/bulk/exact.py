"""JSON decks of card ids, read without a list in between: only those without any surprise."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from deckcheck.decklists.text import MAX_NAME


class ExactDeck(Struct, gc=False):
    """A JSON deck: its names and copies, and what it says of itself."""

    cards: dict[str, int]
    name: str | None = None
    player: str | None = None
    username: str | None = None
    format: str | None = None

    @property
    def facts(self) -> tuple[str | None, str]:
        """The name and the player, as the reader of JSON decks gives them."""
        name, player = self.name, self.player or self.username or ""
        if (name is not None and _is_odd(name)) or _is_odd(player):
            return _text(name), _text(self.player) or _text(self.username) or ""
        return name, player


_decode = msgspec.json.Decoder(ExactDeck).decode


def read_exact(line: bytes) -> ExactDeck | None:
    """Return the deck in a line of JSON, None where the reader of JSON decks has to look itself."""
    try:
        deck = _decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return None
    keys = len(deck.cards) + 1 + (deck.name is not None) + (deck.player is not None)
    keys += (deck.username is not None) + (deck.format is not None)
    # The decoder has kept one of several equal keys and passed over those that it does not know.
    return deck if deck.cards and line.count(b'":') == keys else None


def _is_odd(text: str) -> bool:
    return len(text) > MAX_NAME or text.isspace()


def _text(text: str | None) -> str | None:
    return text[:MAX_NAME] if text and text.strip() else None
