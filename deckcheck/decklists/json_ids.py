"""JSON decks of card ids and counts, as EmeraldDB and fiveringsdb give them.

A deck is an object with ``cards``, a map of ids to counts, and what else the site knows (``name``, ``format``,
``username``); the same under ``record`` or ``record.head``; or the bare map. A list holds several of them.
"""

from __future__ import annotations

from typing import Any

from deckcheck.decklists.files import MAX_BYTES
from deckcheck.decklists.quantities import request_of
from deckcheck.decklists.strict_json import Places, parse
from deckcheck.decklists.text import MAX_LINES, MAX_NAME, split_lines
from deckcheck.errors import InputError
from deckcheck.model.deck import RawDeck


def read_json(text: str, path: str) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError when it is not JSON or holds no map of cards."""
    text = text.removeprefix("\ufeff")
    value, places, lines = parse(text, path), Places(text), split_lines(text)
    if not isinstance(value, list):
        return (_deck(value, places, path, path, lines),)
    if not value:
        raise InputError("there is no deck in this list", place=path)
    return tuple(_deck(item, places, f"{path}#{number}", path, lines) for number, item in enumerate(value, 1))


def _deck(value: Any, places: Places, name: str, path: str, lines: tuple[str, ...]) -> RawDeck:  # noqa: ANN401 - JSON is what it is
    deck = _object(value, name)
    cards = deck["cards"]
    if not cards:
        raise InputError("there is no card in this list", place=name)
    if len(cards) > MAX_LINES:
        raise InputError(f"more than {MAX_LINES:,} cards", place=name, help="give one deck list a file")
    places.find("cards", MAX_BYTES)  # A bare map has no such key, and then nothing moves.
    return RawDeck(
        path=name,
        lines=lines,
        requests=tuple(request_of(key, count, places.find(key)) for key, count in cards.items()),
        name=_text(deck, "name"),
        player=_text(deck, "player") or _text(deck, "username") or "",
        format=_text(deck, "format") or "",
        syntax="json",
        source="" if name == path else path,
    )


def _object(value: Any, path: str) -> dict[str, Any]:  # noqa: ANN401 - JSON is what it is
    """Return the object that has ``cards``."""
    for key in ("record", "head"):
        if isinstance(value, dict) and isinstance(value.get(key), dict) and "cards" not in value:
            value = value[key]
    if isinstance(value, dict) and "cards" not in value and value and all(map(_is_number, value.values())):
        return {"cards": value}
    if not isinstance(value, dict) or not isinstance(value.get("cards"), dict):
        raise InputError("no map of card ids to counts under `cards`", place=path)
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(deck: dict[str, Any], key: str) -> str | None:
    value = deck.get(key)
    return value[:MAX_NAME] if isinstance(value, str) and value.strip() else None
