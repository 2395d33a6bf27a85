"""Server-sent events: pages that follow the event hear that it changed, and load themselves again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from deckcheck.desk.clerk import Clerk

# Seconds between two looks at the file while anybody listens, and between two signs of life of a silent stream.
_PAUSE = 0.5
_SILENCE = 15.0
_MOST = 200


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
