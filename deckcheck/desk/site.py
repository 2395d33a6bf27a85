"""The parts that all pages share, access by the link in a visitor's cookie, and the one thread on the event file."""

from __future__ import annotations

import asyncio
import datetime
import functools
import hashlib
import logging
import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from deckcheck.checks.rulings import today
from deckcheck.desk import links, list_jobs, pages
from deckcheck.desk.guard import DeskSettings, Rates, while_here
from deckcheck.desk.workers import Crowded, Workers, WorkFailed
from deckcheck.events.checking import DataFolders, ListChecker, checker_for
from deckcheck.events.model import Link, Opens
from deckcheck.events.standings import PlayerStanding, standing, standings
from deckcheck.events.store import open_event
from deckcheck.model.errors import DeckcheckError, OutputError, UsageError

T = TypeVar("T")
_HOUR = 3600.0


class EventDesk:
    """An open event with its checker; used by the clerk's thread only."""

    def __init__(self, path: Path, folders: DataFolders) -> None:
        """Open the event at `path` and load its format; raises as `open_event` and `checker_for` do."""
        self.event = open_event(path)
        self._checker = checker_for(self.event, folders)
        # The data that the checker and the standings were computed from.
        self._made: object = None
        self._everybody: list[PlayerStanding] = []

    @property
    def checker(self) -> ListChecker:
        """The checker with the rulings that count today."""
        key = (self.event.version(), today())
        if self._made != key:
            self._checker = self._checker.ruled_by(self.event.rulings())
            self._made, self._everybody = key, []
        return self._checker

    def standing(self, player: int) -> PlayerStanding:
        """Return the standing of one player by id with today's rulings; raises UsageError for an unknown id."""
        found = self.event.player(player)
        if found is None:
            raise UsageError("this player is not registered", help="An organiser may have removed the player; ask one.")
        return standing(self.event, self.checker, self.event.info.deadline, found, self.event.submissions(player))

    @property
    def everybody(self) -> list[PlayerStanding]:
        """The standing of each player, computed again only after a change; those who have dropped come last."""
        checker = self.checker
        self._everybody = self._everybody or [
            each for is_gone in (False, True) for each in standings(self.event, checker, dropped=is_gone)
        ]
        return self._everybody

    @property
    def found(self) -> list[PlayerStanding]:
        """The standing of each player who has not dropped, in alphabetical order."""
        return [each for each in self.everybody if not each.has_dropped]


class Clerk:
    """Runs jobs on the event, one after the other."""

    def __init__(self, path: Path, folders: DataFolders = (None, None)) -> None:
        """Open the event at `path`; raises as `EventDesk` does."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clerk")
        self._desk = self._thread.submit(EventDesk, path, folders).result()

    async def run(self, job: Callable[[EventDesk], T], who: str = "desk") -> T:
        """Return the result of `job` for the desk; the log names `who`."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, job, who)

    def now(self, job: Callable[[EventDesk], T]) -> T:
        """Return what `job` returns for the desk, waiting for it."""
        return self._thread.submit(self._run, job, "desk").result()

    def _run(self, job: Callable[[EventDesk], T], who: str) -> T:
        self._desk.event.who = who
        return job(self._desk)

    def close(self) -> None:
        """Finish the running job, then close the event."""
        self._thread.submit(self._desk.event.__exit__).result()
        self._thread.shutdown()


# How forms are read; the guard has bounded their size.
_FORM = {"max_files": 1, "max_fields": 600, "max_part_size": sys.maxsize}
# The fields in which visitors write more than a word: lists, what a deck check found, reasons of rulings.
_TYPED = ("list", "added", "note", "why")
log = logging.getLogger("deckcheck.desk")
_TOO_MANY = "Too many lists of this link are being checked. Wait until they are done."
_STALE = "This form is too old, or comes from another page. Go back, reload the page and send it again."


class Site:
    """A running desk: the open event, and what works on it.

    `base` is its address for visitors, `tag` distinguishes its cookies from those of another desk on the same machine.
    `quick` are the processes that judge lists, `slow` is the one for long jobs of players, `papers` the one for those
    of organisers.
    """

    def __init__(self, path: Path, folders: DataFolders, settings: DeskSettings, base: str) -> None:
        """Open the event at `path`; raises as `Clerk` does."""
        self.path, self.folders, self.settings, self.base = path, folders, settings, base
        self.clerk = Clerk(path, folders)
        info = self.clerk.now(lambda desk: desk.event.info)
        self.tag = hashlib.sha256(f"cookies of {info.secret}".encode()).hexdigest()[:8]
        prepared = list_jobs.prepare, info.format, info.as_of, folders
        self.quick, self.slow, self.papers = (Workers(count, *prepared) for count in (2, 1, 1))
        self.rates, self.newcomers = Rates(settings.per_link), Rates(settings.newcomers, _HOUR)

    def close(self) -> None:
        """End the processes and close the event."""
        for each in (self.quick, self.slow, self.papers):
            each.stop()
        self.clerk.close()

    def cookie(self, opens: Opens) -> str:
        """Return the name of the cookie for one kind of page."""
        return f"desk-{opens}-{self.tag}"

    def let_in(self, response: Response, opens: Opens, secret: str) -> Response:
        """Return a response that keeps the secret of a link in a cookie."""
        response.set_cookie(
            self.cookie(opens),
            secret,
            max_age=30 * 24 * 3600,
            path=f"/{opens}",
            secure=self.settings.secure,
            httponly=True,
            samesite="strict",
        )
        return response


class Visitor(Struct, frozen=True):
    """The sender of a request with a valid link; `form` has the fields of a form whose token was checked.

    `came` is the time at which the request came in, by which the deadline is judged however long its list is checked.
    """

    site: Site
    request: Request
    link: Link
    secret: str
    came: datetime.datetime
    form: Mapping[str, str | UploadFile]

    @property
    def who(self) -> str:
        """The name for the log."""
        link = self.link
        return link.name or ("player" if link.opens == "player" else f"{link.opens} {link.id}")

    @property
    def received(self) -> str:
        """The time for a list that the request hands in."""
        return self.came.isoformat(timespec="microseconds")

    @property
    def player(self) -> int:
        """The id of the player whom the address names, else of the one whom the link is for."""
        return int(self.request.path_params.get("player", self.link.player))

    def field(self, name: str) -> str:
        """Return a field of the form; "" if it is missing."""
        value = self.form.get(name, "")
        return value if isinstance(value, str) else ""

    async def file(self, name: str) -> tuple[str, bytes]:
        """Return the name and the content of a file in the form; both empty if there is none."""
        value = self.form.get(name)
        if not isinstance(value, UploadFile) or not value.filename:
            return "", b""
        return value.filename.replace("\\", "/").rpartition("/")[2][-100:], await value.read()

    async def run(self, job: Callable[[EventDesk], T]) -> T:
        """Return the result of a job on the event, in the name of the visitor."""
        return await self.site.clerk.run(job, self.who)

    async def standing(self) -> PlayerStanding:
        """Return the standing of `player`, from outside of the clerk's thread."""
        return await self.run(lambda desk: desk.standing(self.player))

    async def work(self, workers: Workers, job: Callable[..., T], *arguments: Any, seconds: float = 10.0) -> T:  # noqa: ANN401 - those of `job`
        """Return what a job in another process returns, as `Workers.run` does; raises HTTPException too.

        A list that is handed in is checked to the end, everything else only while the visitor waits.
        """
        kept, whose = self.field("do") == "hand-in", (self.link.id, address_of(self.request))
        done = workers.run(job, *arguments, seconds=seconds, whose=whose, most=links.MOST[self.link.opens], kept=kept)
        try:
            return await (done if kept else while_here(self.request, done))
        except Crowded:
            raise HTTPException(429, _TOO_MANY) from None

    def shown(self, desk: EventDesk, template: str, status: int = 200, /, **values: Any) -> Response:  # noqa: ANN401 - those of the template
        """Return a page for the visitor, with the facts about the event and the token for its forms."""
        info, format = desk.event.info, desk.checker.format
        times = pages.times(info, self.site.settings.clock())
        usual = {"token": links.form_token(self.secret), "posted": self.request.method == "POST", "can_hand_in": True}
        return pages.page(template, status, info=info, format=format, **times, **{**usual, **values})

    async def page(self, template: str, status: int = 200, /, **values: Any) -> Response:  # noqa: ANN401 - as above
        """Return the same as `shown`, from outside of the clerk's thread."""
        return await self.run(lambda desk: self.shown(desk, template, status, **values))


class _IdConvertor(IntegerConvertor):
    """A number in an address that a column of the event file can hold."""

    regex = "[0-9]{1,18}"


register_url_convertor("id", _IdConvertor())
Handler = Callable[[Visitor], Awaitable[Response]]


def on_desk(handler: Callable[[Visitor, EventDesk], Response]) -> Handler:
    """Return a handler that is run in the clerk's thread; it waits for no other process."""
    return lambda visitor: visitor.run(functools.partial(handler, visitor))


def routes_of(site: Site, opens: Opens, gets: Mapping[str, Handler], posts: Mapping[str, Handler]) -> list[Route]:
    """Return the routes to the pages behind a link and to their forms, by what follows the address of its page."""
    return [
        Route(f"/{opens}{path}", guarded(functools.partial(_visit, site, opens, handler)), methods=[method])
        for method, handlers in (("GET", gets), ("POST", posts))
        for path, handler in handlers.items()
    ]


def doors(site: Site) -> list[Route]:
    """Return the routes that exchange a link for a cookie."""
    return [
        Route(f"/{door}/{{secret}}", guarded(functools.partial(_enter, site, opens)))
        for opens, door in links.DOORS.items()
    ]


async def _enter(site: Site, opens: Opens, request: Request) -> Response:
    secret = request.path_params["secret"]
    link = await site.clerk.run(lambda desk: links.opened(desk.event, opens, secret, site.settings.clock()))
    if link is None:
        return pages.message("This link does not work", "It is wrong, or it was revoked.", 404)
    # A redirect would be one from the page with the link on it, and carry no strict cookie; our own page does.
    return site.let_in(pages.page("door.html", to=f"/{opens}"), opens, secret)


async def _visit(site: Site, opens: Opens, handler: Handler, request: Request) -> Response:
    came, secret = site.settings.clock(), request.cookies.get(site.cookie(opens), "")
    link = await site.clerk.run(lambda desk: links.opened(desk.event, opens, secret, came)) if secret else None
    if link is None:
        said = "Open this page with the link that you were given."
        return await refused(request, 403, said, "This page opens with a link")
    if link.opens != "sign-up" and not site.rates.allows(f"{link.id} {address_of(request)}", site.settings.ticks()):
        return await refused(request, 429, "Wait a minute and try again.", "Too many requests")
    if request.method != "POST":
        return await handler(Visitor(site, request, link, secret, came, {}))
    async with request.form(**_FORM) as form:
        token = form.get("token", "")
        if not isinstance(token, str) or not links.is_form_token(secret, token) or _is_foreign(request):
            return await refused(request, 403, _STALE, "The form was not accepted")
        return await handler(Visitor(site, request, link, secret, came, form))


async def refused(request: Request, status: int, reason: str, title: str = "The request was not accepted") -> Response:
    """Return a page about a refused request, with what a visitor typed."""
    return pages.message(title, reason, status, await _typed(request))


async def _typed(request: Request) -> str:
    """Return what is typed in the form of a refused request, which only the answer can keep; "" for nothing."""
    if request.method != "POST" or _is_foreign(request):
        return ""
    try:
        async with request.form(**_FORM) as form:
            fields = [form.get(name, "") for name in _TYPED]
    except (HTTPException, RuntimeError):  # A broken form cannot be read a second time either.
        return ""
    return "\n".join(text for text in fields if isinstance(text, str) and text.strip())


def address_of(request: Request) -> str:
    """Return the address of a visitor; "" if it is unknown."""
    return request.client.host if request.client else ""


def _is_foreign(request: Request) -> bool:
    """Return whether the browser says that a form comes from a page of another site."""
    return request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def guarded(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers every failure with a page, and logs where it happened but not what was sent."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except HTTPException as error:
            return await refused(request, error.status_code, error.detail)
        except OutputError as error:
            log.error("the event file cannot be written: %s", error.message)  # noqa: TRY400 - no list may get into a log
            text = "The desk cannot save anything at the moment. What was saved before is safe. Tell the organiser."
            title, status = "Not saved", 507
        except WorkFailed as error:
            title, text, status = "That did not work", f"Sorry: {error.message}. Nothing was changed.", 500
        except DeckcheckError as error:
            title, text, status = "That is not possible", pages.sentences(error), 400
        except Exception as error:  # noqa: BLE001 - a visitor gets a page, whatever it is
            last = traceback.extract_tb(error.__traceback__)[-1]
            log.error("%s in %s:%s", type(error).__name__, Path(last.filename).name, last.lineno)  # noqa: TRY400 - as above
            title, text, status = "That did not work", "This is a fault of the desk. Nothing was changed.", 500
        return await refused(request, status, text, title)

    return answer


def go(path: str) -> Response:
    """Return a response that shows a page after a form was sent, so that reloading it sends nothing again."""
    return RedirectResponse(path, 303)
