"""Changing a JSON deck of card ids: its map of cards, and nothing else in the file."""

from __future__ import annotations

import json
import re

from msgspec import Struct

from deckcheck.decks.writing.ids import site_id
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Request
from deckcheck.model.errors import OutputError

# What follows a key: a colon and the number of copies, or what is in its place.
_VALUE = re.compile(r'\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}"\[{]+)')


class Edit(Struct, frozen=True):
    """What to change in a list: `kept` are new numbers for lines (0: take it out), `new` cards and their copies."""

    deck: Deck
    kept: dict[Request, int] = {}
    new: tuple[tuple[Card, int], ...] = ()


def change_json(text: str, edit: Edit) -> str:
    """Return the text with other numbers of copies and with new cards at the end of the map.

    Raises:
        OutputError: when a key is written in a way that it cannot be found again.
    """
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    pairs: list[tuple[Request, int, int, int]] = []
    for request in edit.deck.raw.requests:
        start = starts[request.span.line - 1] + request.span.column - 1
        key = json.dumps(request.name, ensure_ascii=False)
        value = _VALUE.match(text, start + len(key)) if text.startswith(key, start) and not request.header else None
        if value is None:
            raise OutputError("the keys of this file cannot be changed one by one", place=edit.deck.raw.path)
        pairs.append((request, start, value.start(1), value.end()))
    pairs.sort(key=lambda pair: pair[1])
    between = text[pairs[0][3] : pairs[1][1]] if len(pairs) > 1 else ", "
    colon = text[pairs[0][1] + len(json.dumps(pairs[0][0].name, ensure_ascii=False)) : pairs[0][2]]
    parts = []
    for request, start, number, end in pairs:
        count = edit.kept.get(request)
        if count is None:
            parts.append(text[start:end])
        elif count:
            parts.append(f"{text[start:number]}{count}")
    parts += [f"{json.dumps(site_id(card))}{colon}{count}" for card, count in edit.new]
    return text[: pairs[0][1]] + between.join(parts) + text[pairs[-1][3] :]
