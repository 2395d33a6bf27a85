"""Building card pools from the files of public data sources."""

from __future__ import annotations

from pathlib import Path

from deckcheck.sources.ccg import import_ccg
from deckcheck.sources.corrections import read_corrections
from deckcheck.sources.lcg import import_lcg
from deckcheck.sources.writing import ImportSummary, PoolFiles, write_pool

__all__ = ["ImportSummary", "PoolFiles", "import_ccg", "import_lcg", "import_pools", "write_pool"]

_IMPORTS = {"ccg": import_ccg, "lcg": import_lcg}


def import_pools(source: Path, out: Path) -> list[ImportSummary]:
    """Write the pools made from the files in `source` to a folder each in `out`; raises DataError and OSError.

    Both pools are made before the first file is written, so wrong data change nothing. What the corrections in the
    folders add to card texts is kept.
    """
    made = (importing(source, read_corrections(out / pool)) for pool, importing in _IMPORTS.items())
    return [write_pool(files, out) for files in tuple(made)]
