"""``deckcheck bulk``, with its progress on standard error: a bar on a terminal, else one line per minute."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import cache
from pathlib import Path

import click
from msgspec.structs import asdict

from deckcheck.bulk import desk
from deckcheck.bulk.chunks import CHUNK
from deckcheck.bulk.lists import alike
from deckcheck.bulk.run import Engine, Inputs, expand, local_engine, manifest_of, recorder_for, run
from deckcheck.bulk.store import RESULTS, RunFolder
from deckcheck.checks import checker as app
from deckcheck.checks.rulings import rulings_in, with_rulings
from deckcheck.cli.check.check import rulings_option
from deckcheck.cli.data_options import house_options
from deckcheck.cli.deck_options import DeckReader, decks_options, named_format
from deckcheck.cli.groups import note_spelling
from deckcheck.cli.output import Terminated, code_of, complain, note, say, write_bytes, write_lines
from deckcheck.cli.output_options import Output, check_apart, output_of, report_option
from deckcheck.cli.parameters import NEW_FOLDER, Choice, Whole, config, config_options, idle, similar_option
from deckcheck.decks.files import is_unnamed
from deckcheck.decks.resolve import Resolver
from deckcheck.model.errors import UsageError, writing
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.report import Counts, Failure
from deckcheck.model.sentences import counted, first_of, plural
from deckcheck.pools.loading import FilePool
from deckcheck.reports import REPORTS, Style, renderer
from deckcheck.system.atomic import write_parts_atomically

DESK = "desk.csv"
_FORMAT = "Format id, or path of a format file.  [default: from the configuration]"
_SHOWN = 5
_NAMED = 3
_EVERY = 60.0


@click.command("bulk")
@idle("--resume", needs="--out", help="name the folder of the earlier run")
@click.argument("paths", nargs=-1, required=True, metavar="INPUT...", type=click.Path(allow_dash=True))
@decks_options(_FORMAT, default=lambda: config().format)
@click.option(
    "--out",
    type=NEW_FOLDER,
    help=f"Folder for {RESULTS}, {DESK} and the state for --resume.  [default: results to standard output]",
)
@click.option("--resume", is_flag=True, help="Continue the run in the folder of --out.")
@click.option("-j", "--jobs", type=Whole(1, 256), default=1, show_default=True, help="Processes that check at once.")
@click.option(
    "--engine", type=Choice(["local", "dask"]), default="local", show_default=True, help="What checks the lists."
)
@click.option("--scheduler", metavar="ADDRESS", help="Address of the dask scheduler, such as tcp://host:8786.")
@click.option("--chunk", type=Whole(1, 100_000), default=CHUNK, show_default=True, help="Lists per unit of work.")
@similar_option("Name lists that share at least this part of their cards, such as 0.9.")
@report_option
@click.option("-o", "--output", "old", multiple=True, hidden=True)  # The --report of 0.1.0.
@rulings_option
@house_options
@config_options
def command(
    *,
    paths: tuple[str, ...],
    decks: DeckReader,
    out: Path | None,
    resume: bool,
    jobs: int,
    engine: str,
    scheduler: str | None,
    chunk: int,
    least: float | None,
    reports: tuple[str, ...],
    old: tuple[str, ...],
    rulings_file: str | None,
    house: HouseRules,
) -> int:
    """Check many lists in one format. An INPUT is a file, folder, archive, table with one deck per row, or -.

    \b
    deckcheck bulk lists/ --format celestial-40-40 --out results
    deckcheck bulk registrations.csv --column Decklist --format lcg-stronghold --out results --jobs 2
    deckcheck bulk decks.jsonl --format lcg-2017 --jobs 4 > results.jsonl

    Each list gives one line of JSON, in the order of the inputs whatever the number of processes. With --out a
    killed run continues with --resume, and a table lists all decks. `deckcheck event` is for events. Exits with 0
    when every list is legal, 1 when one is illegal or undecided, 2 when something could not be done or read.
    """
    if not decks.format_name:
        raise UsageError("no format is given for the lists", help="choose one with `--format ID`")
    if scheduler and engine != "dask":
        raise UsageError("`--scheduler` is for `--engine dask`")
    _check_apart(paths, out)
    for written in old:
        note_spelling(f"-o {written}", f"--report {written}")
    targets = [output_of(written, REPORTS, paths) for written in (*old, *reports)]
    check_apart([Output("jsonl"), *targets])
    if any(map(is_unnamed, paths)) and (targets or least is not None):
        raise UsageError(
            "`--report` and `--similar` read the lists again; standard input and pipes can be read only once"
        )
    data, intake = decks.data.dated().with_house(house, (decks.format_name,)), decks.intake
    fmt = named_format(data, decks.format_name)
    pool = data.pool(fmt.pool)
    inputs = Inputs(paths, intake, chunk)
    rulings = rulings_in(rulings_file, [pool])
    make = recorder_for(fmt, pool, intake, rulings)
    if engine == "dask":
        from deckcheck.bulk.distributed import bundle, dask_engine

        checking = dask_engine(bundle(fmt, pool, intake, rulings), scheduler, make)
    else:
        checking = local_engine(make, jobs)
    manifest = manifest_of(inputs, fmt, pool, rulings)
    with nullcontext() if out is None else closing(RunFolder(out, manifest, resume=resume)) as store:
        counts = _run(inputs, checking, store)
        if store:
            _write_desk(store.folder)
        if targets:
            pools = {pool.info.id: pool}
            results = with_rulings(app.checks(expand(paths), app.in_each((fmt,)), pools, intake), rulings, pools)
            outcome = app.gathered(results, pools, (fmt,))
            for target in targets:
                target.write(renderer(target.form)(outcome, Style()))
        if least is not None:
            _say_similar(inputs, fmt, pool, least)
    return code_of(counts)


def _check_apart(paths: tuple[str, ...], out: Path | None) -> None:
    """Raise UsageError when the results would be written among the lists."""
    folder = _real(str(out)) if out is not None else None
    if folder and any(folder == each or each in folder.parents for each in map(_real, paths)):
        help = "choose a folder for --out that is not among the lists"
        raise UsageError("the lists and the results would be in the same folder", place=str(out), help=help)


def _real(path: str) -> Path | None:
    """Return the real path of `path`, None for an impossible one."""
    try:
        return Path(path).resolve()
    except (OSError, ValueError, RuntimeError):
        return None


def _run(inputs: Inputs, engine: Engine, store: RunFolder | None) -> Counts:
    """Check everything, show the progress, and return how many lists have each verdict."""
    counts, done, started = Counts(), 0, time.monotonic()
    try:
        total = cache(lambda: _total(inputs))
        display = _bar(total()) if sys.stderr.isatty() else nullcontext(_lines(total))
        with display as show, closing(run(inputs, engine, store)) as steps:
            for step in steps:
                counts.add(step.counts)
                done += step.size
                if step.records is not None:
                    write_bytes(step.records)
                rate = counts.total / max(time.monotonic() - started, 1e-3)
                show(done, f"{_words(counts)}, {rate:,.0f} lists/s")
    except (KeyboardInterrupt, Terminated):
        say(f"stopped after {_words(counts)}{'; --resume continues the run' if store else ''}")
        raise
    click.echo(_table(counts, time.monotonic() - started), err=True)
    return counts


def _words(counts: Counts) -> str:
    verdicts = ", ".join(f"{many:,} {verdict}" for verdict, many in asdict(counts).items())
    return f"{counted(counts.total, 'list')}: {verdicts}"


def _table(counts: Counts, seconds: float) -> str:
    """Return the numbers as a small table."""
    rows = [*asdict(counts).items(), ("lists", counts.total)]
    width = max(len(f"{many:,}") for _, many in rows)
    lines = [f"{what:<9}  {many:>{width},}  {many / max(counts.total, 1):>6.1%}" for what, many in rows]
    rate = f"{seconds:,.1f} s, {counts.total / max(seconds, 1e-3):,.0f} lists/s"
    return "\n".join([*lines[:-1], f"{lines[-1][: 11 + width]}  {rate}"])


def _total(inputs: Inputs) -> int | None:
    """Return the number of bytes to check, None if it is unknown."""
    if any(map(is_unnamed, inputs.sources)):
        return None
    try:
        return sum(os.path.getsize(path) for path in expand(inputs.sources))  # noqa: PTH202 - paths are strings
    except (OSError, ValueError):
        return None


def _write_desk(folder: Path) -> None:
    """Write the table for the event desk, and report duplicates and failures."""
    results = folder / RESULTS
    with writing(folder / DESK):
        with results.open("rb") as lines:
            parts = (part.encode("utf-8", "backslashreplace") for part in desk.table(lines))
            write_parts_atomically(folder / DESK, parts)
        with results.open("rb") as lines:
            found = desk.find_duplicates(lines)
    for said in found.failed.paths[:_SHOWN]:
        complain(said)
    if found.failed.count > _SHOWN:
        note(f"{found.failed.count - _SHOWN:,} more failed; {DESK} names all of them")
    for each in found.equal[:_SHOWN]:
        note(f"{each.count} lists are equal: {first_of(each.paths, _NAMED)}")
    if found.equal[_SHOWN:]:
        note(f"further groups are not shown; sort {DESK} by fingerprint to see all")
    for each in found.same_player[:_SHOWN]:
        note(f"{each.count} lists of the player `{each.what}`: {first_of(each.paths, _NAMED)}")
    if (without := found.without_player).count:
        lists = plural(without.count, "list names", "lists name")
        note(f"{without.count:,} {lists} no player: {first_of(without.paths, _NAMED)}")
    write_lines([str(results), str(folder / DESK)])


def _say_similar(inputs: Inputs, fmt: Format, pool: FilePool, least: float) -> None:
    resolver = Resolver(fmt, pool)
    read = app.read_all(expand(inputs.sources), inputs.intake)
    decks = {raw.path: resolver.deck(raw).contents for raw in read if not isinstance(raw, Failure)}
    for one, other, share in alike(decks, least):
        note(f"{share:.0%} of the cards are shared by {one} and {other}")


# Shows the number of processed bytes, and the state in words.
Progress = Callable[[int, str], None]


@contextmanager
def _bar(total: int | None) -> Iterator[Progress]:
    """Yield a bar for a run over `total` bytes; None: unknown."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=total)

        def show(done: int, words: str) -> None:
            bar.update(task, completed=min(done, total) if total else done, description=words)

        yield show


def _lines(total: Callable[[], int | None]) -> Progress:
    """Return a function that prints a line each minute, with the part of the `total` of bytes; None: unknown."""
    started = last = time.monotonic()

    def show(done: int, words: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < _EVERY:
            return
        last = now
        part = ""
        if (most := total()) and done:
            left = (now - started) * max(most - done, 0) / done
            part = f"{min(100 * done // most, 100)} %, {left / 60:.0f} min left, "
        say(f"{part}{words}")

    return show
