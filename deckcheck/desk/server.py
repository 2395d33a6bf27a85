"""Running the desk, with an event or for programs alone: its processes, and a server that never waits forever."""

import asyncio
import contextlib
import functools
import gc
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

from deckcheck.desk import judge, organiser, pages, player, programs, slow_jobs
from deckcheck.desk.guard import DeskSettings, Guard, Refusal
from deckcheck.desk.site import Clerk, Site, Visitor, doors, guarded, refused
from deckcheck.events.checking import DataFolders
from deckcheck.model.errors import UsageError

# Seconds until a silent connection is closed, of a visitor and of a program.
_KEEP = 20
_KEEP_PROGRAMS = 60
_MOST_CONNECTIONS = 1_000
# Connections of one address, so that nobody there can keep all others out: all phones of a venue may have one.
# A proxy has the connections of all its visitors.
_MOST_OF_ADDRESS = 800
_BACKLOG = 200
# Seconds between two looks at the file for one listener, and between two signs of life of a silent stream.
_PAUSE = 0.5
_SILENCE = 15.0
_MOST_LISTENERS = 200

# What runs as long as an application runs.
Lifespan = Callable[[Any], contextlib.AbstractAsyncContextManager[None]]
# Seconds for the headers of a request, from its first byte or from the beginning of the connection.
_PATIENCE = 15.0
# More than the guard allows, which answers if the headers end before.
_HEAD_BYTES = 64 * 1024


class ChangeFeed:
    """Tells listeners that the event file changed, whoever changed it."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk
        self._listeners = 0
        self._ended = asyncio.Event()

    def end(self) -> None:
        """End all streams."""
        self._ended.set()

    async def stream(self, _: Visitor) -> Response:
        """Return a stream with an event for each change."""
        return StreamingResponse(self._events(), media_type="text/event-stream")

    async def _version(self) -> object:
        return await self._clerk.run(lambda desk: desk.event.version())

    async def _events(self) -> AsyncIterator[str]:
        if self._listeners >= _MOST_LISTENERS:
            # Browsers ask again after that many milliseconds.
            yield "retry: 30000\n\n"
            return
        self._listeners += 1
        try:
            yield "retry: 3000\n\n"
            last, silent = await self._version(), 0.0
            while not self._ended.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._ended.wait(), _PAUSE)
                if (version := await self._version()) != last:
                    last, silent = version, 0.0
                    yield "data: changed\n\n"
                elif (silent := silent + _PAUSE) >= _SILENCE:
                    silent = 0.0
                    yield "event: here\ndata: \n\n"
        finally:
            self._listeners -= 1


class _Server(uvicorn.Server):
    """A server that ends its streams before it waits for the requests that are left."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.feed.end()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def tls_files(certificate: Path | None, key: Path | None) -> dict[str, str | None]:
    """Return a certificate and its key as options of a server, if given; raises UsageError for unusable ones."""
    if certificate is None:
        return {}
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as error:  # Errors about a certificate are OSErrors too.
        help = "give it and its key as PEM files"
        raise UsageError(f"the certificate cannot be used: {error}", help=help) from None
    return {"ssl_certfile": str(certificate), "ssl_keyfile": str(key) if key else None}


def event_application(site: Site, more: Iterable[BaseRoute] = ()) -> Starlette:
    """Return the application of an event, with `more` routes after its own."""
    feed = ChangeFeed(site.clerk)

    @contextlib.asynccontextmanager
    async def running(_: Any) -> AsyncIterator[None]:  # noqa: ANN401 - Starlette's
        warming = asyncio.create_task(site.quick.warm())
        try:
            yield
        finally:
            warming.cancel()

    routes = [
        Route("/", guarded(_front)),
        *pages.FILES,
        *doors(site),
        *player.routes(site),
        *player.sign_up_routes(site),
        *organiser.routes(site, feed.stream),
        *judge.routes(site, feed.stream),
        Route("/lists/{name:path}", guarded(_Lists(site))),
        *more,
    ]
    app = application(site.settings, routes, running, _refusal)
    app.add_exception_handler(404, _nowhere)
    app.state.feed = feed
    return app


class _Lists:
    """The lists of all players, once the organiser has opened them."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._made: tuple[object, dict[str, str]] = (None, {})
        self._making = asyncio.Lock()

    async def __call__(self, request: Request) -> Response:
        site = self._site
        visibility, version = await site.clerk.run(lambda desk: (desk.event.info.visibility, desk.event.version()))
        name = request.path_params["name"] or "index.html"
        if visibility != "open":
            return pages.message("The lists are not open", "The organiser opens them.", 404)
        async with self._making:
            if self._made[0] != version:
                made = await site.papers.run(slow_jobs.site_files, site.path, site.folders, seconds=300.0)
                self._made = version, made
        content = self._made[1].get(name)
        if content is None:
            return pages.message("There is no such page", "Go back.", 404)
        kind = "text/html" if name.endswith(".html") else "text/plain"
        return Response(content, media_type=kind, headers={"Content-Security-Policy": pages.DOCUMENT_POLICY})


async def _front(_: Request) -> Response:
    return pages.message("The desk of an event", "Open it with the link that you were given.", 200)


async def _nowhere(_: Request, error: Exception) -> Response:  # noqa: ARG001 - Starlette's
    return pages.message("There is no such page", "Open the whole link that you were given.", 404)


async def _refusal(request: Request, status: int, reason: str) -> Response:
    """Return the guard's answer for programs or, with what a visitor typed, for browsers."""
    answer = programs.refusal if request.url.path in programs.PATHS else refused
    return await answer(request, status, reason)


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises UsageError if that is impossible."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # At `::` the desk is reached by addresses of both kinds, such as the one that it prints.
        is_for_both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=is_for_both)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (while")[0]
        raise UsageError(f"cannot listen at {host}:{port}: {why}", help="choose another `--port` or `--host`") from None


def application(
    settings: DeskSettings, routes: Sequence[BaseRoute], lifespan: Lifespan, refusal: Refusal = programs.refusal
) -> Starlette:
    """Return the application that answers `routes` behind the guard; the first route that matches answers."""
    logging.getLogger("uvicorn.error").addFilter(_is_of_desk)
    guard = Middleware(Guard, settings=settings, refusal=refusal)
    return Starlette(routes=routes, middleware=[guard], lifespan=lifespan)


def config_of(app: Any, **more: Any) -> uvicorn.Config:  # noqa: ANN401 - uvicorn's
    """Return the configuration of a server that never waits forever."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
        **more,
    )


def _is_of_desk(record: logging.LogRecord) -> bool:
    """Return whether a line of the log is not about a broken request, or one that the end of the desk cuts."""
    is_cut = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not is_cut and not record.getMessage().startswith(("Invalid HTTP request", "Cancel "))


def server_of(app: Starlette, settings: DeskSettings, **tls: str | None) -> uvicorn.Server:
    """Return a server that answers requests on the sockets that it is run with, until it is interrupted.

    `tls` are the options from `tls_files`.
    """
    return _Server(config_of(app, proxy_headers=settings.behind_proxy, timeout_keep_alive=_KEEP, **tls))


class Connection(HttpToolsProtocol):
    """A connection that is closed where the headers of a request do not end, also those behind its body.

    Their parser keeps any length. Headers behind a body are not read: they came after the guard looked.
    """

    # The bytes since the headers were complete, or since a part of the body.
    _waiting = 0
    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for headers; cut one connection too many of an address."""
        super().connection_made(transport)
        # uvicorn trusts what a proxy says; then all connections are those of the proxy.
        # A connection that was cut at once has no address.
        addresses = [each.client[0] for each in self.connections if each.client]  # type: ignore[union-attr]
        if self.client and not self.config.proxy_headers and addresses.count(self.client[0]) > _MOST_OF_ADDRESS:
            self.transport.abort()
        self._alarm = self.loop.call_later(_PATIENCE, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of the headers, if they are not complete."""
        self._waiting += len(data)
        super().data_received(data)
        if not self._is_between_requests():
            self._calm()
        elif self._alarm is None:
            self._alarm = self.loop.call_later(_PATIENCE, self._give_up)
        if self._waiting > _HEAD_BYTES:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._calm()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        """Begin the request; later headers get a list that nobody reads."""
        self._waiting = 0
        super().on_headers_complete()
        self.headers = []

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self._waiting = 0
        super().on_body(body)

    def _is_between_requests(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)

    def _calm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None

    def _give_up(self) -> None:
        if self._is_between_requests() and not self.transport.is_closing():
            self.transport.close()


def run(server: uvicorn.Server, listener: socket.socket, started: Callable[[], None]) -> None:
    """Call `started` and answer requests until Ctrl+C, which counts from that call on.

    While the loop is made, nothing else would take notice of it.
    """
    with server.capture_signals():
        started()
        server.run([listener])


def api_application(settings: DeskSettings, folders: DataFolders) -> Starlette:
    """Return the application for programs, which each process makes for itself."""
    desk = programs.ProgramDesk(folders)

    @contextlib.asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        # Loaded data stay; searching them for garbage would take a part of every second.
        gc.collect()
        gc.freeze()
        yield
        desk.close()

    app = application(settings, desk.routes(), lifespan)
    app.state.desk = desk
    return app


def serve(  # noqa: PLR0913 - where, how and with what
    settings: DeskSettings, folders: DataFolders, *, host: str, port: int, workers: int, started: Callable[[], None]
) -> None:
    """Answer programs until the process is stopped; calls `started` when the port is open.

    Raises:
        UsageError: when the port cannot be opened.
        DataError: when a file of a format is wrong.
    """
    make = functools.partial(api_application, settings, folders)
    config = functools.partial(config_of, lifespan="on", timeout_keep_alive=_KEEP_PROGRAMS)
    with listening(host, port) as listener:
        if workers == 1:
            run(uvicorn.Server(config(make())), listener, started)
        else:
            group = Multiprocess(config(make, factory=True, workers=workers), [listener])
            started()
            group.run()
