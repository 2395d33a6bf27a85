"""Floors for the benchmarks: the cost of only reading the same lines, which every Python program must pay."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path

from deckcheck.model.pool import Pool

_LINE = re.compile(r"\s*(\d+)\s*x?\s+(.+?)\s*$")


def names_of(pool: Pool) -> dict[str, str]:
    """Return the card ids of a pool by case-folded name."""
    return {known.name.casefold(): known.id for known in pool.names()}


def json_lines(path: Path) -> int:
    """Decode each line with ``json.loads``; return the number of cards."""
    cards = 0
    with path.open("rb") as file:
        for line in file:
            cards += len(json.loads(line)["cards"])
    return cards


def texts(folder: Path, names: Mapping[str, str]) -> int:
    """Look up the lines of each file with a regular expression, `casefold` and a dict; return the number of cards."""
    return sum(_looked_up(path.read_text("utf-8"), names) for path in sorted(folder.iterdir()))


def table(path: Path, names: Mapping[str, str]) -> int:
    """Look up the lines in the last column of a table, as `texts` does; return the number of cards."""
    with path.open(encoding="utf-8", newline="") as file:
        return sum(_looked_up(row[-1], names) for row in csv.reader(file))


def _looked_up(text: str, names: Mapping[str, str]) -> int:
    cards = 0
    for line in text.splitlines():
        match = _LINE.match(line)
        if match and names.get(match[2].casefold()):
            cards += int(match[1])
    return cards
