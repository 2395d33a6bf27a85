"""JSON decks of card ids on one line, taken apart into what stands between the commas: those without any surprise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, count, repeat
from operator import add

import msgspec
from msgspec import Struct

from deckcheck.decklists.quantities import request_of
from deckcheck.limits import Limits
from deckcheck.model.deck import Request


class PlainJson(Struct, gc=False):
    """A JSON deck: its cards as they are written, each with its copies (``"id":3``), and what it says of itself."""

    lines: list[str]
    name: str | None
    player: str


class _Deck(Struct, gc=False):
    cards: msgspec.Raw
    name: str | None = None
    player: str | None = None
    username: str | None = None
    format: str | None = None


# Pieces are remembered, and longer ones, on an average, would fill the memory.
_LONG = 500

_decode = msgspec.json.Decoder(_Deck).decode
_decode_all = msgspec.json.Decoder().decode
_decode_card = msgspec.json.Decoder(dict[str, int]).decode


def read(line: bytes, limits: Limits) -> PlainJson | None:
    """Return the deck in a line of JSON, None where the reader of JSON decks has to look itself."""
    if len(line) > limits.file_bytes:
        return None
    try:
        deck = _decode(line)
        cards = str(deck.cards, "utf-8")
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    lines = cards[1:-1].split(",")
    if cards[0] != "{" or len(line) > _LONG * len(lines) or len(lines) > limits.lines:
        return None
    name, player = deck.name, deck.player or deck.username or ""
    missing = (name, deck.player, deck.username, deck.format).count(None)
    # The decoder has kept the last of several equal keys and passed over those that it does not know.
    if line.count(b":") != len(lines) + 5 - missing and not _has_each_key_once(line, limits):
        return None
    most = limits.name_length
    if (name is not None and _is_odd(name, most)) or _is_odd(player, most):
        name, player = _text(name, most), _text(deck.player, most) or _text(deck.username, most) or ""
    return PlainJson(lines, name, player)


def request_in(piece: str, limits: Limits) -> Request | None:
    """Return what one card of a deck asks for, its columns counted from the start of `piece`; None where it is odd."""
    try:
        cards = _decode_card(f"{{{piece}}}")
    except msgspec.MsgspecError:
        return None
    for name, copies in cards.items():
        # The decoder takes 3.0 for 3.
        is_plain = "\\" not in piece and piece.rpartition(":")[2].strip().isdigit()
        if is_plain and len(name) <= limits.name_length and 1 <= copies <= limits.copies:
            return request_of(name, copies, (1, piece.index('"') + 1), limits)
    return None


def places(deck: PlainJson, line: bytes, number: int) -> Iterator[tuple[int, int]] | None:
    """Return where the cards of a deck stand in the line `number`: its number, and the columns before each.

    None where that is not plain.
    """
    if not line.isascii() or line[:1] != b"{" or line.count(b'"cards"') != 1:
        return None
    first = line.index(b"{", line.index(b'"cards"')) + 1
    # Behind each card is a comma.
    return zip(repeat(number), map(add, accumulate(map(len, deck.lines[:-1]), initial=first), count()))


def _has_each_key_once(line: bytes, limits: Limits) -> bool:
    """Return whether no object says anything twice, as far as the colons tell."""
    if b"\\u003" in line or line.count(b"{") + line.count(b"[") > limits.nesting:
        return False
    try:
        whole = _decode_all(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return False
    # Most of a deck are its cards, whose values are numbers or else no plain deck.
    cards = whole.pop("cards")
    return line.count(b":") == 1 + len(cards) + "".join(cards).count(":") + _colons(whole)


def _colons(value: object) -> int:
    """Return the colons that a JSON value is written with."""
    if isinstance(value, dict):
        return len(value) + "".join(value).count(":") + sum(map(_colons, value.values()))
    if isinstance(value, list):
        return sum(map(_colons, value))
    return value.count(":") if isinstance(value, str) else 0


def _is_odd(text: str, most: int) -> bool:
    return len(text) > most or text.isspace()


def _text(text: str | None, most: int) -> str | None:
    return text[:most] if text and text.strip() else None
