"""A new list: its format, the first cards, and headers for the rest."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.decks.headers import header_section
from deckcheck.decks.resolve.lookup import name_of
from deckcheck.model.card import Card
from deckcheck.model.deck import Request
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.spans import Span

# The sections with a header in a new list.
_DECKS = ("province", "dynasty", "conflict", "fate")


def skeleton(fmt: Format, pool: Pool, cards: Iterable[Card], name: str = "") -> str:
    """Return a text list with one copy of each of `cards` under a header of its type, and headers for the decks.

    Raises:
        UsageError: when `name` is not one line of printable text.
    """
    if not name.isprintable():
        raise UsageError("the name of a deck is one line of printable text")
    facts = [f"Name: {name.strip()}"] if name.strip() else []
    blocks = [[*facts, f"Format: {fmt.id}"]]
    for card in cards:
        request = Request(name=card.name, count=1, span=Span(1, 1, 2), section=card.kind)
        blocks.append([f"# {card.kind.title()}", f"1 {name_of(card, request, fmt, pool)}"])
    blocks += [[f"# {section.title()}"] for section in fmt.sections if header_section(section) in _DECKS]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"
