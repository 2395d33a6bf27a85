"""Blocks of HTML and BBCode that may set cards apart from the deck: ``<div id="sideboard">``, ``[spoiler=Cut]``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec.structs import replace

from deckcheck.decks.dialects import STRIKING
from deckcheck.decks.marks import says_outside
from deckcheck.model.deck import OPEN_MARK, Request

_OPENING = r"<(?P<html>[a-z][\w-]*)(?P<said>\s[^<>]*)>|\[(?P<bbcode>[a-z]+)(?P<value>=[^\[\]\n]*)?\]"
_VALUE = r"""=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>\]][^"'>\]]*))"""
# What is in these is not shown.
_APART = frozenset({"hide", "hidden"})


def sets_apart(tag: re.Match[str]) -> bool:
    """Return whether the cards behind a tag may be outside the deck, by what the tag says.

    What strikes out or hides its text in HTML is read as a comment.
    """
    if tag["html"] and re.match(STRIKING, tag["said"], re.IGNORECASE):
        return False
    values = re.findall(_VALUE, tag["said"] or tag["value"] or "")
    return tag["bbcode"] in _APART or any(says_outside(value) for found in values for value in found if value)


def opens_apart(line: str) -> bool:
    """Return whether a block that may set cards apart begins in a line."""
    return ("<" in line or "[" in line) and any(map(sets_apart, re.finditer(_OPENING, line, re.IGNORECASE)))


def opened(requests: tuple[Request, ...], lines: Sequence[str]) -> tuple[Request, ...]:
    """Return requests; those in blocks that may set cards apart stay unrecognised."""
    blocks = [*_blocks("\n".join(lines))]
    if not blocks:
        return requests
    starts = [0, *accumulate(len(line) + 1 for line in lines)]

    def marked(request: Request) -> Request:
        at = starts[request.span.line - 1] + request.span.column - 1
        block = bisect_right(blocks, (at, starts[-1])) - 1
        is_apart = block >= 0 and at <= blocks[block][1]
        return replace(request, written=f"{OPEN_MARK}{request.written}") if is_apart else request

    return tuple(map(marked, requests))


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield where blocks that may set cards apart begin and end, none in another; one not closed ends with the list."""
    if "<" not in text and "[" not in text:
        return
    end = 0
    for tag in re.finditer(_OPENING, text, re.IGNORECASE):
        if tag.start() >= end and sets_apart(tag):
            end = _end(text, tag)
            yield tag.start(), end


def _end(text: str, opening: re.Match[str]) -> int:
    """Return where the tag is that closes a block, behind those of the same name in it."""
    first, last = "<>" if opening["html"] else (r"\[", r"\]")
    name = opening["html"] or opening["bbcode"]
    same = re.compile(rf"{first}(/?){name}(?![\w-])[^{first}{last}\n]*{last}", re.IGNORECASE)
    depth = 1
    for tag in same.finditer(text, opening.end()):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.start()
    return len(text)
