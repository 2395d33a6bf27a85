"""Blocks of HTML and BBCode that may set cards apart from the deck: ``<div id="sideboard">``, ``[spoiler=Cut]``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from deckcheck.decks.marks import says_outside

# A line and a column, each counted from 1.
Place = tuple[int, int]

_OPENING = r"<(?P<html>[a-z][\w-]*)(?P<said>\s[^<>]*)>|\[(?P<bbcode>[a-z]+)(?P<value>=[^\]\n]*)?\]"
_VALUE = r"""=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>\]][^"'>\]]*))"""
_HIDDEN = r"display\s*:\s*none|visibility\s*:\s*hidden|\shidden(?![\w-])"
# What is in these is not shown.
_APART = frozenset({"hide", "hidden"})


def sets_apart(tag: re.Match[str]) -> bool:
    """Return whether the cards behind a tag may be outside the deck, by what the tag says."""
    said = tag["said"] or tag["value"] or ""
    is_hidden = tag["bbcode"] in _APART or (tag["html"] is not None and re.search(_HIDDEN, said.casefold()) is not None)
    return is_hidden or any(says_outside(value) for values in re.findall(_VALUE, said) for value in values if value)


def opens_apart(line: str) -> bool:
    """Return whether a block that may set cards apart begins in a line."""
    return ("<" in line or "[" in line) and any(map(sets_apart, re.finditer(_OPENING, line, re.IGNORECASE)))


def blocks_apart(lines: Sequence[str]) -> list[tuple[Place, Place]]:
    """Return where blocks that may set cards apart begin and end; one that is not closed ends with the list."""
    text = "\n".join(lines)
    if "<" not in text and "[" not in text:
        return []
    return [
        (_place(text, tag.start()), _place(text, _end(text, tag)))
        for tag in re.finditer(_OPENING, text, re.IGNORECASE)
        if sets_apart(tag)
    ]


def _end(text: str, opening: re.Match[str]) -> int:
    """Return where the tag is that closes a block, behind those of the same name in it."""
    depth = 1
    for is_closing, at in _tags(text, opening):
        depth += -1 if is_closing else 1
        if not depth:
            return at
    return len(text)


def _tags(text: str, opening: re.Match[str]) -> Iterator[tuple[bool, int]]:
    """Yield whether each later tag of the same name closes a block, and where it is."""
    first, last = "<>" if opening["html"] else (r"\[", r"\]")
    name = opening["html"] or opening["bbcode"]
    tag = re.compile(rf"{first}(/?){name}(?![\w-])[^{last}\n]*{last}", re.IGNORECASE)
    yield from ((bool(each[1]), each.start()) for each in tag.finditer(text, opening.end()))


def _place(text: str, at: int) -> Place:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
