"""Keeping card pools current: comparing them with what sources brought, and writing them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from deckcheck.errors import OutputError, UsageError
from deckcheck.loading import paths
from deckcheck.loading.pools import FilePool
from deckcheck.model.merge import Difference, Held

if TYPE_CHECKING:
    from deckcheck.sources.writing import ImportSummary


def copies_folder() -> Path:
    """Return the folder for the copies that are fetched from sources; raises UsageError for a user without a home."""
    folder = paths.user_folder("data")
    if folder is None:
        raise UsageError("there is no folder for the user's data", help="say where with --out DIR")
    return folder / "sources"


def pool_of(sources: Iterable[str]) -> str:
    """Return the id of the pool that all these sources are about; raises UsageError."""
    from deckcheck.sources.bringing import shape_called

    pools = {shape_called(name).pool for name in sources}
    if len(pools) != 1:
        raise UsageError("these sources are about different games", help="merge them one game at a time")
    return pools.pop()


def held(pool: FilePool) -> Held:
    """Return everything a pool holds, as it stands in its files."""
    cards = {card.id: card for card in pool.cards()}
    return Held(
        info=pool.info,
        sets=dict(pool.sets()),
        cards={key: msgspec.structs.replace(card, effects=(), released="") for key, card in cards.items()},
        effects={key: card.effects for key, card in cards.items() if card.effects},
    )


def difference(pool: FilePool, sources: Iterable[tuple[str, Path]], *, remove_gone: bool = False) -> Difference:
    """Return how `pool` differs from what the sources say, each given by name and by where its data lie.

    Raises:
        UsageError: when there is no such source.
        DataError: when its data, or the corrections of the pool, are wrong.
    """
    from deckcheck.sources.bringing import bring
    from deckcheck.sources.corrections import read_corrections
    from deckcheck.sources.merging import merge

    now = held(pool)
    released = {key: item.released for key, item in now.sets.items()}
    brought = [bring(name, path, released) for name, path in sources]
    return merge(now, brought, read_corrections(pool.folder), remove_gone=remove_gone)


def write(found: Difference, folder: Path) -> ImportSummary:
    """Write the merged pool to `folder`, only the files that change; the same merge always writes the same bytes.

    Raises:
        OutputError: when the folder cannot be written.
    """
    from deckcheck.sources.writing import pool_files, write_pool

    merged = found.merged
    files = pool_files(merged.info, merged.sets.values(), merged.cards.values(), merged.effects)
    try:
        return write_pool(msgspec.structs.replace(files, id=folder.name), folder.parent)
    except OSError as error:
        raise OutputError(
            f"cannot be written: {error.strerror}", place=str(error.filename), help="--out DIR writes somewhere else"
        ) from None
