"""Cards from a source in the fields of the pool, and the records in the source's files and answers."""

import json
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.model.errors import DataError
from deckcheck.model.pool import CardSet
from deckcheck.pools.sources.values import clean
from deckcheck.system.strict_yaml import read_text

# The errors of reading an invalid record: a server may send values of any type.
MALFORMED = (DataError, msgspec.ValidationError, AttributeError, KeyError, RecursionError, TypeError, ValueError)


class SourceRecord(Struct, frozen=True, kw_only=True):
    """A card from one source, with sets and marks as the source calls them.

    For the fields of `card` in `full` the source has the complete value, even an empty one; for those in `partial` it
    has some values, and the pool may have more. The other fields are used for new cards only. Effects of the types in
    `full_effects` are all there. `text` is only for users with their own copy of the source; it is never written.
    """

    card: Card
    full: frozenset[str]
    partial: frozenset[str] = frozenset()
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


def read_json(path: Path) -> Any:
    """Return the cleaned value of a file; raises DataError with file and line."""
    text = read_text(path)
    try:
        return clean(json.loads(text))
    except json.JSONDecodeError as error:
        raise DataError(f"not JSON: {error.msg}", place=f"{path}:{error.lineno}") from None
    except (RecursionError, ValueError) as error:  # Nested too deeply, or a number of thousands of digits.
        raise DataError(f"JSON that cannot be read: {error}", place=f"{path}:1") from None


def records_in(value: Any) -> list[dict[str, Any]] | None:
    """Return the records in the answer of a server or in a dump, None when it is something else."""
    records = value.get("records") if isinstance(value, dict) else value
    good = isinstance(records, list) and all(isinstance(record, dict) for record in records)
    return records if good else None


def records_at(value: Any, path: Path) -> list[dict[str, Any]]:
    """Return the records in the value of a file; raises DataError when it has none."""
    records = records_in(value)
    if records is None:
        raise DataError("no list of records", place=f"{path}:1")
    return records
