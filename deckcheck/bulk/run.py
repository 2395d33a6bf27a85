"""One run over very many decks: from sources to lines of results, kept on disk where a folder is given."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from deckcheck import __version__
from deckcheck.bulk import local
from deckcheck.bulk.chunks import CHUNK, Chunk, chunks
from deckcheck.bulk.records import Recorder, Result
from deckcheck.bulk.sources import expand
from deckcheck.bulk.store import Manifest, Store
from deckcheck.checks import checker as app
from deckcheck.checks.rulings import Ruling, written
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import DataError
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Counts

# Yields what comes of each chunk, in their order.
Engine = Callable[[Iterable[Chunk]], Generator[Result, None, None]]


class Setup(Struct, frozen=True):
    """What decks are checked with, as every process can load it: the format by id or path, where data are looked for.

    With the digests a process makes sure that it has loaded the same as the one that sent it here.
    """

    format: str
    as_of: str | None
    formats_dir: Path | None
    cardpools_dir: Path | None
    format_digest: str
    pool_digest: str
    intake: Intake
    rulings: tuple[Ruling, ...] = ()

    def __call__(self) -> Recorder:
        """Load format and pool; raises DataError when they are not those of the digests."""
        fmt = app.load_format(
            self.format, formats_dir=self.formats_dir, cardpools_dir=self.cardpools_dir, as_of=self.as_of
        )
        pool = app.load_pool(fmt.pool, cardpools_dir=self.cardpools_dir)
        if (fmt.digest, pool.digest) != (self.format_digest, self.pool_digest):
            raise DataError("the format or the card pool was changed while decks were being checked")
        return Recorder(app.Checker(fmt, pool), self.intake, self.rulings)


class Inputs(Struct, frozen=True):
    """What is to be checked: paths of files, folders, archives and tables, and how they are read and cut up."""

    sources: tuple[str, ...]
    intake: Intake
    size: int = CHUNK


class Step(Struct, frozen=True):
    """What came of one more chunk: its lines (None: they are on disk), and how many decks have each verdict."""

    counts: Counts
    records: bytes | None
    size: int


def local_engine(setup: Setup, jobs: int) -> Engine:
    """Return the engine that checks in `jobs` processes of this machine, or in this one."""
    if jobs == 1:
        return lambda todo: local.in_this_process(todo, setup)
    return lambda todo: local.in_processes(todo, setup, jobs)


def manifest_of(inputs: Inputs, fmt: Format, pool: Pool, rulings: tuple[Ruling, ...] = ()) -> Manifest:
    """Return what the results of a run depend on."""
    return Manifest(
        deckcheck=__version__,
        format=fmt.id,
        format_digest=fmt.digest,
        format_date=fmt.dated,
        pool_digest=pool.digest,
        inputs=inputs.sources,
        syntax=inputs.intake.syntax,
        column=inputs.intake.column,
        chunk=inputs.size,
        limits=inputs.intake.limits,
        rulings=written(rulings) if rulings else "",
    )


def run(inputs: Inputs, engine: Engine, store: Store | None = None) -> Generator[Step, None, None]:
    """Check all that `inputs` name and yield what comes of each chunk, in their order.

    With a `store` what is there already is not checked again, and when all is done the store holds one file of all.
    """
    names: dict[int, str] = {}
    kept: list[Step] = []
    sent: dict[int, tuple[str, int]] = {}

    def todo() -> Iterator[Chunk]:
        for chunk in chunks(expand(inputs.sources), inputs.intake, inputs.size):
            done = store.done(chunk) if store else None
            if done is None:
                sent[chunk.number] = store.stem(chunk) if store else "", chunk.size
                yield chunk
            else:
                names[chunk.number], counts = done
                kept.append(Step(counts, None, chunk.size))

    with contextlib.closing(engine(todo())) as results:
        for result in results:
            while kept:
                yield kept.pop()
            stem, weight = sent.pop(result.number)
            if store:
                names[result.number] = store.put(stem, result)
            yield Step(result.counts, None if store else result.records, weight)
    yield from kept
    if store:
        store.finish([names[number] for number in sorted(names)])
