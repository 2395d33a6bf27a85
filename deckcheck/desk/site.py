"""The parts that all pages share, and access: the link in a visitor's cookie opens one kind of page."""

from __future__ import annotations

import datetime
import functools
import hashlib
import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.convertors import Convertor, register_url_convertor
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from deckcheck.desk import links, pages
from deckcheck.desk.clerk import Clerk, EventDesk, State
from deckcheck.desk.guard import DeskSettings, Rates
from deckcheck.desk.links import Opens
from deckcheck.desk.workers import Workers, WorkFailed
from deckcheck.events.checking import Folders
from deckcheck.events.model import Link
from deckcheck.model.errors import DeckcheckError, OutputError

_MONTH = 30 * 24 * 3600
_MOST_FIELDS = 600
log = logging.getLogger("deckcheck.desk")

_SHUT = "Open this page with the link that you were given."
_STALE = "This form is too old, or comes from another page. Go back, reload the page and send it again."


class Site(Struct, frozen=True):
    """A running desk: `base` is its address for visitors, `tag` distinguishes its cookies from those of another desk.

    `quick` are the processes that judge lists, `slow` is the one for long jobs.
    """

    settings: DeskSettings
    base: str
    path: Path
    folders: Folders
    clerk: Clerk
    quick: Workers
    slow: Workers
    rates: Rates
    tag: str

    def cookie(self, opens: Opens) -> str:
        """Return the name of the cookie for one kind of page."""
        return f"desk-{opens}-{self.tag}"

    def now(self) -> datetime.datetime:
        """Return the time."""
        return self.settings.clock()

    def let_in(self, response: Response, opens: Opens, secret: str) -> Response:
        """Return a response that keeps the secret of a link in a cookie."""
        response.set_cookie(
            self.cookie(opens),
            secret,
            max_age=_MONTH,
            path=links.PAGES[opens],
            secure=self.settings.secure,
            httponly=True,
            samesite="strict",
        )
        return response


class Visitor(Struct, frozen=True):
    """Whoever sends a request with a link that is in use; `form` has the fields of a form with its token checked."""

    site: Site
    request: Request
    link: Link
    secret: str
    form: Mapping[str, str | UploadFile]

    @property
    def who(self) -> str:
        """The name for the log."""
        return self.link.name or (
            self.link.opens if self.link.opens == "player" else f"{self.link.opens} {self.link.id}"
        )

    @property
    def token(self) -> str:
        """The token for the forms of this visitor."""
        return links.form_token(self.secret)

    def field(self, name: str) -> str:
        """Return a field of the form, "" where it is missing."""
        value = self.form.get(name, "")
        return value if isinstance(value, str) else ""

    async def file(self, name: str) -> tuple[str, bytes]:
        """Return the name and the content of a file in the form, both empty where there is none."""
        value = self.form.get(name)
        if not isinstance(value, UploadFile) or not value.filename:
            return "", b""
        return value.filename.replace("\\", "/").rpartition("/")[2][-100:], await value.read()

    async def run(self, job: Callable[[EventDesk], Any]) -> Any:  # noqa: ANN401 - what the job returns
        """Return what a job does with the event, in the name of the visitor."""
        return await self.site.clerk.run(job, self.who)

    async def facts(self) -> dict[str, Any]:
        """Return the facts about the event for the head of a page."""
        info, format = await self.site.clerk.run(lambda desk: (desk.event.info, desk.checker.format))
        return {"info": info, "format": format, **pages.times(info.deadline, self.site.now())}

    async def state(self) -> State:
        """Return the state of the event."""
        return await self.site.clerk.run(lambda desk: desk.state)


class _IdConvertor(Convertor[int]):
    """A number in an address that a column of the event file can hold."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return the number as text."""
        return str(value)


register_url_convertor("id", _IdConvertor())
Handler = Callable[[Visitor], Awaitable[Response]]


def site_tag(secret: str) -> str:
    """Return a tag that distinguishes the cookies of events on the same machine."""
    return hashlib.sha256(f"cookies of {secret}".encode()).hexdigest()[:8]


def route(site: Site, opens: Opens, path: str, handler: Handler, *, post: bool = False) -> Route:
    """Return the route to a page behind a link, for its forms with `post`."""
    return Route(path, guarded(functools.partial(_visit, site, opens, handler)), methods=["POST" if post else "GET"])


def doors(site: Site) -> list[Route]:
    """Return the routes that exchange a link for a cookie."""

    def door(opens: Opens) -> Route:
        async def enter(request: Request) -> Response:
            secret = request.path_params["secret"]
            link = await site.clerk.run(lambda desk: links.opened(desk.event, opens, secret, site.now()))
            if link is None:
                return pages.message("This link does not work", "It is wrong, or it was revoked.", 404)
            # A redirect would be one from the page with the link on it, and carry no strict cookie; our own page does.
            return site.let_in(pages.page("door.html", to=links.PAGES[opens]), opens, secret)

        return Route(f"/{links.DOORS[opens]}/{{secret}}", guarded(enter))

    return [door(opens) for opens in links.DOORS]


async def _visit(site: Site, opens: Opens, handler: Handler, request: Request) -> Response:
    secret = request.cookies.get(site.cookie(opens), "")
    link = await site.clerk.run(lambda desk: links.opened(desk.event, opens, secret, site.now())) if secret else None
    if link is None:
        return pages.message("This page opens with a link", _SHUT, 403)
    address = request.client.host if request.client else ""
    if not site.rates.allows(f"{link.id} {address}", site.settings.ticks()):
        return pages.message("Too many requests", "Wait a minute and try again.", 429)
    if request.method != "POST":
        return await handler(Visitor(site, request, link, secret, {}))
    async with request.form(max_files=1, max_fields=_MOST_FIELDS, max_part_size=site.settings.body_bytes) as form:
        token = form.get("token", "")
        if not isinstance(token, str) or not links.is_form_token(secret, token) or _is_foreign(request):
            return pages.message("The form was not accepted", _STALE, 403)
        return await handler(Visitor(site, request, link, secret, form))


def _is_foreign(request: Request) -> bool:
    """Return whether the browser says that a form comes from a page of another site."""
    return request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def guarded(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers with a page whatever fails, and logs where, never what."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except HTTPException as error:
            return pages.message("The request was not accepted", error.detail, error.status_code)
        except OutputError as error:
            log.error("the event file cannot be written: %s", error.message)  # noqa: TRY400 - no list may get into a log
            text = "The desk cannot save anything at the moment. What was saved before is safe. Tell the organiser."
            return pages.message("Not saved", text, 507)
        except WorkFailed as error:
            return pages.message("That did not work", f"Sorry: {error.message}. Nothing was changed.", 500)
        except DeckcheckError as error:
            return pages.message("That is not possible", f"{error.message}. {error.help or ''}", 400)
        except Exception as error:  # noqa: BLE001 - a visitor gets a page, whatever it is
            last = traceback.extract_tb(error.__traceback__)[-1]
            log.error("%s in %s:%s", type(error).__name__, Path(last.filename).name, last.lineno)  # noqa: TRY400 - as above
            return pages.message("That did not work", "This is a fault of the desk. Nothing was changed.", 500)

    return answer


def go(path: str) -> Response:
    """Return a response that shows a page after a form was sent, so that reloading it sends nothing again."""
    return RedirectResponse(path, 303)


def shown(template: str, visitor: Visitor, status: int = 200, /, **values: Any) -> HTMLResponse:  # noqa: ANN401 - those of the template
    """Return a page for a visitor, with the token for its forms."""
    return pages.page(template, status, token=visitor.token, **values)
