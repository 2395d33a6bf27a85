"""The usual number of cards of each type in the decks of a format: counted in lists, and shipped for `fill`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import median_low

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError
from deckcheck.model.finding import Verdict
from deckcheck.model.report import Report
from deckcheck.rules.tally import Tally
from deckcheck.system.paths import data_folders

FILE = "usage.json"
# Formats with fewer lists have no usage.
_FEWEST = 5
# Sections with few cards have no usual mix.
_SMALLEST = 10

# The usual number of cards by section and by type.
Mix = dict[str, dict[str, int]]


class FormatUsage(Struct, frozen=True, forbid_unknown_fields=True):
    """The median number of cards of each type in each section of `lists` legal lists of a format."""

    lists: int
    kinds: Mix


class Usage(Struct, frozen=True, forbid_unknown_fields=True):
    """The usage of all formats by id, with where the lists come from."""

    source: str
    formats: dict[str, FormatUsage]


def counted(reports: Iterable[Report], source: str) -> Usage:
    """Return the usage in the legal lists among `reports`, for formats with enough of them."""
    mixes: defaultdict[str, list[dict[tuple[str, str], int]]] = defaultdict(list)
    for report in reports:
        if report.verdict is Verdict.LEGAL:
            tally = Tally(report.deck, report.format)
            counts: Counter[tuple[str, str]] = Counter()
            for section in report.format.sections:
                for entry in tally.entries(section):
                    counts[section, entry.card.kind] += entry.count
            mixes[report.format.id].append(counts)
    formats = {key: FormatUsage(len(found), _medians(found)) for key, found in mixes.items() if len(found) >= _FEWEST}
    return Usage(source, dict(sorted(formats.items())))


def _medians(found: list[dict[tuple[str, str], int]]) -> Mix:
    kinds: Mix = {}
    for section, kind in sorted({key for counts in found for key in counts}):
        if usual := median_low([counts.get((section, kind), 0) for counts in found]):
            kinds.setdefault(section, {})[kind] = usual
    return {section: mix for section, mix in kinds.items() if sum(mix.values()) >= _SMALLEST}


def usual_mix(lineage: Iterable[str], first: Path | None = None) -> FormatUsage | None:
    """Return the usage for the first format of `lineage` that has one, None without one.

    Raises DataError when the file is damaged.
    """
    for folder in data_folders("formats", first):
        path = folder / FILE
        if path.is_file():
            try:
                usage = msgspec.json.decode(path.read_bytes(), type=Usage)
            except (OSError, msgspec.DecodeError) as error:
                raise DataError(f"cannot be read: {error}", place=str(path)) from None
            found = next((usage.formats[each] for each in lineage if each in usage.formats), None)
            if found:
                return found
    return None
