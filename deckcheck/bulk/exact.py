"""JSON decks of card ids, read without a list in between: only those without any surprise."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

_KEYS = frozenset({"name", "player", "username", "format", "cards"})
_MAX_TEXT = 200


class ExactDeck(Struct, frozen=True):
    """The names and copies in a JSON deck, and what it says of itself."""

    lines: dict[str, int]
    name: str | None = None
    player: str = ""
    format: str = ""


_decoder = msgspec.json.Decoder(dict[str, dict[str, int] | str | None])


def read_exact(text: str) -> ExactDeck | None:
    """Return the deck in `text` as the reader of JSON decks would, None where that reader has to look itself."""
    try:
        value = _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return None
    lines = value.get("cards")
    # Where a key stands twice, the decoder has kept only one of them.
    if not isinstance(lines, dict) or not lines or text.count('":') != len(value) + len(lines):
        return None
    if not _KEYS.issuperset(value):
        return None
    name, player, username, said = (_text(value, key) for key in ("name", "player", "username", "format"))
    return ExactDeck(lines, name, player or username or "", said or "")


def _text(value: dict[str, Any], key: str) -> str | None:
    text = value.get(key)
    return text[:_MAX_TEXT] if isinstance(text, str) and text.strip() else None
