"""What a source tells of a card, in the words of the pool, before it is compared with the pool."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.model.errors import DataError
from deckcheck.model.pool import CardSet

_BREAK = re.compile(r"</?(?:br|p|li|ul|hr|div)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,200}>")

# What reading one record raises when it is not what it should be: a server may send values of any type.
MALFORMED = (DataError, msgspec.ValidationError, AttributeError, KeyError, RecursionError, TypeError, ValueError)


class SourceRecord(Struct, frozen=True, kw_only=True):
    """A card as one source has it.

    Of `card`, the fields named in `told` are what the source says in full, empty values included; of those named in
    `partly` it tells some values, and the pool may hold more; the others are for cards that are new. `effects` are
    those that follow from the record; of the types in `told_effects` the card has no others. `key` is the id in the
    source. `text` is for readers of a copy of their own; nothing writes it anywhere.
    """

    key: str
    card: Card
    told: frozenset[str]
    partly: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    told_effects: frozenset[type[Effect]] = frozenset()
    place: str
    text: str = ""


class Brought(Struct, frozen=True, kw_only=True):
    """The data of a source: records, sets, and what is odd about them, as sentences with places."""

    source: str
    records: tuple[SourceRecord, ...]
    sets: tuple[CardSet, ...] = ()
    doubts: tuple[str, ...] = ()
    date: str = ""
    digest: str = ""


def text_of(value: Any) -> str:
    """Return the text of a card without markup, on one line."""
    parted = _BREAK.sub(" ", html.unescape(" ".join(strings(value))))
    return " ".join(_TAG.sub("", parted).split())


def number(value: Any) -> Any:
    """Return a statistic with plain whole numbers as such: ``"3"`` and ``"-1"``, but not ``"+3"``."""
    if isinstance(value, str):
        value = value.strip()
        if value.removeprefix("-").isdecimal() and value.isascii():
            return int(value)
    return value


def strings(value: Any) -> tuple[str, ...]:
    """Return one string, several or none as a tuple."""
    if value is None or value == "":
        return ()
    many: Iterable[Any] = value if isinstance(value, list | tuple) else (value,)
    return tuple(str(item) for item in many if item not in (None, ""))
