"""The one thread that works on the event file, so that two visitors never wait for a lock, and news of its changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from starlette.responses import StreamingResponse

from deckcheck.checks.rulings import today
from deckcheck.events.checking import Folders, ListChecker, checker_for
from deckcheck.events.model import EventInfo, PlayerRuling
from deckcheck.events.standings import PlayerStanding, counts, dropped, standings
from deckcheck.events.store import EventFile, open_event

T = TypeVar("T")
# Seconds between two looks at the file while anybody listens, and between two signs of life of a silent stream.
_PAUSE = 0.5
_SILENCE = 15.0
_MOST = 200


class State(Struct, frozen=True):
    """The state of the event: everybody's standing in alphabetical order, and the numbers by verdict.

    `dropped` are those who have left.
    """

    info: EventInfo
    found: list[PlayerStanding]
    dropped: list[PlayerStanding]
    counts: dict[str, int]

    def of(self, player: int) -> PlayerStanding | None:
        """Return the standing of a player by id, None for one who has dropped."""
        return next((each for each in self.found if each.player.id == player), None)


class EventDesk:
    """An open event with its checker; used by the clerk's thread only."""

    def __init__(self, event: EventFile, checker: ListChecker) -> None:
        self.event = event
        self._checker = checker
        self._ruled: tuple[object, tuple[PlayerRuling, ...]] = (None, ())
        self._state: tuple[object, State | None] = (None, None)

    @property
    def checker(self) -> ListChecker:
        """The checker with the rulings that count today."""
        key = (self.event.version(), today())
        if self._ruled[0] != key:
            rulings = tuple(self.event.rulings())
            self._checker = self._checker.ruled_by(rulings)
            self._ruled = (key, rulings)
        return self._checker

    @property
    def rulings(self) -> tuple[PlayerRuling, ...]:
        """The rulings of the event."""
        assert self.checker  # noqa: S101 - reads them
        return self._ruled[1]

    @property
    def state(self) -> State:
        """The current state of the event, computed again only after a change."""
        key = (self.event.version(), today())
        if self._state[0] != key or self._state[1] is None:
            found = standings(self.event, self.checker)
            self._state = (key, State(self.event.info, found, dropped(self.event, self.checker), counts(found)))
        state = self._state[1]
        assert state  # noqa: S101 - made above
        return state


class Clerk:
    """Does one thing after the other with the event."""

    def __init__(self, path: Path, folders: Folders = (None, None)) -> None:
        """Open the event at `path` and load its format; raises as `open_event` and `checker_for` do."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clerk")
        self._desk = self._thread.submit(_opened, path, folders).result()

    async def run(self, job: Callable[[EventDesk], T], who: str = "desk") -> T:
        """Return what `job` returns of the desk; `who` is named in the log."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, job, who)

    def now(self, job: Callable[[EventDesk], T], who: str = "desk") -> T:
        """Return what `job` returns, waiting for it."""
        return self._thread.submit(self._run, job, who).result()

    def _run(self, job: Callable[[EventDesk], T], who: str) -> T:
        self._desk.event.who = who
        return job(self._desk)

    def close(self) -> None:
        """Finish the running job, then close the event."""
        self._thread.submit(self._desk.event.__exit__).result()
        self._thread.shutdown()


def _opened(path: Path, folders: Folders) -> EventDesk:
    event = open_event(path)
    return EventDesk(event, checker_for(event, folders))


class ChangeFeed:
    """Tells listeners that the event file changed, whoever changed it."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk
        self._changed = asyncio.Event()
        self._listeners = 0
        self._ended = False

    async def watch(self) -> None:
        """Look at the file until cancelled."""
        last = None
        while True:
            await asyncio.sleep(_PAUSE)
            if self._listeners:
                version = await self._clerk.run(lambda desk: desk.event.version())
                if last is not None and version != last:
                    self._tell()
                last = version

    def end(self) -> None:
        """End all streams."""
        self._ended = True
        self._tell()

    def stream(self) -> StreamingResponse:
        """Return a stream with an event for each change."""
        return StreamingResponse(self._events(), media_type="text/event-stream")

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _events(self) -> AsyncIterator[str]:
        if self._listeners >= _MOST:
            # Browsers ask again after that many milliseconds.
            yield "retry: 30000\n\n"
            return
        self._listeners += 1
        try:
            yield "retry: 3000\n\n"
            while not self._ended:
                try:
                    await asyncio.wait_for(self._changed.wait(), _SILENCE)
                except TimeoutError:
                    yield ": here\n\n"
                else:
                    yield "data: changed\n\n"
        finally:
            self._listeners -= 1
