"""JSON decks of card ids and counts, as EmeraldDB and fiveringsdb give them.

A deck is an object with ``cards``, a map of ids to counts, and what else the site knows (``name``, ``format``,
``username``); the same under ``record`` or ``record.head``; or the bare map. A list holds several of them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from deckcheck.decklists.quantities import request_of, too_many_cards
from deckcheck.decklists.strict_json import Places, parse
from deckcheck.decklists.text import split_lines
from deckcheck.errors import InputError
from deckcheck.limits import Limits
from deckcheck.model.deck import RawDeck


def read_json(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError when it is not JSON or holds no map of cards."""
    text = text.removeprefix("\ufeff")
    file = _File(path, split_lines(text), Places(text), limits)
    value = parse(text, path, limits)
    if not isinstance(value, list):
        return (_deck(value, path, file),)
    if not value:
        raise InputError("there is no deck in this list", place=path)
    return tuple(_deck(item, f"{path}#{number}", file) for number, item in enumerate(value, 1))


class _File(Struct, frozen=True):
    """The file that decks stand in."""

    path: str
    lines: tuple[str, ...]
    places: Places
    limits: Limits


def _deck(value: Any, name: str, file: _File) -> RawDeck:  # noqa: ANN401 - JSON is what it is
    deck, places, limits = _object(value, name), file.places, file.limits
    cards = deck["cards"]
    if not cards:
        raise InputError("there is no card in this list", place=name)
    if len(cards) > limits.lines:
        raise too_many_cards(name, limits)
    places.find("cards", limits.file_bytes)  # A bare map has no such key, and then nothing moves.
    return RawDeck(
        path=name,
        lines=file.lines,
        requests=tuple(request_of(key, count, places.find(key), limits) for key, count in cards.items()),
        name=_text(deck, "name", limits),
        player=_text(deck, "player", limits) or _text(deck, "username", limits) or "",
        format=_text(deck, "format", limits) or "",
        syntax="json",
        source="" if name == file.path else file.path,
        limits=limits,
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


def _text(deck: dict[str, Any], key: str, limits: Limits) -> str | None:
    value = deck.get(key)
    return value[: limits.name_length] if isinstance(value, str) and value.strip() else None
