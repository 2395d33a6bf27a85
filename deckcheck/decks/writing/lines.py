"""The cards of a deck as lines of a list: lines that name one card are added up, and each has its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec import Struct

from deckcheck.decks.deck_file import SECTIONS
from deckcheck.decks.lines import reads_as
from deckcheck.decks.writing.names import own_name
from deckcheck.model.card import Card
from deckcheck.model.deck import OPEN_MARK, OUTSIDE, STARTING, Deck, Entry, Unresolved
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.pool import Pool


class Written(Struct, frozen=True):
    """A deck as text, and a sentence for everything in it that the text does not hold or may not tell again."""

    text: str
    losses: tuple[str, ...] = ()


class ListLine(Struct, frozen=True):
    """One line of a list: `part` is where it belongs ("dynasty", "stronghold"; "" for no such place)."""

    count: int
    text: str
    kind: str = ""
    part: str = ""

    def __str__(self) -> str:
        return f"{self.count} {self.text}" if self.kind else self.text


# What a list says of its cards beyond their type: these headers of the list are kept where the syntax has them.
_SAID_BY_LIST = ("sideboard", "starting")
_KINDS = (
    *STARTING,
    *("celestial", "event", "holding", "region", "personality", "character"),
    *("ancestor", "follower", "item", "ring", "spell", "strategy", "attachment"),
)
TEXT_HEADERS = {part: part.title() for part in SECTIONS.values() if part != OUTSIDE}
TEXT_HEADERS |= {"province": "Provinces", "starting": "Pre-Game", "": "Cards"}


def card_lines(entries: Iterable[Entry], pool: Pool, name: Callable[[Card, Pool], str]) -> list[ListLine]:
    """Return one line for each card, in the order of kinds and names.

    Only where cards have their own names, with one line for each part of the deck that a card is in.
    """
    counts = Counter[tuple[str, str]]()
    cards = {card.id: card for card in cards_in(entries)}
    for entry in entries:
        counts[_part(entry) if name is own_name else "", entry.card.id] += entry.count
    lines = (
        ListLine(count, name(cards[card_id], pool), cards[card_id].kind, part)
        for (part, card_id), count in counts.items()
    )
    return sorted(lines, key=_order)


def _order(line: ListLine) -> tuple[int, str]:
    return (_KINDS.index(line.kind) if line.kind in _KINDS else len(_KINDS), line.text)


def _part(entry: Entry) -> str:
    """Return where in a list an entry belongs: by its card, but for what only the list can tell."""
    if entry.request.section in _SAID_BY_LIST:
        return entry.request.section
    if entry.card.kind in STARTING:
        return entry.card.kind
    return entry.card.deck if entry.card.deck in TEXT_HEADERS else ""


def created(deck: Deck) -> tuple[Entry, ...]:
    """Return the proxies of created cards, which any list may hold; other cards outside the deck need a header."""
    return tuple(entry for entry in deck.outside if entry.card.proxy)


def cards_in(entries: Iterable[Entry]) -> list[Card]:
    """Return the cards of `entries`, each once."""
    return list({entry.card.id: entry.card for entry in entries}.values())


def kept_lines(deck: Deck) -> list[ListLine]:
    """Return the lines that are not recognised, as number and name; their text includes the number; the kind is ""."""
    return [
        ListLine(line.request.count, kept(line), "", section if section in TEXT_HEADERS else "")
        for line in deck.unresolved
        for section in (line.request.section,)
    ]


def kept(line: Unresolved) -> str:
    """Return an unrecognised line: as number and name where only the name is in doubt, else marked and as written."""
    request, name = line.request, flat(line.request.name)
    text = f"{request.count} {name}"
    if request.counted and not line.why and is_flat(request.name) and reads_as(text, name, request.count, Limits()):
        return text
    number = f"{request.bad_count} " if request.bad_count else f"{request.count} " if request.counted else ""
    written = flat(request.written) or f"{number}{name}".strip()
    return written if written.startswith(OPEN_MARK) else f"{OPEN_MARK}{written}"


def block(header: str, lines: list[ListLine]) -> list[str]:
    """Return `header` and the lines below it; nothing when there are none."""
    return [header, *map(str, lines)] if lines else []


def joined(blocks: Iterable[list[str]]) -> str:
    """Return the blocks that are not empty as text, with empty lines between."""
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def total(lines: Iterable[ListLine]) -> int:
    """Return the number of cards in `lines`."""
    return sum(line.count for line in lines)


def flat(text: str) -> str:
    """Return `text` on one line."""
    return " ".join(text.split())


def is_flat(text: str) -> bool:
    """Return whether a name has no tabs or very wide gaps; without these it may be that of a card."""
    return len(text) <= LONGEST_NAME and not any(char.isspace() and char != " " for char in text)
