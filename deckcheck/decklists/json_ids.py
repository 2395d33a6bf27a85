"""JSON decks of card ids and counts, as EmeraldDB and fiveringsdb give them.

A deck is an object with ``cards``, a map of ids to counts, and what else the site knows (``name``, ``format``,
``username``); the same under ``record`` or ``record.head``; or the bare map.
"""

from __future__ import annotations

from typing import Any

from deckcheck.decklists import strict_json
from deckcheck.decklists.text import MAX_COUNT, MAX_LINES, MAX_NAME, split_lines
from deckcheck.errors import InputError
from deckcheck.model.deck import RawDeck, Request
from deckcheck.spans import Span


def read_json(text: str, path: str) -> RawDeck:
    """Return the deck in `text`; raises InputError when it is not JSON or holds no map of cards."""
    text = text.removeprefix("\ufeff")
    deck = _deck(strict_json.parse(text, path), path)
    cards = deck["cards"]
    if not cards:
        raise InputError("there is no card in this list", place=path)
    if len(cards) > MAX_LINES:
        raise InputError(f"more than {MAX_LINES:,} cards", place=path, help="give one deck list a file")
    places = _Places(text)
    return RawDeck(
        path=path,
        lines=split_lines(text),
        requests=tuple(_request(name, count, places) for name, count in cards.items()),
        name=_text(deck, "name"),
        player=_text(deck, "player") or _text(deck, "username") or "",
        format=_text(deck, "format") or "",
        syntax="json",
    )


def _deck(value: Any, path: str) -> dict[str, Any]:  # noqa: ANN401 - JSON is what it is
    """Return the object that has ``cards``."""
    for key in ("record", "head"):
        if isinstance(value, dict) and isinstance(value.get(key), dict) and "cards" not in value:
            value = value[key]
    if isinstance(value, dict) and "cards" not in value and value and all(map(_is_count, value.values())):
        value = {"cards": value}
    if not isinstance(value, dict) or not isinstance(value.get("cards"), dict):
        raise InputError("no map of card ids to counts under `cards`", place=path)
    return value


def _request(name: str, count: object, places: _Places) -> Request:
    good = _is_count(count) and isinstance(count, int) and 1 <= count <= MAX_COUNT
    shown = name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 3]}..."
    return Request(
        name=shown,
        count=count if good and isinstance(count, int) else 0,
        span=places.of(name),
        written=shown,
        bad_count="" if good else str(count)[:20],
    )


def _is_count(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(deck: dict[str, Any], key: str) -> str | None:
    value = deck.get(key)
    return value[:MAX_NAME] if isinstance(value, str) and value.strip() else None


class _Places:
    """Where the keys stand in the text; they are found in the order in which they were read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = max(text.find('"cards"'), 0)

    def of(self, key: str) -> Span:
        """Return the place of `key`, or the beginning of the text when it is written with escapes."""
        start = self._text.find(f'"{key}"', self._next)
        if start < 0:
            return Span(1, 1, 2)
        self._next = start + len(key) + 2
        line = self._text.count("\n", 0, start) + 1
        column = start - self._text.rfind("\n", 0, start)
        return Span(line, column, column + len(key) + 2)
