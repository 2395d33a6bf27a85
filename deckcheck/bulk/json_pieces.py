"""The cards on a line of JSON as written, one between two commas, and the text around them."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from deckcheck.model.deck import Request, Span
from deckcheck.rules.tally import PlaceOf

decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
_facts = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_cards = msgspec.json.Decoder(dict[str, int]).decode
T = TypeVar("T")
_CARDS = b'"cards"'
# The key of decks in JSON of deckcheck's own.
_OWN_KEY, _OWN = "deckcheck", b'"deckcheck"'
_NO_CARDS = msgspec.Raw(b"{}")


class OtherLines(Exception):
    """Only the readers can say what a line means, because it depends on other lines or is in doubt."""


def cards_in(line: bytes) -> tuple[int, int]:
    """Return where the map of cards in a line of JSON begins and ends."""
    key = line.find(_CARDS)
    start = line.find(b"{", key + len(_CARDS)) + 1
    return start, line.find(b"}", start)


def card_in(piece: bytes) -> tuple[str, int]:
    """Return the id and the number of a card; raises OtherLines if it is not written in the usual way."""
    cards = _decoded(b"{%b}" % piece, _cards)
    # A name with an escape cannot be found in the line.
    is_plain = b"\\" not in piece and _OWN not in piece and piece.decode().isprintable()
    if not is_plain or len(cards) != 1:
        raise OtherLines
    return cards.popitem()


def facts_around(text: bytes) -> dict[str, msgspec.Raw]:
    """Return what a line has besides its cards, from `text`, the line without the contents of their map.

    Raises OtherLines when that map may be another one.
    """
    if text in (b'{"cards":{}}', b'{"cards": {}}'):  # The line has only cards.
        return {}
    facts = _decoded(text, _facts)
    has_spaces = encode(facts) != text
    if (
        (has_spaces and not (_is_whole(facts, text) and text.decode().isprintable()))
        or (b"\\" in text and b"\\u" in text)
        or text.count(_CARDS) > 1
        or facts.pop("cards", None) != _NO_CARDS
    ):
        raise OtherLines
    return facts


def value_of(key: str, written: bytes, nesting: int) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return the value of a fact; raises OtherLines when it may be a deck, or may be nested deeper than allowed."""
    value = _decoded(written, decode)
    is_plain = key.isprintable() and written.decode().isprintable() and key != _OWN_KEY
    if written[0] in b"{[" and is_plain:
        is_flat = written.count(b"{") + written.count(b"[") < nesting
        is_plain = is_flat and _OWN not in written and _is_whole(value, written)
    if not is_plain:
        raise OtherLines
    return value


def places_in(line: bytes) -> PlaceOf:
    """Return the function that gives the places of ids on a line of JSON."""
    text = line.decode()
    start = text.index(_CARDS.decode()) + len(_CARDS)

    def place_of(request: Request) -> Span:
        column = text.index(f'"{request.name}"', start) + 1
        return Span(1, column, column + len(request.name) + 2)

    return place_of


def _decoded(text: bytes, decoder: Callable[[bytes], T]) -> T:
    """Return the value of `text` as JSON; raises OtherLines if it is not JSON."""
    try:
        return decoder(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise OtherLines from None


def _is_whole(value: object, text: bytes) -> bool:
    """Return whether `value` is all of `text`: of equal keys a decoder keeps the last, and the text has more colons."""
    return encode(value).count(b":") == text.count(b":")
