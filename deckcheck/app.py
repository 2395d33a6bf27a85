"""What the command line and other programs call: loading data, reading decks, checking many of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from deckcheck.decklists.files import deck_files
from deckcheck.engine import check
from deckcheck.errors import InputError
from deckcheck.intake import game_of, read_source
from deckcheck.loading import format_cache, paths
from deckcheck.loading.format_files import find_formats
from deckcheck.loading.pools import FilePool, open_pool
from deckcheck.model.deck import Deck, RawDeck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Outcome
from deckcheck.names import fold
from deckcheck.resolve import resolve


def load_pool(pool_id: str, *, cardpools_dir: Path | None = None, use_cache: bool = True) -> FilePool:
    """Return the card pool with this id ("ccg" or "lcg", or one of `cardpools_dir`).

    Raises:
        UsageError: when there is no such pool.
        DataError: when its files are wrong, with file and line.
    """
    return open_pool(pool_id, first=cardpools_dir, cache=paths.cache_folder() if use_cache else None)


def load_format(
    name: str,
    *,
    formats_dir: Path | None = None,
    cardpools_dir: Path | None = None,
    as_of: str | None = None,
    use_cache: bool = True,
) -> Format:
    """Return the format with this id, or in the YAML file at this path, with what was in force on one day.

    `as_of` is an ISO date; None means the latest.

    Raises:
        UsageError: when there is no such format or date.
        DataError: when its file, a parent's or a list is wrong, with file and line.
    """
    cache = paths.cache_folder() if use_cache else None

    def pool(pool_id: str) -> Pool:
        return open_pool(pool_id, first=cardpools_dir, cache=cache)

    return format_cache.load_format(name, open_pool=pool, first=formats_dir, cache=cache, as_of=as_of)


def load_formats(
    names: Iterable[str],
    *,
    formats_dir: Path | None = None,
    cardpools_dir: Path | None = None,
    as_of: str | None = None,
) -> list[Format]:
    """Return the formats with these ids or paths, each once; "all" stands for every one that is found."""
    wanted = [each for name in names for each in (sorted(find_formats(formats_dir)) if name == "all" else [name])]
    return [
        load_format(name, formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=as_of)
        for name in dict.fromkeys(wanted)
    ]


def read_deck(source: str | os.PathLike[str], fmt: Format, pool: Pool) -> Deck:
    """Return the deck in the file `source` (``-``: standard input) with its names looked up as `fmt` reads them.

    Raises:
        InputError: when the file cannot be read, is no text, or names no card.
    """
    return resolve(read_source(str(source)), fmt, pool)


def expand(sources: Iterable[str]) -> Iterator[str]:
    """Yield the files to check for paths of files and folders; a folder without deck files stands for itself."""
    for source in sources:
        if source not in ("-", "") and os.path.isdir(source):  # noqa: PTH112 - Path.is_dir raises on names that are too long
            yield from [str(path) for path in deck_files(Path(source))] or [source]
        else:
            yield source


def check_all(sources: Iterable[str], fmt: Format, pool: Pool, *, syntax: str | None = None) -> Outcome:
    """Check every deck that `sources` name; an input that cannot be read is a failure and stops nothing."""
    raws, failures = _read_all(sources, syntax)
    return _outcome(raws, failures, fmt, pool)


def check_formats(
    sources: Iterable[str], formats: Iterable[Format], pools: Mapping[str, Pool], *, syntax: str | None = None
) -> list[Outcome]:
    """Check every deck in each of several formats; `pools` holds the pools of the formats by id.

    A deck is checked in the formats of its own game only: those whose pool knows most of its cards.
    """
    raws, failures = _read_all(sources, syntax)
    games = [game_of(raw, pools) for raw in raws]
    return [
        _outcome(
            [raw for raw, game in zip(raws, games, strict=True) if game == fmt.pool], failures, fmt, pools[fmt.pool]
        )
        for fmt in formats
    ]


def check_named(
    sources: Iterable[str], formats: Iterable[Format], pools: Mapping[str, Pool], *, syntax: str | None = None
) -> list[Outcome]:
    """Check every deck in the format that its file names; a file that names none of `formats` is a failure.

    There is one outcome for each format that is named, in the order in which they come up; the failures are
    those of all.
    """
    raws, failures = _read_all(sources, syntax)
    by_name = {fold(name): fmt for fmt in formats for name in (fmt.name, *fmt.aliases, fmt.id)}
    sorted_out: dict[str, list[RawDeck]] = {}
    for raw in raws:
        fmt = by_name.get(fold(raw.format))
        if fmt is None:
            said = f"names the format `{raw.format}`, which is not known" if raw.format else "names no format"
            error = InputError(f"the file {said}", place=raw.path, help="say which one with --format ID")
            failures = (*failures, Failure(raw.path, error))
        else:
            sorted_out.setdefault(fmt.id, []).append(raw)
    used = {fmt.id: fmt for fmt in by_name.values()}
    return [_outcome(group, failures, used[key], pools[used[key].pool]) for key, group in sorted_out.items()] or [
        _outcome([], failures, fmt, pools[fmt.pool]) for fmt in list(used.values())[:1]
    ]


def _read_all(sources: Iterable[str], syntax: str | None) -> tuple[list[RawDeck], tuple[Failure, ...]]:
    raws: list[RawDeck] = []
    failures: list[Failure] = []
    seen_stdin = False
    for source in list(expand(sources)):
        if source == "-" and seen_stdin:
            failures.append(Failure(source, InputError("standard input can be read only once", place="-")))
            continue
        seen_stdin = seen_stdin or source == "-"
        try:
            raws.append(read_source(source, syntax))
        except InputError as error:
            failures.append(Failure(source, error))
    return raws, tuple(failures)


def _outcome(raws: Iterable[RawDeck], failures: tuple[Failure, ...], fmt: Format, pool: Pool) -> Outcome:
    reports = tuple(check(resolve(raw, fmt, pool), fmt, pool) for raw in raws)
    return Outcome(format=fmt, pool_id=pool.info.id, pool_digest=pool.digest, reports=reports, failures=failures)
