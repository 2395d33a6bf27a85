"""The desk in a real browser: a player's walk to a legal list, live pages, layout, keyboard, accessibility."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from deckcheck.events.model import DeckCheck, LogEntry
from tests.browser import Browser, needs_browser
from tests.desk.venue import ILLEGAL, LEGAL, UNDECIDED, Venue

pytestmark = needs_browser

# Where axe-core is, the file axe.min.js of its package; without it only our own assertions are made.
AXE = os.environ.get("DECKCHECK_AXE", "")
_UNNAMED = """[...document.querySelectorAll('input:not([type=hidden]), textarea, select, button, a[href], summary')]
  .filter(each => !((each.labels && each.labels.length) || each.textContent.trim() || each.getAttribute('aria-label')))
  .map(each => each.outerHTML.slice(0, 80))"""
_SMALL = """[...document.querySelectorAll('button, .button, .people a, .cards input')]
  .filter(each => each.offsetParent && each.getBoundingClientRect().height < 40).map(each => each.outerHTML)"""

# What has the focus, if something else is drawn above its upper or lower edge.
_HIDDEN = """(focus => {
  const box = focus.getBoundingClientRect();
  const above = [box.top + 3, box.bottom - 3].map(y => document.elementFromPoint(box.x + box.width / 2, y));
  return above.every(each => focus.contains(each)) ? [] : [focus.outerHTML.slice(0, 80)];
})(document.activeElement)"""


class Tab(Browser):
    """A browser that looks at the desk."""

    def until(self, expression: str, seconds: float = 120.0) -> Any:
        """Return the value of an expression as soon as it is true; the page may be loading another one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := self.value(expression):
                    return value
            except RuntimeError:
                pass
            time.sleep(0.05)
        raise AssertionError(f"never true: {expression}\n{self.value('document.body.innerText')}")

    def click(self, words: str) -> None:
        """Click the button or link with these words, which leads to another page."""
        buttons = "[...document.querySelectorAll('button, a')]"
        self.value("document.body.dataset.old = '1'")
        self.value(f"{buttons}.find(each => each.textContent.trim().endsWith({json.dumps(words)})).click()")
        self.until("!document.body.dataset.old && document.readyState === 'complete'")

    def enter(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.value(f"document.querySelector({json.dumps(selector)}).focus()")
        self.call("Input.insertText", text=text)

    def press(self, key: str, code: int) -> None:
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def enter_by(self, address: str, **options: Any) -> None:
        """Open a link, and wait for the page behind it."""
        self.open(address, **options)
        self.until("!location.pathname.match('^/[psjo]/') && document.readyState === 'complete'")


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with Tab(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture(scope="module")
def other_tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with Tab(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


def test_a_player_with_an_illegal_list_ends_with_a_registered_legal_one(venue: Venue, tab: Tab, other_tab: Tab) -> None:
    other_tab.enter_by(venue.base + venue.link("organiser"))
    other_tab.until("document.querySelector('[role=status]').textContent.startsWith('0 of 0 in')")

    tab.enter_by(venue.base + venue.link("sign-up"), width=390, height=800)
    tab.enter("#name", "Kei")
    tab.enter("#list", ILLEGAL)
    # Nobody pressed anything: the verdict comes while typing, and a screen reader hears it.
    tab.until("document.querySelector('#said').textContent.includes('not legal: 4 problems to fix')")
    # Until there is a verdict on a changed text, that of the text before is marked.
    busy = "document.querySelector('#verdict').ariaBusy"
    assert tab.value(busy) is None
    tab.value("document.querySelector('#list').dispatchEvent(new Event('input'))")
    assert tab.value(busy) == "true"
    tab.until(f"{busy} === null")
    tab.click("make it 3")
    tab.click("make it 1")
    tab.click("Steel on Steel")
    tab.click("Find the nearest legal deck")
    assert "Nearest legal deck" in tab.value("document.body.innerText")
    tab.click("Apply these changes")
    tab.until("document.querySelector('#result').textContent.includes('legal')")
    assert tab.value("document.querySelector('#name').value") == "Kei"
    tab.click("Hand in")
    assert "You are signed up, Kei" in tab.value("document.body.innerText")
    tab.click("Open your page")

    assert re.search(r"Registered: ✓ legal\s+revision 1", tab.value("document.body.innerText"))
    assert tab.complaints() == []
    assert [each.verdict for each in venue.lists("Kei")] == ["legal"]
    # The organiser sees it without reloading.
    other_tab.until("document.querySelector('#everybody').textContent.includes('Kei')")
    assert "1 of 1 in: 1 legal" in other_tab.value("document.querySelector('#everybody').innerText")


def test_the_same_walk_without_javascript(venue: Venue, tab: Tab) -> None:
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.enter_by(venue.base + venue.link("sign-up"), width=390, height=800)
        tab.enter("#name", "Kei")
        tab.enter("#list", ILLEGAL)
        for words in (
            "Check",
            "make it 3",
            "make it 1",
            "Find the nearest legal deck",
            "Apply these changes",
            "Hand in",
        ):
            tab.click(words)
        tab.click("Open your page")
        assert re.search(r"Registered: ✓ legal\s+revision 1", tab.value("document.body.innerText"))
        tab.enter_by(venue.base + venue.link("judge", name="Kakita"))
        tab.open(venue.base + "/judge/check/1")
        tab.value("document.querySelector('#n3').value = 0")
        tab.click("Save the differences")
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=False)

    (check,) = venue.rows(DeckCheck)
    assert list(json.loads(check.differences).values()) != []


def test_the_keyboard_reaches_everything_in_reading_order(venue: Venue, tab: Tab) -> None:
    tab.enter_by(venue.base + venue.link("sign-up"))
    reached = []
    for _ in range(7):
        tab.press("Tab", 9)
        focus = "document.activeElement"
        reached.append(tab.value(f"{focus}.id || {focus}.textContent.trim()"))

    assert reached == ["Skip to the page", "name", "contact", "list", "file", "Check", "Hand in"]


def test_what_the_keyboard_reaches_is_behind_no_bar(venue: Venue, tab: Tab) -> None:
    venue.player("Hoturi", LEGAL)
    tab.enter_by(venue.base + venue.link("judge", name="Kakita"))
    tab.open(venue.base + "/judge/check/1", width=390, height=800)

    hidden = []
    for _ in range(90):
        tab.press("Tab", 9)
        hidden += tab.value(_HIDDEN)
    assert hidden == []


@pytest.mark.parametrize("width", [320, 1200])
@pytest.mark.parametrize("dark", [False, True])
def test_every_page_fits_and_is_accessible(venue: Venue, tab: Tab, width: int, dark: bool) -> None:
    unbroken = UNDECIDED.replace("Marketplaze", "z" * 150)
    for name, text in (("Hida Kisada", ILLEGAL), ("Isawa Tadaka", unbroken), ("x" * 60, LEGAL)):
        venue.player(name, text)
    judge = venue.visit("judge", name="Kakita")
    judge.post("/judge/draw", round="1", count="3", after="0")
    pages = {
        "sign-up": ("/sign-up",),
        "organiser": ("/organiser", "/organiser/player/1", "/organiser/player/3", "/organiser/links"),
        "judge": ("/judge?q=kisada", "/judge/check/1", "/judge/player/2"),
        "player": ("/player", "/player/list/1"),
    }

    for opens, paths in pages.items():
        tab.enter_by(venue.base + venue.link(opens, 1 if opens == "player" else 0))  # type: ignore[arg-type]
        for path in paths:
            tab.open(venue.base + path, width=width, height=800, dark=dark)
            assert tab.complaints() == [], path
            assert {each.split("/")[2] for each in tab.requests()} == {venue.base.split("/")[2]}, path
            assert tab.value("document.documentElement.scrollWidth") <= width, path
            assert tab.value(_UNNAMED) == [], path
            assert tab.value(_SMALL) == [], path
            assert tab.value("document.querySelectorAll('h1, main, [lang]').length") == 3, path
            assert _violations(tab) == [], path


def _violations(tab: Tab) -> list[str]:
    """Return what axe-core says is wrong with a page."""
    if not AXE:
        return []
    tab.value(Path(AXE).read_text("utf-8"))
    run = "axe.run().then(found => found.violations.map(each => each.id + ': ' + each.nodes.map(n => n.html).join()))"
    result = tab.call("Runtime.evaluate", expression=run, returnByValue=True, awaitPromise=True)
    return [str(each) for each in result["result"]["value"]]


def test_a_judge_checks_a_deck_with_a_thumb(venue: Venue, tab: Tab) -> None:
    venue.player("Hoturi", LEGAL)
    tab.enter_by(venue.base + venue.link("judge", name="Kakita"))
    tab.open(venue.base + "/judge/check/1", width=390, height=800)

    tab.value('document.querySelector(\'[aria-label^="one fewer"][aria-label$="Hamstrung"]\').click()')
    assert tab.value("document.querySelector('#differences').textContent") == "1 difference"
    tab.click("Save the differences")
    tab.open(venue.base + "/judge/check/1")

    assert "by Kakita: -1 Hamstrung" in tab.value("document.body.innerText")


def test_a_judge_who_did_not_draw_the_tables_first_sees_them(venue: Venue, tab: Tab) -> None:
    for name in ("Hoturi", "Kisada"):
        venue.player(name, LEGAL)
    tab.enter_by(venue.base + venue.link("judge", name="Kakita"))
    other = venue.visit("judge", name="Tadaka")
    other.post("/judge/draw", round="1", count="1", after="0")
    tab.until("document.querySelector('#tables').textContent.includes('Round 1')")

    tab.click("Draw")

    assert "Tables were drawn since this page was made." in tab.value("document.body.innerText")
    assert len(venue.rows(LogEntry, "kind = 'draw'")) == 1


def test_a_page_follows_what_happens_while_a_link_has_the_focus(venue: Venue, tab: Tab) -> None:
    venue.player("Hoturi", LEGAL)
    tab.enter_by(venue.base + venue.link("organiser"))
    tab.value("document.querySelector('#everybody td a').focus()")

    venue.player("Kisada", LEGAL)

    tab.until("document.querySelector('#everybody').textContent.includes('Kisada')")
    assert tab.value("document.activeElement.textContent") == "Hoturi"


def test_a_list_prints_without_buttons(venue: Venue, tab: Tab, tmp_path: Path) -> None:
    venue.player("Hoturi", LEGAL)
    tab.enter_by(venue.base + venue.link("player", 1))
    tab.open(venue.base + "/player")
    path = tmp_path / "page.pdf"
    path.write_bytes(tab.pdf(paperWidth=8.27, paperHeight=11.69))
    text = "".join(page.extract_text() for page in pypdf.PdfReader(path).pages)

    assert "Registered" in text
    assert "3 Weigh the Cost" in text
    assert "Hand in\n" not in text
    assert "Check" not in text


LIST = "document.querySelector('#list').value"


def _offline(tab: Tab, is_away: bool) -> None:
    rates = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    tab.call("Network.emulateNetworkConditions", offline=is_away, **rates)


def test_a_list_that_was_not_handed_in_outlives_a_reload_and_a_walk(venue: Venue, tab: Tab) -> None:
    venue.player("Hoturi", LEGAL)
    venue.player("Kei", UNDECIDED)
    mine, others = (venue.base + venue.link("player", player) for player in (1, 2))
    problems = "document.querySelector('#said').textContent.includes('not legal: 4 problems to fix')"
    tab.enter_by(mine)
    tab.value("document.querySelector('#list').select()")
    tab.enter("#list", ILLEGAL)
    tab.call("Page.reload")
    tab.until(problems)
    tab.click("Revision 1")
    tab.value("document.querySelector('a[href=\"/player\"]').click()")
    tab.until("location.pathname === '/player' && document.readyState === 'complete'")
    tab.until(problems)
    assert tab.value(LIST) == ILLEGAL

    # What the desk made of it counts from then on, and is kept as well.
    tab.click("make it 3")
    assert tab.value(f"{LIST}.includes('3 Marketplace')")
    tab.enter_by(mine)
    tab.until(f"{LIST}.includes('3 Marketplace')")
    # Another player on the same machine sees nothing of it.
    tab.enter_by(others)
    assert tab.value(LIST) == UNDECIDED

    tab.enter_by(mine)
    tab.until(f"{LIST}.includes('3 Marketplace')")
    tab.click("Discard it")
    assert tab.value(LIST) == LEGAL
    tab.value("document.querySelector('#list').select()")
    tab.enter("#list", ILLEGAL.replace("4 Marketplace", "3 Marketplace"))
    tab.click("Hand in")
    tab.until("document.body.innerText.includes('revision 2')")
    assert tab.value("Object.keys(sessionStorage).length") == 0
    assert "4 Marketplace" not in venue.lists("Hoturi")[-1].content.decode()


def test_who_signs_up_finds_nothing_of_the_one_before(venue: Venue, tab: Tab) -> None:
    link = venue.base + venue.link("sign-up")
    tab.enter_by(link)
    tab.enter("#name", "Kei")
    tab.enter("#list", LEGAL)
    tab.call("Page.reload")
    tab.until(f"{LIST} && document.querySelector('#name').value === 'Kei'")
    tab.click("Hand in")
    assert tab.value("Object.keys(sessionStorage).length") == 0

    for again in (link, link):
        tab.enter_by(again)
        assert tab.value(f"{LIST} + document.querySelector('#name').value") == ""
        tab.enter("#list", ILLEGAL)


def test_a_refused_list_is_not_lost(venue: Venue, tab: Tab) -> None:
    """The cookie is lost: the page says so beside the list, and the refusal gives the text back."""
    link = venue.base + venue.link("sign-up")
    for scripts in (True, False):
        tab.enter_by(link)
        tab.call("Network.clearBrowserCookies")
        tab.enter("#list", ILLEGAL)
        if scripts:
            tab.until("document.querySelector('#verdict').innerText.includes('Open this page with the link')")
            assert tab.value("document.querySelector('#verdict').ariaBusy") is None
            assert "Hand in" in tab.value("document.querySelector('#verdict').innerText")
        tab.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        tab.click("Check")
        tab.call("Emulation.setScriptExecutionDisabled", value=False)
        assert tab.value("document.querySelector('h1').textContent") == "This page opens with a link"
        assert tab.value("document.querySelector('#kept').value") == ILLEGAL


def test_a_phone_says_that_the_network_is_away_and_sends_later(venue: Venue, tab: Tab) -> None:
    venue.player("Hoturi", LEGAL)
    tab.enter_by(venue.base + venue.link("judge", name="Kakita"), width=390, height=800)
    venue.player("Kei", UNDECIDED)
    tab.until("document.querySelector('[data-changes]')?.innerText.includes('Kei')")  # The page follows the desk.
    _offline(tab, True)
    try:
        tab.until("document.body.innerText.includes('This page may be out of date')")
        _offline(tab, False)
        tab.until("!document.body.innerText.includes('This page may be out of date')")
        tab.open(venue.base + "/judge/check/1")
        tab.value('document.querySelector(\'[aria-label^="one fewer"][aria-label$="Hamstrung"]\').click()')
        _offline(tab, True)
        save = "[...document.querySelectorAll('button')].find(each => each.value === 'save').click()"
        tab.value(save)
        tab.until("document.body.innerText.includes('The desk does not answer. Your text is still here.')")
        assert venue.rows(DeckCheck) == []
    finally:
        _offline(tab, False)

    tab.call("Page.reload")
    tab.until("document.querySelector('#differences').textContent === '1 difference'")
    tab.click("Save the differences")
    assert [json.loads(each.differences) for each in venue.rows(DeckCheck)] == [{"Hamstrung": -1}]
