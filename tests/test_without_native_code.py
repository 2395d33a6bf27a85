"""The program where there is no libyaml, no compiled rapidfuzz, no threads, no processes and no network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from deckcheck.checks import checker as app
from deckcheck.decks.resolve import similar_names
from deckcheck.decks.resolve import suggest as suggesting
from deckcheck.formats.loading import resolve_format
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool
from deckcheck.reports import Style
from deckcheck.reports import json as json_report

ROOT = Path(__file__).resolve().parents[1]
MISSPELT = (
    "Stel on Steel",
    "Kakita Yoshu",
    "Doji Hotrui",
    "Shiba Tsukmiune",
    "Akuma no Onii",
    "Iron Mien (exp 2)",
    "?",
)
YAML_DECK = """\
Stronghold:
  - Embassy of the Crane
Dynasty:
  - 3 Marketplace
  - 4 Iron Mien
Fate: [3 Steel on Steel]
"""

# Refuses compiled parts, what starts threads and processes, and the libraries that a check does without.
BARE = """
import sys, _thread

REFUSED = {"_yaml", "yaml._yaml", "highspy", "numpy", "httpx", "httpcore", "hishel", "socket", "_socket", "ssl",
           "multiprocessing", "_multiprocessing", "concurrent", "_posixsubprocess", "fcntl", "click", "rich",
           "textual", "tabulate", "distributed"}

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name in REFUSED or name.split(".")[0] in REFUSED or "_cpp" in name:
            raise ModuleNotFoundError(f"refused: {name}", name=name)

def no_thread(*args, **kwargs):
    raise RuntimeError("can't start new thread")

sys.meta_path.insert(0, Refuse())
_thread.start_new_thread = no_thread
"""

CHECK = """
import yaml
from deckcheck.checks import checker as app
from deckcheck.reports import json as json_report
from deckcheck.reports import Style
from rapidfuzz import fuzz

assert not hasattr(yaml, "CSafeLoader") and type(fuzz.ratio).__name__ == "function"
fmt = app.load_format("celestial-40-40", use_cache=False)
outcome = app.check_all(sys.argv[1:], fmt, app.load_pool(fmt.pool))
sys.stdout.write("".join(json_report.render(outcome, Style())))
"""


def test_a_check_gives_the_same_report(celestial: Format, ccg: FilePool, tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(YAML_DECK, "utf-8")
    decks = [str(tmp_path / "deck.yaml"), str(ROOT / "examples" / "crane-with-slips.txt")]
    app.load_pool("ccg")  # The pool is compiled here, where that is fast.

    run = subprocess.run([sys.executable, "-c", BARE + CHECK, *decks], capture_output=True, text=True, check=False)

    assert run.stderr == ""
    usual = "".join(json_report.render(app.check_all(decks, celestial, ccg), Style()))
    assert json.loads(run.stdout) == json.loads(usual)
    assert "Steel on Steel" in run.stdout
    assert "Iron Mine" in run.stdout


def test_formats_read_the_same_without_libyaml(celestial: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader")

    assert resolve_format(ROOT / "formats" / "celestial-40-40.yaml").format == celestial


def test_names_are_suggested_the_same_without_compiled_rapidfuzz(celestial: Format, ccg: FilePool) -> None:
    compiled = [similar_names(name, ccg, celestial) for name in MISSPELT]

    environment = {**os.environ, "RAPIDFUZZ_IMPLEMENTATION": "python"}
    code = (
        "import json, sys\n"
        "from deckcheck.checks import checker as app\n"
        "from deckcheck.decks.resolve import similar_names\n"
        "fmt, pool = app.load_format('celestial-40-40'), app.load_pool('ccg')\n"
        "print(json.dumps([similar_names(name, pool, fmt) for name in sys.argv[1:]]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *MISSPELT], capture_output=True, text=True, check=True, env=environment
    )

    assert json.loads(run.stdout) == [list(names) for names in compiled]
    # Few of all names are left to be compared letter by letter.
    names = [known.name.casefold() for known in ccg.names()]
    assert len(suggesting._within_reach("doji hotrui", names, 76)) < len(names) / 50
