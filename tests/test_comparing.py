"""Comparing decks with each other and with a collection: ``deckcheck diff`` and ``deckcheck deck missing``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deckcheck.build.collection import read_collection
from deckcheck.build.comparing import compare
from deckcheck.cli import run
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.errors import InputError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from tests.conftest import ROOT, text_file

Output = pytest.CaptureFixture[str]

OLD = """\
Format: lcg-2017
Stronghold: Shiro Nishiyama
3 Hida Guardian
3 Rout
1 Duelist Training
"""
NEW = """\
Shiro Nishiyama

# Conflict
2 Admit Defeat
2 Rout
1 Duelist Training
1 Somthing else entirely

# Dynasty
3 Hida Guardian
"""


@pytest.fixture
def decks(tmp_path: Path) -> tuple[str, str]:
    for name, text in (("old.txt", OLD), ("new.txt", NEW)):
        (tmp_path / name).write_text(text)
    return str(tmp_path / "old.txt"), str(tmp_path / "new.txt")


class TestDiff:
    def test_names_what_came_and_went_and_what_it_costs(self, decks: tuple[str, str], capsys: Output) -> None:
        assert run(["diff", *decks]) == 1

        head, *lines = capsys.readouterr().out.splitlines()
        assert head == f"{decks[0]} -> {decks[1]} in lcg-2017"
        assert lines == [
            "conflict deck 4 → 5",
            "  +2 Admit Defeat",
            "  -1 Rout (3 → 2)",
            "  + 1 Somthing else entirely (not counted)",
            "conflict cost: 1: 4 → 5; mean 1.00",
            "influence spent: 1 → 5",
            "no odds: some lines are not counted as cards",
            "verdict: illegal",
        ]

    def test_how_a_list_is_written_makes_no_difference(self, tmp_path: Path, capsys: Output) -> None:
        one, other = tmp_path / "one.txt", tmp_path / "other.txt"
        one.write_text(OLD)
        other.write_text("2 Rout\nrout\nDuelist Training x1\n# Dynasty\n3x hida guardian\n1 Shiro Nishiyama\n")

        assert run(["diff", str(one), str(other)]) == 0
        assert "the same cards" in capsys.readouterr().out

    def test_cards_of_one_name_are_told_apart(self, tmp_path: Path, capsys: Output) -> None:
        one, other = tmp_path / "one.txt", tmp_path / "other.txt"
        one.write_text("3 01-akodo-toturi\n1 Rout\n")
        other.write_text("3 16-akodo-toturi\n1 Rout\n")

        assert run(["diff", str(one), str(other), "--format", "lcg-emerald"]) == 1
        out = capsys.readouterr().out
        assert "  -3 Akodo Toturi (01-akodo-toturi)\n  +3 Akodo Toturi (16-akodo-toturi)\n" in out

    def test_lines_that_did_not_resolve_have_no_order(self, tmp_path: Path, capsys: Output) -> None:
        one, other, third = (tmp_path / f"{name}.txt" for name in ("one", "other", "third"))
        one.write_text("1 Rout\n3 Zonk Baz\n1 Foo Bar\n")
        other.write_text("1 Foo Bar\n2 Zonk Baz\n1 Rout\n1 Zonk Baz\n")
        third.write_text("1 Rout\n3 Zonk Baz\n")

        assert run(["diff", str(one), str(other), "--format", "lcg-emerald"]) == 0
        assert "the same cards" in capsys.readouterr().out
        assert run(["diff", str(one), str(third), "--format", "lcg-emerald"]) == 1
        out = capsys.readouterr().out
        assert "  - 1 Foo Bar (not counted)\n" in out
        assert "Zonk Baz" not in out

    def test_json_has_every_section(self, decks: tuple[str, str], capsys: Output) -> None:
        assert run(["diff", *decks, "--as", "json"]) == 1

        found = json.loads(capsys.readouterr().out)
        assert found["schema"] == "deckcheck-diff/1"
        assert {each["section"]: (each["before"], each["after"]) for each in found["sections"]} == {
            "stronghold": (1, 1),
            "role": (0, 0),
            "provinces": (0, 0),
            "dynasty": (3, 3),
            "conflict": (4, 5),
            "": (0, 0),
        }
        assert found["numbers"] == [{"what": "influence spent", "before": 1, "after": 5}]

    def test_markdown_is_a_list(self, decks: tuple[str, str], capsys: Output) -> None:
        assert run(["diff", *decks, "--as", "markdown"]) == 1

        out = capsys.readouterr().out
        assert "- conflict deck 4 → 5\n  - \\+2 Admit Defeat\n  - -1 Rout \\(3 → 2\\)\n" in out
        assert "- conflict cost: 1: 4 → 5; mean 1.00\n" in out

        assert run(["diff", *decks[::-1], "--as", "markdown"]) == 1
        assert "  - \\- 1 Somthing else entirely \\(not counted\\)\n" in capsys.readouterr().out

    def test_two_lists_without_a_format_need_one(self, decks: tuple[str, str], capsys: Output) -> None:
        assert run(["diff", decks[1], decks[1]]) == 2
        assert "choose one with `--format ID`" in capsys.readouterr().err


class TestMissing:
    @pytest.mark.parametrize(
        "collection",
        [
            "2 Rout\nHida Guardian x9\n1 Shiro Nishiyama\n",
            "Count,Name\n2,Rout\n9,Hida Guardian\n1,Shiro Nishiyama\n0,Duelist Training\n",
            'id;name;qty\n1;"Rout";1\n2;Hida Guardian;9\n3;Shiro Nishiyama;1\n1;Rout;1\n',
            "card\tset\nRout\tCore\nRout\tCore\nHida Guardian\t\nhida guardian\t\nHida Guardian\t\nShiro Nishiyama\t\n",
            '{"cards": {"rout": 2, "hida-guardian": 9, "shiro-nishiyama": 1}}',
            '[{"name": "Rout", "count": 2}, {"name": "Hida Guardian", "count": 9}, {"id": "shiro-nishiyama"}]',
        ],
        ids=["list", "csv", "semicolons", "a row a copy", "ids in JSON", "rows in JSON"],
    )
    def test_lists_what_is_not_there(
        self, decks: tuple[str, str], tmp_path: Path, collection: str, capsys: Output
    ) -> None:
        path = text_file(tmp_path / "mine", collection)

        assert run(["deck", "missing", decks[0], "--collection", str(path), "--as", "json"]) == 1
        found = json.loads(capsys.readouterr().out)
        assert [(each["name"], each["missing"]) for each in found] == [("Rout", 1), ("Duelist Training", 1)]

    def test_says_how_many_of_how_many(self, decks: tuple[str, str], tmp_path: Path, capsys: Output) -> None:
        path = text_file(tmp_path / "mine.txt", "2 Rout\n9 Hida Guardian\n1 Shiro Nishiyama\n1 No such card at all\n")

        assert run(["deck", "missing", decks[0], "--collection", str(path)]) == 1

        out = capsys.readouterr()
        assert out.out == "1 Rout  # of 3\n1 Duelist Training  # of 1\n"
        assert "1 line without one recognised card is left out: `1 No such card at all`" in out.err

    def test_says_which_lines_have_no_number_of_copies(
        self, decks: tuple[str, str], tmp_path: Path, capsys: Output
    ) -> None:
        path = text_file(
            tmp_path / "mine.csv", "name,count\nRout,-2\nHida Guardian,1.5\nShiro Nishiyama,1\nZonk Baz,3\n"
        )

        assert run(["deck", "missing", decks[0], "--collection", str(path)]) == 1

        said = capsys.readouterr().err
        assert "1 line without one recognised card is left out: `Zonk Baz`" in said
        assert "2 lines without a whole number of copies are left out: `-2 Rout`, `1.5 Hida Guardian`" in said

    def test_nothing_is_missing_in_the_deck_itself(self, decks: tuple[str, str], capsys: Output) -> None:
        assert run(["deck", "missing", decks[0], "--collection", decks[0]]) == 0
        assert capsys.readouterr().out == ""

    def test_csv(self, decks: tuple[str, str], tmp_path: Path, capsys: Output) -> None:
        path = text_file(tmp_path / "mine.txt", "3 Rout\n3 Hida Guardian\n1 Shiro Nishiyama\n")

        assert run(["deck", "missing", decks[0], "--collection", str(path), "--as", "csv"]) == 1
        assert capsys.readouterr().out == ("missing,name,id,needed,have\n1,Duelist Training,01-duelist-training,1,0\n")


def test_a_collection_is_longer_than_a_deck_may_be() -> None:
    requests = read_collection("1 Rout\n" * 5000, "mine.txt", Limits())

    assert sum(request.count for request in requests) == 5000
    cards = json.dumps({"cards": {f"card-{number}": 1 for number in range(5000)}})
    assert len(read_collection(cards, "mine.json", Limits())) == 5000


@pytest.mark.parametrize("heading", ["Anzahl", "Besitz", "Have", "", "count of mine"])
def test_the_only_column_of_whole_numbers_has_the_copies(heading: str) -> None:
    notes: list[str] = []
    text = f"Card Name;{heading};Set\nRout;3;A1\n\nBanzai!;0;B2\n"

    requests = read_collection(text, "mine.csv", Limits(), notes.append)

    assert [(each.name, each.count) for each in requests] == [("Rout", 3), ("Banzai!", 0)]
    assert notes == []


@pytest.mark.parametrize(
    "text",
    ["Name;Set\nRout;A1\n", "Name;Set;Page\nRout;3;7\n", "Name;Anzahl\nRout;3\nBanzai!;some\n", "Name;Set\nRout"],
)
def test_a_table_without_a_count_column_says_so(text: str) -> None:
    notes: list[str] = []

    requests = read_collection(text, "mine.csv", Limits(), notes.append)

    assert {each.count for each in requests} == {1}
    assert notes == ["mine.csv: no count column; each line counts as 1"]


def test_a_collection_without_a_card_is_refused() -> None:
    with pytest.raises(InputError, match="this list has no cards"):
        read_collection("# nothing\n\n", "mine.txt", Limits())


def test_a_cell_without_an_end_is_refused() -> None:
    text = 'count,name\n1,"' + "x" * 200_000

    with pytest.raises(InputError, match="not valid CSV") as caught:
        read_collection(text, "mine.csv", Limits(file_bytes=100_000))

    assert caught.value.place == "mine.csv"
    assert read_collection(text, "mine.csv", Limits())[0].name.endswith("xxx...")


def test_draw_odds_that_changed_are_told(ccg: FilePool, celestial: Format) -> None:
    text = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
    fewer = text.replace("3 Marketplace", "1 Marketplace")
    old, new = (
        check(resolve(read(each, "deck.txt", Limits()), celestial, ccg), celestial, ccg) for each in (text, fewer)
    )

    odds = [step for step in compare(old, new, ccg).numbers if step.what.endswith("%")]

    assert any("holding" in step.what.lower() and (step.before or 0) > (step.after or 0) for step in odds)
    assert not compare(old, old, ccg).numbers


def test_odds_with_and_without_a_mulligan_are_compared(ccg: FilePool, celestial: Format) -> None:
    # Border Keep of every player redraws Provinces; its experienced version replaces cards of the hand.
    text = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
    other = text.replace("# Dynasty (40)", "1 Border Keep - exp\n1 Bamboo Harvesters - exp\n\n# Dynasty (40)")
    old, new = (
        check(resolve(read(each, "deck.txt", Limits()), celestial, ccg), celestial, ccg) for each in (text, other)
    )

    numbers = {step.what: (step.before, step.after) for step in compare(old, new, ccg).numbers}

    assert numbers["no Holding in the first provinces, %"] == (0.05, 11.63)
    assert numbers["a 3-of in the opening hand, %"] == (39.43, 54.5)
    assert not [what for what in numbers if "mulligan" in what]
