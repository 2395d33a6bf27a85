"""The page that checks decks: its side in Python, what it imports, and how it is put together."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from deckcheck.checks import checker as app
from deckcheck.model.errors import DataError
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool
from deckcheck.reports import Style
from deckcheck.reports import json as json_report
from docsite.checker import build, fetching
from docsite.checker.bridge import Page, pack
from docsite.checker.opening import opened
from tests.browser import needs_browser
from tests.conftest import ROOT, shipped_format

EXAMPLES = ROOT / "examples"
FORMATS = ("celestial-40-40", "lcg-stronghold")
# The libraries that the page takes along; everything else that it imports is Python's own.
TAKEN_ALONG = {"defusedxml", "jinja2", "lark", "markupsafe", "msgspec", "rapidfuzz", "yaml", "typing_extensions"}
USE = """
import json, os, sys
from pathlib import Path
from docsite.checker.bridge import Page

data, list_path, out = map(Path, sys.argv[1:])
os.chdir(out)
page = Page(data)
path = page.put("deck.txt", list_path.read_bytes())
for question, more in [
    ("formats", None), ("check", {"format": "", "day": ""}), ("corrections", {"format": "", "day": ""}),
    ("legal_in", {"day": ""}), ("when", {"format": "celestial-40-40"}), ("odds", {"format": "", "day": ""}),
    ("sheet", {"format": "", "day": "", "event": "", "date": ""}),
]:
    answer = json.loads(page.answer(question, json.dumps({} if more is None else {"path": path, **more})))
    assert answer.get("ok"), (question, answer)
print(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    pack(folder, FORMATS)
    return folder


@pytest.fixture
def page(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.chdir(tmp_path)
    return Page(data)


def answer(page: Page, question: str, **arguments: str) -> Any:
    return json.loads(page.answer(question, json.dumps(arguments)))["ok"]


def test_a_check_is_the_json_report_of_the_command_line(page: Page, celestial: Format, ccg: FilePool) -> None:
    path = page.put("deck.txt", (EXAMPLES / "crane-with-slips.txt").read_bytes())

    found = answer(page, "check", path=path, format="celestial-40-40", day="")

    assert found["report"] == "".join(json_report.render(app.check_all([path], celestial, ccg), Style()))
    assert found["decks"][0]["sections"][:3] == [["Strongholds", 1], ["Dynasty deck", 40], ["Fate deck", 37]]


@pytest.mark.parametrize("day", ["2019-05-10", "2020-04-01", "2018-01-01", ""])
def test_a_format_on_a_day_is_that_of_its_files(page: Page, day: str) -> None:
    assert page.format("lcg-stronghold", day) == shipped_format("lcg-stronghold", day or None)


def test_a_list_without_a_format_is_checked_in_the_one_it_fits_best(page: Page) -> None:
    path = page.put("deck.txt", (EXAMPLES / "crane-celestial.txt").read_bytes())

    (deck,) = answer(page, "check", path=path, format="", day="")["decks"]

    assert (deck["format"], deck["verdict"]) == ("celestial-40-40", "legal")


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("4 Lightning Bolt\n", "no line is recognised as a card", "write one card per line: `3 NAME`"),
        (
            "https://emeralddb.org/decks/1\n",
            "no line is recognised",
            "paste the cards of the page: addresses in",
        ),
        (
            '{"a":' * 99 + "1" + "}" * 99,
            "this JSON is nested deeper than 20 levels",
            "write the list as text, one card",
        ),
        ("Format: Commander\n3 Iron Mine\n", "names the unknown format `Commander`", "choose a format above the list"),
        ("3 Iron Mine\n" * 2001, "more than 2,000 lines", "put each deck list into a file of its own"),
    ],
    ids=["another game", "address", "nested JSON", "unknown format", "too long"],
)
def test_what_a_list_lacks_is_said_without_the_command_line(page: Page, text: str, message: str, help: str) -> None:
    (failure,) = answer(page, "check", path=page.put("list.txt", text.encode()), format="", day="")["failures"]

    assert message in failure["message"]
    assert failure["help"].startswith(help)
    assert "--" not in failure["help"]


def test_a_suggestion_is_given_without_a_command_on_page_and_sheet(page: Page) -> None:
    path = page.put("deck.txt", (EXAMPLES / "crane-with-slips.txt").read_bytes())
    choices = {"path": path, "format": "celestial-40-40", "day": ""}

    (deck,) = answer(page, "check", **choices)["decks"]
    sheet = answer(page, "sheet", **choices, event="", date="")

    assert "did you mean `Steel on Steel`?" in [finding["help"] for finding in deck["findings"]]
    assert "deckcheck deck names" not in sheet


def test_games_come_in_the_same_order_each_time(page: Page) -> None:
    assert list(page.pools) == ["ccg", "lcg"]


def test_what_cannot_be_read_is_named(page: Page) -> None:
    path = page.put("deck.zip", b"no archive")

    (failure,) = answer(page, "check", path=path, format="celestial-40-40", day="")["failures"]

    assert failure["path"] == "deck.zip"
    assert "archive" in failure["message"]


def test_corrections_give_the_place_of_the_name(page: Page) -> None:
    text = "# \U0001f409 two units\nStronghold: Embassy of the Crane\n3 Stel on Steel\n"
    path = page.put("deck.txt", text.encode())

    (line,) = answer(page, "corrections", path=path, format="celestial-40-40", day="")

    units = text.encode("utf-16-le")
    assert units[2 * line["start"] : 2 * line["end"]].decode("utf-16-le") == "Stel on Steel"
    assert line["options"] == [{"name": "Steel on Steel", "written": "Steel on Steel", "legal": True}]


@pytest.mark.parametrize("name", ["-", "", ".zip", "../../deck.txt", "/etc/deck.txt", "http://x/y", "\x00", "a" * 300])
def test_a_name_of_a_file_stays_inside_the_folder(page: Page, name: str) -> None:
    path = page.put(name, b"3 Iron Mine\n")

    assert [file.name for file in Path.cwd().iterdir()] == [path]
    assert not path.startswith("-")


def test_the_page_imports_only_what_it_takes_along(data: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", USE, str(data), str(EXAMPLES / "crane-with-slips.txt"), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert run.stderr == ""

    modules = json.loads(run.stdout)
    own = {name for name in modules if name.partition(".")[0] not in sys.stdlib_module_names}
    libraries = {
        name.partition(".")[0]
        for name in own
        if not re.match(r"_?cython|__main__|_distutils_hack|deckcheck|docsite", name)
    }
    assert libraries <= TAKEN_ALONG
    assert {"multiprocessing", "ssl", "http.client"} & set(modules) == set()
    assert [name for name in own if name.startswith("docsite.checker.") and name != "docsite.checker.bridge"] == []
    # Every module that was imported is among the files of the page.
    files = {Path(name).with_suffix("").as_posix().removesuffix("/__init__") for name in build._program()}
    assert {name.replace(".", "/") for name in own if name.startswith("deckcheck")} <= files


def test_without_npm_the_build_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda _: None)

    with pytest.raises(DataError, match="there is no npm here") as raised:
        build.build(tmp_path / "page")

    assert raised.value.help == "install Node.js with npm, or build the documentation without the page"
    assert not (tmp_path / "page").exists()


def test_a_file_with_another_digest_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def fetch(folder: Path) -> None:
        (folder / "lark.whl").write_bytes(b"another file")

    with pytest.raises(DataError, match="has the digest"):
        fetching._kept("lark", "0" * 64, fetch)
    assert not list(tmp_path.rglob("lark-*"))


def archive_of_runtime() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as tar:
        for name in (*build._RUNTIME, "pyodide-lock.json"):
            content = b'{"info": {"python": "3.14"}, "packages": {"numpy": {}}}'
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return stream.getvalue()


@pytest.fixture
def shells(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: Path) -> tuple[Path, Path]:
    """The page built twice without Pyodide and libraries, which are not here."""
    (tmp_path / "pyodide.tgz").write_bytes(archive_of_runtime())
    monkeypatch.setattr(build, "fetched_runtime", lambda _: tmp_path / "pyodide.tgz")
    monkeypatch.setattr(build, "_libraries", lambda _: {})
    monkeypatch.setattr(build, "_notices", lambda _: "notices")
    monkeypatch.setattr(build, "pack", lambda folder: shutil.copytree(data, folder, dirs_exist_ok=True))
    build.build(tmp_path / "one")
    build.build(tmp_path / "two")
    return tmp_path / "one", tmp_path / "two"


def test_two_builds_are_the_same_bytes(shells: tuple[Path, Path]) -> None:
    contents = []
    for folder in shells:
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        contents.append({file.relative_to(folder).as_posix(): file.read_bytes() for file in files})

    assert contents[0] == contents[1]
    listed = set(re.findall(r'^ "(.+?)": \[', contents[0]["files.js"].decode(), re.MULTILINE))
    assert listed == contents[0].keys() - {"files.js", "sw.js"}
    assert b"numpy" not in contents[0]["runtime/lock.json"]


@needs_browser
def test_a_page_that_cannot_start_says_so_and_keeps_the_list(shells: tuple[Path, Path]) -> None:
    text, status = "document.getElementById('text')", "document.getElementById('status')"
    with opened(shells[0]) as browser:
        browser.value(f"({text}.value = '3 Iron Mine', {text}.dispatchEvent(new Event('input')))")

        said = browser.until(f"{status}.classList.contains('failed') && {status}.textContent")

        assert said.startswith("The page cannot start: ")
        assert browser.value(f"{text}.value") == "3 Iron Mine"
        assert browser.value("document.documentElement.scrollWidth <= innerWidth")


def test_the_build_deletes_nothing_but_an_older_page(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine", "utf-8")

    with pytest.raises(DataError, match="something other than a page"):
        build.empty(tmp_path)

    assert (tmp_path / "letters.txt").read_text("utf-8") == "mine"


def test_the_page_has_no_inline_scripts_and_names_no_other_host() -> None:
    for file in build.PAGE.iterdir():
        text = file.read_text("utf-8")
        assert set(re.findall(r"https?://[\w.:]+", text)) <= {"http://www.w3.org", "http://localhost:8000."}, file
    html = (build.PAGE / "index.html").read_text("utf-8")
    assert re.findall(r"<script(?![^>]* src=)|\son\w+=|\sstyle=|javascript:", html) == []
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "'unsafe-inline'" not in policy[1]
    assert "'unsafe-eval'" not in policy[1].replace("'wasm-unsafe-eval'", "")
