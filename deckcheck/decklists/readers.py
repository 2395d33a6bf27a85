"""The syntaxes of deck files, and choosing among them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from deckcheck.decklists.text import read_text
from deckcheck.errors import UsageError
from deckcheck.model.deck import RawDeck


class Reader(Struct, frozen=True):
    """A syntax: `about` says whose it is, `read` returns the deck in a text (the second argument names it)."""

    name: str
    about: str
    read: Callable[[str, str], RawDeck]


def _read_json(text: str, path: str) -> RawDeck:
    from deckcheck.decklists.json_ids import read_json

    return read_json(text, path)


READERS: dict[str, Reader] = {
    "text": Reader("text", "one card a line, in any of the ways people write lists", read_text),
    "json": Reader("json", "card ids and counts, as EmeraldDB and fiveringsdb give them", _read_json),
}


def read(text: str, path: str, syntax: str | None = None) -> RawDeck:
    """Return the deck in `text`, in the syntax given or else the one that it looks like.

    Raises:
        InputError: when it is no deck in that syntax.
        UsageError: when there is no such syntax.
    """
    if syntax is None:
        syntax = "json" if text.lstrip("\ufeff \t\r\n").startswith("{") else "text"
    if syntax not in READERS:
        raise UsageError(f"there is no syntax `{syntax}`", help=f"known syntaxes: {', '.join(READERS)}")
    return READERS[syntax].read(text, path)
