"""Write the pictures of `docs/pictures`: python -m docsite.pictures, from the checkout.

The drawn ones are the same on every machine, and a test compares them. The one of the editor is what its library makes
of the screen. Those of pages for browsers are taken by the Chromium that is on the PATH; without one they stay as they
are.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from deckcheck.checks.checker import check_all, load_format, load_pool
from deckcheck.model.limits import Limits
from deckcheck.model.report import Outcome
from deckcheck.reports import Style, html, text
from docsite import layers, terminal

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
DECK = "examples/crane-with-slips.txt"
FORMAT = "celestial-40-40"


def drawn() -> Iterator[tuple[str, str]]:
    """Yield the name and content of each picture; the current folder must be the checkout."""
    yield "layers.svg", layers.picture(layers.layers())
    report = "".join(text.render(_outcome(DECK), Style(color=True)))
    yield "report.svg", terminal.picture(f"deckcheck check {DECK} --format {FORMAT}", report, "A report as text")


def _outcome(*decks: str) -> Outcome:
    fmt = load_format(FORMAT)
    return check_all(decks, fmt, load_pool(fmt.pool))


def photographed() -> bytes | None:
    """Return a PNG of the HTML report on both examples, or None without a browser."""
    from tests.browser import Browser, find_browser

    if find_browser() is None:
        return None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Path(folder) / "report.html"
        outcome = _outcome("examples/crane-celestial.txt", DECK)
        page.write_text("".join(html.render(outcome, Style())), "utf-8")
        with Browser(Path(folder) / "profile") as browser:
            browser.open(page, width=1000, height=940)
            browser.call("Emulation.setScrollbarsHidden", hidden=True)
            return browser.screenshot()


def at_the_desk() -> Iterator[tuple[str, bytes]]:
    """Yield the name and PNG of pages of the desk: a player's and a judge's on a phone, the organiser's on a laptop."""
    from deckcheck.desk import list_jobs
    from deckcheck.desk.workers import Workers
    from tests.browser import Browser, find_browser
    from tests.desk.venue import ILLEGAL, LEGAL, OTHER, UNDECIDED, Venue

    if find_browser() is None:
        return
    workers = Workers(1, list_jobs.prepare, FORMAT, "", (None, None))
    lists = {
        "Doji Hoturi": LEGAL,
        "Hida Kisada": ILLEGAL,
        "Isawa Tadaka": UNDECIDED,
        "Kakita Toshimoko": OTHER,
        "Matsu Tsuko": "",
    }
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Venue(Path(folder), workers) as venue:
        for name, deck in lists.items():
            venue.player(name, deck)
        pages = (
            ("desk-player", venue.link("player", 2), "/player", 390),
            ("desk-check", venue.link("judge"), "/judge/check/1", 390),
            ("desk-organiser", venue.link("organiser"), "/organiser", 1000),
        )
        try:
            with Browser(Path(folder) / "profile") as browser:
                for name, link, path, width in pages:
                    browser.open(venue.base + link)
                    browser.open(venue.base + path, width=width, height=840)
                    browser.call("Emulation.setScrollbarsHidden", hidden=True)
                    yield f"{name}.png", browser.screenshot()
        finally:
            workers.stop()


def edited() -> str:
    """Return an SVG of the editor after a search and an added card."""
    from deckcheck.build.editing.draft import draft_of
    from deckcheck.decks.readers import read
    from deckcheck.tui.editor import Editor

    content = (ROOT / DECK).read_bytes()
    fmt = load_format(FORMAT)
    pool = load_pool(fmt.pool)
    draft = draft_of(content, read(content.decode(), Path(DECK).name, Limits()), fmt, pool)
    editor = Editor(draft, pool.cards, lambda *_: None)

    async def use() -> str:
        async with editor.run_test(size=(104, 34)) as pilot:
            await pilot.pause()
            await pilot.press(*"clan:crane", "space", *"cost<=6")
            await pilot.press("enter", "down", "down", "plus")
            await pilot.pause(1)
            return editor.export_screenshot(title=f"deckcheck edit {DECK}")

    return re.sub(r"@font-face\s*\{.*?\}\s*", "", asyncio.run(use()), flags=re.DOTALL)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in drawn():
        (FOLDER / name).write_text(content, "utf-8")
    (FOLDER / "editor.svg").write_text(edited(), "utf-8")
    photo = photographed()
    if photo is None:
        sys.stderr.write("no browser: page.png stays as it is\n")
    else:
        (FOLDER / "page.png").write_bytes(photo)
    for name, page in at_the_desk():
        (FOLDER / name).write_bytes(page)


if __name__ == "__main__":
    main()
