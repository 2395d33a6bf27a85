"""One run over many decks: from sources to lines of results, saved on disk when a folder is given."""

import contextlib
import functools
import glob
import os
from collections.abc import Callable, Generator, Iterable, Iterator

from msgspec import Struct

from deckcheck import __version__
from deckcheck.bulk import local
from deckcheck.bulk.chunks import CHUNK, Chunk, ChunkResult, Recorder, chunks
from deckcheck.bulk.store import RunFolder, RunManifest
from deckcheck.checks import checker as app
from deckcheck.checks.rulings import Ruling, written
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import DataError
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Counts
from deckcheck.system.web import is_address

# Yields the result of each chunk, in order.
Engine = Callable[[Iterable[Chunk]], Generator[ChunkResult, None, None]]


class Inputs(Struct, frozen=True):
    """What to check: paths of files, folders, archives and tables, how to read them, and lists per chunk."""

    sources: tuple[str, ...]
    intake: Intake
    size: int = CHUNK


class FinishedChunk(Struct, frozen=True):
    """One finished chunk: decks per verdict, its lines (None: they are on disk), and its size in bytes."""

    counts: Counts
    records: bytes | None
    size: int


def recorder_for(fmt: Format, pool: Pool, intake: Intake, rulings: tuple[Ruling, ...] = ()) -> local.Maker:
    """Return what makes the recorder of each process.

    A process that is not forked opens the pool again; making its recorder raises DataError if the pool has changed.
    """
    return functools.partial(_recorder, fmt, pool, pool.digest, intake, rulings)


def _recorder(fmt: Format, pool: Pool, digest: str, intake: Intake, rulings: tuple[Ruling, ...]) -> Recorder:
    if pool.digest != digest:
        raise DataError("the card pool changed during the run")
    return Recorder(app.Checker(fmt, pool), intake, rulings)


def local_engine(make: local.Maker, jobs: int) -> Engine:
    """Return the engine that checks in `jobs` processes of this machine, or in this process when `jobs` is 1."""
    if jobs == 1:
        return lambda todo: local.in_this_process(todo, make)
    return lambda todo: local.in_processes(todo, make, jobs)


def manifest_of(inputs: Inputs, fmt: Format, pool: Pool, rulings: tuple[Ruling, ...] = ()) -> RunManifest:
    """Return the manifest: everything that the results of a run depend on."""
    return RunManifest(
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


def run(inputs: Inputs, engine: Engine, store: RunFolder | None = None) -> Generator[FinishedChunk, None, None]:
    """Check all `inputs` and yield each finished chunk.

    With a `store`, chunks that are already on disk are skipped, and at the end one file contains all lines.
    """
    names: dict[int, str] = {}
    kept: list[FinishedChunk] = []
    sent: dict[int, tuple[str, int]] = {}

    def todo() -> Iterator[Chunk]:
        for chunk in chunks(expand(inputs.sources), inputs.intake, inputs.size):
            stem = store.stem(chunk) if store else ""
            done = store.done(stem) if store else None
            if done is None:
                sent[chunk.number] = stem, chunk.size
                yield chunk
            else:
                names[chunk.number], counts = done
                kept.append(FinishedChunk(counts, None, chunk.size))

    with contextlib.closing(engine(todo())) as results:
        for result in results:
            yield from kept
            kept.clear()
            stem, weight = sent.pop(result.number)
            if store:
                names[result.number] = store.put(stem, result)
            yield FinishedChunk(result.counts, None if store else result.records, weight)
    yield from kept
    if store:
        store.finish([names[number] for number in sorted(names)])


def expand(inputs: Iterable[str]) -> Iterator[str]:
    """Return the files to check, from paths of files and folders and sorted patterns such as ``lists/**/*.txt``."""
    return app.expand(path for each in inputs for path in _matches(each))


def _matches(path: str) -> list[str]:
    """Return the paths that match a pattern, sorted; if there are none, the path itself, which may be missing."""
    is_pattern = glob.has_magic(path) and not is_address(path) and not os.path.lexists(path)
    # Patterns may be absolute.
    return (sorted(glob.iglob(path, recursive=True)) if is_pattern else []) or [path]  # noqa: PTH207
