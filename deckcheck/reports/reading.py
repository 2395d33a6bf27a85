"""How a list was read: each line with its class and the cards that it counts."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.deck import Deck, LineClass
from deckcheck.model.names import printable
from deckcheck.model.report import Report


def explained(report: Report) -> Iterator[str]:
    """Yield a line for each line of the list in `report` and beside it: its number, class and text, and its cards."""
    deck = report.deck
    classes, cards = classes_of(deck), cards_of(deck)
    yield f"{printable(deck.raw.path)}: read as {deck.raw.syntax}\n"
    beside = ((aside.span.line, aside.text) for aside in deck.raw.beside)
    for number, line in (*enumerate(deck.raw.lines, 1), *beside):
        kind = classes.get(number)
        counted = f"  -> {cards[number]}" if number in cards else ""
        yield f"{number:>5}  {kind.value if kind else '':<16}  {printable(line)}{counted}".rstrip() + "\n"


def classes_of(deck: Deck) -> dict[int, LineClass]:
    """Return the class of each line that is not empty, by its number; a comment behind a card is part of its line."""
    found = {aside.span.line: aside.kind for aside in deck.raw.asides}
    found |= {header.span.line: LineClass.HEADER for header in deck.raw.headers}
    found |= {line.span.line: line.kind for line in deck.left_out}
    found |= {request.span.line: LineClass.CARD for request in deck.raw.repeated}
    found |= {entry.request.span.line: LineClass.OUTSIDE for entry in deck.outside}
    found |= {entry.request.span.line: LineClass.CARD for entry in deck.entries}
    return found | {line.request.span.line: LineClass.UNRECOGNISED for line in deck.unresolved}


def cards_of(deck: Deck) -> dict[int, str]:
    """Return what each card line counts as, by its number."""
    found: dict[int, list[str]] = {}
    for entry in deck.entries:
        found.setdefault(entry.request.span.line, []).append(f"{entry.count} {entry.card.name}")
    return {number: ", ".join(cards) for number, cards in found.items()}
