"""JSON decks of card ids and counts, as EmeraldDB and fiveringsdb give them.

A deck is an object with ``cards``, a map of ids to counts, and what else the site knows (``name``, ``format``,
``username``); the same under ``record`` or ``record.head``; or the bare map. A list has several of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from deckcheck.decks.counts import leading_count
from deckcheck.decks.quantities import request_of, too_many_cards
from deckcheck.decks.strict_json import JsonPlaces, parse
from deckcheck.decks.text import split_lines
from deckcheck.model.deck import Aside, LineClass, RawDeck
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.spans import Span


def read_json(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError when it is not JSON or has no map of cards."""
    text = text.removeprefix("\ufeff")
    file = _JsonFile(path, split_lines(text), JsonPlaces(text), limits)
    value = parse(text, path, limits)
    if not isinstance(value, list):
        return (_deck(value, path, file),)
    if not value:
        raise InputError("there is no deck in this list", place=path)
    return tuple(_deck(item, f"{path}#{number}", file) for number, item in enumerate(value, 1))


_TOP = Span(1, 1, 2)
# The facts that sites give about a deck; none is a card.
_SAID = """id; deck_id; user_id; name; format; player; username; user_name; email; primary_clan; secondary_clan; clan;
    description; notes; comment; comments; version; version_number; date; created_at; updated_at; date_creation;
    date_update; published; published_date; card_pack_ids; success; rrg_version; last_updated; url; link"""
SAID = frozenset(key.strip() for key in _SAID.split(";"))


class _JsonFile(Struct, frozen=True):
    """The file that decks stand in."""

    path: str
    lines: tuple[str, ...]
    places: JsonPlaces
    limits: Limits


def _deck(value: Any, name: str, file: _JsonFile) -> RawDeck:  # noqa: ANN401 - JSON is what it is
    deck, places, limits = _object(value, name), file.places, file.limits
    cards = deck["cards"]
    if not cards:
        raise InputError("this list has no cards", place=name)
    if len(cards) > limits.lines:
        raise too_many_cards(name, limits)
    places.find("cards", limits.file_bytes)  # A bare map has no such key, and then nothing moves.
    return RawDeck(
        path=name,
        lines=file.lines,
        requests=tuple(request_of(key, count, places.find(key), limits) for key, count in cards.items()),
        asides=() if value is cards else tuple(asides(value, cards, limits)),
        name=_text(deck, "name", limits),
        player=_text(deck, "player", limits) or _text(deck, "username", limits) or "",
        format=_text(deck, "format", limits) or "",
        syntax="json",
        source="" if name == file.path else file.path,
        limits=limits,
    )


def asides(value: Any, cards: dict[str, Any], limits: Limits) -> Iterator[Aside]:  # noqa: ANN401 - JSON
    """Yield what `value` says besides `cards`, which may hold further ones; a card that `cards` has is said already."""
    for key, inner in facts(value, cards, limits):
        yield Aside(LineClass.FACT, said(key, inner, limits), _TOP)


def facts(value: Any, cards: dict[str, Any], limits: Limits, *, known: bool = True) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    """Yield the keys and values of `value` that may say a card, besides `cards` and the cards in it.

    `known`: it is the deck or around it, where a key of `SAID` tells no card, unless a number begins what it says.
    """
    for key, inner in value.items() if isinstance(value, dict) else [("card", inner) for inner in value]:
        is_text = isinstance(inner, str)
        if inner is cards or (is_text and inner in cards):
            continue
        if known and key in SAID and not (is_text and _is_counted(inner.strip(), limits)):
            continue
        if isinstance(inner, dict | list):
            yield from facts(inner, cards, limits, known=known and key in ("record", "head"))
        else:
            yield key, inner


def said(key: str, value: object, limits: Limits) -> str:
    """Return a key and its value, neither object nor array, as a line of a list."""
    return (f"{value} {key}" if _is_number(value) else f"{key}: {value}")[: limits.notes_length]


def _is_counted(text: str, limits: Limits) -> bool:
    return bool(text) and leading_count(text, limits) is not None


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
