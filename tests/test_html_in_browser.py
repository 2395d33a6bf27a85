"""The pages for people in a real browser: layout, console, views and print."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest

from deckcheck.checks import checker as app
from deckcheck.model.format import Format
from deckcheck.model.report import Outcome
from deckcheck.pools.loading import FilePool
from deckcheck.reports import Style, html
from deckcheck.reports.html import sheets
from tests.browser import Browser, needs_browser
from tests.conftest import ROOT

HOSTILE = "Name: <script>document.title = 'run'</script>\n1 Embassy of the Crane\n3 <img src=x onerror=alert(1)>\n"
# Paper in inches.
A4 = {"paperWidth": 8.27, "paperHeight": 11.69}
LETTER = {"paperWidth": 8.5, "paperHeight": 11.0}
COUNT_SHOWN = "[...document.querySelectorAll('{}')].filter(each => each.offsetParent !== null).length"

pytestmark = needs_browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory, celestial: Format, ccg: FilePool) -> Outcome:
    """The check of four decks: legal, illegal, hostile, and a legal one of 95 cards with a line for each."""
    folder = tmp_path_factory.mktemp("decks")
    (folder / "hostile.txt").write_text(HOSTILE, "utf-8")
    decks = {"dynasty": 47, "fate": 47}
    lines = ["1 Embassy of the Crane"]
    for known in ccg.names():
        card = ccg.card(known.id)
        if card is not None and card.name == known.name and celestial.allows(card) and decks.get(card.deck, 0):
            decks[card.deck] -= 1
            lines.append(f"1 {card.name}")
    (folder / "long.txt").write_text("\n".join(lines), "utf-8")
    examples = [ROOT / "examples" / name for name in ("crane-celestial.txt", "crane-with-slips.txt")]
    return app.check_all(map(str, [*examples, folder / "hostile.txt", folder / "long.txt"]), celestial, ccg)


@pytest.fixture(scope="module")
def report(outcome: Outcome, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text("".join(html.render(outcome, Style())), "utf-8")
    return file


@pytest.fixture(scope="module")
def sheet(outcome: Outcome, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sheet") / "sheets.html"
    file.write_text("".join(sheets.render(outcome, sheets.SheetOptions(event="Winter Court"))), "utf-8")
    return file


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1100])
@pytest.mark.parametrize("name", ["report", "sheet"])
def test_a_page_fits_its_window_and_the_console_stays_empty(
    browser: Browser, name: str, width: int, dark: bool, request: pytest.FixtureRequest
) -> None:
    file: Path = request.getfixturevalue(name)

    browser.open(file, width=width, dark=dark)
    browser.value("document.querySelectorAll('details').forEach(each => each.open = true)")

    assert browser.value("document.documentElement.scrollWidth") <= width
    assert browser.complaints() == []
    assert browser.requests() == [file.as_uri()]


def test_the_scheme_of_the_reader_decides_the_colors(browser: Browser, report: Path) -> None:
    color = "getComputedStyle(document.body).backgroundColor"
    browser.open(report)
    light = browser.value(color)
    browser.open(report, dark=True)

    assert light == "rgb(245, 244, 240)"
    assert browser.value(color) == "rgb(21, 22, 24)"


@pytest.mark.parametrize("name", ["report", "sheet"])
def test_a_deck_with_the_name_of_a_script_stays_text(
    browser: Browser, name: str, request: pytest.FixtureRequest
) -> None:
    browser.open(request.getfixturevalue(name))

    assert "<script>document.title = 'run'</script>" in browser.value("document.body.innerText")
    assert browser.value("document.title") != "run"
    assert browser.value("document.querySelectorAll('script, img').length") == 0


@pytest.mark.parametrize(("anchor", "decks"), [("", 4), ("#illegal", 2), ("#legal", 2), ("#deck-2", 4)])
def test_an_anchor_shows_one_group(browser: Browser, report: Path, anchor: str, decks: int) -> None:
    browser.open(report, anchor=anchor)

    assert browser.value(COUNT_SHOWN.format("article")) == decks
    assert browser.value(COUNT_SHOWN.format(".overview tbody tr")) == decks


def test_the_keyboard_reaches_the_decks_and_shows_where_it_is(browser: Browser, report: Path) -> None:
    browser.open(report)
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)

    assert browser.value("document.activeElement.className") == "skip"
    assert browser.value("document.activeElement.getBoundingClientRect().top") >= 0
    assert browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_pictures_have_names_and_descriptions_for_assistive_technology(browser: Browser, report: Path) -> None:
    browser.open(report)
    browser.value("document.querySelectorAll('details').forEach(each => each.open = true)")
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]

    images = [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") in {"image", "img"}]
    assert any(name.startswith("Kinds of cards personality: 20, holding: 16") for name in images)
    assert all(images)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["A4", "Letter"])
def test_a_sheet_is_one_page(browser: Browser, sheet: Path, outcome: Outcome, paper: dict[str, float]) -> None:
    browser.open(sheet)

    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(browser.pdf(**paper))).pages]

    assert len(pages) == len(outcome.reports)
    assert all("Deck registration" in page for page in pages)
    assert sum(entry.count for entry in outcome.reports[3].deck.entries) == 95
    assert all(entry.card.name.split()[0] in pages[3] for entry in outcome.reports[3].deck.entries)
    assert outcome.reports[3].deck.fingerprint in pages[3]


def test_print_shows_the_findings_of_the_group_that_is_chosen_and_no_cards(browser: Browser, report: Path) -> None:
    browser.open(report, anchor="#illegal")

    text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(browser.pdf(**A4))).pages)

    assert "too-many-copies" in text
    assert "Nothing to correct" not in text
    assert "Personal honor" not in text
