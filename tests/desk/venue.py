"""An event with its desk for tests: visitors are clients with a link, forms are sent as a browser sends them."""

from __future__ import annotations

import datetime
import html
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, TypeVar

import httpx
from msgspec import Struct

from deckcheck.cli import run
from deckcheck.desk.guard import DeskSettings
from deckcheck.desk.links import give
from deckcheck.desk.server import event_application, server_of
from deckcheck.desk.site import Site
from deckcheck.desk.workers import Workers
from deckcheck.events.model import Opens, Player, Submission
from tests.events_desk import ILLEGAL, LEGAL, OTHER

__all__ = ["ILLEGAL", "LEGAL", "OTHER", "UNDECIDED", "Venue", "Visit"]

T = TypeVar("T", bound=Struct)
FORMAT = "celestial-40-40"
DEADLINE = "2026-12-04T20:00+01:00"
# A line names no card, and may mean one.
UNDECIDED = LEGAL.replace("3 Marketplace", "3 Marketplaze")
NOON = datetime.datetime.fromisoformat("2026-12-01T12:00+00:00")


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def started(file: Path, port: int, *options: str) -> tuple[subprocess.Popen[bytes], str]:
    """Return a desk as a process, and what it printed until it answers."""
    command = [sys.executable, "-m", "deckcheck", "desk", str(file), "--port", str(port), *options]
    output = file.with_name(f"said-{time.monotonic_ns()}")
    with output.open("w") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream)
    for _ in range(2400):
        assert process.poll() is None, output.read_text("utf-8")
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
            continue
        if "Ctrl+C" in (said := output.read_text("utf-8")):
            return process, said
    raise AssertionError("the desk does not answer")


class Visit:
    """A browser at the desk: it keeps cookies, and sends forms with the hidden fields of the page that it saw last."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.page = ""

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self._seen(self.client.get(path, **options))

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self._seen(self.client.post(path, data={"token": self.token, **self.after, **fields}))

    @property
    def token(self) -> str:
        found = re.search(r'name="token" value="([^"]+)"', self.page)
        return found[1] if found else ""

    @property
    def after(self) -> dict[str, str]:
        """The list that the list in the form replaces, as a field of the form."""
        found = re.findall(r'name="submission" value="(\d+)"', self.page)
        return {"submission": found[-1]} if found else {}

    @property
    def draft(self) -> str:
        """The list in the form of the page."""
        found = re.search(r'<textarea id="list"[^>]*>\n(.*?)</textarea>', self.page, re.DOTALL)
        assert found
        return html.unescape(found[1])

    @property
    def text(self) -> str:
        """The words of the page."""
        inline = re.sub(r"</?(?:b|span|code|mark|a|small)\b[^>]*>", "", self.page)
        words = re.sub(r"<[^>]*>", " ", inline)
        return " ".join(html.unescape(words).split())

    @property
    def suggestions(self) -> list[str]:
        return [html.unescape(each) for each in re.findall(r'value="(fix [^"]+)"', self.page)]

    def _seen(self, response: httpx.Response) -> httpx.Response:
        self.page = response.text if "html" in response.headers.get("content-type", "") else ""
        return response


class Venue:
    """An event in a folder with its desk, whose clock only moves when it is set."""

    def __init__(self, folder: Path, workers: Workers, format: str = FORMAT, **settings: Any) -> None:
        self.file = folder / "cup.event"
        name = ["--name", "Spring Cup", "--format", format, "--deadline", DEADLINE]
        assert run(["event", "new", str(self.file), *name]) == 0
        self.now = NOON
        self.settings = DeskSettings(**{"clock": lambda: self.now, **settings})
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.site = Site(self.file, (None, None), self.settings, self.base)
        self.site.quick = self.site.slow = self.site.papers = workers
        self._server = server_of(event_application(self.site), self.settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self.socket]})
        self._clients: list[httpx.Client] = []

    def __enter__(self) -> Venue:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join()
        self.socket.close()
        self.site.clerk.close()

    def stranger(self) -> Visit:
        self._clients.append(httpx.Client(base_url=self.base, follow_redirects=True, timeout=60, verify=False))
        return Visit(self._clients[-1])

    def link(self, opens: Opens, player: int = 0, name: str = "") -> str:
        """Return the path of a new link."""

        def make(desk: Any) -> str:
            with desk.event.writing():
                return give(desk.event, opens, player, name).path

        return self.site.clerk.now(make)

    def visit(self, opens: Opens, player: int = 0, name: str = "") -> Visit:
        """Return a browser that opened a new link."""
        visit = self.stranger()
        assert visit.get(self.link(opens, player, name)).status_code == 200
        visit.get({"sign-up": "/sign-up"}.get(opens, f"/{opens}"))
        return visit

    def player(self, name: str, text: str = "") -> Visit:
        """Return a browser of a player who signed up, with a list where one is given."""
        visit = self.visit("sign-up")
        response = visit.post("/sign-up", name=name, contact="", list=text, do="hand-in")
        assert response.status_code == 200, visit.text
        visit.get("/player")
        return visit

    def lists(self, name: str) -> list[Submission]:
        """Return the lists of a player, oldest first."""

        def look(desk: Any) -> list[Submission]:
            (player,) = [each for each in desk.event.rows(Player) if each.name == name]
            found: list[Submission] = desk.event.submissions(player.id)
            return found

        return self.site.clerk.now(look)

    def expect(self, *names: str) -> None:
        """Add players without lists."""

        def add(desk: Any) -> None:
            with desk.event.writing():
                for name in names:
                    desk.event.add(Player(name=name))

        self.site.clerk.now(add)

    def rows(self, kind: type[T], where: str = "1") -> list[T]:
        """Return rows of the event file."""
        return self.site.clerk.now(lambda desk: desk.event.rows(kind, where))
