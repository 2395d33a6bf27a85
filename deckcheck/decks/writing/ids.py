"""Write JSON of card ids and counts: a deck as a map, and changes to nothing but such a map in a file."""

import json
import re
from collections.abc import Mapping

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, RawDeck, Request, summed
from deckcheck.model.errors import OutputError
from deckcheck.model.pool import Pool

# The text after a key: a colon and the number of copies, or another value.
_VALUE = re.compile(r'\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}"\[{]+)')


def write_emeralddb(deck: Deck, pool: Pool) -> str:  # noqa: ARG001 - writers are called alike
    """Write JSON of card ids with the name, the format and the player of the deck."""
    raw = deck.raw
    facts = {"name": raw.name or "", "format": raw.format, "username": raw.player}
    value = {key: text for key, text in facts.items() if text} | {"cards": _ids(deck)}
    return json.dumps(value, indent=2) + "\n"


def write_fiveringsdb(deck: Deck, pool: Pool) -> str:  # noqa: ARG001 - writers are called alike
    """Write the bare map of card ids to counts."""
    return json.dumps(_ids(deck), indent=2) + "\n"


def _ids(deck: Deck) -> dict[str, int]:
    """Return the counts by the ids of the sites, which omit the number of the pack."""
    return summed((site_id(entry.card), entry.count) for entry in deck.entries)


def site_id(card: Card) -> str:
    """Return the id of a card on EmeraldDB and fiveringsdb."""
    return next((alias for alias in card.aliases if not alias[0].isdigit()), card.id)


class Edit(Struct, frozen=True):
    """The changes to a list: `kept` are new numbers for lines (0 removes the line), `new` cards and their copies.

    `replaced` has the line that a new card takes the place of, by the id of the card.
    """

    kept: Mapping[Request, int] = {}
    new: tuple[tuple[Card, int], ...] = ()
    replaced: Mapping[str, Request] = {}


def change_json(text: str, raw: RawDeck, edit: Edit) -> str:
    """Return the text of a deck with the new numbers of copies, and with new cards at the end of the map.

    Raises:
        OutputError: when the form of a key prevents finding it again.
    """
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    pairs: list[tuple[Request, int, int, int]] = []
    for request in raw.requests:
        start = starts[request.span.line - 1] + request.span.column - 1
        key = json.dumps(request.name, ensure_ascii=False)
        value = _VALUE.match(text, start + len(key)) if text.startswith(key, start) and not request.header else None
        if value is None:
            what, help = "the keys of this file cannot be changed one by one", "deckcheck convert DECK --to text"
            raise OutputError(what, place=raw.path, help=f"convert it first with `{help}`")
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
