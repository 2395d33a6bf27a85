"""Escape plain values for Markdown, and write tables and blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence


def plain_text(text: str) -> str:
    """Return `text` escaped for Markdown; text in backticks stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_\[\]<>#])", r"\\\1", part) for part in parts)


def code(text: str) -> str:
    """Return `text` as code."""
    return f"`{text}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; bars and line breaks in the Markdown cells are escaped."""
    yield ""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"
    yield ""


def _cell(text: str) -> str:
    # A bar in code does not end a cell, and code would show the entity as it is written.
    parts = re.split(r"(`[^`]*`)", text.replace("\n", " "))
    return "".join(part if part.startswith("`") else part.replace("|", "&#124;") for part in parts)


def block(text: str, language: str = "text") -> Iterator[str]:
    """Yield the lines of a block of code."""
    yield from ("", f"```{language}", text.rstrip("\n"), "```", "")


def page(lines: Iterable[str]) -> str:
    """Return the lines as one page, with no two empty lines in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"
