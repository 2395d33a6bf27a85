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
    """A process, the pipe to it, and its current chunk; when the process dies, another one takes its place."""

    def __init__(self, context: multiprocessing.context.BaseContext, make: Maker) -> None:
        self._context, self._make = context, make
        self.chunk: Chunk | None = None
        self._deaths = 0
        self._start()

    def _start(self) -> None:
        self.pipe, theirs = self._context.Pipe()
        _ours.add(self.pipe)
        self._process: BaseProcess = self._context.Process(target=_serve, args=(theirs, self._make), daemon=True)  # type: ignore[attr-defined]
        with _uninterrupted(self._context):
            self._process.start()
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait until the worker has its recorder; raises what making it raised, or OutputError."""
        try:
            wrong: DeckcheckError | None = self.pipe.recv()
        except (EOFError, OSError):
            wrong = OutputError("a worker process cannot start", help="use fewer --jobs")
        if wrong is not None:
            raise wrong

    def give(self, chunk: Chunk) -> None:
        """Send a chunk; waiting for the result detects a dead process."""
        self.chunk = chunk
        with contextlib.suppress(OSError):
            self.pipe.send(chunk)

    def results(self) -> Iterator[ChunkResult]:
        """Wait for the result of the chunk, and yield it; nothing when the process died, and another one repeats it."""
        chunk, result = self.chunk, self._received()
        if chunk is None:
            return
        self._deaths = 0 if result else self._deaths + 1
        if result is None and self._deaths < _MOST_DEATHS:
            self.give(chunk)
            return
        result = result or one_by_one(chunk, self._alone)
        self.chunk = None
        yield result

    def _alone(self, single: Chunk) -> ChunkResult:
        """Return the result of a chunk with one list; the list has failed when it kills the process."""
        self.give(single)
        why = InputError("the worker process was killed", help="check this list alone to see why")
        return self._received() or failed(single, why)

    def _received(self) -> ChunkResult | None:
        """Wait for a result, and return it; None when the process died, and another one was started."""
        try:
            result: ChunkResult = self.pipe.recv()
        except (EOFError, OSError):
            self.stop()
            self._start()
            self.wait_until_ready()
            return None
        return result

    def stop(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()
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
    done: dict[int, ChunkResult] = {}
    order: deque[int] = deque()
    context, workers = multiprocessing.get_context(_method()), list[_Worker]()
    try:
        workers += (_Worker(context, make) for _ in ahead)
        for worker in workers:
            worker.wait_until_ready()
        while ahead or order:
            for worker in workers:
                if worker.chunk is None and ahead and len(order) < _HELD * jobs:
                    order.append(ahead[0].number)
                    worker.give(ahead.popleft())
            # Read chunks and yield results while the workers are busy, so that none waits long.
            if more := tuple(itertools.islice(coming, jobs - len(ahead))):
                ahead.extend(more)
            elif order[0] in done:
                yield done.pop(order.popleft())
            else:
                ready = wait([worker.pipe for worker in workers if worker.chunk])
                found = [result for worker in workers if worker.pipe in ready for result in worker.results()]
                done |= {result.number: result for result in found}
    finally:
        for worker in workers:
            worker.stop()


def _method() -> str:
    """Return the start method of the workers.

    A fork has all modules already, but forking a process with threads is unsafe. On systems other than Linux,
    libraries may start threads.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "forkserver" if hasattr(os, "fork") else "spawn"


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
