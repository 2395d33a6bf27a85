"""Deck files as text that can be changed and written back byte for byte, and what changed in them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from deckcheck.decks.files import UTF16, decode
from deckcheck.decks.text import split_lines
from deckcheck.model.deck import RawDeck
from deckcheck.model.limits import Limits
from deckcheck.model.names import printable

LINE_END = re.compile(r"\r\n|\r|\n")


def diff(path: str, old: bytes, new: bytes, limits: Limits) -> Iterator[str]:
    """Yield the lines of a unified diff from `old` to `new`, safe for a terminal."""
    before, after = (_diff_lines(take_apart(content, path, limits)[2]) for content in (old, new))
    shown = printable(path)
    for line in difflib.unified_diff(before, after, shown, shown):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _diff_lines(text: str) -> list[str]:
    lines = [f"{printable(line)}\n" for line in split_lines(text)]
    if not text.endswith(("\n", "\r")):
        lines[-1] = lines[-1].removesuffix("\n")
    return lines


def is_in_structure(raw: RawDeck, text: str) -> bool:
    """Return whether the lines of a deck are none of its file, but of a text in JSON or YAML there."""
    return bool(raw.lines) and raw.lines != split_lines(text.removeprefix("\ufeff"))


def take_apart(content: bytes, path: str, limits: Limits) -> tuple[bytes, str, str]:
    """Return the byte order mark, the codec and the text that the readers count lines in."""
    text = decode(content, path, limits).removeprefix("\ufeff")
    codec = UTF16.get(content[:2], "utf-8")
    return content[: len(content) - len(text.encode(codec))], codec, text
