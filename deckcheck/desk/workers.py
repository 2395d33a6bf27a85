"""Work in other processes: pages stay quick, and a list that crashes or hangs the checker affects nobody else."""

import asyncio
import contextlib
import functools
import multiprocessing
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Generic, NamedTuple, TypeVar

from deckcheck.model.errors import DeckcheckError

T = TypeVar("T")
Place = TypeVar("Place")
# How many seconds a job runs for nobody: most are done by then, and ending its process costs the next job more.
_UNWANTED = 1.0
# Characters in a list that surely takes no second.
_SHORT = 4_000
# A process, the pipe to it, and the thread that waits at the pipe.
_Running = tuple[multiprocessing.process.BaseProcess, Connection, ThreadPoolExecutor]


class WorkFailed(DeckcheckError):
    """A job crashed, or took too long."""


class _ProcessLost(WorkFailed):
    """A job ended its process, or has to be ended with it."""


class _Process:
    """One process, started at its first job, and again after a job that it did not survive."""

    def __init__(self, prepare: Callable[[], object]) -> None:
        self._prepare = prepare
        self._running: _Running | None = None

    async def run(self, job: Callable[..., T], arguments: tuple[Any, ...], seconds: float) -> T:
        """Return the result of a job; raises what the job raises, and WorkFailed. Cancelling ends the job."""
        _, pipe, thread = self._running = self._running or self._started()
        work = asyncio.get_running_loop().run_in_executor(thread, _answer, pipe, (job, arguments), seconds)
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError:
            await asyncio.wait([work], timeout=_UNWANTED)
            raise
        finally:
            if not work.done() or isinstance(work.result()[1], _ProcessLost):
                self.stop()
        value, error = work.result()
        if error:
            raise error
        return value  # type: ignore[no-any-return]

    def _started(self) -> _Running:
        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._prepare), daemon=True)
        process.start()
        theirs.close()
        return process, pipe, ThreadPoolExecutor(1, thread_name_prefix="worker")

    def stop(self) -> None:
        """End the process."""
        if self._running:
            process, pipe, thread = self._running
            process.kill()
            process.join()
            thread.submit(pipe.close)
            thread.shutdown(wait=False)
        self._running = None


def _answer(pipe: Connection, asked: object, seconds: float) -> tuple[Any, DeckcheckError | None]:
    """Return the result of a job, or its error."""
    try:
        pipe.send(asked)
        return pipe.recv() if pipe.poll(seconds) else (None, _ProcessLost(f"not finished within {seconds:.0f} seconds"))
    except (EOFError, OSError):
        return None, _ProcessLost("the checker crashed")


def _serve(pipe: Connection, prepare: Callable[[], object]) -> None:
    """Prepare the process, then do jobs until nobody asks for one."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    with contextlib.suppress(EOFError, OSError):
        while True:
            job, given = pipe.recv()
            try:
                answer: tuple[Any, DeckcheckError | None] = job(*given), None
            except DeckcheckError as error:
                answer = None, error
            except Exception as error:  # noqa: BLE001 - whatever a hostile list brings about fails this job only
                answer = None, WorkFailed(f"the checker failed: {type(error).__name__}")
            pipe.send(answer)


def _nothing() -> None:
    """Do nothing; the process is then ready."""


class Crowded(DeckcheckError):
    """Too many jobs of one visitor wait."""


class _Waiting(NamedTuple, Generic[Place]):
    """A job that waits: for whom, whether its result is to be kept, the length of its list, and the place it gets."""

    whose: Hashable
    kept: bool
    length: int
    turn: asyncio.Future[Place]


class _Turns(Generic[Place]):
    """Gives out places: first to the visitor with the smallest share of the time so far, then to jobs to be kept.

    What is to be kept waits only for the like of its visitor. Of these the shortest list is next, because many people
    may come with one link from one address. One visitor never has all places, where there are several, but for short
    lists that are to be kept: a router may have those of a whole club. Nobody saves up time while there is nothing to
    do: all shares begin at that of the job that began last.
    """

    def __init__(self, places: Sequence[Place]) -> None:
        self._free, self._each = list(places), max(1, len(places) - 1)
        self._share = 0.0
        self._shares: dict[Hashable, float] = {}
        self._running = Counter[Hashable]()
        self._waiting: list[_Waiting[Place]] = []

    @contextlib.asynccontextmanager
    async def one(self, whose: Hashable, most: int, *, kept: bool = False, length: int = 0) -> AsyncIterator[Place]:
        """Wait for a place, and have it while the block runs; raises Crowded where `most` jobs wait or run.

        Then the longest one makes way for a shorter one. One that is `kept` is not counted with others.
        """
        turn: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(whose, kept, length, turn))
        mine = [each for each in self._waiting if each.whose == whose and each.kept >= kept and not each.turn.done()]
        if len(mine) + self._running[whose] > most:
            longest = max(reversed(mine), key=lambda each: each.length)
            self._waiting.remove(longest)
            longest.turn.set_exception(Crowded("too many lists are waiting; try again"))
        self._give()
        try:
            place = await turn
        except asyncio.CancelledError:
            if turn.cancelled() or turn.exception():
                self._waiting = [each for each in self._waiting if each.turn is not turn]
            else:
                self._end(whose, turn.result(), 0.0)
            raise
        began = time.monotonic()
        try:
            yield place
        finally:
            self._end(whose, place, time.monotonic() - began)

    def _give(self) -> None:
        """Give the free places to waiting jobs."""
        while self._free and (able := [each for each in self._waiting if self._may_begin(each)]):
            chosen = min(able, key=lambda each: (self._share_of(each.whose), not each.kept, each.length))
            self._waiting.remove(chosen)
            self._share = self._share_of(chosen.whose)
            self._running[chosen.whose] += 1
            chosen.turn.set_result(self._free.pop())

    def _may_begin(self, job: _Waiting[Place]) -> bool:
        is_quick = job.kept and job.length <= _SHORT
        return (is_quick or self._running[job.whose] < self._each) and not job.turn.done()

    def _share_of(self, whose: Hashable) -> float:
        return max(self._share, self._shares.get(whose, 0.0))

    def _end(self, whose: Hashable, place: Place, seconds: float) -> None:
        self._shares[whose] = self._share_of(whose) + seconds
        self._shares = {each: share for each, share in self._shares.items() if share > self._share}
        self._running[whose] -= 1
        self._running += Counter()  # Forgets those for whom nothing runs.
        self._free.append(place)
        self._give()


class Workers:
    """Several processes; each job goes to the next free one, and visitors take turns."""

    def __init__(self, count: int, prepare: Callable[..., object], *arguments: Any) -> None:  # noqa: ANN401 - those of `prepare`
        self._all = [_Process(functools.partial(prepare, *arguments)) for _ in range(count)]
        self._turns = _Turns(self._all)

    async def run(
        self,
        job: Callable[..., T],
        *arguments: Any,  # noqa: ANN401 - those of `job`
        seconds: float = 10.0,
        whose: Hashable = None,
        most: int = 1_000,
        kept: bool = False,
    ) -> T:
        """Return the result of a job; raises what the job raises, and WorkFailed if it crashed or took too long.

        Raises Crowded where `most` jobs of one visitor, `whose`, are not done; one that is `kept` comes before others
        of its visitor, and is not counted with them. The first of the `arguments` may be a list: shorter ones come
        first, and then the longest makes way. Cancelling ends the job: one that waits is never begun.
        """
        given = arguments[0] if arguments and isinstance(arguments[0], str | bytes) else ""
        length = len(given) + _SHORT * isinstance(given, bytes)  # A short file may unpack to a long list.
        async with self._turns.one(whose, most, kept=kept, length=length) as process:
            return await process.run(job, arguments, seconds)

    async def warm(self) -> None:
        """Start all processes before the first visitor waits for one."""
        with contextlib.suppress(WorkFailed):  # Then the first visitor starts them.
            await asyncio.gather(*(self.run(_nothing, seconds=60.0, whose=each) for each in self._all))

    def stop(self) -> None:
        """End all processes."""
        for worker in self._all:
            worker.stop()
