"""Building card pools from the files of public data sources."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from deckcheck.model.merge import PoolSnapshot
from deckcheck.pools.sources.ccg import import_ccg
from deckcheck.pools.sources.lcg import import_lcg
from deckcheck.pools.sources.merging import merge
from deckcheck.pools.sources.records import PoolFiles, kept_files, pool_files, read_corrections, write_pool

# What makes the pools out of prepared card facts, by their ids.
IMPORTS = {"ccg": import_ccg, "lcg": import_lcg}


def import_pools(source: Path, out: Path, known: Mapping[str, Path]) -> list[PoolFiles]:
    """Write the pools made from the files in `source` to a folder each in `out`; raises DataError and OSError.

    Both pools are made before the first file is written, so wrong data change nothing. The corrections and facts in
    a folder win over the files; a new folder gets those of the pool that is `known` by that id, if any.
    """
    return [
        write_pool(files, out) for files in [_made(importing(source), out, known) for importing in IMPORTS.values()]
    ]


def _made(held: PoolSnapshot, out: Path, known: Mapping[str, Path]) -> PoolFiles:
    pool_id = held.info.id
    home = out / pool_id if (out / pool_id).is_dir() else known.get(pool_id, out / pool_id)
    pool = merge(held, [], read_corrections(home)).merged
    files = pool_files(pool.info, pool.sets.values(), pool.cards.values(), pool.effects)
    files.texts.update(kept_files(home))
    return files
