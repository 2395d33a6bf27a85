"""Serving the routes for programs alone, without an event, in several processes."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from deckcheck.desk.api import routes
from deckcheck.desk.guard import DeskSettings
from deckcheck.desk.programs import ProgramDesk
from deckcheck.desk.server import ProgramConnection, application, config_of, listening
from deckcheck.events.checking import Folders

# Seconds until a silent connection is closed.
_KEEP = 60


class ApiApplication(NamedTuple):
    """Makes the application in each process."""

    settings: DeskSettings
    folders: Folders

    def __call__(self) -> Starlette:
        """Return the application."""
        desk = ProgramDesk(self.folders)

        @contextlib.asynccontextmanager
        async def lifespan(_: object) -> AsyncIterator[None]:
            # What was loaded stays; looking for garbage among it would take a part of every second.
            gc.collect()
            gc.freeze()
            yield
            desk.close()

        app = application(self.settings, [routes(desk)], lifespan)
        app.state.desk = desk
        return app


def serve(  # noqa: PLR0913 - where, how and with what
    settings: DeskSettings, folders: Folders, *, host: str, port: int, workers: int, started: Callable[[], None]
) -> None:
    """Answer programs until the process is stopped; calls `started` when the port is open.

    Raises:
        UsageError: when the port cannot be opened.
        DataError: when a file of a format is wrong.
    """
    make = ApiApplication(settings, folders)
    app: Any = make() if workers == 1 else make
    config = config_of(
        app,
        factory=workers > 1,
        workers=workers,
        http=ProgramConnection,
        lifespan="on",
        timeout_keep_alive=_KEEP,
    )
    with listening(host, port) as listener:
        started()
        if workers == 1:
            uvicorn.Server(config).run([listener])
        else:
            Multiprocess(config, [listener]).run()
