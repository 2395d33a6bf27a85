"""``python -m benchmarks [--quick]``: measure everything in one run and print tables in Markdown.

One run measures everything, because only ratios can be compared between machines.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks import api, desk, editor, floors
from benchmarks.decks import FIXTURES, Made, as_csv, as_json, as_site, as_text, decks
from benchmarks.measure import command, in_turn, peak, side_by_side
from deckcheck.bulk import local
from deckcheck.bulk.chunks import Recorder
from deckcheck.bulk.run import Inputs, run
from deckcheck.checks import checker as app
from deckcheck.decks.intake import Intake

FORMATS = ("lcg-2017", "celestial-40-40")
SLIPS = 0.05
# The share of lists with a mistake at an event where nobody has checked them before.
MIXED = 0.54
SEED = "benchmarks"
DISTINCT = 100_000
CONNECTIONS = 8


class Size(NamedTuple):
    """How much to measure: rounds, lists per timing, the two numbers of lists for memory, and the load on the desk."""

    rounds: int
    lists: int
    few: int
    many: int
    load: desk.Load


FULL = Size(5, 5_000, 10_000, 1_000_000, desk.Load(players=300, seconds=60, phones=50, requests=20_000))
QUICK = Size(3, 1_000, 1_000, 10_000, desk.Load(players=20, seconds=4, phones=5, requests=200))

Row = tuple[str, ...]


class Written(NamedTuple):
    """The paths of the same decks as JSON lines of card ids, alone and with what sites say, and as texts.

    The texts are in a folder, and in a CSV table.
    """

    jsonl: Path
    sites: Path
    texts: Path
    csv: Path


class Bench(NamedTuple):
    """A format and the folder for its decks."""

    format: str
    folder: Path
    size: Size

    def jsonl(self, many: int) -> Path:
        """Return a file with `many` decks of card ids; after the first `DISTINCT` the decks repeat."""
        path = self.folder / f"{self.format}-{many}.jsonl"
        if not path.exists():
            if many <= DISTINCT:
                with path.open("w", encoding="utf-8") as file:
                    file.writelines(map(as_json, self.decks(many, SLIPS, SEED)))
            else:
                some = self.jsonl(DISTINCT)
                with path.open("wb") as file:
                    file.writelines(itertools.repeat(some.read_bytes(), many // DISTINCT))
        return path

    def written(self, many: int, slips: float, part: int) -> Written:
        """Write `many` decks in three forms and return their paths; each `part` has different decks."""
        made = list(self.decks(many, slips, f"{SEED} {slips} {part}"))
        folder = self.folder / f"{self.format}-{slips}-{part}"
        written = Written(folder / "decks.jsonl", folder / "sites.jsonl", folder / "texts", folder / "decks.csv")
        written.texts.mkdir(parents=True)
        written.jsonl.write_text("".join(map(as_json, made)), "utf-8")
        written.sites.write_text("".join(map(as_site, made)), "utf-8")
        with written.csv.open("w", encoding="utf-8", newline="") as file:
            file.writelines(as_csv(made))
        for number, deck in enumerate(made):
            (written.texts / f"{number:07}.txt").write_text(as_text(deck), "utf-8")
        return written

    def decks(self, many: int, slips: float, seed: str) -> Iterator[Made]:
        """Yield `many` decks; the same seed gives the same decks."""
        fmt = app.load_format(self.format)
        return itertools.islice(decks(fmt, app.load_pool(fmt.pool), seed=seed, slips=slips), many)


def speed(bench: Bench) -> Iterator[Row]:
    """Yield the rows for one core, each with its floor: CPU time without start-up.

    Each round uses new lists and a new checker, so caches are empty.
    """
    fmt = app.load_format(bench.format)
    pool = app.load_pool(fmt.pool)
    names = floors.names_of(pool)
    rounds, many = bench.size.rounds, bench.size.lists

    def check(job: tuple[Path, Recorder]) -> None:
        path, recorder = job
        for _ in run(Inputs((str(path),), Intake()), lambda todo: local.in_this_process(todo, lambda: recorder)):
            pass

    for slips in (0.0, SLIPS, MIXED):
        written = [bench.written(many, slips, part) for part in range(1 + rounds)]
        for what, paths, floor in (
            ("JSON lines of ids", [each.jsonl for each in written], floors.json_lines),
            ("JSON lines of sites", [each.sites for each in written], floors.json_lines),
            ("text lists in files", [each.texts for each in written], partial(floors.texts, names=names)),
            ("text lists in a CSV", [each.csv for each in written], partial(floors.table, names=names)),
        ):
            jobs = [(path, Recorder(app.Checker(bench.format), Intake())) for path in paths]
            times = side_by_side(rounds, in_turn(floor, paths), in_turn(check, jobs), clock=time.process_time)
            least, taken = (seconds / many * 1e6 for seconds in times.seconds)
            rates = f"{least:.1f}", f"{taken:.1f}", f"{1e6 / taken:,.0f}", f"{times.ratios[1]:.2f}"
            yield bench.format, what, f"{slips:.0%}", *rates


def workers(bench: Bench) -> Iterator[Row]:
    """Yield the rows for whole commands with one and two workers."""
    many = bench.size.many
    path = bench.jsonl(many)
    base = ("-m", "deckcheck", "bulk", str(path), "--format", bench.format, "--jobs")
    times = side_by_side(bench.size.rounds, command(*base, "1"), command(*base, "2"))
    for jobs, (seconds, ratio) in enumerate(zip(*times, strict=True), 1):
        yield (
            bench.format,
            f"{jobs} worker{'s' * (jobs > 1)}",
            f"{many:,}",
            f"{seconds:.2f}",
            f"{many / seconds:,.0f}",
            f"{ratio:.2f}",
        )


def memory(bench: Bench) -> Iterator[Row]:
    """Yield the rows for peak memory with few and with many decks."""
    before: int | None = None
    for many in (bench.size.few, bench.size.many):
        path = bench.jsonl(many)
        with tempfile.TemporaryDirectory(dir=bench.folder) as out:
            kept = ("-m", "deckcheck", "bulk", str(path), "--format", bench.format, "--out", f"{out}/run")
            one, _ = peak(kept)
        _, two = peak(("-m", "deckcheck", "bulk", str(path), "--format", bench.format, "--jobs", "2"))
        times = f"{one / before:.2f}" if before else ""
        before = before or one
        yield bench.format, f"{many:,}", f"{one / 2**20:.0f}", times, f"{two / 2**20:.0f}"


def start_up(bench: Bench) -> Iterator[Row]:
    """Yield the rows for the time of one deck, compared with Python and two imports."""
    deck = str(min((FIXTURES / bench.format).glob("*.txt")))
    times = side_by_side(
        bench.size.rounds * 2,
        command("-c", "import click, msgspec"),
        command("-m", "deckcheck", "check", deck, "--format", bench.format),
        command("-m", "deckcheck", "bulk", deck, "--format", bench.format),
        command("-m", "deckcheck", "bulk", deck, "--format", bench.format, "--jobs", "2"),
    )
    names = ("`import click, msgspec`", "`check` of one deck", "`bulk` of one deck", "`bulk --jobs 2` of one deck")
    for name, seconds, ratio in zip(names, *times, strict=True):
        yield bench.format, name, f"{seconds * 1000:.0f}", f"{1 / ratio:.1f}"


def at_the_desk(bench: Bench) -> Iterator[Row]:
    """Yield one row: players who hand in within a minute while phones poll, then many requests."""
    load = bench.size.load
    lists = [as_text(deck) for deck in bench.decks(load.players, MIXED, SEED)]
    found = desk.measure(lists, bench.format, bench.folder, load)
    times = (f"{each:.0f}" for each in (found.handing_in, found.slowest, found.verdict, found.poll))
    before, after = found.memory
    memory = f"{before:.0f}, {after:.0f}"
    yield (
        bench.format,
        f"{load.players} in {load.seconds:.0f} s",
        str(load.phones),
        *times,
        f"{load.requests:,}",
        memory,
        str(found.failed),
    )


def programs(bench: Bench) -> Iterator[Row]:
    """Yield the rows for the routes for programs: two processes, `CONNECTIONS` connections, new decks in each run."""
    many, rounds = bench.size.lists, bench.size.rounds
    with api.serving(workers=2) as server:
        for route, request in (("`/api/decklists/validate`", api.validation), ("`/api/check`", api.check)):
            for slips in (SLIPS, MIXED):
                decks = map(as_json, bench.decks(many * (rounds + 1), slips, f"{SEED} {route} {slips}"))
                requests = [request(deck, bench.format) for deck in decks]
                parts = [requests[part * many : (part + 1) * many] for part in range(rounds + 1)]
                loads = [api.load(server, part, CONNECTIONS) for part in parts][1:]
                rate = statistics.median(many / run.seconds for run in loads)
                cpu, client = (
                    statistics.median(seconds) / many * 1e6
                    for seconds in ([run.cpu for run in loads], [run.client for run in loads])
                )
                late = statistics.median(run.p95 for run in loads) * 1000
                yield bench.format, route, f"{slips:.0%}", f"{rate:,.0f}", f"{cpu:.0f}", f"{client:.0f}", f"{late:.1f}"


def editing(bench: Bench) -> Iterator[Row]:
    """Yield the rows for the editor in a terminal."""
    yield from ((bench.format, *row) for row in editor.rows(bench.format, bench.folder, bench.size.rounds))


PARTS: dict[str, tuple[Callable[[Bench], Iterator[Row]], Row]] = {
    "speed": (
        speed,
        ("format", "one core, CPU time", "slips", "floor, µs/deck", "checked, µs/deck", "decks/s", "floor : checked"),
    ),
    "workers": (workers, ("format", "whole command", "decks", "s", "decks/s", "× one worker")),
    "memory": (memory, ("format", "decks", "peak with --out, MiB", "×", "peak with two workers, all processes, MiB")),
    "api": (
        programs,
        ("format", "route", "slips", "decks/s", "server CPU, µs/deck", "client CPU, µs/deck", "p95, ms"),
    ),
    "start-up": (start_up, ("format", "process", "ms", "×")),
    "desk": (
        at_the_desk,
        (
            "format",
            "players",
            "phones polling",
            "handing in, p95, ms",
            "slowest, ms",
            "verdict, p95, ms",
            "poll, p95, ms",
            "requests then",
            "MiB before and after them",
            "refused",
        ),
    ),
    "editor": (editing, ("format", "editor", "median, ms", "worst, ms", "median without waiting for a core, ms")),
}


def _line(cells: Row) -> str:
    return f"| {' | '.join(cells)} |\n"


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="use few decks and rounds, to test the benchmarks")
    parser.add_argument("--only", action="append", choices=PARTS, help="run only this part; can be repeated")
    parser.add_argument("--format", action="append", choices=FORMATS, help="measure only this format; can be repeated")
    options = parser.parse_args()
    size = QUICK if options.quick else FULL
    with tempfile.TemporaryDirectory(prefix="deckcheck-bench-") as folder:
        sys.stdout.write(
            f"Medians of {size.rounds} rounds; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start. "
            f"Decks are random walks from legal fixture decks with the seed `{SEED}`; a share has one mistake.\n"
        )
        for part in options.only or PARTS:
            measured, head = PARTS[part]
            sys.stdout.write(f"\n{_line(head)}{_line(('---',) * len(head))}")
            for name in options.format or FORMATS:
                for row in measured(Bench(name, Path(folder), size)):
                    sys.stdout.write(_line(row))
                    sys.stdout.flush()
        sys.stdout.write(f"\nload {os.getloadavg()[0]:.1f} at the end\n")


if __name__ == "__main__":
    main()
