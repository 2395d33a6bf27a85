"""Saved versions of a deck: what is kept, how versions are named, and what restores them."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from deckcheck.cli import run

EXAMPLES = Path(__file__).parent.parent / "examples"
IN = ["--format", "celestial-40-40"]
Output = pytest.CaptureFixture[str]


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a legal deck with two versions: 1 without a name, and `cup` with one Marketplace less."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "crane-celestial.txt", "deck.txt")
    assert run(["deck", "save", "deck.txt"]) == 0
    assert run(["deck", "remove", "deck.txt", "1 Marketplace", *IN]) == 0
    assert run(["deck", "save", "deck.txt", "cup"]) == 0
    return "deck.txt"


class TestSave:
    def test_versions_have_numbers_and_names(self, deck: str, capsys: Output) -> None:
        before = Path(deck).read_bytes()
        assert run(["deck", "save", deck, "next-cup"]) == 0

        assert capsys.readouterr().out == "deck.txt: saved as version 3 (next-cup)\n"
        assert Path(deck).read_bytes() == before

    def test_the_same_content_is_saved_once(self, deck: str, capsys: Output) -> None:
        assert run(["deck", "save", deck]) == 0

        assert capsys.readouterr().out.endswith("deck.txt: no changes since version 2 (cup)\n")

    @pytest.mark.parametrize("name", ["cup", "2", "a name", "a@b", "../other", "\x1b[31m", "\udcff"])
    def test_a_name_that_is_used_or_not_allowed_is_an_error(self, deck: str, name: str) -> None:
        with Path(deck).open("a") as file:
            file.write("# more\n")

        assert run(["deck", "save", deck, name]) == 2

    def test_several_versions_may_have_no_name(self, deck: str, capsys: Output) -> None:
        with Path(deck).open("a") as file:
            file.write("# more\n")

        assert run(["deck", "save", deck]) == 0
        assert capsys.readouterr().out == "deck.txt: saved as version 3\n"

    @pytest.mark.usefixtures("deck")
    def test_only_the_user_may_read_them(self, tmp_path: Path) -> None:
        folders = [first.parent for first in (tmp_path / "state").rglob("00000001")]

        assert {folder.parent.name for folder in folders} == {"undo", "versions"}
        assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}

    def test_a_user_without_a_home_has_no_versions(
        self, deck: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
    ) -> None:
        monkeypatch.setattr("deckcheck.decks.versions.state_folder", lambda: None)

        assert run(["deck", "save", deck, "home"]) == 2
        assert "set XDG_STATE_HOME to a folder" in capsys.readouterr().err


class TestLog:
    def test_lists_versions_with_changes_and_verdicts_and_the_current_file(self, deck: str, capsys: Output) -> None:
        assert run(["deck", "add", deck, "3 Wandering Caravan", *IN]) == 0
        capsys.readouterr()

        assert run(["deck", "log", deck, *IN]) == 0

        rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
        assert [[row[0], *row[3:6]] for row in rows[:2]] == [["1", "81", "legal", "in"], ["2", "cup", "80", "-1"]]
        assert rows[2][:4] == ["now", "83", "+3", "legal"]

    def test_a_deck_without_versions_exits_with_1(self, deck: str, capsys: Output) -> None:
        shutil.copy(deck, "other.txt")

        assert run(["deck", "log", "other.txt", *IN]) == 1
        assert "no saved versions" in capsys.readouterr().err


class TestDiff:
    @pytest.mark.parametrize("version", ["deck.txt@1", "deck.txt"])
    def test_compares_a_version_with_another_or_with_the_file(self, deck: str, version: str, capsys: Output) -> None:
        assert run(["diff", version, f"{deck}@cup", *IN]) == (1 if "@" in version else 0)

        assert ("-1 Marketplace (3 → 2)" in capsys.readouterr().out) == ("@" in version)

    def test_an_unknown_version_is_an_error_with_a_suggestion(self, deck: str, capsys: Output) -> None:
        assert run(["diff", f"{deck}@cpu", deck, *IN]) == 2

        assert "there is no version `cpu`" in capsys.readouterr().err

    def test_a_file_with_a_sign_in_its_name_is_a_file(self, deck: str) -> None:
        shutil.copy(deck, "deck.txt@1")

        assert run(["diff", "deck.txt@1", deck, *IN]) == 0

    def test_check_reads_versions_as_files(self, deck: str, capsys: Output) -> None:
        capsys.readouterr()
        assert run(["check", f"{deck}@1", f"{deck}@3", deck, *IN]) == 2

        found = capsys.readouterr()
        assert found.out.startswith("deck.txt@1: legal")
        assert "deck.txt: illegal" in found.out
        assert "error: deck.txt: there is no version `3`\n  help: known: 1, cup, 2\n" in found.err

    def test_a_sign_without_a_version_is_a_part_of_the_name(self, deck: str, capsys: Output) -> None:
        capsys.readouterr()
        assert run(["check", f"{deck}@", *IN]) == 2

        assert "deck.txt@: cannot be read" in capsys.readouterr().err

    def test_a_deck_without_versions_says_how_to_save_one(self, deck: str, capsys: Output) -> None:
        shutil.copy(deck, "other.txt")
        assert run(["check", "other.txt@1", *IN]) == 2

        assert "this deck has no saved versions" in capsys.readouterr().err

    def test_show_reads_versions_too(self, deck: str, capsys: Output) -> None:
        assert run(["show", f"{deck}@1", *IN]) == 0

        assert "legal in Celestial Edition (40/40) (stronghold 1, dynasty 40, fate 40)" in capsys.readouterr().out


class TestRestore:
    def test_writes_the_bytes_of_the_version_and_undo_reverts_it(self, deck: str) -> None:
        new = Path(deck).read_bytes()

        assert run(["deck", "restore", f"{deck}@1"]) == 0
        assert Path(deck).read_bytes() == (EXAMPLES / "crane-celestial.txt").read_bytes()
        assert run(["deck", "undo", deck]) == 0
        assert Path(deck).read_bytes() == new

    def test_a_dry_run_shows_the_difference_and_writes_nothing(self, deck: str, capsys: Output) -> None:
        before = Path(deck).read_bytes()

        assert run(["deck", "restore", f"{deck}@1", "--dry-run"]) == 0

        assert "-2 Marketplace\n+3 Marketplace" in capsys.readouterr().out
        assert Path(deck).read_bytes() == before

    def test_a_deck_without_a_version_is_an_error(self, deck: str) -> None:
        assert run(["deck", "restore", deck]) == 2

    def test_a_damaged_version_is_an_error(self, deck: str, tmp_path: Path, capsys: Output) -> None:
        (version,) = (tmp_path / "state").rglob("versions/*/00000002")
        version.write_bytes(b"\x00")

        assert run(["deck", "restore", f"{deck}@cup"]) == 2
        assert "damaged" in capsys.readouterr().err
