"""What is struck through or commented out in a list, within lines or over several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from deckcheck.decks.dialects import STRIKING, STRUCK
from deckcheck.model.deck import OPEN_MARK, Aside, LineClass
from deckcheck.model.spans import Span

# Without one of these, which begin it, nothing is struck.
_SIGNS: tuple[str, ...] = ("<!--", "~~", "[s", "[S", "[d", "[D", "<s", "<S", "<d", "<D", "/*")
_SIGNS += ("style", "STYLE", "class", "CLASS", "hidden", "HIDDEN")
# Each ends at its own closing sign, and none goes beyond the next opening one, so that the search stays linear.
_STRUCK = rf"""(?m:^~~[ \t]*\n(?:[^\n]+\n){{1,9}}?~~[ \t]*$)
    |<!--(?:(?!<!--|-->).)*-->|/\*(?:(?!/\*|\*/).)*\*/|~~[^~\n]+~~
    |\[({STRUCK})\](?:(?!\[/?\1\]).)*\[/\1\]
    |<({STRUCK}|[a-z][a-z0-9]*(?={STRIKING}))\b[^<>]*>(?:(?!</?\2\b).)*</\2\s*>"""


def may_strike(text: str) -> bool:
    """Return whether a text has a sign that may begin what is struck."""
    return any(sign in text for sign in _SIGNS)


def struck_lines(lines: Sequence[str]) -> Iterator[Aside]:
    """Yield the lines that are struck as a whole.

    One with only a part struck through is none of them: what the rest means is in doubt.
    """
    text = "\n".join("" if line.startswith(OPEN_MARK) else line for line in lines)
    kept = re.sub(_STRUCK, _blank, f"{text}\n", flags=re.IGNORECASE | re.DOTALL | re.VERBOSE).split("\n")
    for number, (line, rest) in enumerate(zip(lines, kept, strict=False), 1):
        is_open = line.startswith(OPEN_MARK)
        if rest.strip() != line.strip() and not is_open and not any(map(str.isalnum, rest)):
            yield line_aside(LineClass.COMMENT, line, number)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def line_aside(kind: LineClass, line: str, number: int) -> Aside:
    """Return the comment or decoration that a whole line is."""
    stripped = line.strip()
    start = line.index(stripped) + 1
    return Aside(kind, stripped, Span(number, start, start + len(stripped)))
