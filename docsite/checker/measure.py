"""Measure a built page in Chromium: sizes, first visit, checks, return without a network, memory."""

from __future__ import annotations

import json
import os
import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from docsite.checker.build import ROOT
from docsite.checker.opening import KEPT, READY, browsing
from docsite.checker.serving import served
from docsite.markdown import table
from tests.browser import Browser

SLOW = 1_500_000
CHECKS = 200
ROUNDS = 20
FORMAT = "celestial-40-40"
# In seconds: a slow visit loads for a minute.
PATIENCE = 300

Row = tuple[str, str]


def measured(page: Path) -> Iterator[str]:
    """Yield a table in Markdown about the page in a folder; raises UsageError without a browser or a page."""
    rows = [*_slow_visit(page), *_visits(page), _size(page)]
    yield from table(("What", "Measured"), rows)


def _size(page: Path) -> Row:
    size = sum(file.stat().st_size for file in page.rglob("*") if file.is_file())
    return "size of a first visit, without compression by the server", f"{size / 1e6:.1f} MB"


def _slow_visit(page: Path) -> Iterator[Row]:
    with browsing(page) as browser, served(page, SLOW) as address:
        start = time.perf_counter()
        browser.open(address)
        paint = browser.until("performance.getEntriesByName('first-contentful-paint').map(each => each.startTime)[0]")
        yield "first visit at 1.5 Mbit/s: page and editor shown", f"{paint / 1000:.2f} s"
        browser.until("byId('progress').value > 0", PATIENCE)
        yield "first visit at 1.5 Mbit/s: progress moves", _since(start)
        browser.until(READY, PATIENCE)
        yield "first visit at 1.5 Mbit/s: ready", _since(start)


def _visits(page: Path) -> Iterator[Row]:
    slips = (ROOT / "examples" / "crane-with-slips.txt").read_text("utf-8")
    legal = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
    with browsing(page) as browser:
        with served(page) as address:
            start = time.perf_counter()
            browser.open(address)
            browser.until(READY, PATIENCE)
            _check(browser, legal)
            yield (
                "first visit on this machine: first verdict",
                f"{_since(start)}, {_processor(browser):.1f} s of CPU time",
            )
            browser.until(KEPT, PATIENCE)
        yield "a check of a legal list, median", _median(browser, legal)
        yield "a check of a list with a misspelt name, median", _median(browser, slips)
        before = memory_after(browser, slips, CHECKS // 2)
        after = memory_after(browser, slips, CHECKS)
        yield f"memory after {CHECKS // 2} checks, and after {CHECKS} more", f"{before:.0f} MB, {after:.0f} MB"
        cpu, start = _processor(browser), time.perf_counter()
        browser.open(address)
        browser.until(READY, PATIENCE)
        _check(browser, legal)
        again = _processor(browser) - cpu
        yield "return without the server: first verdict", f"{_since(start)}, {again:.1f} s of CPU time"
    yield "other work on the machine while measuring", f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def _check(browser: Browser, text: str) -> None:
    content = f"new TextEncoder().encode({json.dumps(text)})"
    asked = f"ask('check', {{format: '{FORMAT}', day: ''}}, {{name: 'deck.txt', content: {content}}})"
    browser.value(f"{asked}.then(answer => answer.ok.decks.length)")


def _median(browser: Browser, text: str) -> str:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        _check(browser, text)
        times.append(time.perf_counter() - start)
    return f"{statistics.median(times) * 1000:.0f} ms"


def memory_after(browser: Browser, text: str, checks: int) -> float:
    """Return the memory of the largest process of the browser in MB after further checks of different lists."""
    for number in range(checks):
        _check(browser, f"{text}\n1 Nobody {number}\n")
    return max(_in_processes(browser, "status", r"^VmRSS:\s+(\d+)")) / 1000


def _processor(browser: Browser) -> float:
    """Return the CPU time of all processes of the browser in seconds."""
    ticks = _in_processes(browser, "stat", r"\) (?:\S+ ){11}(\d+)") + _in_processes(
        browser, "stat", r"\) (?:\S+ ){12}(\d+)"
    )
    return sum(ticks) / os.sysconf("SC_CLK_TCK")


def _in_processes(browser: Browser, file: str, number: str) -> list[float]:
    """Return a number out of a file in /proc for each process of the browser."""
    found = [0.0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(process.name)) == browser.group:
                found += map(float, re.findall(number, (process / file).read_text(), re.MULTILINE))
        except OSError:
            continue
    return found


def _since(start: float) -> str:
    return f"{time.perf_counter() - start:.1f} s"
