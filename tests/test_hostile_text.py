"""Text lists made to mislead, to break a terminal or to take long: what the command line makes of each.

Each list stands beside so many good cards that only it can make the deck anything but legal.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
GOOD = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
# One of the cards of the good deck is written otherwise.
LINE = "3 Steel on Steel"
RESTING = "3 Superior Opponent"
assert LINE in GOOD
assert RESTING in GOOD


def deck(*lines: str, instead_of: str = LINE) -> str:
    return GOOD.replace(instead_of, "\n".join(lines))


class Case(NamedTuple):
    content: bytes
    code: int
    # What standard output or standard error says, and what it does not.
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def case(content: str | bytes, code: int, *says: str, never: tuple[str, ...] = ()) -> Case:
    return Case(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"), code, says, never)


LEGAL = "1 legal"
UNDECIDED = "1 undecided"
ILLEGAL = "1 illegal"
ESCAPES = ("\x1b", "\x9b", "\x07", "\u202e")

CASES = {
    "CRLF": case(GOOD.replace("\n", "\r\n"), 0, LEGAL),
    "CR alone": case(GOOD.replace("\n", "\r"), 0, LEGAL),
    "byte order mark": case("\ufeff" + LINE + "\n" + GOOD.replace(LINE, ""), 0, LEGAL),
    "UTF-16 as Notepad writes it": case("\ufeff".encode("utf-16-le") + GOOD.encode("utf-16-le"), 0, LEGAL),
    "UTF-16 without a mark": case(GOOD.encode("utf-16-le"), 2, "UTF-16 without a byte order mark"),
    "Latin-1": case("3 Daimyô".encode("latin-1"), 2, "not UTF-8 at byte 7"),
    "curly quotes": case(GOOD.replace("'", "’"), 0, LEGAL),
    "dashes": case(GOOD.replace("Snow-Swept", "Snow–Swept").replace(" - exp", " — exp"), 0, LEGAL),
    "non-breaking hyphen": case(GOOD.replace("Snow-Swept", "Snow\u2011Swept"), 0, LEGAL),
    "macron and plain": case(deck("3 Stēel on Steel", "1 Steel on Steel"), 1, ILLEGAL, "4 copies of `Steel on Steel`"),
    "decomposed": case(deck("3 Ste\u0301el on Steel", "1 Stéel on Steel"), 1, "4 copies of `Steel on Steel`"),
    "Cyrillic letter": case(
        deck("3 St\u0435\u0435l on Steel"),
        1,
        UNDECIDED,
        "no title is written with `\u0435` (U+0435 CYRILLIC SMALL LETTER IE)",
        "did you mean `Steel on Steel`?",
    ),
    "Greek letter": case(deck("3 Steel \u03bfn Steel"), 1, UNDECIDED, "U+03BF GREEK SMALL LETTER OMICRON"),
    "zero width": case(
        deck("3 Ste\u200bel on\u2060 Steel"),
        0,
        LEGAL,
        "was read as `Steel on Steel`: without U+200B ZERO WIDTH SPACE, U+2060 WORD JOINER, which cannot be seen",
    ),
    "no-break and thin spaces": case(deck("3\u00a0Steel\u2009on\u202fSteel"), 0, LEGAL),
    "full-width digit": case(deck("\uff13x Steel on Steel"), 1, UNDECIDED, "`\uff13` copies"),
    "Arabic digit": case(deck("٣ Steel on Steel"), 1, UNDECIDED, "`٣` copies"),
    "right-to-left override": case(
        deck("3 Steel on Steel \u202e)9 xnioB"), 1, UNDECIDED, r"\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE", never=ESCAPES
    ),
    "colours": case(deck("3 \x1b[31mSteel of Steel\x1b[0m"), 1, r"\x1b[31m", never=ESCAPES),
    "window title": case(deck("3 \x1b]0;pwned\x07Steal"), 1, r"\x1b]0;pwned\x07", never=ESCAPES),
    "clipboard": case(deck("3 \x1b]52;c;cHduZWQ=\x07Steal"), 1, r"\x1b]52", never=ESCAPES),
    "C1 controls": case(deck("3 \x9b31mSteal\x9d0;x\x9c"), 1, r"\x9b31m", never=ESCAPES),
    "link": case(deck("3 \x1b]8;;https://example.com\x1b\\Steal\x1b]8;;\x1b\\"), 1, r"\x1b]8;;", never=ESCAPES),
    "colours in a name that is right": case(deck("3 Steel\x1b on Steel"), 0, r"Steel\x1b on Steel", never=ESCAPES),
    "huge number": case(deck("99999999999999999999 Steel on Steel"), 1, UNDECIDED, "more than 999, the limit"),
    "number of 100,000 digits": case(deck("9" * 100_000 + " Steel on Steel"), 1, UNDECIDED),
    "the largest number": case(deck("999 Steel on Steel"), 1, ILLEGAL, "999 copies of `Steel on Steel`"),
    "one more": case(deck("1000 Steel on Steel"), 1, UNDECIDED, "`1000` copies"),
    "zero": case(deck("0 Steel on Steel"), 1, UNDECIDED, "`0` copies"),
    "negative": case(deck("-1x Steel on Steel"), 1, UNDECIDED, "`-1` copies"),
    "signed": case(deck("+3x Steel on Steel"), 1, UNDECIDED, "`+3` copies"),
    "fraction": case(deck("1.5x Steel on Steel"), 1, UNDECIDED, "`1.5` copies"),
    "no numbers": case(deck(*["Steel on Steel"] * 3), 0, LEGAL),
    "numbers behind": case(
        deck("Steel on Steel x3").replace(RESTING, "Superior Opponent (3)").replace("3 Hamstrung", "[3] Hamstrung"),
        0,
        LEGAL,
    ),
    "split over lines": case(deck("2 Steel on Steel", "2 STEEL ON STEEL"), 1, "4 copies of `Steel on Steel`"),
    "spaces against patterns": case(deck("3 Steel" + " " * 100_000 + "on Steel"), 1, UNDECIDED),
    "brackets against patterns": case(deck("3 Steel on Steel" + " (1" * 30_000), 1, UNDECIDED),
    "experience against patterns": case(deck("3 Steel" + " - exp" * 20_000 + "!"), 1, UNDECIDED),
    "a million lines": case("3 Rout\n" * 140_000, 2, "more than 2,000 lines"),
    "more than a MiB": case("3 Rout\n" * 150_000, 2, "larger than 1,048,576 bytes"),
    "HTML": case(deck("3 <script>alert(1)</script>"), 1, UNDECIDED, "<script>"),
    "formulas": case(deck('3 =HYPERLINK("http://x","y")'), 1, UNDECIDED, "=HYPERLINK"),
    "Markdown": case(deck("3 [x](javascript:alert(1)) | a"), 1, UNDECIDED),
    "workflow commands": case(deck("3 ::error file=x::%0Apwned"), 1, UNDECIDED),
    "markup": case(deck("3 [bold red]Steal[/]"), 1, UNDECIDED, "[bold red]Steal[/]"),
    "format strings": case(deck("3 %s%n {0.__class__} ${jndi:ldap://x}"), 1, UNDECIDED, "%s%n {0.__class__} ${jndi"),
    "what XML cannot hold": case(deck("3 Ste\x0bal \ufffe & <b>"), 1, UNDECIDED, r"\x0b", never=("\x0b",)),
    "newline in a JSON name": case(
        '{"cards": {"x\\nfine.txt: legal in Celestial": 3}}', 1, r"x\nfine.txt", never=("\nfine.txt",)
    ),
    "a name of 100 kB": case(deck("3 " + "Steel " * 17_000), 1, UNDECIDED, never=("Steel " * 300,)),
    "a word of 100 kB": case(deck("3 " + "x" * 100_000), 1, UNDECIDED, never=("x" * 1000,)),
    "1,000 unknown names": case(deck() + "\n".join(f"1 Stool no. {n * 7919} an Stool" for n in range(1000)), 1),
    "binary": case(bytes(range(256)) * 64, 2, "not"),
    "emoji": case(deck("3 👩‍👩‍👧‍👦 Family"), 1, UNDECIDED),
    "addresses": case(deck("https://example.com/deck/1", "3 http://127.0.0.1:9/x"), 1, UNDECIDED),
    "empty": case("", 2, "the file is empty"),
    "only comments": case("# nothing\n// here\n", 2, "there is no card in this list"),
}

LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
sys.argv = ["deckcheck", *sys.argv[1:]]
runpy.run_module("deckcheck", run_name="__main__")
"""
MEASURED = """
import os, sys, subprocess
process = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as file:
    print(os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime, file=file)
"""
posix_only = pytest.mark.skipif(os.name != "posix", reason="processes are limited as POSIX does it")


class Run(NamedTuple):
    code: int
    megabytes: float
    seconds: float
    output: str


def limited(folder: Path, *args: str, **options: Any) -> Run:
    """Run deckcheck with limits, and return what it did and took."""
    figures = folder / "figures"
    command = [sys.executable, "-c", LIMITED, *args]
    result = subprocess.run(
        [sys.executable, "-c", MEASURED, str(figures), *command],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        check=True,
        **options,
    )
    code, megabytes, seconds = figures.read_text("utf-8").split()
    return Run(int(code), float(megabytes), float(seconds), (result.stderr + result.stdout).decode("utf-8"))


@pytest.fixture(scope="module")
def start_up(tmp_path_factory: pytest.TempPathFactory) -> float:
    """Return the seconds that checking the good deck takes; it also fills the cache."""
    path = tmp_path_factory.mktemp("start") / "deck.txt"
    path.write_text(GOOD, encoding="utf-8")
    args = ("check", str(path), "--format", "celestial-40-40")
    return min(limited(path.parent, *args).seconds for _ in range(3))


@posix_only
@pytest.mark.parametrize("name", CASES)
def test_hostile_lists(name: str, tmp_path: Path, start_up: float) -> None:
    content, code, says, never = CASES[name]
    path = tmp_path / ("deck.json" if content.startswith(b"{") else "deck.txt")
    path.write_bytes(content)

    run = limited(tmp_path, "check", str(path), "--format", "celestial-40-40")

    assert run.code == code, run.output[:2000]
    for words in says:
        assert words in run.output
    for words in never:
        assert words not in run.output
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", run.output)
    assert "Traceback" not in run.output
    assert "internal error" not in run.output
    assert run.seconds < start_up + 1
    assert run.megabytes < 200


@pytest.mark.parametrize("output", ["concise", "json"])
def test_every_report_escapes_what_it_must(output: str, tmp_path: Path) -> None:
    for number, each in enumerate(CASES.values()):
        (tmp_path / f"{number:02}.txt").write_bytes(each.content)

    start = time.perf_counter()
    result = subprocess.run(
        [sys.executable, "-m", "deckcheck", "check", str(tmp_path), "-f", "celestial-40-40", "-o", output],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        check=False,
    )

    assert result.returncode == 2
    assert time.perf_counter() - start < 20
    text = result.stdout.decode("utf-8")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    failed = result.stderr.decode("utf-8").count("error: ")
    assert failed == sum(each.code == 2 for each in CASES.values())
    if output == "json":
        assert len(json.loads(text)["decks"]) + failed == len(CASES)
