"""Load on the desk: players who hand in within a minute while judges' phones poll, and memory over many requests."""

from __future__ import annotations

import asyncio
import itertools
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from benchmarks.measure import resident

_PORT = 8479
_BASE = f"http://127.0.0.1:{_PORT}"
_TOKEN = re.compile(r'name="token" value="(\w+)"')
_PLAYER_LINK = re.compile(r"http://\S+?(/p/[\w-]+)")
# What a player does beside handing in, and how often a phone asks.
_CHECKS = 2
_POLL_SECONDS = 5.0


class Load(NamedTuple):
    """How much to ask for: players within some seconds, phones, and requests for memory."""

    players: int
    seconds: float
    phones: int
    requests: int


class Figures(NamedTuple):
    """Milliseconds at the 95th percentile, by what was asked for, and MiB of all processes before and after."""

    handing_in: float
    verdict: float
    poll: float
    slowest: float
    memory: tuple[float, float]
    failed: int


def measure(lists: list[str], format_name: str, folder: Path, load: Load) -> Figures:
    """Run a desk in `folder`, and put load on it."""
    with _desk(folder / f"{format_name}.event", format_name) as (process, sign_up, organiser):
        return asyncio.run(_measure(process, lists, load, sign_up, organiser))


@contextmanager
def _desk(file: Path, format_name: str) -> Iterator[tuple[int, str, str]]:
    """Yield the process of a desk with the paths of its sign-up and organiser links."""
    said = file.with_suffix(".out")
    command = [sys.executable, "-m", "deckcheck", "desk", "--new", str(file), "--format", format_name]
    command += ["--port", str(_PORT)]
    with said.open("w") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream, start_new_session=True)  # noqa: S603 - our own
    try:
        while "Ctrl+C" not in said.read_text("utf-8"):
            if process.poll() is not None:
                raise RuntimeError(said.read_text("utf-8"))
            time.sleep(0.1)
        time.sleep(1)
        links = re.findall(r"http://[^/]+(/[so]/\S+)", said.read_text("utf-8"))
        yield process.pid, links[0], links[1]
    finally:
        process.terminate()
        process.wait()


class _Clock:
    """Takes the time of requests by what they are for."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}
        self.failed = 0

    async def __call__(self, what: str, request: Awaitable[httpx.Response]) -> httpx.Response:
        before = time.perf_counter()
        answer = await request
        self.taken.setdefault(what, []).append((time.perf_counter() - before) * 1000)
        self.failed += answer.status_code >= 400  # noqa: PLR2004 - errors of HTTP
        return answer

    def p95(self, what: str) -> float:
        """Return the 95th percentile in milliseconds."""
        return statistics.quantiles(self.taken[what], n=20)[-1]


def _client(number: int) -> httpx.AsyncClient:
    """Return a client with an address of its own, as visitors have."""
    address = f"127.1.{number // 200}.{number % 200 + 1}"
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    return httpx.AsyncClient(base_url=_BASE, transport=transport, timeout=60)


async def _measure(process: int, lists: list[str], load: Load, sign_up: str, organiser: str) -> Figures:
    clock = _Clock()
    judge = await _judge_link(organiser)
    phones = [asyncio.create_task(_phone(clock, 10_000 + n, judge)) for n in range(load.phones)]
    pause = load.seconds / load.players
    players = [
        asyncio.create_task(_player(clock, n, lists[n % len(lists)], sign_up, n * pause)) for n in range(load.players)
    ]
    links = await asyncio.gather(*players)
    for phone in phones:
        phone.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    before = resident(process) / 2**20
    await _many(clock, links, lists, load.requests)
    return Figures(
        handing_in=clock.p95("hand in"),
        verdict=clock.p95("verdict"),
        poll=clock.p95("poll"),
        slowest=max(clock.taken["hand in"]),
        memory=(before, resident(process) / 2**20),
        failed=clock.failed,
    )


async def _judge_link(organiser: str) -> str:
    async with _client(20_000) as client:
        await client.get(organiser)
        page = await client.get("/organiser")
        given = await client.post("/organiser/links", data={"token": _found(_TOKEN, page), "do": "give judge"})
        return _found(re.compile(r"http://\S+?(/j/[\w-]+)"), given)


async def _player(clock: _Clock, number: int, text: str, sign_up: str, wait: float) -> str:
    """Sign up after a while, with a look at the verdict, and return the link of the player."""
    await asyncio.sleep(wait)
    async with _client(number) as client:
        await clock("page", client.get(sign_up))
        token = _found(_TOKEN, await clock("page", client.get("/sign-up")))
        form = {"token": token, "name": f"Player {number}", "contact": "", "list": text}
        for _ in range(_CHECKS):
            await clock("verdict", client.post("/sign-up/verdict", data={**form, "do": "check"}))
        page = await clock("hand in", client.post("/sign-up", data={**form, "do": "hand-in"}))
        await clock("page", client.get("/player"))
        return _found(_PLAYER_LINK, page)


async def _phone(clock: _Clock, number: int, judge: str) -> None:
    async with _client(number) as client:
        await client.get(judge)
        await asyncio.sleep(number % 50 * _POLL_SECONDS / 50)
        while True:
            await clock("poll", client.get("/judge"))
            await asyncio.sleep(_POLL_SECONDS)


async def _many(clock: _Clock, links: list[str], lists: list[str], requests: int) -> None:
    """Make many requests as players who look at and check their lists."""
    each = requests // len(links) // 2

    async def player(number: int, link: str) -> None:
        async with _client(30_000 + number) as client:
            await client.get(link)
            token = _found(_TOKEN, await client.get("/player"))
            for turn in range(each):
                form = {"token": token, "list": lists[(number + turn) % len(lists)], "do": "check"}
                await clock("many", client.post("/player/verdict", data=form))
                await clock("many", client.get("/player"))

    waiting = iter(enumerate(links))
    while some := list(itertools.islice(waiting, 8)):
        await asyncio.gather(*(player(number, link) for number, link in some))


def _found(pattern: re.Pattern[str], answer: httpx.Response) -> str:
    match = pattern.search(answer.text)
    if match is None:
        raise RuntimeError(f"{answer.request.url.path} answers {answer.status_code}")
    return match[1]
