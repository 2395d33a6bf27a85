"""JSON decks of card ids, read without a list in between: only those without any surprise."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from deckcheck.limits import Limits


class ExactDeck(Struct, gc=False):
    """A JSON deck: its names and copies, and what it says of itself."""

    cards: dict[str, int]
    name: str | None = None
    player: str | None = None
    username: str | None = None
    format: str | None = None

    def facts(self, limits: Limits) -> tuple[str | None, str]:
        """Return the name and the player, as the reader of JSON decks gives them within `limits`."""
        name, player = self.name, self.player or self.username or ""
        most = limits.name_length
        if (name is not None and _is_odd(name, most)) or _is_odd(player, most):
            return _text(name, most), _text(self.player, most) or _text(self.username, most) or ""
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


def _is_odd(text: str, most: int) -> bool:
    return len(text) > most or text.isspace()


def _text(text: str | None, most: int) -> str | None:
    return text[:most] if text and text.strip() else None
