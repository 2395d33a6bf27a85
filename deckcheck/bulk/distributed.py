"""Sharing chunks out among machines, with a dask scheduler.

The format and the card pool go to each worker once, known by their digests, so that workers need the package and
nothing else. What comes back is written by the process that asked: a scheduler that dies loses nothing that is done.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from deckcheck.bulk import chunks as chunking
from deckcheck.bulk import records
from deckcheck.bulk.chunks import Chunk
from deckcheck.bulk.examiner import Examiner
from deckcheck.bulk.records import Recorder, Result
from deckcheck.errors import OutputError, UsageError
from deckcheck.loading import format_cache
from deckcheck.loading.row_pool import RowPool
from deckcheck.model.format import Format

if TYPE_CHECKING:
    from deckcheck.bulk.run import Engine
    from deckcheck.loading.pools import FilePool

# Chunks that each worker has in hand or waiting, so that none waits for the network.
_HELD = 3
_TIMEOUT = "10 s"


class Bundle(Struct, frozen=True):
    """What a worker checks with: the format, and the compiled rows of its pool, as bytes."""

    format: bytes
    pool_digest: str
    rows: dict[str, bytes]
    syntax: str | None


def bundle(fmt: Format, pool: FilePool, syntax: str | None) -> bytes:
    """Return what workers need to check decks of `fmt`."""
    return msgspec.msgpack.encode(Bundle(format_cache.packed(fmt), pool.digest, pool.all_rows(), syntax))


def dask_engine(load: bytes, address: str | None) -> Engine:
    """Return the engine that checks with the workers of the scheduler at `address`, with what `bundle` made.

    Raises:
        UsageError: when dask is not installed, or no address is given.
    """
    try:
        import distributed
    except ImportError:
        raise UsageError("dask is not installed", help="pip install 'deckcheck[dask]'") from None
    if address is None:
        raise UsageError("say where the dask scheduler is", help="--scheduler tcp://host:8786")

    def engine(todo: Iterable[Chunk]) -> Iterator[Result]:
        try:
            # What it logs while a connection breaks is said in one message instead.
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
            client: Any = distributed.Client(address, timeout=_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
            with client:
                yield from _results(client, todo, load)
        except OSError as error:  # which connections that are closed or take too long are too
            raise _lost(address, error) from None

    return engine


def _results(client: Any, todo: Iterable[Chunk], load: bytes) -> Iterator[Result]:  # noqa: ANN401 - dask has no types
    """Yield what comes of each chunk, in their order."""
    from distributed import CancelledError, KilledWorker

    (shared,) = client.scatter([load], broadcast=False, hash=True)
    waiting: deque[tuple[Chunk, Any]] = deque()
    coming = iter(todo)
    try:
        while True:
            most = _HELD * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
            while len(waiting) < most and (chunk := next(coming, None)) is not None:
                future = client.submit(work, shared, chunking.encode(chunk), pure=False, retries=_HELD)
                waiting.append((chunk, future))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            try:
                yield records.decode(future.result())
            except KilledWorker:
                raise OutputError(
                    f"chunk {chunk.number} has killed the workers that checked it",
                    help="check its lists with `--engine local`, which finds out which one it is",
                ) from None
    except CancelledError as error:
        raise OSError(str(error)) from None


def _lost(address: str, error: Exception) -> OutputError:
    return OutputError(
        f"the scheduler cannot be reached: {error or type(error).__name__}",
        place=address,
        help="what is done is kept in the folder of --out; go on with --resume",
    )


def work(load: bytes, chunk: bytes) -> bytes:
    """Check a chunk with what `load` holds; this runs on the workers."""
    return records.encode(_recorder(load).result(chunking.decode(chunk)))


@lru_cache(maxsize=2)
def _recorder(load: bytes) -> Recorder:
    """Return what checks with `load`, made once in each worker."""
    held = msgspec.msgpack.decode(load, type=Bundle)
    return Recorder(Examiner(format_cache.unpacked(held.format), RowPool(held.pool_digest, held.rows)), held.syntax)
