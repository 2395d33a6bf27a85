"""Sharing chunks out among processes of this machine.

Each worker holds one chunk at a time, so that it is known what a worker that dies had in hand: its chunk is done
again by another. A chunk that kills its worker twice is taken apart, and what kills a worker alone has failed.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from deckcheck.bulk import careful, records
from deckcheck.bulk.chunks import Chunk, Refused
from deckcheck.bulk.records import Recorder, Result
from deckcheck.model.errors import DataError, DeckcheckError, OutputError

_MOST_DEATHS = 2
_HELD = 4
# The command line waits longer, which suits short runs; memory would grow with the lists.
_GARBAGE = (5_000, 10, 10)

# What a worker sends when it is ready: None, or what is wrong as message, place and help.
_Ready = tuple[str, str | None, str | None] | None

# Makes what a worker checks with; it is called once in each worker.
Maker = Callable[[], Recorder]


# The ends of pipes to workers in this process. A worker that is forked has copies, and closes them: else no worker
# would notice that this process has ended.
_ours: set[Connection] = set()


class _Worker:
    """A process, the pipe to it, and the chunk it has in hand."""

    def __init__(self, context: multiprocessing.context.BaseContext, make: Maker) -> None:
        self.pipe, theirs = context.Pipe()
        _ours.add(self.pipe)
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, make), daemon=True)  # type: ignore[attr-defined]
        with _uninterrupted(context):
            self.process.start()
        theirs.close()
        self.chunk: Chunk | None = None

    def wait_until_ready(self) -> None:
        """Wait until the worker has made what it checks with; raises DataError or OutputError when it cannot."""
        try:
            wrong: _Ready = self.pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise OutputError("a worker process could not start", help="try fewer --jobs") from None
        if wrong is not None:
            self.stop()
            raise DataError(wrong[0], place=wrong[1], help=wrong[2])

    def give(self, chunk: Chunk) -> None:
        """Send a chunk; that the process has died is noticed when it is waited for."""
        self.chunk = chunk
        with contextlib.suppress(OSError):
            self.pipe.send(chunk)

    def result(self) -> Result | None:
        """Return what the process has made of its chunk, None when there is nothing."""
        try:
            made: Result | None = self.pipe.recv() if self.pipe.poll() else None
        except (EOFError, OSError):
            return None
        self.chunk = None if made else self.chunk
        return made

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        _ours.discard(self.pipe)
        self.pipe.close()


@contextlib.contextmanager
def _uninterrupted(context: multiprocessing.context.BaseContext) -> Iterator[None]:
    """Keep interrupts from a process that is started here, which inherits what is blocked; ours comes afterwards.

    An interrupt at a terminal goes to all processes, and only the first of them knows what to say.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if context.get_start_method() != "fork":
        from multiprocessing import resource_tracker

        # Starting it with the first process would let through what is blocked here.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_this_process(todo: Iterable[Chunk], make: Maker) -> Generator[Result, None, None]:
    """Yield what comes of each chunk, in their order."""
    recorder = make()
    _keep_house()
    for chunk in todo:
        yield careful.result(recorder, chunk)


def in_processes(todo: Iterable[Chunk], make: Maker, jobs: int) -> Generator[Result, None, None]:
    """Yield what comes of each chunk, in their order, using `jobs` processes that each check with what `make` makes.

    No more than a few chunks for each process are held at a time.

    Raises:
        DataError: when `make` raises it.
        OutputError: when a process cannot start.
    """
    coming = iter(todo)
    ahead = deque(itertools.islice(coming, jobs))
    if not ahead:
        return
    done: dict[int, Result] = {}
    order: deque[int] = deque()
    crew = _Crew(make)
    try:
        crew.start(len(ahead))
        while ahead or order:
            while ahead and crew.is_idle and len(order) < _HELD * jobs:
                order.append(ahead[0].number)
                crew.take(ahead.popleft())
            # Chunks are read and results are taken on while the workers are busy, so that none has to wait long.
            if more := tuple(itertools.islice(coming, jobs - len(ahead))):
                ahead.extend(more)
            elif order[0] in done:
                yield done.pop(order.popleft())
            else:
                done |= {result.number: result for result in crew.results()}
    finally:
        crew.stop()


def _method() -> str:
    """Return how workers are started.

    A fork has all modules already, but a process that has threads is not to be copied; on other systems than Linux
    libraries may have some.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "forkserver" if hasattr(os, "fork") else "spawn"


class _Crew:
    """The workers of one run."""

    def __init__(self, make: Maker) -> None:
        self._make = make
        self._context = multiprocessing.get_context(_method())
        self._workers: list[_Worker] = []
        self._deaths: dict[int, int] = {}

    def start(self, jobs: int) -> None:
        """Start workers; raises DataError or OutputError when they cannot be started."""
        for _ in range(jobs):
            self._workers.append(_Worker(self._context, self._make))
        for worker in self._workers:
            worker.wait_until_ready()

    def stop(self) -> None:
        """Stop the workers, whatever they are doing."""
        for worker in self._workers:
            worker.stop()

    @property
    def is_idle(self) -> bool:
        """Whether a worker has nothing to do."""
        return any(worker.chunk is None for worker in self._workers)

    def take(self, chunk: Chunk) -> None:
        """Give a chunk to a worker that has nothing to do."""
        next(worker for worker in self._workers if worker.chunk is None).give(chunk)

    def results(self) -> Iterator[Result]:
        """Wait until a worker has made something or died; yield what was made."""
        busy = [worker.pipe for worker in self._workers if worker.chunk is not None]
        ready = wait([*busy, *(worker.process.sentinel for worker in self._workers)])
        for worker in list(self._workers):
            if worker.pipe not in ready and worker.process.sentinel not in ready:
                continue
            result = worker.result()
            if result is not None:
                yield result
            elif not worker.process.is_alive():
                yield from self._after_death(worker)

    def _after_death(self, worker: _Worker) -> Iterator[Result]:
        """Replace a worker that has died, and yield what comes of its chunk when it is not to be given out again."""
        chunk = worker.chunk
        worker.stop()
        successor = self._started()
        self._workers[self._workers.index(worker)] = successor
        if chunk is None:
            return
        self._deaths[chunk.number] = self._deaths.get(chunk.number, 0) + 1
        if self._deaths[chunk.number] < _MOST_DEATHS:
            successor.give(chunk)
        else:
            yield self._one_by_one(chunk)

    def _one_by_one(self, chunk: Chunk) -> Result:
        """Return what comes of a chunk when each list is checked by itself."""
        worker = self._started()

        def check(single: Chunk) -> Result:
            nonlocal worker
            worker.give(single)
            wait([worker.pipe, worker.process.sentinel])
            result = worker.result()
            if result is None:
                worker.stop()
                worker = self._started()
                why = Refused("", "the process that checked it was killed", help="check it alone to see why")
                return records.failed(single, why)
            return result

        try:
            return careful.one_by_one(chunk, check)
        finally:
            worker.stop()

    def _started(self) -> _Worker:
        worker = _Worker(self._context, self._make)
        worker.wait_until_ready()
        return worker


def _serve(pipe: Connection, make: Maker) -> None:
    """Check what comes through `pipe` until it is closed; the process that started this one decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for end in _ours:
        end.close()
    gc.set_threshold(*_GARBAGE)
    # It ends when the other end of the pipe is closed, however that comes.
    with contextlib.suppress(EOFError, OSError):
        recorder = _made(pipe, make)
        while recorder is not None:
            pipe.send(careful.result(recorder, pipe.recv()))


def _keep_house() -> None:
    """Look for garbage as often as a long run needs, and not among what stays until its end."""
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def _made(pipe: Connection, make: Maker) -> Recorder | None:
    """Return what `make` makes, None when it cannot, having said so through `pipe`."""
    recorder, wrong = None, None
    try:
        recorder = make()
    except DeckcheckError as error:
        wrong = (error.message, error.place, error.help)
    _keep_house()
    pipe.send(wrong)
    return recorder
