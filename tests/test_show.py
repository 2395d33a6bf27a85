"""``deckcheck show``: a deck as text and JSON, what stops being legal, and what changed since a git revision."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.cli import run
from tests.conftest import text_file

EXAMPLE = Path(__file__).parent.parent / "examples" / "crane-celestial.txt"
FERTILE_PLAINS = Path(__file__).parent / "fixtures" / "decks" / "celestial-40-40" / "crane-45-41.txt"
CELESTIAL = ("--format", "celestial-40-40")

Output = pytest.CaptureFixture[str]


def test_a_deck_has_its_verdict_counts_curves_keywords_and_gold(capsys: Output) -> None:
    assert run(["show", str(EXAMPLE), *CELESTIAL]) == 0

    out = capsys.readouterr().out
    assert out.splitlines()[1] == "legal in Celestial Edition (40/40) (stronghold 1, dynasty 40, fate 40)"
    assert "\nDynasty deck (40)\n  Holding (16)\n    1 Chugo Seido         cost 2  gold production 2\n" in out
    assert "\n  cost, mean 0.63: 0 x35, 8 x3\n" in out
    assert "\n  keywords: Iaijutsu x9, Political x9, Terrain x3, " in out
    assert "\nGold: 16 Holdings; 16 of them produce 32 gold, 2.00 on average\n" in out


def test_holdings_that_print_no_gold_are_not_among_those_that_produce_it(capsys: Output) -> None:
    """The 20 Holdings include three Fertile Plains, which print 0."""
    assert run(["show", str(FERTILE_PLAINS), *CELESTIAL]) == 0

    assert "\nGold: 20 Holdings; 17 of them produce 34 gold, 2.00 on average\n" in capsys.readouterr().out


def test_json_has_the_keywords_of_each_part(capsys: Output) -> None:
    assert run(["show", str(EXAMPLE), *CELESTIAL, "--as", "json"]) == 0

    parts = json.loads(capsys.readouterr().out)["parts"]
    assert parts[1]["keywords"]["Duelist"] == 12


def test_a_card_that_rotates_after_the_day_says_when(tmp_path: Path, capsys: Output) -> None:
    deck = text_file(tmp_path / "deck.txt", "3 Moto Youth\n3 Keeper Initiate\n")

    assert run(["show", str(deck), "--format", "lcg-emerald", "--as-of", "2023-06-01"]) == 0
    out = capsys.readouterr().out
    assert "glory 1  [rotated from 2023-12-28]\n" in out
    assert "[restricted since 2023-05-03 at the latest, rotated from 2023-12-28, A008]\n" in out

    assert run(["show", str(deck), "--format", "lcg-emerald"]) == 0
    assert "rotated from" not in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
@pytest.mark.parametrize("command", [["show"], ["diff", str(EXAMPLE)], ["lists"]], ids=lambda command: command[0])
def test_json_names_a_file_whose_name_is_not_utf_8(command: list[str], tmp_path: Path, capsys: Output) -> None:
    deck = text_file(tmp_path / "bad\udcff.txt", "3 Marketplace\n")

    assert run([*command, str(deck), *CELESTIAL, "--as", "json"]) in (0, 1)
    assert "bad\\\\udcff.txt" in capsys.readouterr().out


class TestGit:
    @pytest.fixture
    def deck(self, tmp_path: Path) -> Path:
        """A deck of two commits, in a folder of a repository."""
        (tmp_path / "lists").mkdir()
        deck = tmp_path / "lists" / "deck.txt"
        for text in ("3 Marketplace\n", "2 Marketplace\n1 Traveling Peddler\n"):
            deck.write_text(text)
            for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "list")):
                who = ("-c", "user.name=kakita", "-c", "user.email=kakita@example.org")
                subprocess.run(["git", *who, *command], cwd=tmp_path, check=True, capture_output=True)
        return deck

    def test_an_earlier_revision_is_compared(self, deck: Path, capsys: Output) -> None:
        assert run(["show", str(deck), "--diff", "HEAD~1", *CELESTIAL]) == 0

        out = capsys.readouterr().out
        assert f"{deck} at HEAD~1 -> {deck} in celestial-40-40\n" in out
        assert "  -1 Marketplace (3 → 2)\n  +1 Traveling Peddler\n" in out

    @pytest.mark.parametrize("revision", ["HEAD~9", "--help", "nosuch"])
    def test_a_revision_that_git_lacks_is_an_error(self, deck: Path, revision: str, capsys: Output) -> None:
        assert run(["show", str(deck), f"--diff={revision}", *CELESTIAL]) == 2
        assert f"git has no `deck.txt` at `{revision}`" in capsys.readouterr().err

    def test_standard_input_has_no_revisions(self, capsys: Output) -> None:
        assert run(["show", str(EXAMPLE.parent / "no-file.txt"), "--diff", "HEAD", *CELESTIAL]) == 2
        assert "error" in capsys.readouterr().err
