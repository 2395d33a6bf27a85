"""What the command line and other programs call: loading data, reading decks, checking many of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from deckcheck.decklists.files import deck_files
from deckcheck.engine import check
from deckcheck.errors import InputError
from deckcheck.intake import game_of, read_one, read_source
from deckcheck.loading import format_cache, paths
from deckcheck.loading.format_files import find_formats
from deckcheck.loading.pools import FilePool, open_pool
from deckcheck.model.deck import Deck, RawDeck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Outcome, Report
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
        InputError: when the file cannot be read, is no text, names no card, or holds several decks.
    """
    return resolve(read_one(str(source)), fmt, pool)


def expand(sources: Iterable[str]) -> Iterator[str]:
    """Yield the files to check for paths of files and folders; a folder without deck files stands for itself."""
    for source in sources:
        if source not in ("-", "") and os.path.isdir(source):  # noqa: PTH112 - Path.is_dir raises on names that are too long
            path = None
            for path in deck_files(Path(source)):
                yield str(path)
            if path is None:
                yield source
        else:
            yield source


def check_all(
    sources: Iterable[str], fmt: Format, pool: Pool, *, syntax: str | None = None, column: str | None = None
) -> Outcome:
    """Check every deck that `sources` name; an input that cannot be read is a failure and stops nothing.

    `syntax` names the reader of all lists, `column` the column of the deck in tables; None: seen by what they are.
    """
    return _check_each(read_all(sources, syntax, column), lambda _: (fmt,), {pool.info.id: pool}, (fmt,))


def check_formats(
    sources: Iterable[str],
    formats: Iterable[Format],
    pools: Mapping[str, Pool],
    *,
    syntax: str | None = None,
    column: str | None = None,
) -> Outcome:
    """Check every deck in each of several formats; `pools` holds the pools of the formats by id.

    A deck is checked in the formats of its own game only: those whose pool knows most of its cards.
    """
    every = tuple(formats)

    def of_its_game(raw: RawDeck) -> tuple[Format, ...]:
        game = game_of(raw, pools)
        return tuple(fmt for fmt in every if fmt.pool == game)

    return _check_each(read_all(sources, syntax, column), of_its_game, pools, every)


_NO_FORMAT = "say which one with --format ID; `deckcheck check FILE --format all` tries every one"


def format_named(formats: Iterable[Format], otherwise: Format | None = None) -> Callable[[RawDeck], Format]:
    """Return the function that finds the format which a deck's file names, `otherwise` where it names none.

    It raises InputError for a file that names something else than one of `formats`, or nothing without `otherwise`.
    """
    by_name = {fold(name): fmt for fmt in formats for name in (fmt.name, *fmt.aliases, fmt.id)}

    def named(raw: RawDeck) -> Format:
        fmt = by_name.get(fold(raw.format)) or (None if raw.format else otherwise)
        if fmt is None:
            said = f"names the format `{raw.format}`, which is not known" if raw.format else "names no format"
            raise InputError(f"the file {said}", place=raw.path, help=_NO_FORMAT)
        return fmt

    return named


def check_by(
    sources: Iterable[str],
    format_of: Callable[[RawDeck], Format],
    pools: Mapping[str, Pool],
    *,
    syntax: str | None = None,
    column: str | None = None,
) -> Outcome:
    """Check every deck in the format that `format_of` gives for it; an InputError there makes it a failure.

    The outcome is about the formats that are used, in the order in which they come up.
    """
    return _check_each(read_all(sources, syntax, column), lambda raw: (format_of(raw),), pools)


def read_all(
    sources: Iterable[str], syntax: str | None = None, column: str | None = None
) -> Iterator[RawDeck | Failure]:
    """Yield every deck in files, folders, archives, tables and standard input (``-``), and what cannot be read."""
    seen_stdin = False
    for source in expand(sources):
        if source == "-" and seen_stdin:
            yield Failure(source, InputError("standard input can be read only once", place="-"))
            continue
        seen_stdin = seen_stdin or source == "-"
        yield from read_source(source, syntax, column)


def _check_each(
    inputs: Iterable[RawDeck | Failure],
    formats_of: Callable[[RawDeck], tuple[Format, ...]],
    pools: Mapping[str, Pool],
    asked_for: tuple[Format, ...] = (),
) -> Outcome:
    """Check each deck in the formats that `formats_of` gives for it; raises InputError there make it a failure."""
    reports: list[Report] = []
    failures: list[Failure] = []
    used: dict[str, Format] = {fmt.id: fmt for fmt in asked_for}
    for raw in inputs:
        if isinstance(raw, Failure):
            failures.append(raw)
            continue
        try:
            formats = formats_of(raw)
        except InputError as error:
            failures.append(Failure(raw.path, error))
            continue
        for fmt in formats:
            used[fmt.id] = fmt
            reports.append(check(resolve(raw, fmt, pools[fmt.pool]), fmt, pools[fmt.pool]))
    return Outcome(
        formats=tuple(used.values()),
        pools={fmt.pool: pools[fmt.pool] for fmt in used.values()},
        reports=tuple(reports),
        failures=tuple(failures),
    )
