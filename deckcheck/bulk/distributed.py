"""Distribute chunks to several machines through a dask scheduler.

Each worker receives the format and the card pool once, so workers need only the package. The process that started
the run writes the results, so a scheduler that dies loses no finished work.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import zlib
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from deckcheck import __version__
from deckcheck.bulk import local
from deckcheck.bulk.chunks import Chunk, ChunkResult, Recorder, result_of
from deckcheck.checks.checker import Checker
from deckcheck.checks.rulings import Ruling
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import DataError, OutputError, UsageError, needing
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool

if TYPE_CHECKING:
    from deckcheck.bulk.run import Engine
    from deckcheck.pools.loading import FilePool

# Chunks per worker, running or queued, so that no worker waits for the network.
_HELD = 3
_TIMEOUT = 10.0


def bundle(fmt: Format, pool: FilePool, intake: Intake, rulings: tuple[Ruling, ...] = ()) -> bytes:
    """Return, compressed, this version of deckcheck and what a worker needs: the format and the rows of its pool."""
    parts = pickle.dumps((fmt, pool.digest, pool.all_rows(), intake, rulings))
    return zlib.compress(pickle.dumps((__version__, parts)), 1)


def dask_engine(load: bytes, address: str | None, make: local.Maker) -> Engine:
    """Return the engine that sends `load`, made by `bundle`, to the workers of the scheduler at `address`.

    A chunk that kills workers is checked on this machine, in a process with the recorder from `make`.

    Raises:
        UsageError: when dask is not installed, or no address is given.
    """
    with needing("dask", "the dask engine"):
        import distributed
    if address is None:
        raise UsageError("the dask engine requires --scheduler", help="for example --scheduler tcp://host:8786")

    def engine(todo: Iterable[Chunk]) -> Generator[ChunkResult, None, None]:
        try:
            _quieten()
            client: Any = distributed.Client(address, timeout=_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
            with client:
                yield from _results(client, todo, load, make)
        except OSError as error:  # Closed connections and timeouts are OSErrors too.
            help = "finished chunks are saved in the folder of --out; continue with --resume"
            said = f"the scheduler failed: {error or type(error).__name__}"
            raise OutputError(said, place=address, help=help) from None
        except ValueError as error:
            raise UsageError(f"not the address of a scheduler: {error}", place=address) from None

    return engine


def _results(client: Any, todo: Iterable[Chunk], load: bytes, make: local.Maker) -> Iterator[ChunkResult]:  # noqa: ANN401 - dask has no types
    """Yield the result of each chunk, in order."""
    from distributed import CancelledError, KilledWorker

    try:
        client.wait_for_workers(1, timeout=_TIMEOUT)
    except TimeoutError:
        raise TimeoutError("no worker is connected") from None
    # As a task, the scheduler repeats it when the workers that have it die.
    shared = client.submit(zlib.decompress, load, key=f"deckcheck-{hashlib.sha256(load).hexdigest()}")
    waiting: deque[tuple[Chunk, Any]] = deque()
    coming = iter(todo)
    try:
        while True:
            most = _HELD * max(1, sum(client.ncores().values()))
            while len(waiting) < most and (chunk := next(coming, None)) is not None:
                waiting.append((chunk, client.submit(work, shared, pickle.dumps(chunk), pure=False, retries=_HELD)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            results: Iterable[ChunkResult]
            try:
                results = [future.result()]
            except KilledWorker:
                results = local.in_processes([chunk], make, 1)
            # Its finalizer would do this too, but Python ignores an interrupt in a finalizer.
            future.release()
            yield from results
    except CancelledError as error:
        raise OSError(str(error)) from None
    except (ImportError, AttributeError, RuntimeError) as error:
        help = f"install deckcheck {__version__} on the workers"
        raise OutputError(f"the workers cannot check: {error}", help=help) from None


def _quieten() -> None:
    """Silence the logs of a broken connection; one message of deckcheck reports it instead."""
    for name in ("asyncio", "distributed", "tornado"):
        for logger in (name, *(each for each in logging.root.manager.loggerDict if each.startswith(f"{name}."))):
            logging.getLogger(logger).setLevel(logging.CRITICAL + 1)


def work(load: bytes, chunk: bytes) -> ChunkResult:
    """Return the result of a pickled chunk, checked with the bundle `load`; this runs on the workers."""
    return result_of(_recorder(load), pickle.loads(chunk))  # noqa: S301 - our own run sends it


@lru_cache(maxsize=2)
def _recorder(load: bytes) -> Recorder:
    """Return the recorder for a bundle, made once per worker; raises DataError for another deckcheck version."""
    version, parts = pickle.loads(load)  # noqa: S301 - as above
    if version != __version__:
        raise DataError(f"a worker has deckcheck {__version__}; the run requires {version}")
    fmt, digest, rows, intake, rulings = pickle.loads(parts)  # noqa: S301 - as above
    return Recorder(Checker(fmt, Pool(digest, rows)), intake, rulings)
