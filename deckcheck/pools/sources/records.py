"""Cards as sources have them, in the fields of the pool, before they are compared with the pool."""

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

# The errors of reading an invalid record: a server may send values of any type.
MALFORMED = (DataError, msgspec.ValidationError, AttributeError, KeyError, RecursionError, TypeError, ValueError)


class SourceRecord(Struct, frozen=True, kw_only=True):
    """A card as one source has it.

    For the fields of `card` in `full` the source has the complete value, even an empty one; for those in `partial` it
    has some values, and the pool may have more. The other fields are used for new cards only. `effects` follow from the
    record; the card has no others of the types in `full_effects`. `key` is the id in the source. `text` is only for
    users with their own copy of the source; it is never written.
    """

    key: str
    card: Card
    full: frozenset[str]
    partial: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    full_effects: frozenset[type[Effect]] = frozenset()
    place: str
    text: str = ""


class SourceData(Struct, frozen=True, kw_only=True):
    """The data of a source: records, sets, and doubts about them, as sentences with places."""

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
