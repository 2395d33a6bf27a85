"""The syntaxes of deck files, and choosing among them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from deckcheck.decklists.text import read_text
from deckcheck.errors import InputError, UsageError
from deckcheck.model.deck import RawDeck


class Reader(Struct, frozen=True):
    """A syntax: `about` says whose it is, `read` returns the decks in a text (the second argument names it)."""

    name: str
    about: str
    read: Callable[[str, str], tuple[RawDeck, ...]]


def _read_text(text: str, path: str) -> tuple[RawDeck, ...]:
    return (read_text(text, path),)


def _read_json(text: str, path: str) -> tuple[RawDeck, ...]:
    from deckcheck.decklists.json_ids import read_json

    return (read_json(text, path),)


READERS: dict[str, Reader] = {
    "text": Reader("text", "one card a line, in any of the ways people write lists", _read_text),
    "json": Reader("json", "card ids and counts, as EmeraldDB and fiveringsdb give them", _read_json),
}


def read_all(text: str, path: str, syntax: str | None = None) -> tuple[RawDeck, ...]:
    """Return the decks in `text`, in the syntax given, one of `READERS`, or else the one that it looks like.

    Raises:
        InputError: when it is no deck in that syntax.
        UsageError: when there is no such syntax.
    """
    if syntax is None:
        syntax = "json" if text.lstrip("\ufeff \t\r\n").startswith("{") else "text"
    if syntax not in READERS:
        raise UsageError(f"there is no syntax `{syntax}` of a deck file", help=f"known ones: {', '.join(READERS)}")
    return READERS[syntax].read(text, path)


def read(text: str, path: str, syntax: str | None = None) -> RawDeck:
    """Return the only deck in `text`; raises InputError when there are several, or as `read_all` does."""
    decks = read_all(text, path, syntax)
    if len(decks) != 1:
        raise InputError(f"holds {len(decks)} decks, and one is asked for", place=path)
    return decks[0]
