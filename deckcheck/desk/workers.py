"""Work in other processes: pages stay quick, and a list that crashes or hangs the checker affects nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from deckcheck.model.errors import DeckcheckError

T = TypeVar("T")
# Seconds between two looks at whether anybody still waits for a job, and how long a job runs for nobody: most are done
# by then, and ending its process costs the next job more.
_LOOK = 0.2
_UNWANTED = 1.0
# Prepares a process before its first job.
Setup = tuple[Callable[..., None], tuple[Any, ...]]


class WorkFailed(DeckcheckError):
    """A job crashed, or took too long."""


class _Process:
    """One process, started at its first job and again after one that it did not survive."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def run(self, job: Callable[..., T], arguments: tuple[Any, ...], seconds: float, unwanted: threading.Event) -> T:
        """Return what a job returns; raises what it raises, and WorkFailed."""
        if self._pipe is None:
            self._start()
        assert self._pipe  # noqa: S101 - it was started
        try:
            self._pipe.send((job, arguments))
            self._wait(self._pipe, seconds, unwanted)
            done, value = self._pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise WorkFailed("the checker crashed") from None
        if done:
            return value  # type: ignore[no-any-return]
        if isinstance(value, DeckcheckError):
            raise value
        raise WorkFailed(f"the checker failed: {value}")

    def _wait(self, pipe: Connection, seconds: float, unwanted: threading.Event) -> None:
        """Wait for the end of a job; raises WorkFailed where it took too long, or nobody wants it any more."""
        began = time.monotonic()
        while not pipe.poll(min(_LOOK, seconds)):
            took = time.monotonic() - began
            if took >= seconds or (took >= _UNWANTED and unwanted.is_set()):
                self.stop()
                raise WorkFailed(f"not finished within {seconds:.0f} seconds")

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._setup), daemon=True)
        self._process.start()
        theirs.close()

    def stop(self) -> None:
        """End the process."""
        if self._pipe and self._process:
            self._pipe.close()
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None


def _serve(pipe: Connection, setup: Setup) -> None:
    """Do jobs until nobody asks for one."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare, arguments = setup
    prepare(*arguments)
    with contextlib.suppress(EOFError, OSError):
        while True:
            job, given = pipe.recv()
            try:
                answer = True, job(*given)
            except DeckcheckError as error:
                answer = False, error
            except Exception as error:  # noqa: BLE001 - whatever a hostile list brings about fails this job only
                answer = False, type(error).__name__
            pipe.send(answer)


def _nothing() -> None:
    """Do nothing, in a process that is ready then."""


class Workers:
    """Some processes; each job goes to the next free one."""

    def __init__(self, count: int, prepare: Callable[..., None], *arguments: Any) -> None:  # noqa: ANN401 - those of `prepare`
        self._all = [_Process((prepare, arguments)) for _ in range(count)]
        self._free: queue.SimpleQueue[_Process] = queue.SimpleQueue()
        for worker in self._all:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")

    async def run(self, job: Callable[..., T], *arguments: Any, seconds: float = 10.0) -> T:  # noqa: ANN401 - those of `job`
        """Return what a job returns; raises what it raises, and WorkFailed where it crashed or took too long.

        Cancelling ends the job: one that waits is never begun.
        """
        unwanted = threading.Event()
        work = job, arguments, seconds, unwanted
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, *work)
        except asyncio.CancelledError:
            unwanted.set()
            raise

    async def warm(self) -> None:
        """Start all processes before the first visitor waits for one."""
        with contextlib.suppress(WorkFailed):  # Then the first visitor starts them.
            await asyncio.gather(*(self.run(_nothing, seconds=60.0) for _ in self._all))

    def _run(self, job: Callable[..., T], arguments: tuple[Any, ...], seconds: float, unwanted: threading.Event) -> T:
        worker = self._free.get()
        try:
            return worker.run(job, arguments, seconds, unwanted)
        finally:
            self._free.put(worker)

    def stop(self) -> None:
        """End all processes."""
        for worker in self._all:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
