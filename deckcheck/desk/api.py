"""The routes for programs: EmeraldDB's validation and deckcheck's own report. Both know no event and keep nothing."""

import logging
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from deckcheck.desk.programs import ProgramDesk, Reply, failed, wrong

_log = logging.getLogger("deckcheck.desk")

# Pages of any site may ask, because an answer depends only on the request and reveals nothing about this desk.
_OPEN = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
_PREFLIGHT = {
    **_OPEN,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "86400",
}
PATHS = _VALIDATE, _CHECK = "/api/decklists/validate", "/api/check"


def routes(desk: ProgramDesk) -> list[BaseRoute]:
    """Return the routes; every answer comes from `desk`."""
    return [Route(path, _Endpoint(desk)) for path in PATHS]


async def refusal(request: Request, status: int, reason: str) -> Response:
    """Return the guard's answer for programs: JSON, which pages of any site can read."""
    return _response(_refused(request.url.path, status, reason))


def _refused(path: str, status: int, reason: str) -> Reply:
    """Return a refusal in the shape that the clients of a route read."""
    return wrong(reason, status) if path == _VALIDATE else failed(status, reason)


def _response(reply: Reply) -> Response:
    return Response(reply.body, reply.status, _OPEN, "application/json")


class _Endpoint:
    """Answers POST requests with JSON; the guard has read and bounded the body."""

    def __init__(self, desk: ProgramDesk) -> None:
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "OPTIONS":
            await Response(None, 204, _PREFLIGHT)(scope, receive, send)
            return
        reply = _refused(scope["path"], 405, "send a POST request")
        if scope["method"] == "POST":
            try:
                reply = await self._answer(scope, (await receive())["body"])
            except Exception as error:  # noqa: BLE001 - the client learns that it failed; the log keeps lists out
                _log.error("%s failed: %s", scope["path"], type(error).__name__)
                reply = _refused(scope["path"], 500, "the checker failed on this request")
        await _response(reply)(scope, receive, send)

    async def _answer(self, scope: Scope, body: bytes) -> Reply:
        if scope["path"] == _VALIDATE:
            return self._desk.validate(body)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        return await self._desk.check(body, query.get("format", [""])[0])
