"""JSON decks of card ids and counts, as EmeraldDB and fiveringsdb give them.

A deck is an object with ``cards``, a map of ids to counts, and what else the site knows (``name``, ``format``,
``username``); the same under ``record`` or ``record.head``; or the bare map. A list has several of them, or is a deck
of objects with one card each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from deckcheck.decks.quantities import request_of, too_many_cards
from deckcheck.decks.sayings import Path, facts, is_number
from deckcheck.decks.strict_json import JsonPlaces, parse
from deckcheck.decks.text import split_lines
from deckcheck.model.deck import Aside, LineClass, RawDeck
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits

# As many objects of one card are a deck together; fewer cards are too few for any deck.
_MANY = 10


def read_json(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError when it is not JSON or has no map of cards."""
    text = text.removeprefix("\ufeff")
    value = parse(text, path, limits)
    file = _JsonFile(path, split_lines(text), JsonPlaces(text), limits)
    if not isinstance(value, list):
        return (_deck(value, (), path, file),)
    if not value:
        raise InputError("there is no deck in this list", place=path)
    if len(value) >= _MANY and all(_is_card(item) for item in value):
        _refuse_equal(value, path)
        cards = [
            request_of(key, count, file.place((number, key)), limits)
            for number, item in enumerate(value)
            for key, count in item.items()
        ]
        return (RawDeck(path=path, lines=file.lines, requests=tuple(cards), syntax="json", limits=limits),)
    return tuple(_deck(item, (number - 1,), f"{path}#{number}", file) for number, item in enumerate(value, 1))


class _JsonFile(Struct, frozen=True):
    """The file that decks stand in."""

    path: str
    lines: tuple[str, ...]
    places: JsonPlaces
    limits: Limits

    def place(self, path: Path) -> tuple[int, int]:
        """Return the line and the column of a key."""
        return self.places.at(path).start


def _deck(value: Any, path: Path, name: str, file: _JsonFile) -> RawDeck:  # noqa: ANN401 - JSON is what it is
    """Return the deck in `value`, to which `path` leads."""
    (deck, inside), limits = _object(value, name), file.limits
    cards, inside = deck["cards"], (*path, *inside)
    if not cards:
        raise InputError("this list has no cards", place=name)
    if len(cards) > limits.lines:
        raise too_many_cards(name, limits)
    return RawDeck(
        path=name,
        lines=file.lines,
        requests=tuple(request_of(key, count, file.place((*inside, key)), limits) for key, count in cards.items()),
        asides=() if value is cards else tuple(_asides(value, path, cards, file)),
        name=_text(deck, "name", limits),
        player=_text(deck, "player", limits) or _text(deck, "username", limits) or "",
        format=_text(deck, "format", limits) or "",
        syntax="json",
        source="" if name == file.path else file.path,
        limits=limits,
    )


def _is_card(item: object) -> bool:
    """Return whether an object is one card with its number."""
    return isinstance(item, dict) and len(item) == 1 and all(map(is_number, item.values()))


def _refuse_equal(items: list[dict[str, Any]], path: str) -> None:
    """Raise InputError when two of these objects have the same card."""
    if len({key for item in items for key in item}) < len(items):
        help = "put all cards of a deck into one object"
        raise InputError("each object of this list has one card, and some have the same", place=path, help=help)


def _asides(value: Any, path: Path, cards: dict[str, Any], file: _JsonFile) -> Iterator[Aside]:  # noqa: ANN401 - JSON
    """Yield what `value`, the deck or an object around it, says besides `cards`."""
    for inside, line in facts(value, cards, file.limits):
        yield Aside(LineClass.FACT, line, file.places.at((*path, *inside)))


def _object(value: Any, name: str) -> tuple[dict[str, Any], Path]:  # noqa: ANN401 - JSON is what it is
    """Return the object that has ``cards``, and the keys that lead to its cards."""
    inside: Path = ()
    for key in ("record", "head"):
        if isinstance(value, dict) and isinstance(value.get(key), dict) and "cards" not in value:
            value, inside = value[key], (*inside, key)
    if isinstance(value, dict) and "cards" not in value and value and all(map(is_number, value.values())):
        return {"cards": value}, inside
    if not isinstance(value, dict) or not isinstance(value.get("cards"), dict):
        raise InputError("no map of card ids to counts under `cards`", place=name)
    return value, (*inside, "cards")


def _text(deck: dict[str, Any], key: str, limits: Limits) -> str | None:
    value = deck.get(key)
    return value[: limits.name_length] if isinstance(value, str) and value.strip() else None
