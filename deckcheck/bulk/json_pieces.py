"""The cards on a line of JSON as they are written, one between two commas, and what is around them."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from deckcheck.decks.strict_json import is_deeper
from deckcheck.model.deck import Request
from deckcheck.model.spans import Span
from deckcheck.rules.tally import PlaceOf

decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
_CARDS = b'"cards"'
# What is left of a line that gives only cards.
_ONLY_CARDS = frozenset({b'{"cards":{}}', b'{"cards": {}}'})


class OtherLines(Exception):
    """Only the readers can tell what a line means, because other lines decide or it is in doubt."""


def cards_in(line: bytes) -> tuple[int, int]:
    """Return where the map of cards in a line of JSON begins and ends."""
    key = line.find(_CARDS)
    start = line.find(b"{", key + len(_CARDS)) + 1
    return start, line.find(b"}", start)


def card_in(piece: bytes) -> tuple[str, int]:
    """Return the id and the number of a card; raises OtherLines when it is written in any other than the usual way."""
    cards = _decoded(b"{%b}" % piece)
    # A name with an escape cannot be found in the line.
    is_plain = b"\\" not in piece and b'"deckcheck"' not in piece and piece.decode().isprintable()
    if not is_plain or {*map(type, cards.values())} != {int}:
        raise OtherLines
    ((card_id, copies),) = cards.items()
    return card_id, copies


def deck_around(text: bytes, nesting: int) -> dict[str, Any]:
    """Return what a line gives besides its cards, from `text`, the line without what is in their map.

    Raises OtherLines when that map may be another one, or the objects in it are nested deeper than allowed.
    """
    if text in _ONLY_CARDS:
        return {}
    deck = _decoded(text)
    if text.count(_CARDS) > 1 or b"\\u" in text or b'"deckcheck"' in text or not text.decode().isprintable():
        raise OtherLines
    # A decoder keeps only the last of equal keys; then the text is another one, and has more colons than the deck.
    is_whole = encode(deck) == text or text.count(b":") == _colons(deck)
    if (
        not is_whole
        or deck.pop("cards", None) != {}
        or (text.count(b"{") + text.count(b"[") > nesting and is_deeper(deck, nesting))
    ):
        raise OtherLines
    return deck


def one_by_one(facts: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield what `facts` consist of: those of an array of texts one by one, because they say the same alone."""
    for fact in facts:
        key, value = fact
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            yield from ((key, [each]) for each in value)
        else:
            yield fact


def places_in(line: bytes) -> PlaceOf:
    """Return the function that gives the places of ids on a line of JSON."""
    text = line.decode()
    start = text.index(_CARDS.decode()) + len(_CARDS)

    def place_of(request: Request) -> Span:
        column = text.index(f'"{request.name}"', start) + 1
        return Span(1, column, column + len(request.name) + 2)

    return place_of


def _decoded(text: bytes) -> dict[str, Any]:
    """Return an object of JSON; raises OtherLines when it is none."""
    try:
        found = decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise OtherLines from None
    if not isinstance(found, dict):
        raise OtherLines
    return found


def _colons(value: Any) -> int:  # noqa: ANN401 - JSON is what it is
    """Return how many colons `value` has as JSON."""
    if isinstance(value, str):
        return value.count(":")
    if isinstance(value, dict):
        return len(value) + sum(map(_colons, (*value, *value.values())))
    return sum(map(_colons, value)) if isinstance(value, list) else 0
