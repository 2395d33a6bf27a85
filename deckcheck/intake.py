"""Reading deck files, and finding the game and the format that fit them best."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from deckcheck.decklists.files import MAX_BYTES, decode, read_file
from deckcheck.decklists.readers import read
from deckcheck.errors import InputError
from deckcheck.loading import paths
from deckcheck.model.deck import Deck, RawDeck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.names import fold
from deckcheck.resolve import cards_called, resolve
from deckcheck.web import is_address


def read_source(source: str, syntax: str | None = None) -> RawDeck:
    """Return the deck in the file or at the address `source` (``-``: standard input); raises InputError for none."""
    if not source:
        raise InputError("an empty path names no deck", place="``")
    if is_address(source):
        from deckcheck.web.decks import fetch_deck

        folder = paths.cache_folder()
        return read(*fetch_deck(source, folder / "web" if folder else None), syntax)
    if source != "-":
        return read(read_file(Path(source)), source, syntax)
    try:
        content = sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError, AttributeError):
        raise InputError("standard input cannot be read", place="-") from None
    return read(decode(content, "<stdin>"), "<stdin>", syntax)


def resolve_best(raw: RawDeck, formats: Iterable[Format], pools: Mapping[str, Pool]) -> tuple[Deck, Pool]:
    """Return the deck with its names looked up, and the pool of its cards; `pools` holds those of `formats` by id.

    Names are read in the format that the file names, if it is one of `formats`. Else it is the one of the deck's
    game that leaves the fewest lines unresolved, then the fewest cards that are not legal, then the fewest names
    that are not exact, then the first.
    """
    every = list(formats)
    named = {fold(name): fmt for fmt in every for name in (fmt.name, *fmt.aliases, fmt.id)}.get(fold(raw.format))
    if named is not None or len(every) == 1:
        fmt = named or every[0]
        return resolve(raw, fmt, pools[fmt.pool]), pools[fmt.pool]
    pool = pools[game_of(raw, pools)]
    decks = [(resolve(raw, fmt, pool), fmt) for fmt in every if fmt.pool == pool.info.id]
    best, _ = min(decks, key=lambda pair: _misfit(*pair))
    return best, pool


def game_of(raw: RawDeck, pools: Mapping[str, Pool]) -> str:
    """Return the id of the pool that knows the most lines."""
    if len(pools) == 1:
        return next(iter(pools))
    known = {key: sum(bool(cards_called(line.name, pool)) for line in raw.requests) for key, pool in pools.items()}
    return max(known, key=lambda key: known[key])


def _misfit(deck: Deck, fmt: Format) -> tuple[int, int, int]:
    """Return how badly `fmt` reads a deck: lines unresolved, cards that are not legal, names that are not exact."""
    illegal = sum(not fmt.allows(entry.card) for entry in deck.entries)
    inexact = sum(bool(entry.read_as or entry.stood_for) for entry in deck.entries)
    return len(deck.unresolved), illegal, inexact
