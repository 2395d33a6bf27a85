"""Headings that may put cards outside the deck: ``Bench``, ``# ideas``, and ``Items`` below ``Sideboard``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.model.deck import OUTSIDE, Deck, LineClass
from deckcheck.model.spans import Span

# Sections of cards that may be no part of the deck.
NOT_IN_DECK = frozenset({OUTSIDE, "sideboard"})
# In lists with more such headings only all of them together are tried.
_MOST = 20


class OwnHeading(Struct, frozen=True):
    """A line above cards that may be outside the deck, and the lines of the cards that it may head."""

    span: Span
    lines: range


def own_headings(deck: Deck) -> list[OwnHeading]:
    """Return the headings of `deck`; one may head the cards to the next empty line, to the next heading, or to the end.

    Each is returned once for every such part that has cards, as many as the number on it where it has one; what heads
    half of all cards or more heads the deck.
    """
    cards = sorted({entry.request.span.line for entry in deck.entries})
    # Above the first card there is one only where the deck itself has a heading further below.
    first = (
        cards[0]
        if cards and not any(h.deck and not h.section and h.span.line > cards[0] for h in deck.raw.headers)
        else 0
    )
    spans = [span for span in _spans(deck) if cards and span.line > first and not _heads_table(deck, span.line)]
    spans.sort(key=lambda span: span.line)
    numbered = {line.request.span: line.request.count for line in deck.unresolved if line.request.counted}
    starts = sorted({span.line for span in spans} | {header.span.line for header in deck.raw.headers})
    last, everything = len(deck.raw.lines), _copies(deck, range(len(deck.raw.lines) + 1))
    found = []
    for span in spans:
        first = next((line for line in cards if line > span.line), 0)
        upto = next((line for line in starts if line > span.line), last + 1)
        if not first or first > upto:
            continue
        empty = next((line for line in range(first, upto) if not deck.raw.line(line).strip()), upto)
        for end in dict.fromkeys((empty, upto, last + 1)):
            lines = range(first, end)
            copies = _copies(deck, lines)
            if 2 * copies < everything and numbered.get(span, copies) == copies:
                found.append(OwnHeading(span, lines))
    return found


def without(deck: Deck, headings: list[OwnHeading]) -> Deck:
    """Return `deck` with the cards below `headings` outside it, and the headings read as such."""
    outside = {line for heading in headings for line in heading.lines}
    spans = {heading.span for heading in headings}
    return replace(
        deck,
        entries=tuple(entry for entry in deck.entries if entry.request.span.line not in outside),
        unresolved=tuple(
            each for each in deck.unresolved if each.request.span not in spans and each.request.span.line not in outside
        ),
        left_out=tuple(each for each in deck.left_out if each.span not in spans and each.span.line not in outside),
    )


def set_apart(deck: Deck) -> Iterator[tuple[Deck, tuple[Span, ...]]]:
    """Yield `deck` without the cards below each of its own headings and below all of them, with these headings."""
    found = own_headings(deck)
    if len({heading.span for heading in found}) <= _MOST:
        for heading in found:
            yield without(deck, [heading]), (heading.span,)
    if len(found) > 1:
        yield without(deck, found), tuple(dict.fromkeys(heading.span for heading in found))


def _heads_table(deck: Deck, number: int) -> bool:
    """Return whether a line names the columns of a Markdown table."""
    below = deck.raw.lines[number : number + 1]
    return any(re.fullmatch(r"[\s|:-]*\|[\s|:-]*", line) for line in below)


def _copies(deck: Deck, lines: range) -> int:
    return sum(entry.count for entry in deck.entries if entry.request.span.line in lines)


def _spans(deck: Deck) -> Iterator[Span]:
    """Yield the places of the lines that may be headings: unknown names, prose, comments, kinds below a sideboard."""
    for line in deck.unresolved:
        if not line.request.written[:1].isdigit():
            yield line.request.span
    yield from (line.span for line in deck.left_out if line.kind is LineClass.PROSE)
    is_outside = False
    for header in deck.raw.headers:
        if is_outside and not header.deck:
            yield header.span
        is_outside = header.section in NOT_IN_DECK or (is_outside and not header.deck)
    for aside in deck.raw.asides:
        is_whole = aside.kind is LineClass.COMMENT and deck.raw.line(aside.span.line).strip() == aside.text
        if is_whole and any(map(str.isalpha, aside.text)):
            yield aside.span
