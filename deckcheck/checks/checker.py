"""The functions for the command line and other programs: load data, read decks, check one or many."""

from __future__ import annotations

import contextlib
import functools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from deckcheck.checks.completing import completed
from deckcheck.decks.containers import Document
from deckcheck.decks.files import deck_files
from deckcheck.decks.intake import Intake, decks_in, game_of, read_one, read_source
from deckcheck.decks.readers import only
from deckcheck.decks.resolve import Resolver, resolve
from deckcheck.formats.cache import FormatLoader
from deckcheck.formats.files import find_formats, has_format
from deckcheck.model.deck import Deck, RawDeck, Span
from deckcheck.model.errors import DataError, InputError, UsageError, nearest
from deckcheck.model.format import Format
from deckcheck.model.limits import LONGEST_NAME
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Outcome, Report
from deckcheck.pools.loading import FilePool, open_pool
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from deckcheck.system import paths

# The formats in which to check a deck; raises InputError for a deck without one.
FormatsOf = Callable[[RawDeck], tuple[Format, ...]]
PathLike = str | os.PathLike[str]
_USUAL = Intake()


def load_pool(pool_id: str, *, cardpools_dir: PathLike | None = None, use_cache: bool = True) -> FilePool:
    """Return the card pool with this id ("ccg" or "lcg", or one of `cardpools_dir`).

    Raises:
        UsageError: when there is no such pool or folder.
        DataError: when its files are wrong, with file and line.
    """
    return open_pool(pool_id, first=_folder(cardpools_dir), cache=paths.cache_folder() if use_cache else None)


def load_format(
    name: PathLike,
    *,
    formats_dir: PathLike | None = None,
    cardpools_dir: PathLike | None = None,
    as_of: str | None = None,
    use_cache: bool = True,
) -> Format:
    """Return the format with this id or name, or in the YAML file at this path, as it was on one day.

    `as_of` is an ISO date; None means the latest.

    Raises:
        UsageError: when there is no such format, folder or date.
        DataError: when its file, a parent's or a list is wrong, with file and line.
    """
    loader = format_loader(_folder(formats_dir), _folder(cardpools_dir), as_of, use_cache=use_cache)
    return format_called(os.fspath(name), loader)


def _folder(path: PathLike | None) -> Path | None:
    """Return the path of a folder; raises UsageError if there is none, as the command line does."""
    if path is not None and not Path(path).is_dir():
        raise UsageError("there is no such folder", place=os.fspath(path))
    return None if path is None else Path(path)


def format_loader(
    formats_dir: Path | None, cardpools_dir: Path | None, as_of: str | None = None, *, use_cache: bool = True
) -> FormatLoader:
    """Return what loads formats as of a day, with the user's own folders of formats and card pools."""
    cache = paths.cache_folder() if use_cache else None
    pool = functools.partial(open_pool, first=cardpools_dir, cache=cache)
    return FormatLoader(first=formats_dir, cache=cache, as_of=as_of, open_pool=pool)


def format_called(name: str, loader: FormatLoader) -> Format:
    """Return the format with this id, path or name; raises like `load_format`."""
    if Path(name).suffix or name.startswith("_") or has_format(name, loader.first):
        return loader.load(name)
    # A deck may use another name: the full one, or a shorter one.
    every = []
    for each in sorted(find_formats(loader.first)):
        with contextlib.suppress(DataError):  # A broken file must not prevent the use of another format.
            every.append(loader.load(each))
    if name == "all":
        help = "name it with `--format ID`; `deckcheck check FILE --format all` finds the formats that fit a deck"
        raise UsageError("one format is required here, not all", help=help)
    called = {each: fmt for fmt in every for each in fmt.called}
    if fold(name) in called:
        return called[fold(name)]
    near = nearest(fold(name[:LONGEST_NAME]), called)
    known = f"known: {', '.join(fmt.id for fmt in every)}"
    help = f"did you mean `{called[near].id}`?" if near else known
    raise UsageError(f"there is no format `{name}`", help=help)


def load_formats(names: Iterable[str], loader: FormatLoader, broken: Callable[[DataError], None]) -> list[Format]:
    """Return the formats with these ids or paths, each once; "all" means all available formats.

    For "all", `broken` receives the error of each broken format, and the others are returned. For formats given by
    name, the error is raised.

    Raises:
        UsageError: when there is no such format or date.
        DataError: when a file of a format is wrong, with file and line.
    """
    names = tuple(names)
    named = {name: name for name in names if name != "all"}
    every = {each: str(path) for each, path in sorted(find_formats(loader.first).items())} if "all" in names else {}
    found = []
    for name, file in (named | every).items():
        try:
            found.append(format_called(file, loader))
        except DataError as error:
            if name in named:
                raise
            broken(error)
    return found


def read_deck(source: PathLike, fmt: Format, pool: Pool, intake: Intake = _USUAL) -> Deck:
    """Return the deck in the file `source` (``-``: standard input), with names looked up as `fmt` reads them.

    `intake` gives the syntax and the limits.

    Raises:
        InputError: when the file cannot be read, is not text, exceeds the limits, or has no deck or several.
    """
    return resolve(read_one(str(source), intake), fmt, pool)


def expand(sources: Iterable[str]) -> Iterator[str]:
    """Yield the files to check for paths of files and folders, each path once.

    A folder without deck files is yielded itself, and standard input (``-``) as often as it is given.
    """
    seen: set[str] = set()
    for path in chain.from_iterable(map(_files, sources)):
        plain = os.path.normpath(path)
        if path == "-" or plain not in seen:
            yield path
        seen.add(plain)


def _files(source: str) -> Iterator[str]:
    if source not in ("-", "") and os.path.isdir(source):  # noqa: PTH112 - Path.is_dir raises on names that are too long
        files = deck_files(Path(source))
        yield next(files, source)
        yield from files
    else:
        yield source


def check_all(sources: Iterable[str], fmt: Format, pool: Pool, intake: Intake = _USUAL) -> Outcome:
    """Return the reports on every deck of `sources`, all in one format, and the failed inputs."""
    return gathered(Checker(fmt, pool, intake=intake).check_many(sources), {pool.info.id: pool}, (fmt,))


def checks(
    sources: Iterable[str],
    formats_of: FormatsOf,
    pools: Mapping[str, Pool],
    intake: Intake = _USUAL,
    checkers: Iterable[Checker] = (),
) -> Iterator[Report | Failure]:
    """Yield a report on each deck of `sources`, one by one, and the inputs that cannot be checked.

    Each deck is checked in the formats that `formats_of` returns for it; `pools` has their pools by id. `checkers` has
    the checkers of formats; missing ones are created.
    """
    known = {checker.format.id: checker for checker in checkers}
    for raw in read_all(sources, intake):
        if isinstance(raw, Failure):
            yield raw
            continue
        try:
            formats = formats_of(raw)
        except InputError as error:
            yield Failure(raw.path, error)
            continue
        unlisted: list[NoListError] = []
        for fmt in formats:
            if fmt.id not in known:
                known[fmt.id] = Checker(fmt, pools[fmt.pool])
            try:
                yield known[fmt.id].report(raw)
            except NoListError as error:
                unlisted.append(error)
            except InputError as error:
                yield Failure(raw.path, error)
        if 1 < len(unlisted) == len(formats):
            unlisted = [no_list(unlisted[0].report, f"any of {len(formats)} formats")]
        yield from (Failure(raw.path, error) for error in unlisted)


def gathered(results: Iterable[Report | Failure], pools: Mapping[str, Pool], formats: Iterable[Format] = ()) -> Outcome:
    """Return the outcome of `results` about `formats`, then about those of the reports in order of appearance."""
    every = list(results)
    reports = tuple(each for each in every if isinstance(each, Report))
    used = {fmt.id: fmt for fmt in formats}
    for report in reports:
        used.setdefault(report.format.id, report.format)
    return Outcome(
        formats=tuple(used.values()),
        pools={fmt.pool: pools[fmt.pool] for fmt in used.values()},
        reports=reports,
        failures=tuple(each for each in every if isinstance(each, Failure)),
    )


def in_each(formats: tuple[Format, ...]) -> FormatsOf:
    """Return a function that gives the same formats for every deck."""
    return lambda _: formats


def in_each_of_its_game(formats: tuple[Format, ...], pools: Mapping[str, Pool]) -> FormatsOf:
    """Return a function that gives the formats of a deck's game, whose pool has most of its cards."""

    def of_its_game(raw: RawDeck) -> tuple[Format, ...]:
        game = game_of(raw, pools)
        return tuple(fmt for fmt in formats if fmt.pool == game)

    return of_its_game


_NO_FORMAT = "choose one with `--format ID`, or try all with `deckcheck check FILE --format all`"


def format_named(formats: Iterable[Format], otherwise: Format | None = None) -> Callable[[RawDeck], Format]:
    """Return a function that gives the format in a deck's file, or `otherwise` if the file names none.

    It raises InputError for a file that names something other than one of `formats`, or nothing without `otherwise`.
    """
    by_name = {name: fmt for fmt in formats for name in fmt.called}

    def named(raw: RawDeck) -> Format:
        fmt = by_name.get(fold(raw.format)) or (None if raw.format else otherwise)
        if fmt is None:
            said = f"names the unknown format `{raw.format}`" if raw.format else "names no format"
            raise InputError(f"the file {said}", place=raw.path, help=_NO_FORMAT)
        return fmt

    return named


def read_all(sources: Iterable[str], intake: Intake = _USUAL) -> Iterator[RawDeck | Failure]:
    """Yield every deck in files, folders, archives, tables and standard input (``-``), and the failed inputs."""
    for source in once(expand(sources)):
        yield from [source] if isinstance(source, Failure) else read_source(source, intake)


def once(sources: Iterable[str]) -> Iterator[str | Failure]:
    """Yield the sources; refuse standard input after the first time."""
    seen = False
    for source in sources:
        again = seen and source == "-"
        yield Failure(source, InputError("standard input can be read only once", place="-")) if again else source
        seen = seen or source == "-"


_PROBLEMS_SHOWN = 3
_AS_TEXT = "write one card per line: `3 NAME`"
_OF_A_PAGE = "paste the cards of the page: addresses in a list are not opened; `deckcheck check ADDRESS` opens some"


class NoListError(InputError):
    """A text without any line that is recognised as a card of a format, such as the list of another game.

    Like all errors, it is created from a message alone, which lets it pass from one process to another.
    """

    report: Report


def no_list(report: Report, where: str = "") -> NoListError:
    """Return the error for a text without a recognised card, with its help.

    `where` names the formats, by default that of the report.
    """
    has_address = any(re.search(r"(?i)https?://|\bwww\.", line) for line in report.deck.raw.lines)
    error = NoListError(
        f"no line is recognised as a card of {where or report.format.name}, so this is not a deck list",
        place=report.deck.raw.path,
        help="; ".join([_OF_A_PAGE if has_address else _AS_TEXT, *_first_problems(report)]),
    )
    error.report = report
    return error


def _first_problems(report: Report) -> list[str]:
    """Return the first problem at each of the first places that have one, and how many more places there are."""
    by_span: dict[Span, str] = {}
    for finding in report.findings:
        if finding.span and finding.code.startswith("D"):  # Only those about the deck file.
            place = "" if f"line {finding.span.line}" in finding.message else f"line {finding.span.line}: "
            by_span.setdefault(finding.span, f"{place}{finding.message}")
    more = len(by_span) - _PROBLEMS_SHOWN
    return [*by_span.values()][:_PROBLEMS_SHOWN] + ([f"and {more:,} more"] if more > 0 else [])


class Checker:
    """Checks decks in one format; data that the decks share are loaded once."""

    def __init__(  # noqa: PLR0913 - each says one thing about where the data are
        self,
        fmt: Format | PathLike,
        pool: Pool | None = None,
        *,
        as_of: str | None = None,
        formats_dir: PathLike | None = None,
        cardpools_dir: PathLike | None = None,
        intake: Intake = _USUAL,
    ) -> None:
        """Check decks of `fmt`, a format or an argument of `load_format`; without `pool`, load its card pool.

        `intake` gives the syntax and the limits of lists. The other arguments are those of `load_format` and
        `load_pool`.

        Raises:
            UsageError: when there is no such format, folder or date.
            DataError: when a file of the format or the pool is wrong.
        """
        if not isinstance(fmt, Format):
            fmt = load_format(fmt, formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=as_of)
        elif as_of is not None:
            raise UsageError("a loaded format already has its as-of day", help="pass `as_of` with the id of the format")
        self.format = fmt
        self.pool = pool or load_pool(fmt.pool, cardpools_dir=cardpools_dir)
        self.judge = Judge(fmt)
        self._intake = intake
        self.resolver = Resolver(fmt, self.pool)

    def check_text(self, text: str, path: str = "<text>") -> Report:
        """Return the report on the only deck in `text`, which findings call `path`.

        Raises:
            InputError: when the text exceeds the limits, or has no deck or several.
        """
        content = text.encode("utf-8", "surrogatepass")
        return self.report(only(decks_in(Document(path, "", content), self._intake.limits, self._intake.syntax), path))

    def check_file(self, path: PathLike) -> Report:
        """Return the report on the only deck in a file (``-``: standard input).

        Raises:
            InputError: when it cannot be read, is not text, exceeds the limits, or has no deck or several.
        """
        return self.report(read_one(os.fspath(path), self._intake))

    def check_many(self, sources: PathLike | Iterable[PathLike]) -> Iterator[Report | Failure]:
        """Yield in order the result for every deck in files, folders, archives, tables and standard input (``-``)."""
        every = (sources,) if isinstance(sources, str | os.PathLike) else sources
        named = (os.fspath(each) for each in every)
        return checks(named, in_each((self.format,)), {}, self._intake, (self,))

    def check_deck(self, deck: Deck) -> Report:
        """Return the report on a deck; raises UsageError when it was read for another format or pool."""
        return check(deck, self.format, self.pool, judge=self.judge)

    def report(self, raw: RawDeck) -> Report:
        """Return the report on a list; raises InputError when no line of it is recognised as a card."""
        report = self.check_deck(self.read(self.completed(raw)))
        deck = report.deck
        near = sum(bool(line.readings or line.suggestions) for line in deck.unresolved)
        if not deck.named and near * 2 <= len(deck.unresolved):
            raise no_list(report)
        return report

    def completed(self, raw: RawDeck) -> RawDeck:
        """Return a list with the Stronghold, role and similar cards that only a field beside it names."""
        return completed(raw, self.read, self.check_deck)

    def read(self, raw: RawDeck) -> Deck:
        """Return a list with its cards looked up."""
        return self.resolver.deck(raw)
