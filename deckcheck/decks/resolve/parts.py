"""What the lines of a list mean by where they stand: totals of a part, headings with numbers, numbered lists."""

from __future__ import annotations

import re
from itertools import pairwise

from deckcheck.decks.counts import is_bracketed_behind
from deckcheck.model.deck import RawDeck, Request

# So few cards are rather copies of one than all of a part.
_FEW = 3
# A number may belong to a name at most this number of lines below it.
_NEAR = 2
ORDINAL = re.compile(r"[(\[]?(\d{1,3})[.)\]](?!\d)")
# Numbers in front of other signs are those of lines in lists that count their lines, and of copies in others.
NUMBERED = re.compile(rf"{ORDINAL.pattern}|(\d{{1,3}})(?::| [-–—]) ")
# The number of copies behind that of the line: "2. 3x Iron Mine".
_ITS_OWN = re.compile(r"\s?\d{1,2}\s?[x×]?\s")


def ordinals(raw: RawDeck) -> frozenset[int]:
    """Return the lines whose only number may be that of the line, 1, 2, 3, rather than of copies: ``2. Iron Mine``.

    Each part of the list may begin with 1 again.
    """
    found = [(int(m[1] or m[2]), m.end(), each) for each in raw.requests if (m := NUMBERED.match(each.written))]
    steps = [(before[0], after[0]) for before, after in pairwise(found)]
    if all(after in (1, before + 1) for before, after in steps) and any(before < after for before, after in steps):
        return frozenset(each.span.line for _, end, each in found if not _ITS_OWN.match(each.written, end))
    return frozenset()


def totals(raw: RawDeck) -> frozenset[int]:
    """Return the lines that hold only a number, and that of the cards of the part above or below or of all so far.

    A number above or beside a line without one may be the number of that line.
    """
    alone = [each for each in raw.requests if not each.name and each.bad_count.isdecimal()]
    if not alone:
        return frozenset()
    found = set()
    for request in alone:
        line, number = request.span.line, int(request.bad_count)
        beside = [each for each in raw.requests if -1 <= each.span.line - line <= _NEAR and each.name]
        sums = (_sum(_part_above(raw, line)), _sum(_part_below(raw, line)), _sum(_above(raw, line)))
        if number > _FEW and number in sums and all(each.counted for each in beside):
            found.add(line)
    return frozenset(found)


def is_heading(request: Request, raw: RawDeck) -> bool:
    """Return whether the number behind a name is that of the cards directly below it, as behind a heading."""
    below = _part_below(raw, request.span.line)
    return len(below) > 1 and request.count == _sum(below)


def _sum(requests: list[Request]) -> int:
    return sum(request.count for request in requests)


def _above(raw: RawDeck, line: int) -> list[Request]:
    return [each for each in raw.requests if each.span.line < line]


def _part_above(raw: RawDeck, line: int) -> list[Request]:
    """Return the requests between the last header, number or empty line above `line` and it."""
    starts = [header.span.line for header in raw.headers] + [each.span.line for each in raw.requests if not each.name]
    starts += [number for number, text in enumerate(raw.lines, 1) if not text.strip()]
    start = max((each for each in starts if each < line), default=0)
    return [each for each in _above(raw, line) if each.span.line > start]


def _part_below(raw: RawDeck, line: int) -> list[Request]:
    """Return the requests between `line` and the next header, empty line or line with a number behind its name."""
    found: list[Request] = []
    for each in raw.requests:
        if each.span.line <= line:
            continue
        if each.span.line != line + len(found) + 1 or is_bracketed_behind(each.written) or not each.name:
            break
        found.append(each)
    return found
