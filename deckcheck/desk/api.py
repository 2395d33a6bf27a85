"""The routes for programs: EmeraldDB's validation and deckcheck's own report. Both know no event and keep nothing."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.routing import BaseRoute, Route

from deckcheck.desk.guard import Refusal
from deckcheck.desk.programs import ProgramDesk, Reply, failed, wrong

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

_log = logging.getLogger("deckcheck.desk")

# Pages of any site may ask: an answer depends on the request only, and shows nothing of this desk.
_OPEN = [(b"access-control-allow-origin", b"*"), (b"cross-origin-resource-policy", b"cross-origin")]
_PREFLIGHT = [
    *_OPEN,
    (b"access-control-allow-methods", b"POST"),
    (b"access-control-allow-headers", b"content-type"),
    (b"access-control-max-age", b"86400"),
]
_JSON = (b"content-type", b"application/json")
_VALIDATE, _CHECK = "/api/decklists/validate", "/api/check"

Answer = Callable[["Scope", bytes], Awaitable[Reply]]


def routes(desk: ProgramDesk) -> list[BaseRoute]:
    """Return the routes; every answer comes from `desk`."""

    async def validate(_: Scope, body: bytes) -> Reply:
        return desk.validate(body)

    async def check(scope: Scope, body: bytes) -> Reply:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        return await desk.check(body, query.get("format", [""])[0])

    return [Route(_VALIDATE, _Endpoint(validate)), Route(_CHECK, _Endpoint(check))]


def refusal(path: str, status: int, reason: str) -> Refusal:
    """Return the guard's answer: programs get JSON, which pages of any site can read, and visitors a text."""
    if path in (_VALIDATE, _CHECK):
        return Refusal([_JSON, *_OPEN], _refused(path, status, reason).body)
    return Refusal([(b"content-type", b"text/plain; charset=utf-8")], f"{reason}\n".encode())


def _refused(path: str, status: int, reason: str) -> Reply:
    """Return a refusal in the shape that the clients of a route read."""
    return wrong(reason, status) if path == _VALIDATE else failed(status, reason)


class _Endpoint:
    """Answers POST requests with JSON; the guard has read and bounded the body."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "OPTIONS":
            await send({"type": "http.response.start", "status": 204, "headers": _PREFLIGHT})
            await send({"type": "http.response.body", "body": b""})
            return
        reply = _refused(scope["path"], 405, "send a POST request")
        if scope["method"] == "POST":
            try:
                reply = await self._answer(scope, await _body(receive))
            except Exception as error:  # noqa: BLE001 - the client learns that it failed; the log keeps lists out
                _log.error("%s failed: %s", scope["path"], type(error).__name__)
                reply = _refused(scope["path"], 500, "the checker failed on this request")
        headers = [_JSON, (b"content-length", b"%d" % len(reply.body)), *_OPEN]
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await send({"type": "http.response.body", "body": reply.body})


async def _body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)
