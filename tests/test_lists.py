"""A folder of lists as a collection: what each row says, the filters, and near copies."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from deckcheck.cli import run

EXAMPLES = Path(__file__).parent.parent / "examples"
DECKS = Path(__file__).parent / "fixtures" / "decks"
Output = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two lists of one deck and a list of the other game."""
    monkeypatch.chdir(tmp_path)
    for name in ("crane-celestial.txt", "crane-with-slips.txt"):
        text = (EXAMPLES / name).read_text()
        Path(name).write_text(f"Format: celestial-40-40\n{text}")
    lion = next((DECKS / "lcg-stronghold").glob("*"))
    shutil.copy(lion, tmp_path / "other.txt")
    os.utime("crane-celestial.txt", (1_600_000_000, 1_600_000_000))
    return tmp_path


def rows(capsys: Output, *options: str) -> dict[str, dict[str, object]]:
    """Return the rows of the lists in the current folder by path."""
    capsys.readouterr()
    assert run(["lists", ".", "--as", "json", *options]) == 0
    return {row["path"]: row for row in json.loads(capsys.readouterr().out)}


@pytest.mark.usefixtures("folder")
class TestLists:
    def test_each_list_has_format_verdict_date_and_fingerprint(self, capsys: Output) -> None:
        found = rows(capsys)

        legal = found["crane-celestial.txt"]
        assert (legal["format"], legal["verdict"], legal["date"], legal["cards"]) == (
            "celestial-40-40",
            "legal",
            "2020-09-13",
            81,
        )
        assert str(legal["fingerprint"]).startswith("sha256:6dc22a752c74")
        assert found["crane-with-slips.txt"]["verdict"] == "illegal"

    def test_a_list_that_names_no_format_gets_the_one_that_fits_best(self, capsys: Output) -> None:
        assert str(rows(capsys)["other.txt"]["format"]).startswith("lcg-")

    def test_a_text_without_cards_is_one_error_whatever_the_number_of_formats(
        self, folder: Path, capsys: Output
    ) -> None:
        (folder / "notes.txt").write_text("Some notes on the cup, nothing else.\n")
        assert run(["lists", "."]) == 2

        error, help = capsys.readouterr().err.splitlines()
        assert error == (
            "error: notes.txt: no line is recognised as a card of any of 21 formats, so this is not a deck list"
        )
        assert help.endswith(
            ': `3 NAME`; line 1 was not counted as a card (prose): "Some notes on the cup, nothing else."'
        )

    def test_near_copies_name_each_other(self, capsys: Output) -> None:
        found = rows(capsys)

        assert found["crane-celestial.txt"]["near"] == [
            {"path": "crane-with-slips.txt", "share": pytest.approx(0.94, abs=0.01)}
        ]
        assert found["other.txt"]["near"] == []
        assert rows(capsys, "--similar", "0.99")["crane-celestial.txt"]["near"] == []

    @pytest.mark.parametrize(
        ("options", "left"),
        [
            (["--with", "Marketplace"], {"crane-celestial.txt", "crane-with-slips.txt"}),
            (["--with", "4 Marketplace"], {"crane-with-slips.txt"}),
            (["--with", "Marketplace", "--without", "Steel on Steel"], {"crane-with-slips.txt"}),
            (["--verdict", "illegal"], {"crane-with-slips.txt"}),
        ],
    )
    def test_filters(self, options: list[str], left: set[str], capsys: Output) -> None:
        assert set(rows(capsys, *options)) & {"crane-celestial.txt", "crane-with-slips.txt"} == left

    def test_nothing_found_exits_with_1(self) -> None:
        assert run(["lists", ".", "--with", "Hida Kisada", "--with", "Marketplace"]) == 1

    def test_an_unknown_card_is_an_error_with_a_suggestion(self, capsys: Output) -> None:
        assert run(["lists", ".", "--with", "Markteplace"]) == 2
        assert "did you mean `Marketplace`?" in capsys.readouterr().err

    def test_usage_counts_the_types_of_legal_lists(self, folder: Path) -> None:
        text = (folder / "crane-celestial.txt").read_text()
        for number in range(5):
            (folder / f"copy-{number}.txt").write_text(text)
        (folder / "copy-0.txt").write_text(text.replace("1 Kitsune Den", "1 Doji Hatashi"))

        assert run(["lists", ".", "--usage", "usage.json", "-o", "lists.csv"]) == 0

        found = json.loads((folder / "usage.json").read_text())["formats"]
        assert found["celestial-40-40"]["lists"] == 6
        assert found["celestial-40-40"]["kinds"]["dynasty"] == {
            "celestial": 1,
            "event": 2,
            "holding": 16,
            "personality": 20,
            "region": 1,
        }
        assert set(found) == {"celestial-40-40"}

    def test_the_table_names_the_nearest_copy(self, capsys: Output) -> None:
        assert run(["lists", ".", "--with", "Marketplace"]) == 0

        assert "crane-with-slips.txt (94%)" in capsys.readouterr().out
