"""Find the place of a new card in a text list: after cards of its type, under the matching header; begin a new list."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from deckcheck.build.editing.draft import Draft
from deckcheck.decks.headers import header_section
from deckcheck.decks.lines import in_style_of
from deckcheck.decks.resolve.lookup import name_of
from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, Request
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.names import plural_of
from deckcheck.model.pool import Pool
from deckcheck.model.spans import Span

# The sections with a header in a new list.
_DECKS = ("province", "dynasty", "conflict", "fate")


class Place(Struct, frozen=True):
    """The place of a new line: after the line `line` (0: at the top), under the new headers `headers`.

    `like` is the line with the style to copy, 0 for none.
    """

    line: int
    like: int = 0
    headers: tuple[str, ...] = ()


class _PlacedHeader(Struct, frozen=True):
    """A header of the list: its line number, its text and its section."""

    line: int
    text: str
    section: str


def place_for(card: Card, draft: Draft) -> Place:
    """Return the place of a card that is new to the list."""
    lines = draft.raw.lines
    entries = [entry for entry in draft.deck.entries if not draft.under(entry)]
    if alike := [entry for entry in entries if (entry.card.kind, entry.card.deck) == (card.kind, card.deck)]:
        return _behind(alike)
    headers = [
        _PlacedHeader(n, text, section) for n, text in enumerate(lines, 1) if (section := _section(text)) is not None
    ]
    part = card.kind if card.deck in ("none", "province") else card.deck
    for header in headers:
        if _names(header, (card.kind,)) and header.section in ("", part):
            return Place(header.line)
    if part == card.deck and (same := [entry for entry in entries if entry.card.deck == card.deck]):
        behind = _behind(same)
        over = max((each for each in headers if each.line < behind.line), key=lambda each: each.line, default=None)
        if over is None or not _names(over, {entry.card.kind for entry in entries}):
            return behind
        blank = over.line > 1 and not lines[over.line - 2].strip()
        return Place(behind.line, behind.like, (*([""] if blank else []), _titled(plural_of(card.kind), over.text)))
    if own := [each for each in headers if each.section == part]:
        return Place(own[0].line)
    return _at_the_end(part, headers, lines)


def line_for(card: Card, count: int, place: Place, draft: Draft) -> str:
    """Return the line of a new card at `place`, with an unambiguous name and the style of the line above."""
    request = Request(name=card.name, count=count, span=Span(1, 1, 2), section=_section_at(draft, place.line))
    line = f"{count} {name_of(card, request, draft.format, draft.pool)}"
    return in_style_of(draft.raw.lines[place.like - 1], line) if place.like else line


def _section_at(draft: Draft, line: int) -> str:
    """Return the section that the header above a line gives it."""
    above = [request for request in draft.raw.requests if request.span.line <= line]
    return max(above, key=lambda request: request.span.line).section if above else ""


def _at_the_end(part: str, headers: list[_PlacedHeader], lines: tuple[str, ...]) -> Place:
    title = part.title()
    text = _titled(title, headers[-1].text) if headers else f"# {title}"
    return Place(len(lines), 0, (*([""] if lines and lines[-1].strip() else []), text))


def _behind(entries: Iterable[Entry]) -> Place:
    line = max(entry.request.span.line for entry in entries)
    return Place(line, line)


def _section(line: str) -> str | None:
    stripped = line.strip()
    return None if not stripped or stripped.startswith(("//", ";")) else header_section(stripped)


def _names(header: _PlacedHeader, kinds: Iterable[str]) -> bool:
    """Return whether a header names one of these card types."""
    words = set("".join(char if char.isalpha() else " " for char in header.text.casefold()).split())
    return any(not words.isdisjoint((kind, plural_of(kind))) for kind in kinds)


def _titled(title: str, like: str) -> str:
    """Return a header with this title in the style of another header."""
    stripped = like.strip()
    start = next((at for at, char in enumerate(stripped) if char.isalnum()), 0)
    marks = stripped[:start] if set(stripped[:start]) <= set("# ") else "# "
    return f"{marks}{title.title()}{':' if stripped.endswith(':') else ''}"


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
