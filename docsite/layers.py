"""Draw the picture of the layers from the table in `tests/test_layers.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDTH, BOX, GAP, MARGIN = 920, 30, 10, 14
LETTER = 7.3  # the width of a letter, with some to spare


def layers(source: Path = ROOT / "tests" / "test_layers.py") -> dict[int, set[str]]:
    """Return the parts of the package by layer, read from the test without running it."""
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == ["LAYERS"]:
            found: dict[int, set[str]] = ast.literal_eval(node.value)
            return found
    raise LookupError(f"{source} assigns no LAYERS")


def picture(table: dict[int, set[str]]) -> str:
    """Return an SVG with one row for each layer, the highest on top."""
    rows: list[str] = []
    y = MARGIN
    for number in sorted(table, reverse=True):
        boxes = list(_boxes(sorted(table[number]), y))
        bottom = max(top for top, _ in boxes) + BOX
        size = f'width="{WIDTH - 2 * MARGIN}" height="{bottom - y + GAP // 2}"'
        rows.append(f'<rect class="layer" x="{MARGIN}" y="{y}" {size} rx="6"/>')
        rows.append(f'<text class="number" x="{MARGIN + 12}" y="{y + GAP // 2 + 20}">{number}</text>')
        rows += [box for _, box in boxes]
        y = bottom + GAP + GAP // 2
    height = y + MARGIN - GAP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>The layers of the package: a module imports from the rows below its own</title>",
            "<style>",
            "text { font: 13px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #12302e }",
            ".number { fill: #6b7f7d } .page { fill: #ffffff } .layer { fill: #e8f1f0 }",
            ".part { fill: #ffffff; stroke: #2a7d76 }",
            "</style>",
            f'<rect class="page" width="{WIDTH}" height="{height}" rx="8"/>',
            *rows,
            "</svg>\n",
        ]
    )


def _boxes(parts: list[str], y: int) -> Iterator[tuple[int, str]]:
    """Yield a box for each part with its top, from left to right and then in a new row."""
    start = MARGIN + 44
    x, top = start, y + GAP // 2
    for part in parts:
        width = round(len(part) * LETTER + 24)
        if x + width > WIDTH - MARGIN - GAP:
            x, top = start, top + BOX + GAP
        text = f'<text x="{x + width // 2}" y="{top + 20}" text-anchor="middle">{part}</text>'
        yield top, f'<rect class="part" x="{x}" y="{top}" width="{width}" height="{BOX}" rx="4"/>{text}'
        x += width + GAP
