"""Draw the output of a command in a terminal as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

LINE, LETTER, MARGIN, TOP = 19, 8.0, 16, 40

# By the codes in `deckcheck.reports`; the colours have a contrast of at least 4.5 to 1 on the background.
COLORS = {
    "1;31": "#ff8a80",
    "1;32": "#8bd49c",
    "1;33": "#ffd479",
    "1;35": "#e0a6f5",
    "1;36": "#7fdbda",
    "1": "#ffffff",
    "2": "#9aa5b1",
}


def picture(command: str, output: str, title: str) -> str:
    """Return an SVG terminal with `command` and its `output`, text with ANSI colours."""
    lines = [f"\x1b[2m$\x1b[0m \x1b[1m{command}\x1b[0m", *output.rstrip("\n").split("\n")]
    longest = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    width, height = round(longest * LETTER) + 2 * MARGIN, TOP + LINE * len(lines) + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            "<style>",
            "text { font: 13px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }",
            "text { fill: #d7dde4; white-space: pre }",
            "</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="#1b2129"/>',
            *(f'<circle cx="{MARGIN + 4 + 18 * at}" cy="18" r="5" fill="#4a5563"/>' for at in range(3)),
            *(line for number, text in enumerate(lines) for line in _line(text, TOP + LINE * number + 13)),
            "</svg>\n",
        ]
    )


def _line(text: str, y: int) -> Iterator[str]:
    """Yield the parts of one line; each has a fixed length, because fonts differ."""
    x, color = float(MARGIN), ""
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if part.startswith("\x1b"):
            color = COLORS.get(part[2:-1], "")
        elif part:
            fill = f' fill="{color}" style="fill:{color}"' if color else ""
            length = len(part) * LETTER
            yield (
                f'<text x="{x:g}" y="{y}" textLength="{length:g}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"'
                f"{fill}>{escape(part)}</text>"
            )
            x += length
