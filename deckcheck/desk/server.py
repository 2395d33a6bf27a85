"""Running the desk: its event, its processes, and a server that does not wait for ever."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from deckcheck.desk import judge, office, organiser, pages, player, reading, sign_up
from deckcheck.desk.app import application
from deckcheck.desk.clerk import Clerk
from deckcheck.desk.guard import Rates
from deckcheck.desk.live import ChangeFeed
from deckcheck.desk.settings import DeskSettings
from deckcheck.desk.site import Site, doors, guarded, site_tag
from deckcheck.desk.workers import Workers
from deckcheck.events.checking import Folders

# Seconds until the first request has come in whole, and until a silent connection is closed.
_PATIENCE = 15.0
_KEEP = 20
_MOST_CONNECTIONS = 1_000
_HEADER_BYTES = 16 * 1024


class _Impatient(H11Protocol):
    """A connection that is closed when no request came in in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._alarm = self.loop.call_later(_PATIENCE, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._alarm.cancel()
        super().connection_lost(exc)


class _Server(uvicorn.Server):
    """A server that ends its streams before it waits for the requests that are left."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.feed.end()  # type: ignore[union-attr]
        await super().shutdown(sockets)


class Tls(Struct, frozen=True):
    """The files of a certificate and its key."""

    certificate: Path
    key: Path | None


def event_site(path: Path, folders: Folders, settings: DeskSettings, base: str) -> Site:
    """Open an event and start what works on it; raises as `Clerk` does."""
    clerk = Clerk(path, folders)
    info = clerk.now(lambda desk: desk.event.info)
    prepared = reading.prepare, info.format, info.as_of, folders
    return Site(
        settings=settings,
        base=base,
        path=path,
        folders=folders,
        clerk=clerk,
        quick=Workers(2, *prepared),
        slow=Workers(1, *prepared),
        rates=Rates(settings.per_link),
        tag=site_tag(info.secret),
    )


def event_application(site: Site, more: Sequence[Sequence[BaseRoute]] = ()) -> Starlette:
    """Return the application of an event, with `more` groups of routes behind its own."""
    feed = ChangeFeed(site.clerk)

    @contextlib.asynccontextmanager
    async def running(_: Any) -> AsyncIterator[None]:  # noqa: ANN401 - Starlette's
        watching = asyncio.create_task(feed.watch())
        try:
            yield
        finally:
            watching.cancel()

    groups = [
        [Route("/", guarded(_front))],
        pages.FILES,
        doors(site),
        player.routes(site),
        sign_up.routes(site),
        organiser.routes(site, feed),
        judge.routes(site, feed),
        [Route("/lists/{name:path}", guarded(_Lists(site)))],
        *more,
    ]
    app = application(site.settings, groups, running)
    app.state.feed = feed
    return app


class _Lists:
    """The lists of all players, once the organiser has opened them."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._made: tuple[object, dict[str, str]] = (None, {})

    async def __call__(self, request: Request) -> Response:
        site = self._site
        visibility, version = await site.clerk.run(lambda desk: (desk.event.info.visibility, desk.event.version()))
        name = request.path_params["name"]
        if visibility != "open":
            return pages.message("The lists are not open", "The organiser opens them.", 404)
        if self._made[0] != version:
            self._made = version, await site.slow.run(office.site_files, site.path, site.folders, seconds=300.0)
        content = self._made[1].get(name)
        if content is None:
            return pages.message("There is no such page", "Go back.", 404)
        kind = "text/html" if name.endswith(".html") else "text/plain"
        return Response(content, media_type=kind, headers={"Content-Security-Policy": pages.DOCUMENT_POLICY})


async def _front(_: Request) -> Response:
    return pages.message("The desk of an event", "Open it with the link that you were given.", 200)


def close(site: Site) -> None:
    """End the processes and close the event."""
    site.quick.stop()
    site.slow.stop()
    site.clerk.close()


def server_of(
    app: Starlette, settings: DeskSettings, host: str = "127.0.0.1", port: int = 0, tls: Tls | None = None
) -> uvicorn.Server:
    """Return a server that answers requests, when it is run, until it is interrupted."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=_Impatient,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_KEEP,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=_HEADER_BYTES,
        ssl_certfile=str(tls.certificate) if tls else None,
        ssl_keyfile=str(tls.key) if tls and tls.key else None,
    )
    return _Server(config)
