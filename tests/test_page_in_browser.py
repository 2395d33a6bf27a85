"""The page that checks decks, built and opened in a real browser, held against the command line.

Building takes longer than a test may: `python -m docsite.checker --out DIR`, then DECKCHECK_PAGE=DIR runs these tests.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import os
import re
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck.formats.files import find_formats
from docsite.checker.build import listing
from docsite.checker.comparing import crossed_cases, different, own_cases
from docsite.checker.measure import SLOW, memory_after
from docsite.checker.opening import KEPT, READY
from docsite.checker.serving import served
from tests.browser import Browser, needs_browser
from tests.conftest import ROOT
from tests.test_reports import HOSTILE

PAGE = os.environ.get("DECKCHECK_PAGE", "")
SLIPS = (ROOT / "examples" / "crane-with-slips.txt").read_text("utf-8")
VERDICT = "!!document.querySelector('#status.illegal, #status.legal, #status.undecided, #status.failed')"
FINDINGS = "[...document.querySelectorAll('.findings > li > p:first-child')].map(each => each.textContent)"
TEXT = "document.getElementById('text')"
STATUS = "document.getElementById('status').textContent"

pytestmark = [
    pytest.mark.skipif(not PAGE, reason="no built page: DECKCHECK_PAGE names its folder"),
    needs_browser,
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(Path(PAGE)) as address:
        yield address


@pytest.fixture(scope="module")
def opened(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        browser.open(address)
        browser.until(READY, 120)
        yield browser


@pytest.fixture
def page(opened: Browser) -> Browser:
    """The page with one empty list and no format chosen."""
    opened.value("(lists.length = 0, show(newList('list.txt', new Uint8Array())))")
    opened.value("document.getElementById('format').value = document.getElementById('day').value = ''")
    return opened


def fill(browser: Browser, text: str, format: str = "") -> str:
    """Write a list as a user types it, and return the verdict in words."""
    chosen = "document.getElementById('format')"
    browser.value(f"({chosen}.value = {json.dumps(format)}, {chosen}.dispatchEvent(new Event('change')))")
    browser.value(f"({TEXT}.value = {json.dumps(text)}, {TEXT}.dispatchEvent(new Event('input')))")
    browser.value("(current.result = null, render())")
    browser.until(f"current.result && {VERDICT}")
    return str(browser.value(STATUS))


def test_every_fixture_deck_has_the_report_of_the_command_line(page: Browser) -> None:
    cases = own_cases()

    assert len(cases) > 400
    assert list(different(page, cases)) == []


def test_every_format_gives_the_report_of_the_command_line(page: Browser) -> None:
    every = crossed_cases()
    decks = {case.path.parent.name: case.path for case in every}  # The last list of each format.
    cases = [case for case in every if case.path in (decks["celestial-40-40"], decks["lcg-stronghold"])]

    assert {case.format for case in cases} == set(find_formats())
    assert list(different(page, cases)) == []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_stay_text(page: Browser, text: str) -> None:
    one_line = text.replace("\n", " ")
    fill(page, f"Name: {one_line}\n1 Embassy of the Crane\n3 {one_line}\n3 Iron Mine\n", "celestial-40-40")

    assert page.value("document.querySelectorAll('main script, main img, main a, main iframe').length") == 0
    assert page.value("document.title") == "Check a deck - deckcheck"
    shown = page.value("document.querySelector('.output').textContent")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)


def test_findings_name_their_lines_and_mark_them(page: Browser) -> None:
    said = fill(page, SLIPS, "celestial-40-40")

    assert said == "Illegal in Celestial Edition (40/40) on 2012-01-31: 2 errors, 2 open questions."
    assert page.value(FINDINGS)[0] == "error 4 copies of Marketplace; at most 3 are allowed"
    assert page.value("document.getElementById('marked').textContent") == "Marked: lines 8, 17, 40"
    rows = "document.querySelectorAll('#gutter > div')"
    assert page.value(f"[8, 17, 40, 41].map(line => {rows}[line - 1].className)") == [
        "marked error", "marked error", "marked undecided", ""
    ]  # fmt: skip
    page.value("document.querySelector('.place').click()")
    selected = f"{TEXT}.value.slice({TEXT}.selectionStart, {TEXT}.selectionEnd)"
    assert page.value(selected) == "4 Marketplace"
    assert page.value("document.activeElement.id") == "text"


def test_the_format_that_was_found_is_named_and_that_of_the_example_is_known(page: Browser, address: str) -> None:
    assert fill(page, SLIPS) == (
        "Illegal in Legacy (Obsidian Hand), the format that fits best, on 2016-02-15: 1 error, 2 open questions."
    )

    page.open(address)
    page.value("document.getElementById('example').click()")  # Before the formats are there.
    page.until(READY, 120)
    page.until(f"current.result && {VERDICT}")

    assert page.value(STATUS).startswith("Illegal in Celestial Edition (40/40) on 2012-01-31")


def test_a_list_that_is_being_checked_is_not_asked_for(page: Browser) -> None:
    page.value(f"({TEXT}.value = '', {TEXT}.dispatchEvent(new Event('input')))")
    page.until(f"{STATUS} === 'Paste a list to check it.'")
    page.value(
        "(window.said = [], new MutationObserver(() => said.push(document.getElementById('status').textContent))"
        ".observe(document.getElementById('status'), {childList: true}), 1)"
    )
    page.value(f"({TEXT}.value = {json.dumps(SLIPS)}, {TEXT}.dispatchEvent(new Event('input')))")
    page.until(f"current.result && {VERDICT}")

    assert page.value("said")[0] == "Checking"


def test_a_rule_is_shown_with_its_page(page: Browser) -> None:
    fill(page, SLIPS, "celestial-40-40")

    summary = page.value("document.querySelector('.findings summary').textContent")
    assert summary.startswith("Rule C001 too-many-copies: Celestial Judge's Rulebook 1.1")
    page.value("document.querySelector('.findings details').open = true")
    assert "More copies of a card than the format allows" in page.until(
        "document.querySelector('.findings .rule').textContent"
    )
    levels = page.value("[...document.querySelectorAll('h1, h2, h3, h4')].map(each => Number(each.tagName[1]))")
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_a_suggestion_replaces_the_name_and_nothing_else(page: Browser, mark: str) -> None:
    fill(page, mark + SLIPS, "celestial-40-40")
    page.until("!!document.querySelector('.fix')")
    assert page.value("document.querySelector('.fix').textContent") == "Replace with Steel on Steel"

    page.value("document.querySelector('.fix').click()")

    page.until(f"!document.querySelector('.fix') && {STATUS}.includes('2 errors.')")
    assert page.value(f"{TEXT}.value") == SLIPS.replace("Stel on Steel", "Steel on Steel")


def test_a_suggestion_for_an_older_text_changes_nothing(page: Browser) -> None:
    fill(page, SLIPS, "celestial-40-40")
    page.until("!!document.querySelector('.fix')")
    longer = f"# Two of these are new.\n{SLIPS}"

    typed = f"{TEXT}.value = {json.dumps(longer)}, {TEXT}.dispatchEvent(new Event('input'))"
    page.value(f"({typed}, document.querySelector('.fix').click())")

    assert page.value(f"{TEXT}.value") == longer


def test_several_files_are_checked_side_by_side(page: Browser) -> None:
    files = {"a.txt": SLIPS, "b.txt": (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8"), "c.zip": "no"}
    page.value("document.getElementById('format').value = 'celestial-40-40'")
    given = json.dumps(list(files.items()))
    page.value(f"openFiles({given}.map(([name, text]) => new File([text], name)))")

    page.until("document.getElementById('overview').textContent.includes('1 failed')")
    assert page.value("document.getElementById('overview').textContent") == "3 lists: 1 illegal, 1 legal, 1 failed"
    page.value("document.querySelectorAll('.list')[1].click()")
    assert page.value(STATUS).startswith("Legal in Celestial Edition (40/40)")


def test_formats_with_their_days_odds_and_sheet(page: Browser) -> None:
    fill(page, (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8"))

    page.value("(delete document.getElementById('formats').dataset.done, document.getElementById('legal').open = true)")
    page.until("document.getElementById('formats').dataset.done", 120)
    row = "[...document.querySelectorAll('#formats tbody tr')].find(each => each.textContent.startsWith('Celestial'))"
    cells = page.value(f"[...{row}.children].map(each => each.textContent)")
    assert cells[1] == "legal"
    assert cells[2].endswith("to the last day")

    page.value("document.getElementById('chances').open = true")
    page.until("document.querySelectorAll('#odds tbody tr').length > 3")

    page.value("document.getElementById('sheet').click()")
    page.until("!!document.getElementById('frame').contentDocument.querySelector('.sheet')")
    frame = "document.getElementById('frame').contentDocument"
    assert "Embassy of the Crane" in page.value(f"{frame}.body.textContent")
    assert page.value(f"getComputedStyle({frame}.querySelector('.sheet')).display") == "flex"  # Its style is allowed.
    page.value("(Object.assign(current, { format: 'celestial-40-40', day: 'never' }), showSheet())")
    page.until(f"{frame}.body?.textContent.includes('never')")
    page.value("document.getElementById('paper').close()")


def test_a_link_carries_the_list_and_the_server_never_sees_it(page: Browser, address: str) -> None:
    fill(page, SLIPS, "celestial-40-40")
    page.value("document.getElementById('link').click()")
    link = page.until("document.getElementById('address').value")
    assert link.startswith(f"{address}#list=")

    # With the characters behind it in a chat.
    page.open(f"{link}).")
    page.until(VERDICT, 120)

    assert page.value(f"{TEXT}.value") == SLIPS
    assert page.value(STATUS).startswith("Illegal in Celestial Edition (40/40)")
    assert all("#" not in url and len(url) < 200 for url in page.requests())


def test_a_link_that_is_opened_again_is_one_list_in_a_format_that_exists(page: Browser) -> None:
    fill(page, SLIPS)
    page.value("(newList('other', new Uint8Array([97])), current.format = 'gone', 1)")
    link = page.value("address()")
    for place in (link, "#", link):
        page.value(
            f"(current.format = 'lcg-skirmish', lists[1].format = 'emperor', location.href = {json.dumps(place)})"
        )
        page.until(f"current.format === {json.dumps('' if place == link else 'lcg-skirmish')}")

    assert page.value("lists.map(list => `${list.name} ${list.format}`)") == ["list.txt ", "other emperor"]
    assert page.value("byId('format').selectedOptions[0].label") == "Find the format"


def test_a_list_that_ends_python_leaves_the_next_one_its_verdict(page: Browser) -> None:
    said = fill(page, '{"a":' * 50_000)

    assert said == "The list cannot be checked."
    assert fill(page, SLIPS, "celestial-40-40").startswith("Illegal in Celestial Edition (40/40)")


def test_a_list_with_too_many_lines_has_no_rows(page: Browser) -> None:
    assert fill(page, "1 Rout\n" * 20_000) == "The list cannot be checked."
    assert page.value("byId('gutter').children.length") == 0


def test_a_list_that_changed_meanwhile_is_not_checked(page: Browser) -> None:
    page.value("(window.sent = 0, window.post = worker.postMessage.bind(worker), 1)")
    page.value("(worker.postMessage = message => { sent += message.question === 'check'; post(message); }, 1)")
    page.value(f"({TEXT}.value = {json.dumps(SLIPS)}, changed({TEXT}.value), clearTimeout(timer), 1)")
    page.value("([1, 2, 3, 4, 5].forEach(() => check(current)), 1)")
    page.until(f"current.result && {VERDICT}")

    assert page.value("sent") == 1


def test_a_slow_check_is_given_up_when_its_list_changes(page: Browser) -> None:
    remarks = "\n".join(f"# remark {number}" for number in range(1_900))
    page.value("(window.first = worker, 1)")
    page.value(f"({TEXT}.value = {json.dumps(SLIPS + remarks)}, {TEXT}.dispatchEvent(new Event('input')))")
    page.until("[...waiting.values()].some(each => Date.now() - each.since > TOO_SLOW)", 60)

    assert fill(page, SLIPS, "celestial-40-40").startswith("Illegal in Celestial Edition (40/40)")
    assert page.value("worker !== first")


def test_a_file_and_a_link_that_cannot_be_read_say_so(page: Browser, address: str) -> None:
    page.value("openFiles([{name: 'folder', arrayBuffer: () => Promise.reject()}, new File(['3 Iron Mine'], 'a.txt')])")
    page.until("document.getElementById('overview').textContent.includes('1 failed')")
    assert "folder: This file cannot be read." in page.value("document.getElementById('result').textContent")

    page.open(address)
    page.until(READY, 120)
    large = zlib.compressobj(wbits=-15)
    bomb = large.compress(json.dumps({"name": "a.txt", "text": "3 Iron Mine\n" * 2_000_000}).encode()) + large.flush()
    for link in ("", "abc", base64.urlsafe_b64encode(bomb).decode().rstrip("=")):
        page.value("(lists.length = 0, show(newList('list.txt', new Uint8Array())))")
        page.value(f"location.hash = 'list={link}'")
        page.until("document.getElementById('result').textContent.includes('the link may be cut off')")

        assert page.value(STATUS) == "The list cannot be checked."


def test_a_reload_keeps_the_list_and_a_new_visit_begins_without(page: Browser, address: str) -> None:
    page.open(address)
    page.until(READY, 120)
    fill(page, SLIPS, "celestial-40-40")
    page.value("window.before = true")
    page.call("Page.reload")
    page.until(f"!window.before && {READY}", 120)
    page.until(f"current.result && {VERDICT}")
    assert page.value(STATUS).startswith("Illegal in Celestial Edition (40/40)")
    assert page.value(f"{TEXT}.value") == SLIPS

    page.open(address)
    page.until(READY, 120)

    assert page.value(f"{TEXT}.value") == ""


def test_the_policy_holds_in_the_worker_too(page: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as elsewhere:
        code = f"fetch('{elsewhere}').then(() => postMessage('sent'), () => postMessage('refused'))"
        found = page.value(
            "new Promise(resolve => { const other = new Worker(URL.createObjectURL(new Blob(["
            f"{json.dumps(code)}], {{type: 'text/javascript'}})), {{type: 'module'}}); "
            "other.onmessage = ({data}) => resolve(data); })"
        )

    assert found == "refused"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_the_page_fits_its_window_and_the_console_stays_empty(
    page: Browser, address: str, width: int, dark: bool
) -> None:
    page.open(address, width=width, dark=dark)
    page.until(READY, 120)
    fill(page, f"{SLIPS}\n3 {'unbroken' * 20}\n", "celestial-40-40")
    page.value("document.querySelectorAll('details').forEach(each => each.open = true)")

    page.until("document.querySelectorAll('#odds tr, #formats tr').length > 10", 120)
    assert page.value("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    assert page.value("getComputedStyle(document.body).backgroundColor") == (
        "rgb(21, 22, 24)" if dark else "rgb(245, 244, 240)"
    )


def test_everything_to_press_has_a_name(page: Browser) -> None:
    fill(page, SLIPS, "celestial-40-40")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]

    roles = {"button", "textbox", "combobox", "link", "DisclosureTriangle", "Date", "progressbar"}
    controls = [node for node in nodes if node.get("role", {}).get("value") in roles and not node.get("ignored")]
    assert len(controls) > 12
    assert [node for node in controls if not node["name"]["value"]] == []
    live = [node for node in nodes if node.get("role", {}).get("value") == "status"]
    assert len(live) >= 2


def press(browser: Browser, key: str, code: int) -> str:
    """Press and release a key, and return the id or class of what has the focus then."""
    text = {"text": "\r"} if key == "Enter" else {}
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)
    return str(browser.value("document.activeElement.id || document.activeElement.className"))


def test_the_keyboard_is_enough(page: Browser, address: str) -> None:
    """Skip to the list, type it, go to a finding and its line, correct a name, open and close the sheet."""
    page.open(address)
    page.until(READY, 120)
    assert press(page, "Tab", 9) == "skip"
    assert press(page, "Enter", 13) == "text"
    page.call("Input.insertText", text=SLIPS)
    page.until("!!document.querySelector('.fix')")

    assert press(page, "Tab", 9) == "place"
    assert press(page, "Enter", 13) == "text"
    assert page.value("getSelection().toString()") == "4 Marketplace"
    reached = [press(page, "Tab", 9) for _ in range(12)]
    assert [name for name in ("fix", "sheet", "save", "link") if name not in reached] == []
    page.value("document.querySelector('.fix').focus()")
    press(page, "Enter", 13)
    assert page.until(f"{TEXT}.value.includes('3 Steel on Steel')")
    page.value("document.getElementById('sheet').focus()")
    press(page, "Enter", 13)
    page.until("document.getElementById('paper').open")
    assert press(page, "Escape", 27) == "sheet"


def test_the_page_opens_and_checks_without_its_server(tmp_path: Path) -> None:
    with Browser(tmp_path) as browser:
        with served(Path(PAGE)) as address:
            browser.open(address)
            browser.until(KEPT, 120)
        browser.open(address)
        browser.until(READY, 120)

        assert fill(browser, SLIPS, "celestial-40-40").startswith("Illegal in Celestial Edition")
        assert browser.complaints() == []


def test_a_page_that_is_opened_as_a_file_says_how_to_serve_it(tmp_path: Path) -> None:
    with Browser(tmp_path) as browser:
        browser.open(Path(PAGE) / "index.html")

        assert browser.value(STATUS) == (
            "This page needs a server: run python -m http.server in its folder, then open http://localhost:8000."
        )
        assert browser.value("document.getElementById('loading').hidden")


def test_an_update_loads_only_what_changed(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    shutil.copytree(PAGE, folder)
    asked: list[str] = []
    with Browser(tmp_path / "profile") as browser, served(folder, asked=asked) as address:
        browser.open(address)
        browser.until(KEPT, 120)
        with (folder / "style.css").open("a") as style:
            style.write("h1 { letter-spacing: 7px; }\n")
        files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
        for name, content in listing({name: file.read_bytes() for name, file in files.items()}).items():
            (folder / name).write_bytes(content)
        asked.clear()
        browser.open(address)
        browser.until(KEPT, 120)
        newer = "caches.open('deckcheck').then(store => store.keys()).then(keys => keys.map(each => each.url))"
        digest = hashlib.sha256((folder / "style.css").read_bytes()).hexdigest()
        browser.until(f"{newer}.then(urls => urls.some(url => url.endsWith('style.css?{digest}')))", 60)
        browser.until(f"{newer}.then(urls => urls.filter(url => url.includes('style.css')).length === 1)", 60)
        browser.open(address)

        assert browser.value("getComputedStyle(document.querySelector('h1')).letterSpacing") == "7px"
        assert set(asked) == {"/sw.js", "/files.js", "/style.css"}


def test_a_slow_visit_shows_the_page_and_its_progress_at_once(tmp_path: Path) -> None:
    with Browser(tmp_path) as browser, served(Path(PAGE), SLOW) as address:
        browser.open(address)
        browser.until("document.getElementById('progress').value > 0", 5)

        assert browser.value("performance.getEntriesByName('first-contentful-paint')[0].startTime") < 2_000
        assert re.match(r"Loading rules and cards: \d+\.\d of \d+\.\d MB", browser.value("byId('stage').textContent"))
        browser.value(f"({TEXT}.value = '3 Iron Mine', {TEXT}.dispatchEvent(new Event('input')))")
        browser.until(f"{STATUS} === 'The check starts when everything is loaded.'", 5)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of processes is read from /proc")
def test_memory_stays_the_same_over_200_checks(page: Browser) -> None:
    before = memory_after(page, SLIPS, 100)
    after = memory_after(page, SLIPS, 200)

    assert after < before * 1.1
