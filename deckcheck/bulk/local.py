"""Sharing chunks out among processes of this machine.

Each worker holds one chunk at a time, so that it is known what a worker that dies had in hand: its chunk is done
again by another. A chunk that kills its worker twice is taken apart, and what kills a worker alone has failed.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from deckcheck.bulk import chunks as chunking
from deckcheck.bulk import records
from deckcheck.bulk.chunks import Chunk
from deckcheck.bulk.records import Recorder, Result
from deckcheck.errors import OutputError

_MOST_DEATHS = 2

# Makes what a worker checks with; it is called once in each worker.
Maker = Callable[[], Recorder]


class _Worker:
    """A process, the pipe to it, and the chunk it has in hand."""

    def __init__(self, context: multiprocessing.context.BaseContext, make: Maker) -> None:
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, make), daemon=True)  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()
        self.chunk: Chunk | None = None

    def wait_until_ready(self) -> None:
        """Wait until the worker has made what it checks with; raises OutputError when it cannot."""
        try:
            self.pipe.recv_bytes()
        except (EOFError, OSError):
            self.stop()
            raise OutputError("a worker process could not start", help="try --jobs 1, which says why") from None

    def give(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.pipe.send_bytes(chunking.encode(chunk))

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def in_this_process(todo: Iterable[Chunk], make: Maker) -> Iterator[Result]:
    """Yield what comes of each chunk, in their order."""
    recorder = make()
    for chunk in todo:
        yield recorder.result(chunk)


def in_processes(todo: Iterable[Chunk], make: Maker, jobs: int) -> Iterator[Result]:
    """Yield what comes of each chunk, in their order, using `jobs` processes that each check with what `make` makes.

    No more than a few chunks for each process are held at a time.
    """
    context = multiprocessing.get_context("forkserver" if hasattr(signal, "SIGKILL") else "spawn")
    coming = iter(todo)
    again: deque[Chunk] = deque()
    deaths: dict[int, int] = {}
    done: dict[int, Result] = {}
    order: deque[int] = deque()
    workers = [_Worker(context, make) for _ in range(jobs)]
    try:
        for worker in workers:
            worker.wait_until_ready()
        while True:
            for worker in workers:
                if worker.chunk is None and (again or len(order) < 4 * jobs):
                    chunk = again.popleft() if again else next(coming, None)
                    if chunk is None:
                        break
                    if chunk.number not in order:
                        order.append(chunk.number)
                    _hand(worker, chunk)
            if not order:
                return
            for worker in _ready(workers):
                result = _take(worker)
                if isinstance(result, Result):
                    done[result.number] = result
                    worker.chunk = None
                    continue
                lost = worker.chunk
                worker.stop()
                workers[workers.index(worker)] = _started(context, make)
                if lost is None:
                    continue
                deaths[lost.number] = deaths.get(lost.number, 0) + 1
                if deaths[lost.number] < _MOST_DEATHS:
                    again.append(lost)
                else:
                    done[lost.number] = _one_by_one(lost, context, make)
            while order and order[0] in done:
                yield done.pop(order.popleft())
    finally:
        for worker in workers:
            worker.stop()


def _started(context: multiprocessing.context.BaseContext, make: Maker) -> _Worker:
    worker = _Worker(context, make)
    worker.wait_until_ready()
    return worker


def _hand(worker: _Worker, chunk: Chunk) -> None:
    try:
        worker.give(chunk)
    except OSError:
        pass  # It has died, which is noticed when it is asked for the result.


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Return the workers that have something to say or have died; waits until there is one."""
    busy: dict[object, _Worker] = {worker.pipe: worker for worker in workers if worker.chunk is not None}
    busy |= {worker.process.sentinel: worker for worker in workers}
    return list(dict.fromkeys(busy[each] for each in wait(list(busy))))  # type: ignore[arg-type]


def _take(worker: _Worker) -> Result | None:
    """Return what a worker has made, None when it has died."""
    try:
        return records.decode(worker.pipe.recv_bytes()) if worker.pipe.poll() else None
    except (EOFError, OSError):
        return None


def _one_by_one(chunk: Chunk, context: multiprocessing.context.BaseContext, make: Maker) -> Result:
    """Return what comes of a chunk whose items are each checked by themselves."""
    counts = records.Counts()
    lines: list[bytes] = []
    worker = _started(context, make)
    for single in chunking.singles(chunk):
        _hand(worker, single)
        _ready([worker])
        result = _take(worker)
        if result is None:
            worker.stop()
            worker = _started(context, make)
            result = records.killed(single)
        lines.append(result.records)
        counts.add(result.counts)
    worker.stop()
    return Result(chunk.number, b"".join(lines), counts)


def _serve(pipe: Connection, make: Maker) -> None:
    """Check what comes through `pipe` until it is closed; the process that started this one decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    recorder = make()
    pipe.send_bytes(b"ready")
    while True:
        try:
            chunk = chunking.decode(pipe.recv_bytes())
            pipe.send_bytes(records.encode(recorder.result(chunk)))
        except (EOFError, OSError):
            return
