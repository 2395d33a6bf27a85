"""What the same lines cost when nothing is checked: the least that any program in Python does with them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path

from deckcheck.model.pool import Pool

_LINE = re.compile(r"\s*(\d+)\s*x?\s+(.+?)\s*$")


def names_of(pool: Pool) -> dict[str, str]:
    """Return the ids of the cards of a pool by their names in small letters."""
    return {known.name.casefold(): known.id for known in pool.names()}


def json_lines(path: Path) -> int:
    """Decode each line with ``json.loads``; return the cards."""
    cards = 0
    with path.open("rb") as file:
        for line in file:
            cards += len(json.loads(line)["cards"])
    return cards


def texts(folder: Path, names: Mapping[str, str]) -> int:
    """Read each file and look its lines up: a regular expression, `casefold`, a dictionary; return the cards."""
    return sum(_looked_up(path.read_text("utf-8"), names) for path in sorted(folder.iterdir()))


def table(path: Path, names: Mapping[str, str]) -> int:
    """Do the same for the last column of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return sum(_looked_up(row[-1], names) for row in csv.reader(file))


def _looked_up(text: str, names: Mapping[str, str]) -> int:
    cards = 0
    for line in text.splitlines():
        match = _LINE.match(line)
        if match and names.get(match[2].casefold()):
            cards += int(match[1])
    return cards
