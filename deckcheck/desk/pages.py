"""The templates of the pages, and how times and numbers are written on them."""

import datetime
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from deckcheck import __version__
from deckcheck.events.documents import ONE_LIST
from deckcheck.events.model import EventInfo, zone_of
from deckcheck.events.publishing import code_of
from deckcheck.events.standings import SIGNS
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.sentences import counted
from deckcheck.reports.html.environment import environment, stylesheet
from deckcheck.reports.wording import for_players

FOLDER = Path(__file__).parent / "templates"
_MINUTE, _HOUR, _DAY = 60, 3600, 86400
# The policy of pages to print; these have their style inside.
DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"


@cache
def templates() -> Environment:
    """Return the environment of the pages: every value is escaped, a name without a value is an error."""
    made = environment((FOLDER,))
    made.filters["verbatim"] = _verbatim
    digest = hashlib.sha256("".join(content for content, _ in _files().values()).encode()).hexdigest()[:12]
    made.globals.update(version=__version__, static=f"?v={digest}", qr=code_of, signs=SIGNS, words=WORDS)
    made.globals.update(one_list=",".join(ONE_LIST))
    return made


# The words for verdicts and states on the pages.
WORDS = {
    "legal": "legal",
    "illegal": "not legal",
    "undecided": "a judge decides",
    "unreadable": "not a list",
    "missing": "missing",
}


def page(template: str, status: int = 200, /, **values: Any) -> HTMLResponse:  # noqa: ANN401 - those of the template
    """Return a page."""
    return HTMLResponse(templates().get_template(template).render(**values), status)


def sentences(error: DeckcheckError) -> str:
    """Return the text of an error as sentences, without commands, which visitors cannot run."""
    parts = [part for part in (error.message, for_players(error.help or "")) if part]
    return " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts)


def message(title: str, text: str, status: int, kept: str = "") -> HTMLResponse:
    """Return a page with only a message, and the list that the desk has not taken: `kept`."""
    return page("message.html", status, title=title, text=text, kept=kept)


def _verbatim(text: str) -> object:
    """Return the text of a list as it is, but escaped for a page."""
    from markupsafe import Markup, escape

    return Markup("\n") + escape(text.encode("utf-8", "replace").decode())


def when(time: str, zone: datetime.tzinfo | None) -> str:
    """Return an ISO time to the minute as ``Fri 4 Dec 20:00``."""
    at = datetime.datetime.fromisoformat(time).astimezone(zone)
    return f"{at:%a} {at.day} {at:%b %H:%M}"


def _until(deadline: str, zone: datetime.tzinfo | None) -> str:
    """Return a deadline like `when`, with its seconds if it has any."""
    seconds = datetime.datetime.fromisoformat(deadline).second
    return f"{when(deadline, zone)}:{seconds:02d}" if seconds else when(deadline, zone)


def times(info: EventInfo, now: datetime.datetime) -> dict[str, Any]:
    """Return the deadline of an event as pages show it, and `when`, which writes further times in its zone."""
    deadline, zone = info.deadline, zone_of(info)
    return {
        "until": _until(deadline, zone) if deadline else "",
        "zone": f"UTC{datetime.datetime.fromisoformat(deadline).astimezone(zone).isoformat()[-6:]}" if deadline else "",
        "left": left(deadline, now) if deadline else "",
        "when": lambda time: when(time, zone),
    }


def left(deadline: str, now: datetime.datetime) -> str:
    """Return the time left until a deadline: ``6 days``, ``3 hours``, ``12 minutes``, ``over``."""
    seconds = int((datetime.datetime.fromisoformat(deadline) - now).total_seconds())
    if seconds < 0:
        return "over"
    for size, name in ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")):
        if seconds >= size:
            return counted(seconds // size, name)
    return "less than a minute"


@cache
def _files() -> dict[str, tuple[str, str]]:
    """Return the content and the kind of each file that all pages use, by its path."""
    style, script = stylesheet("colors", "desk", folders=(FOLDER,)), (FOLDER / "desk.js").read_text("utf-8")
    return {"/desk.css": (style, "text/css"), "/desk.js": (script, "text/javascript")}


async def _file(request: Request) -> Response:
    content, kind = _files()[request.url.path]
    return Response(content, media_type=kind, headers={"Cache-Control": "public, max-age=86400"})


FILES = [Route(path, _file) for path in ("/desk.css", "/desk.js")]
