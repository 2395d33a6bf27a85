"""Sharing chunks out among machines, with a dask scheduler.

The format and the card pool go to each worker once, known by their digests, so that workers need the package and
nothing else. What comes back is written by the process that asked: a scheduler that dies loses nothing that is done.
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

import msgspec
from msgspec import Struct

from deckcheck import __version__
from deckcheck.bulk import careful, local
from deckcheck.bulk.chunks import Chunk
from deckcheck.bulk.records import Recorder, Result
from deckcheck.checks.checker import Checker
from deckcheck.checks.rulings import Ruling
from deckcheck.decks.intake import Intake
from deckcheck.formats import cache as format_cache
from deckcheck.model.errors import DataError, OutputError, UsageError, how_to_install
from deckcheck.model.format import Format
from deckcheck.pools.row_pool import RowPool

if TYPE_CHECKING:
    from deckcheck.bulk.run import Engine
    from deckcheck.pools.loading import FilePool

# Chunks that each worker has in hand or waiting, so that none waits for the network.
_HELD = 3
_TIMEOUT = 10.0


class Bundle(Struct, frozen=True):
    """What a worker checks with: the format, and the compiled rows of its pool, as bytes, for one version of us."""

    deckcheck: str
    format: bytes
    pool_digest: str
    rows: dict[str, bytes]
    intake: Intake
    rulings: tuple[Ruling, ...] = ()


def bundle(fmt: Format, pool: FilePool, intake: Intake, rulings: tuple[Ruling, ...] = ()) -> bytes:
    """Return what workers need to check decks of `fmt`, packed."""
    made = Bundle(__version__, format_cache.packed(fmt), pool.digest, pool.all_rows(), intake, rulings)
    return zlib.compress(msgspec.msgpack.encode(made), 1)


def dask_engine(load: bytes, address: str | None, make: local.Maker) -> Engine:
    """Return the engine that checks with the workers of the scheduler at `address`, with what `bundle` made.

    A chunk that kills workers is checked here, in a process that has what `make` makes.

    Raises:
        UsageError: when dask is not installed, or no address is given.
    """
    try:
        import distributed
    except ImportError:
        raise UsageError("dask is not installed", help=how_to_install("dask")) from None
    if address is None:
        raise UsageError("say where the dask scheduler is", help="--scheduler tcp://host:8786")

    def engine(todo: Iterable[Chunk]) -> Generator[Result, None, None]:
        try:
            _quieten()
            client: Any = distributed.Client(address, timeout=_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
            with client:
                yield from _results(client, todo, load, make)
        except OSError as error:  # which connections that are closed or take too long are too
            raise _lost(address, error) from None
        except ValueError as error:
            raise UsageError(f"this is no address of a scheduler: {error}", place=address) from None

    return engine


def _results(client: Any, todo: Iterable[Chunk], load: bytes, make: local.Maker) -> Iterator[Result]:  # noqa: ANN401 - dask has no types
    """Yield what comes of each chunk, in their order."""
    from distributed import CancelledError, KilledWorker

    _wait_for_workers(client)
    # It comes of a task, which the scheduler does again when the workers that have it die.
    shared = client.submit(_unpacked, load, key=f"deckcheck-{hashlib.sha256(load).hexdigest()}")
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
            try:
                yield future.result()
            except KilledWorker:
                yield from local.in_processes([chunk], make, 1)
    except CancelledError as error:
        raise OSError(str(error)) from None
    except (ImportError, AttributeError, RuntimeError) as error:
        help = f"the workers need deckcheck {__version__} too"
        raise OutputError(f"the workers cannot check: {error}", help=help) from None


def _quieten() -> None:
    """Keep what is logged while a connection breaks to ourselves: one message says it instead."""
    for name in ("asyncio", "distributed", "tornado"):
        for logger in (name, *(each for each in logging.root.manager.loggerDict if each.startswith(f"{name}."))):
            logging.getLogger(logger).setLevel(logging.CRITICAL + 1)


def _wait_for_workers(client: Any) -> None:  # noqa: ANN401 - as above
    try:
        client.wait_for_workers(1, timeout=_TIMEOUT)
    except TimeoutError:
        raise TimeoutError("it has no workers") from None


def _lost(address: str, error: Exception) -> OutputError:
    return OutputError(
        f"the scheduler cannot be used: {error or type(error).__name__}",
        place=address,
        help="what is done is kept in the folder of --out; go on with --resume",
    )


def _unpacked(load: bytes) -> bytes:
    """Unpack what `bundle` made; this and `work` run on the workers."""
    return zlib.decompress(load)


def work(load: bytes, chunk: bytes) -> Result:
    """Check a chunk with what `load` holds."""
    recorder = _recorder(load)
    return careful.result(recorder, pickle.loads(chunk))  # noqa: S301 - it comes from the run that asks


@lru_cache(maxsize=2)
def _recorder(load: bytes) -> Recorder:
    """Return what checks with `load`, made once in each worker; raises DataError in another version of deckcheck."""
    held = msgspec.msgpack.decode(load, type=Bundle)
    if held.deckcheck != __version__:
        raise DataError(f"a worker has deckcheck {__version__}, and {held.deckcheck} is asked for")
    fmt, pool = format_cache.unpacked(held.format), RowPool(held.pool_digest, held.rows)
    return Recorder(Checker(fmt, pool), held.intake, held.rulings)
