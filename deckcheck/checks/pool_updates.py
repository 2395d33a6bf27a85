"""Keep card pools current: compare them with sources, write them, and create new ones."""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

from deckcheck.model.errors import DataError, UsageError, called, writing
from deckcheck.model.pool import Difference
from deckcheck.pools.compiler import snapshot_of
from deckcheck.pools.loading import FilePool, extends, open_pool, read_files
from deckcheck.pools.spreadsheet import OwnCards, read_cards
from deckcheck.system import paths

# The card of a new pool as a spreadsheet, in the card game and elsewhere.
_LCG_EXAMPLE = "title,type,deck,number,cost\nMy First Card,event,conflict,1,1"
_EXAMPLE = "title,type,deck,number\nMy First Card,event,dynasty,1"


def own_pools() -> Path | str:
    """Return the folder for the user's own pools; "DIR" for a user without a home folder."""
    folder = paths.user_folder("data")
    return folder / "cardpools" if folder else "DIR"


def pool_of(sources: Iterable[str]) -> str:
    """Return the id of the pool that all these sources are about; raises UsageError."""
    from deckcheck.pools.sources.crawl import SHAPES

    pools = {called("source", name, SHAPES).pool for name in sources}
    if len(pools) != 1:
        raise UsageError("these sources are about different games", help="merge them one game at a time")
    return pools.pop()


def difference(pool: FilePool, sources: Iterable[tuple[str, Path]], *, remove_gone: bool = False) -> Difference:
    """Return how `pool` differs from the sources, each given by name and by the path of its data.

    Raises:
        UsageError: when there is no such source, or the pool has the user's own cards.
        DataError: when its data, or the corrections of the pool, are wrong.
    """
    from deckcheck.pools.sources.corrections import read_corrections
    from deckcheck.pools.sources.crawl import read_source
    from deckcheck.pools.sources.merging import merge

    if pool.bases:
        raise UsageError(
            f"the pool extends another one, in {pool.bases[0]}",
            place=str(pool.folder),
            help="merge into the other pool",
        )
    now = snapshot_of(read_files(pool.folder))
    released = {key: item.released for key, item in now.sets.items()}
    sources_read = [read_source(name, path, released) for name, path in sources]
    return merge(now, sources_read, read_corrections(pool.folder), remove_gone=remove_gone)


def write(found: Difference, folder: Path, home: Path) -> list[str]:
    """Write the merged pool to `folder`, only the changed files; the same merge always writes the same bytes.

    Return the paths of the files that changed or were deleted. A folder gets the corrections and facts that it lacks
    from `home`, the folder of the pool that was merged into.

    Raises:
        DataError: when a set of the pool has no id that could name a file.
        UsageError: when the folder has a pool of the user's own, which would be lost.
        OutputError: when the folder cannot be written.
    """
    from deckcheck.pools.sources.corrections import kept_files
    from deckcheck.pools.sources.pool_files import pool_files, write_pool

    if extends(folder) is not None:
        raise UsageError(
            "the folder has a pool of your own, whose cards would be lost",
            place=str(folder),
            help="choose another folder with `--out`",
        )
    texts = pool_files(found.merged)
    with writing(folder, help="write to another folder with `--out DIR`"):
        texts |= {name: text for name, text in kept_files(home).items() if not (folder / name).exists()}
        return write_pool(texts, folder)


def correction_problems(folder: Path, bases: tuple[Path, ...] = ()) -> Iterator[str]:
    """Yield the problems of the corrections beside a pool: broken, for no card, or different from the pool."""
    from deckcheck.pools.sources.corrections import read_corrections
    from deckcheck.pools.sources.merging import merge

    try:
        corrections = read_corrections(folder)
        now = snapshot_of(read_files(folder, bases))
    except DataError as error:
        yield str(error)
        return
    for card_id in sorted(corrections.cards.keys() - now.cards.keys()):
        yield f"{folder}: a correction names the unknown card `{card_id}`"
    found = merge(now, [], corrections)
    for card in found.new:
        yield f"{folder}: the pool lacks the card `{card.id}` of its corrections"
    for change in found.changed:
        yield f"{folder}: `{change.card}` does not have the {change.field} of its correction"


def format_problems(pool_ids: Collection[str], first: Path | None = None) -> Iterator[str]:
    """Yield the mismatches between these pools and their formats, on any day.

    These are marks, sets and listed cards of a format that the pool lacks, and marks that no format uses.
    """
    from deckcheck.formats import lint as format_lint
    from deckcheck.formats.files import find_formats
    from deckcheck.formats.loading import resolve_format

    opened = cache(partial(open_pool, first=first, cache=paths.cache_folder()))
    files = sorted(set(find_formats().values()))
    for path in files:
        try:
            if resolve_format(path).format.pool in pool_ids:
                yield from format_lint.lint([path], None, opened)
        except DataError as error:
            yield str(error)
    # A broken format is reported above, and may be the one with the mark.
    with suppress(DataError):
        formats = [resolved.format for path in files for _, resolved in format_lint.on_every_day(path)]
        for pool_id in pool_ids:
            yield from format_lint.unused_marks(opened(pool_id).info, formats)
            yield from format_lint.dates_after_arcs(opened(pool_id), formats)


def make_new(pool_id: str, base: FilePool, out: Path, own: OwnCards | None = None) -> Path:
    """Write the files of a new pool that extends `base`, with the cards `own`; return its folder.

    Without `own` it has one card as an example.

    Raises:
        UsageError: when the id is invalid or the folder exists.
        OutputError: when it cannot be written.
    """
    from deckcheck.pools.sources.pool_files import lines_of, write_pool

    if not re.fullmatch(paths.DATA_ID, pool_id):
        raise UsageError(f"`{pool_id}` cannot be the id of a pool", help="use lower-case letters, digits and hyphens")
    folder = out / pool_id
    if folder.exists():
        raise UsageError("the folder already exists", place=str(folder))
    own = own or read_cards(_LCG_EXAMPLE if base.info.game == "lcg" else _EXAMPLE, "", base)
    texts = {
        "pool.yaml": f'id: "{pool_id}"\nname: Cards of our own\ngame: {base.info.game}\nextends: {base.info.id}\n',
        "sets.yaml": lines_of("Sets, one per line.", own.sets),
        "effects.yaml": "# What card texts change about building a deck, by card id.\n{}\n",
        "cards/own-set.yaml": lines_of("Cards, one per line, by id.", own.cards),
    }
    with writing(folder):
        write_pool(texts, folder)
    return folder
