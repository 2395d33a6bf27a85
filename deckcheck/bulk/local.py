"""Distribute chunks to processes of this machine.

Each worker has one chunk at a time. When a worker dies, another one repeats its chunk. When a chunk kills two
workers, its lists are checked one by one, and a list that kills its worker is recorded as failed.
"""

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

from deckcheck.bulk.chunks import Chunk, ChunkResult, Recorder, failed, one_by_one, result_of
from deckcheck.model.errors import DeckcheckError, InputError, OutputError

_MOST_DEATHS = 2
_HELD = 4

# Makes the recorder of a worker; each worker calls it once.
Maker = Callable[[], Recorder]


# Our ends of the pipes. A forked worker closes its copies; otherwise no worker notices when this process ends.
_ours: set[Connection] = set()


class _Worker:
    """A process, the pipe to it, and its current chunk."""

    def __init__(self, context: multiprocessing.context.BaseContext, make: Maker) -> None:
        self.pipe, theirs = context.Pipe()
        _ours.add(self.pipe)
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, make), daemon=True)  # type: ignore[attr-defined]
        with _uninterrupted(context):
            self.process.start()
        theirs.close()
        self.chunk: Chunk | None = None

    def wait_until_ready(self) -> None:
        """Wait until the worker has its recorder; raises what making it raised, or OutputError."""
        try:
            wrong: DeckcheckError | None = self.pipe.recv()
        except (EOFError, OSError):
            wrong = OutputError("a worker process cannot start", help="use fewer --jobs")
        if wrong is not None:
            self.stop()
            raise wrong

    def give(self, chunk: Chunk) -> None:
        """Send a chunk; waiting for the result detects a dead process."""
        self.chunk = chunk
        with contextlib.suppress(OSError):
            self.pipe.send(chunk)

    def result(self) -> ChunkResult | None:
        """Return the result of the chunk, None when there is none."""
        try:
            made: ChunkResult | None = self.pipe.recv() if self.pipe.poll() else None
        except (EOFError, OSError):
            return None
        self.chunk = None if made else self.chunk
        return made

    def stop(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        _ours.discard(self.pipe)
        self.pipe.close()


@contextlib.contextmanager
def _uninterrupted(context: multiprocessing.context.BaseContext) -> Iterator[None]:
    """Block interrupts while a process starts, so that it inherits the block.

    A terminal sends an interrupt to all processes; only the main process reports it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if context.get_start_method() != "fork":
        from multiprocessing import resource_tracker

        # It unblocks interrupts when it starts, so it starts before the block.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_this_process(todo: Iterable[Chunk], make: Maker) -> Generator[ChunkResult, None, None]:
    """Yield the result of each chunk, in order."""
    recorder = make()
    _keep_house()
    for chunk in todo:
        yield result_of(recorder, chunk)


def in_processes(todo: Iterable[Chunk], make: Maker, jobs: int) -> Generator[ChunkResult, None, None]:
    """Yield the result of each chunk, in order, from `jobs` processes that each call `make`.

    Memory has only a few chunks per process at a time.

    Raises:
        DeckcheckError: when `make` raises it.
        OutputError: when a process cannot start.
    """
    coming = iter(todo)
    ahead = deque(itertools.islice(coming, jobs))
    if not ahead:
        return
    done: dict[int, ChunkResult] = {}
    order: deque[int] = deque()
    crew = _Crew(make)
    try:
        crew.start(len(ahead))
        while ahead or order:
            while ahead and len(order) < _HELD * jobs and (worker := crew.idle):
                order.append(ahead[0].number)
                worker.give(ahead.popleft())
            # Read chunks and yield results while the workers are busy, so that none waits long.
            if more := tuple(itertools.islice(coming, jobs - len(ahead))):
                ahead.extend(more)
            elif order[0] in done:
                yield done.pop(order.popleft())
            else:
                done |= {result.number: result for result in crew.results()}
    finally:
        crew.stop()


def _method() -> str:
    """Return the start method of the workers.

    A fork has all modules already, but forking a process with threads is unsafe. On systems other than Linux,
    libraries may start threads.
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
        """Start workers; raises DeckcheckError when they cannot start."""
        self._workers += (_Worker(self._context, self._make) for _ in range(jobs))
        for worker in self._workers:
            worker.wait_until_ready()

    def stop(self) -> None:
        """Kill the workers."""
        for worker in self._workers:
            worker.stop()

    @property
    def idle(self) -> _Worker | None:
        """A worker without a chunk, None where all have one."""
        return next((worker for worker in self._workers if worker.chunk is None), None)

    def results(self) -> Iterator[ChunkResult]:
        """Wait until a worker finishes or dies; yield the results."""
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

    def _after_death(self, worker: _Worker) -> Iterator[ChunkResult]:
        """Replace a dead worker; yield the result of its chunk when the chunk is not tried again."""
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

    def _one_by_one(self, chunk: Chunk) -> ChunkResult:
        """Return the result of a chunk, checking each list separately."""
        worker = self._started()

        def check(single: Chunk) -> ChunkResult:
            nonlocal worker
            worker.give(single)
            wait([worker.pipe, worker.process.sentinel])
            result = worker.result()
            if result is None:
                worker.stop()
                worker = self._started()
                why = InputError("the worker process was killed", help="check this list alone to see why")
                return failed(single, why)
            return result

        try:
            return one_by_one(chunk, check)
        finally:
            worker.stop()

    def _started(self) -> _Worker:
        worker = _Worker(self._context, self._make)
        worker.wait_until_ready()
        return worker


def _serve(pipe: Connection, make: Maker) -> None:
    """Check the chunks from `pipe` until the parent process closes it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for end in _ours:
        end.close()
    # The errors mean that the other end of the pipe is closed.
    with contextlib.suppress(EOFError, OSError):
        try:
            recorder = make()
        except DeckcheckError as error:
            pipe.send(error)
            return
        _keep_house()
        pipe.send(None)
        while True:
            pipe.send(result_of(recorder, pipe.recv()))


def _keep_house() -> None:
    """Collect garbage as often as a long run requires, except among objects that stay until the end."""
    gc.freeze()
    # The setting of the command line is for short runs; in a long run memory would grow with the lists.
    gc.set_threshold(5_000, 10, 10)
