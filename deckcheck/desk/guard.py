"""The guard for every request, and the settings of a desk: against foreign hosts, large bodies, floods, lost work."""

import asyncio
import datetime
import functools
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

T = TypeVar("T")
Refusal = Callable[[Request, int, str], Awaitable[Response]]


class DeskSettings(Struct, frozen=True, kw_only=True):
    """The settings of a desk.

    `hosts` are the names in the `Host` header that are answered, without a port. `body_bytes` and `body_seconds` bound
    one request, `per_minute` the requests of one address, `per_link` those with the link of one person from one
    address, and `newcomers` the players who sign up from one address in an hour (0: no bound). `secure` says that
    browsers reach the desk by HTTPS; `behind_proxy` that a proxy in front says whose request it is. `clock` tells the
    day and time, `ticks` seconds that only go forward.
    """

    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
    body_bytes: int = 256 * 1024
    body_seconds: float = 10.0
    per_minute: int = 3000
    per_link: int = 600
    newcomers: int = 1000
    secure: bool = False
    behind_proxy: bool = False
    clock: Callable[[], datetime.datetime] = functools.partial(datetime.datetime.now, datetime.UTC)
    ticks: Callable[[], float] = time.monotonic


_POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
# Headers of every answer; a page may set its own policy.
HEADERS = {
    b"content-security-policy": _POLICY.encode(),
    b"cache-control": b"no-store",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
# Addresses whose requests are counted at once; the longest silent one is dropped for another.
_COUNTED = 10_000
_MINUTE = 60.0
HEADER_BYTES = 16 * 1024
_READ_ON = 16 * 1024 * 1024


class Rates:
    """Counts requests by their sender: `most` at once, refilled evenly over `seconds`; 0 allows all."""

    def __init__(self, most: int, seconds: float = _MINUTE) -> None:
        self._most, self._seconds = most, seconds
        # The requests that are left, and since when.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, now: float) -> bool:
        """Return whether `who` may make a request at `now` (seconds), and count it."""
        if not self._most:
            return True
        before, since = self._left.pop(who, (self._most, now))
        left = min(self._most, before + (now - since) * self._most / self._seconds)
        is_allowed = left >= 1
        self._left[who] = left - is_allowed, now
        if len(self._left) > _COUNTED:
            self._left.popitem(last=False)
        return is_allowed


class Guard:
    """The middleware; it reads the whole body before anything else sees the request."""

    def __init__(self, app: ASGIApp, settings: DeskSettings, refusal: Refusal) -> None:
        """Guard `app`; `refusal` makes the answer from what arrived of a request, the status and the reason."""
        self._app = app
        self._refusal = refusal
        self._settings = settings
        self._rates = Rates(settings.per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sending, body = _with_headers(send), bytearray()
        try:
            self._check(scope)
            await self._read(body, scope, receive)
        except HTTPException as error:
            came = Request(scope, _replayed(_ended(bytes(body)), receive))
            refused = await self._refusal(came, error.status_code, error.detail)
            refused.headers["connection"] = "close"
            await refused(scope, receive, sending)
            return
        await self._app(scope, _replayed(bytes(body), receive), sending)

    def _check(self, scope: Scope) -> None:
        """Raise HTTPException for another host and for too large headers."""
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADER_BYTES:
            raise HTTPException(431, "The headers of the request are too large.")
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or _host(hosts[0]) not in self._settings.hosts:
            raise HTTPException(421, "This desk does not answer to that address.")

    async def _read(self, body: bytearray, scope: Scope, receive: Receive) -> None:
        """Read the body into `body`, as far as it is allowed.

        Raises HTTPException for one that is too large or too slow, and for too many requests.
        Browsers show the answer only if what they send is read, such as a photo, so `_READ_ON` bytes are.
        """
        client, most, length = scope.get("client"), self._settings.body_bytes, 0
        is_allowed = not client or self._rates.allows(client[0], self._settings.ticks())
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                async for part in Request(scope, receive).stream():
                    body += part[: most - len(body)]
                    length += len(part)
                    if length > _READ_ON:
                        break
        except TimeoutError:
            if length <= most:
                raise HTTPException(408, "The request did not arrive in time.") from None
        except ClientDisconnect:
            raise HTTPException(400, "The request was incomplete.") from None
        if length > most:
            raise HTTPException(413, f"The request is larger than {most:,} bytes. Paste only the list, as text.")
        if not is_allowed:
            raise HTTPException(429, "Too many requests from this address. Wait a minute.")


def _host(header: bytes) -> str:
    """Return the name in a `Host` header, without its port."""
    name = header.decode("latin-1").lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0] if name.rpartition(":")[2].isdigit() and ":" in name else name


def _ended(body: bytes) -> bytes:
    """Return the part of a form that came, with an end: it begins with the boundary between its fields."""
    return b"%s\r\n%s--\r\n" % (body, body.partition(b"\r\n")[0]) if body.startswith(b"--") else body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body that was read, then the later messages."""
    parts: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return parts.pop() if parts else await receive()

    return replay


def _with_headers(send: Send) -> Send:
    """Return a `send` that adds the headers of every answer, unless it has its own."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            has = {name.lower() for name, _ in own}
            message = {**message, "headers": own + [pair for pair in HEADERS.items() if pair[0] not in has]}
        await send(message)

    return sent


async def while_here(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work; if the visitor closes the connection, cancel the work and raise HTTPException."""
    job, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((job, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise HTTPException(408, "The connection was closed.")
        return job.result()
    finally:
        leaving.cancel()
        job.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
