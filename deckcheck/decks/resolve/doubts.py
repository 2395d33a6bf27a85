"""Lines that other lines put in doubt: cards behind empty boxes, and headings among the cards of a maybeboard."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from deckcheck.model.deck import OUTSIDE, Entry, LeftOut, LineClass, RawDeck, Request, Unresolved

UNTICKED = "its box is empty, and other cards have a ticked one"
_MAY_END = "the cards below it may be in the deck"
_BOXES = tuple("[☐□☑☒✓✔")
_EMPTY_BOX = r"(?:\[\s?\]|[☐□])(?!\[)"
_TICKED_BOX = r"\[[xX✓✔]\]|[☑☒✓✔]"


def has_empty_box(request: Request) -> bool:
    """Return whether a line begins with an empty box, as in lists of what to do."""
    return request.written.startswith(_BOXES) and re.match(_EMPTY_BOX, request.written) is not None


def unticked(entries: Sequence[Entry]) -> list[Entry]:
    """Return the cards behind an empty box, none where no other card has a ticked one."""
    empty = [entry for entry in entries if has_empty_box(entry.request)]
    return empty if empty and any(re.match(_TICKED_BOX, entry.request.written) for entry in entries) else []


def headings_outside(
    raw: RawDeck, strays: Sequence[Request], cards: Collection[int], left_out: Sequence[LeftOut]
) -> Iterator[Unresolved]:
    """Yield the first line of each part outside the deck that may end it, as ``In:`` between two cards.

    `strays` are the lines there without a card or a number, `cards` the numbers of those with one. Each heading may
    mean as many copies as the lines of `left_out` below it.
    """
    if not cards:
        return
    strays = sorted([*strays, *_parting_lines(raw)], key=lambda stray: stray.span.line)
    spans = {stray.span for stray in strays}
    others = [each for each in left_out if each.kind is LineClass.OUTSIDE and each.span not in spans]
    headers = [header.span.line for header in raw.headers]
    for start, end in pairwise([*headers, len(raw.lines) + 1]):
        first = min((line for line in cards if start < line < end), default=end)
        stray = next((stray for stray in strays if first < stray.span.line < end), None)
        copies = sum(each.possible for each in others if stray and stray.span.line < each.span.line < end)
        if stray and copies:
            yield Unresolved(replace(stray, section=OUTSIDE), copies, why=_MAY_END)


def _parting_lines(raw: RawDeck) -> Iterator[Request]:
    """Yield the comments and the lines of signs alone, which may part cards as headings do."""
    for aside in raw.asides:
        is_whole = aside.text and raw.line(aside.span.line).strip() == aside.text
        if is_whole and aside.kind in (LineClass.COMMENT, LineClass.DECORATION):
            yield Request(name=aside.text, count=1, span=aside.span, written=aside.text, counted=False)
