"""73 to 85: names that mean something to whoever reads a report, and names that are none."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from xml.etree import ElementTree

from tests.acceptance.bench import FORMAT, Bench, Ran
from tests.acceptance.case import Case, deck, write
from tests.acceptance.lists import GOOD, instead
from tests.loopback import serving

_SCRIPT = "3 <script>alert(1)</script><img src=x onerror=alert(1)>"
_FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
_FORMULAS = ("=HYPERLINK(1)", "+1+cmd", "-1+cmd", "@SUM(A1)", "\t=1", "\r=1")


def _has_no_markup(ran: Ran) -> None:
    page = ran.out.decode()
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    assert "<img src=x" not in page


def _formulas_are_text(ran: Ran) -> None:
    cells = [cell for row in csv.reader(io.StringIO(ran.out.decode())) for cell in row]
    assert any(cell.startswith("'=HYPERLINK") for cell in cells), cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def _formulas() -> str:
    return "".join(f"name: {json.dumps(name)}\nfate: {{rout: 3}}\n---\n" for name in _FORMULAS).removesuffix("---\n")


def _marks_are_escaped(ran: Ran) -> None:
    assert "\\[x\\]\\(javascript:alert\\(1\\)\\)" in ran.out.decode()
    (row,) = [line for line in ran.out.decode().splitlines() if line.startswith("| deck.yaml")]
    assert len(re.findall(r"(?<!\\)\|", row)) == 7, row


def _commands_are_ours(ran: Ran) -> None:
    lines = ran.out.decode().splitlines()
    assert not [line for line in lines if line.startswith(("::set-output", "::add-mask", "##["))]
    assert not [line for line in lines if "%0A::" in line.partition("::")[0]]
    # A property ends at a comma or a colon, so that none is left in the name of the file.
    (named,) = {match for line in lines for match in re.findall(r"file=(.*?)(?:,line|,title)", line)}
    assert "," not in named
    assert ":" not in named


def _is_whole_xml(ran: Ran) -> None:
    assert "Banz" in ElementTree.tostring(ElementTree.fromstring(ran.out), "unicode")


def _columns_are_aligned(ran: Ran) -> None:
    rows = [line for line in ran.out.decode().splitlines() if line.startswith("|")]
    widths = {sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in row) for row in rows}
    assert len(rows) == 3, rows
    assert len(widths) == 1, rows


def _is_marked_whole(ran: Ran) -> None:
    line, mark = re.findall(r"^ *(?:[0-9]+)? \| (3 .*\u4fcd| *\^+)$", ran.out.decode(), re.MULTILINE)[:2]
    assert len(mark) == sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in line), (line, mark)


def _annotated(bench: Bench) -> Ran:
    name = "a,line=1::b%0A.txt"
    write(bench.folder / name, instead("3 Bonzay%0A::add-mask::x\r::set-output name=a::b"))
    return bench.run("check", name, "-f", FORMAT, "--as", "github")


def _addressed(bench: Bench) -> Ran:
    with serving(lambda handler: handler.send(b"3 Banzai!", kind="text/plain")) as server:
        address = f"{server.address}/decks/1"
        write(bench.folder / "deck.txt", instead(address, f"3 {address}", f"3x [url={address}]Banzai![/url]"))
        ran = bench.run("check", "deck.txt", "-f", FORMAT, "--allow-private")
        assert server.paths == [], "an address in a list was fetched"
    return ran


def _of_no_server(bench: Bench) -> Ran:
    write(bench.folder / "deck.txt", GOOD)
    return bench.run("check", "http://", "deck.txt", "-f", FORMAT)


CASES = (
    deck(
        73,
        "HTML in names, in HTML",
        "deck.txt",
        instead(_SCRIPT),
        more=("--as", "html"),
        code=1,
        then=_has_no_markup,
        seconds=1.5,
    ),
    deck(
        74,
        "formulas in names, in CSV",
        "deck.yaml",
        _formulas,
        more=("--as", "csv"),
        code=1,
        decks=6,
        then=_formulas_are_text,
    ),
    deck(
        75,
        "Markdown in names, in Markdown",
        "deck.yaml",
        'name: "[x](javascript:alert(1)) | a | `b`"\nfate: {rout: 3, "| [x](javascript:alert(1)) ``": 3}\n',
        more=("--as", "markdown"),
        code=1,
        decks=None,
        then=_marks_are_escaped,
    ),
    Case(
        number=76,
        what="commands of workflows, for GitHub",
        act=_annotated,
        code=1,
        says=("%250A", "%2C"),
        then=_commands_are_ours,
    ),
    deck(
        77, "markup of a console", "deck.txt", instead("3 [red]Bonzay[/] [link=x]"), "[red]Bonzay[/] [link=x]", code=1
    ),
    deck(
        78,
        "format strings",
        "deck.txt",
        instead("3 %d%s {0} {config.__class__} ${HOME} $(id) `id`"),
        "%d%s {0} {config.__class__} ${HOME} $(id)",
        code=1,
    ),
    deck(
        79,
        "what XML cannot hold, in JUnit",
        "deck.txt",
        instead("3 Banz\x0b\ufffe & ]]> <b>"),
        more=("--as", "junit"),
        code=1,
        then=_is_whole_xml,
    ),
    deck(
        80,
        "name that forges a line",
        "deck.json",
        '{"cards": {"rout": 3, "x\\ndeck.json: legal in everything": 3}}',
        "x\\ndeck.json: legal in everything",
        code=1,
        never=("\ndeck.json: legal",),
    ),
    deck(
        81,
        "name of 100 kB",
        "deck.txt",
        instead(f"3 {'Banzay ' * 15_000}"),
        code=1,
        never=("Banzay " * 100,),
    ),
    deck(81, "word of 100 kB", "deck.txt", instead(f"3 {'z' * 100_000}"), code=1, never=("z" * 300,)),
    deck(82, "binary data", "deck.txt", bytes(range(1, 256)) * 50, "not"),
    deck(82, "binary data with zeros", "deck.txt", bytes(range(256)) * 50, "not a text file: it looks like binary"),
    deck(
        83,
        "wide and joined characters, underlined",
        "deck.txt",
        instead(f"3 {_FAMILY} \u4fcd"),
        code=1,
        then=_is_marked_whole,
    ),
    deck(
        83,
        "wide and joined characters, in a table",
        "deck.json",
        f'{{"name": "{_FAMILY} \u4fcd\u4fcd", "fate": {{"rout": 3}}}}',
        more=("--as", "markdown"),
        code=1,
        decks=None,
        then=_columns_are_aligned,
    ),
    deck(84, "comments alone", "deck.txt", "# nothing\n// here\n", "this list has no cards"),
    deck(84, "numbers without names", "deck.txt", "3x\n2x \n", "deck.txt:1:1: a number of copies without a name"),
    deck(
        84,
        "number without a name",
        "deck.txt",
        instead("3x"),
        "deck.txt:33:1",
        "the card name after `3x` is missing",
        code=1,
    ),
    Case(number=85, what="addresses in a list", act=_addressed, code=1, decks=1, says=("1 undecided",)),
    Case(
        number=85,
        what="address of no server",
        act=_of_no_server,
        decks=2,
        says=("the address names no server", "1 legal"),
    ),
)
