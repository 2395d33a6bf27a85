"""Configuration files: where they are found, what they may say, and what comes before what."""

from __future__ import annotations

import datetime
import io
import sys
from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.model.errors import DataError
from deckcheck.system.config import Config, find, load
from tests.conftest import ROOT

LEGAL = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


class TestFinding:
    def test_the_nearest_file_counts_alone(self, tmp_path: Path) -> None:
        write(tmp_path / "deckcheck.toml", 'format = "emperor"\nexit-zero = true\n')
        near = write(tmp_path / "a" / "deckcheck.toml", 'format = "ivory"\n')
        (tmp_path / "a" / "b").mkdir()

        found = find(tmp_path / "a" / "b")

        assert (found.file, found.settings.format, found.settings.exit_zero) == (near, "ivory", False)

    def test_pyproject_is_read_when_it_has_the_table(self, tmp_path: Path) -> None:
        write(tmp_path / "pyproject.toml", '[project]\nname = "x"\n[tool.deckcheck]\nformat = "emperor"\n')
        write(tmp_path / "a" / "pyproject.toml", '[project]\nname = "deckcheck-lists"\n')

        found = find(tmp_path / "a")

        assert found.settings.format == "emperor"
        assert found.places["format"] == f"{tmp_path / 'pyproject.toml'}:4"

    @pytest.mark.parametrize(
        "text",
        [
            '[tool.deckcheck]\nformat = "emperor"',
            '[ tool . "deckcheck" ]\nformat = "emperor"',
            'tool.deckcheck.format = "emperor"',
            '[tool]\ndeckcheck = {format = "emperor"}',
            'tool = {deckcheck = {format = "emperor"}}',
            '["tool".\'deckcheck\']\nformat = "emperor"',
        ],
    )
    def test_the_table_may_be_written_in_every_way(self, tmp_path: Path, text: str) -> None:
        write(tmp_path / "pyproject.toml", text)

        assert find(tmp_path).settings.format == "emperor"

    def test_deckcheck_toml_comes_first(self, tmp_path: Path) -> None:
        write(tmp_path / "pyproject.toml", '[tool.deckcheck]\nformat = "emperor"\n')
        write(tmp_path / "deckcheck.toml", 'format = "ivory"\n')

        assert find(tmp_path).settings.format == "ivory"

    def test_a_repository_is_the_limit(self, tmp_path: Path) -> None:
        write(tmp_path / "deckcheck.toml", 'format = "emperor"\n')
        (tmp_path / "repository" / ".git").mkdir(parents=True)

        assert find(tmp_path / "repository") == Config()

    def test_a_named_file_must_hold_settings(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match="no table"):
            load(write(tmp_path / "pyproject.toml", "[project]\n"))
        with pytest.raises(DataError, match="cannot be read"):
            load(tmp_path / "nosuch.toml")


class TestReading:
    def test_every_setting(self, tmp_path: Path) -> None:
        (tmp_path / "mine").mkdir()
        text = """
            format = "emperor"
            as-of = 2013-05-01
            output = "concise"
            fail-on = "warning"
            exit-zero = false
            color = "never"
            formats-dir = "mine"
            cardpools-dir = "mine"
            [per-folder]
            "lists/**" = "ivory"
        """
        config = find(write(tmp_path / "deckcheck.toml", text).parent)

        assert config.settings.as_of == datetime.date(2013, 5, 1)
        assert config.outputs() == ("concise",)
        assert config.folder("formats-dir") == tmp_path / "mine"
        assert config.places["cardpools-dir"].endswith("deckcheck.toml:9")
        assert config.places["per-folder"].endswith("deckcheck.toml:10")
        assert config.places["per-folder lists/**"].endswith("deckcheck.toml:11")

    @pytest.mark.parametrize(
        ("text", "line", "message", "help"),
        [
            ('formt = "emperor"', ":1", "unknown setting `formt`", "did you mean `format`? known: format, per-folder"),
            ("\nselect = 5", ":2", "unknown setting `select`", "known: format"),
            ("format = 5", ":1", "`format`: expected text or null, got a whole number", ""),
            ('fail-on = "never"', ":1", "`fail-on`: `never` is not a known value", "known values: illegal, undecided"),
            ('color = "blue"', ":1", "`color`: `blue` is not a known value", "known values: auto, always, never"),
            ('as-of = "2021-02-30"', ":1", "`as-of`: `2021-02-30` is not a date", "write a date such as 2019-05-10"),
            ('format = "emerald\n', ":1:18", "not TOML: illegal character", ""),
            ("[per-folder]\na = 1", ":1", "`per-folder`: expected text", ""),
            ('formats-dir = "nosuch"', ":1", "`formats-dir`: there is no folder `nosuch`", ""),
            ('output = "json=a\\u0000b"', ":1", "`output`: `a\x00b` is not a path", ""),
            (f"cardpools-dir = '{'x' * 300}'", ":1", "`cardpools-dir`: there is no folder `xxx", ""),
            (f"a = {'[' * 5000}{']' * 5000}", "", "not valid TOML", ""),
            (f"a = {'1' * 5000}", "", "not valid TOML", ""),
        ],
    )
    def test_mistakes_have_a_place_and_say_what_is_known(
        self, tmp_path: Path, text: str, line: str, message: str, help: str
    ) -> None:
        file = write(tmp_path / "deckcheck.toml", text)

        with pytest.raises(DataError) as caught:
            find(tmp_path)

        assert caught.value.place == f"{file}{line}"
        assert message in caught.value.message
        assert help in (caught.value.help or "")

    @pytest.mark.parametrize(
        "text",
        [
            'formats-dir = ".."',
            'cardpools-dir = "/"',
            'output = ["text", "json=../report.json"]',
            'output = "json=/etc/report.json"',
            'format = "../../formats/mine.yaml"',
            '[per-folder]\n"**" = "/etc/mine.yaml"',
        ],
    )
    def test_a_found_file_cannot_name_paths_outside_its_folder_and_a_named_one_can(
        self, tmp_path: Path, text: str
    ) -> None:
        file = write(tmp_path / "deckcheck.toml", text)

        with pytest.raises(DataError, match="leaves the folder of the file"):
            find(tmp_path)
        assert load(file).file == file

    def test_a_circle_of_links_is_no_path(self, tmp_path: Path) -> None:
        write(tmp_path / "deckcheck.toml", 'formats-dir = "loop/x"')
        (tmp_path / "loop").symlink_to(tmp_path / "loop")

        # Python 3.13 follows as many links as the system does, and finds nothing.
        with pytest.raises(DataError, match=r"is not a path|there is no folder"):
            find(tmp_path)

    def test_not_even_through_a_link(self, tmp_path: Path) -> None:
        write(tmp_path / "lists" / "deckcheck.toml", 'formats-dir = "mine"')
        (tmp_path / "lists" / "mine").symlink_to(tmp_path)

        with pytest.raises(DataError, match="leaves the folder"):
            find(tmp_path / "lists")


def test_many_stars_end(tmp_path: Path) -> None:
    write(tmp_path / "deckcheck.toml", f'[per-folder]\n"{"*a" * 20}b" = "emperor"\n"{"**/" * 20}b" = "ivory"\n')
    config = find(tmp_path)

    assert config.format_for(str(tmp_path / ("a" * 200))) is None
    assert config.format_for(str(tmp_path / "/".join("a" * 200))) is None
    assert config.format_for(str(tmp_path / "/".join("a" * 200) / "b")) == "ivory"


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("**/a/*b", "a/xx/a/yb", True),
        ("**/b", "ab", False),
        ("a**c", "ab/bc", False),
        ("Cup [1]/*", "Cup [1]/a", True),
        ("a?c", "a/c", False),
        ("*", "*", True),
        ("a*", "a", True),
        ("a", "ab", False),
        ("lists/**", "lists/a.txt", True),
        ("lists/**", "lists/a/b/c.txt", True),
        ("lists/**", "other/lists/a.txt", False),
        ("**/cup/*.txt", "cup/a.txt", True),
        ("**/cup/*.txt", "lists/2026/cup/a.txt", True),
        ("**/cup/*.txt", "lists/cup/b/a.txt", False),
        ("*.txt", "a/b.txt", False),
        ("a?.txt", "ab.txt", True),
        ("a.txt", "abtxt", False),
        ("**", "anything/at/all.txt", True),
    ],
)
def test_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, glob: str, path: str, fits: bool) -> None:
    write(tmp_path / "deckcheck.toml", f'[per-folder]\n"{glob}" = "emperor"\n')
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")

    config = find(Path.cwd())

    assert config.format_for(f"../{path}") == ("emperor" if fits else None)
    assert config.format_for(str(tmp_path / path)) == ("emperor" if fits else None)


class TestCheck:
    @pytest.fixture(autouse=True)
    def _in_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    def formats(self, capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, str]:
        """Return the format in which each deck was checked."""
        run(["check", *args, "--as", "concise"])
        found = [line for line in capsys.readouterr().out.splitlines() if ", fingerprint " in line]
        return {line.split(":")[0]: line.split(" in ")[1].split(",")[0] for line in found}

    def test_folder_then_file_then_default(self, capsys: pytest.CaptureFixture[str]) -> None:
        write(
            Path("deckcheck.toml"), 'exit-zero = true\nformat = "emperor"\n[per-folder]\n"cup/**" = "celestial-40-40"\n'
        )
        write(Path("cup/named.txt"), f"Format: ivory\n{LEGAL}")
        write(Path("other/named.txt"), "Format: ivory\n1 Iron Mine\n")
        write(Path("other/unnamed.txt"), "1 Iron Mine\n")

        assert self.formats(capsys, "cup", "other") == {
            "cup/named.txt": "celestial-40-40",
            "other/named.txt": "ivory",
            "other/unnamed.txt": "emperor",
        }
        assert self.formats(capsys, "cup", "-f", "diamond") == {"cup/named.txt": "diamond"}

    def test_an_unknown_format_is_blamed_on_the_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        write(Path("deckcheck.toml"), '\nformat = "nosuch"\n')
        write(Path("deck.txt"), LEGAL)

        assert run(["check", "deck.txt"]) == 2

        said = capsys.readouterr().err
        assert "deckcheck.toml:2: there is no format `nosuch`" in said
        assert "known: big-deck, celestial-40-40" in said

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ('format = "nosuch"\n', 1),
            ('\n[per-folder]\n"cup/**" = "nosuch"\n', 3),
            ('color = "never"\nformat = "X"\n', 2),
        ],
    )
    @pytest.mark.parametrize("command", [("check", "deck.txt"), ("deck", "names", "deck.txt"), ("config", "show")])
    def test_an_unknown_format_is_refused_whatever_the_deck_names(
        self, capsys: pytest.CaptureFixture[str], text: str, line: int, command: tuple[str, ...]
    ) -> None:
        write(Path("deckcheck.toml"), text)
        write(Path("deck.txt"), f"Format: celestial-40-40\n{LEGAL}")

        assert run([*command]) == 2
        assert f"deckcheck.toml:{line}: there is no format `" in capsys.readouterr().err

    def test_bulk_names_the_line_of_an_unknown_format(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(Path("deckcheck.toml"), '\nformat = "mine/house.yaml"\n')
        write(Path("sub/deck.txt"), LEGAL)
        monkeypatch.chdir("sub")

        assert run(["bulk", "deck.txt"]) == 2
        assert "deckcheck.toml:2: " in capsys.readouterr().err
        write(Path("../mine/house.yaml"), "id: house\nname: House\nextends: celestial-40-40\nbasis: community\n")
        assert run(["bulk", "deck.txt"]) == 0

    def test_options_come_before_settings(self, capsys: pytest.CaptureFixture[str]) -> None:
        write(Path("deckcheck.toml"), 'exit-zero = true\noutput = "csv"\nfail-on = "illegal"\nas-of = "2009-07-01"\n')
        write(Path("deck.txt"), LEGAL)
        deck = ["check", "deck.txt", "-f", "celestial-40-40"]

        assert run(deck) == 0
        assert capsys.readouterr().out.startswith("path,name")
        assert run([*deck, "--no-exit-zero"]) == 1
        assert run([*deck, "--as-of", "2011-09-01", "--no-exit-zero", "--as", "concise"]) == 0
        assert run(["--isolated", *deck]) == 0
        assert "legal in Celestial Edition" in capsys.readouterr().out
        assert run([*deck, "--isolated", "--config", "deckcheck.toml"]) == 2

    def test_a_written_report_stands_beside_the_configuration(self) -> None:
        write(Path("deckcheck.toml"), 'output = ["csv=registered.csv", "text"]\n')
        write(Path("lists/deck.txt"), LEGAL)

        assert run(["check", "lists", "-f", "celestial-40-40"]) == 0
        assert "celestial-40-40" in Path("registered.csv").read_text("utf-8")

    @pytest.mark.parametrize(
        "command",
        [
            ("sheet", "cup/deck.txt", "--html", "sheet.html"),
            ("deck", "names", "cup/deck.txt"),
            ("diff", "cup/deck.txt", "cup/deck.txt"),
            ("deck", "missing", "cup/deck.txt", "--collection", "cup/deck.txt"),
            ("odds", "cup/deck.txt"),
            ("cards", "search", "type:ring", "--legal-in", "cup/deck.txt"),
        ],
    )
    def test_every_command_that_reads_a_deck_takes_the_format_of_its_folder(
        self, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
    ) -> None:
        write(Path("cup/deck.txt"), LEGAL)

        assert run([*command]) == 2
        assert "the file names no format\n  help: choose one with `--format ID`" in capsys.readouterr().err

        write(Path("deckcheck.toml"), 'as-of = 2010-12-01\n[per-folder]\n"cup/**" = "celestial-40-40"\n')
        assert run([*command]) in (0, 1)
        if command[0] == "sheet":
            assert "2010-12-01" in Path("sheet.html").read_text("utf-8")

    def test_a_format_of_ones_own(self, capsys: pytest.CaptureFixture[str]) -> None:
        write(Path("mine/house.yaml"), "id: house\nname: House\nextends: celestial-40-40\nbasis: community\n")
        write(Path("deckcheck.toml"), 'formats-dir = "mine"\nformat = "house"\n')
        write(Path("deck.txt"), LEGAL)

        assert run(["check", "deck.txt"]) == 0
        assert "legal in House" in capsys.readouterr().out
        assert run(["formats", "show", "house"]) == 0

    def test_standard_input_stands_in_no_folder(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(Path("deckcheck.toml"), 'format = "emperor"\n[per-folder]\n"**" = "celestial-40-40"\n')
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 Iron Mine\n")))

        assert self.formats(capsys, "-") == {"<stdin>": "emperor"}

    def test_show_writes_values_as_the_file_does(self, capsys: pytest.CaptureFixture[str]) -> None:
        write(Path("deckcheck.toml"), 'exit-zero = false\nas-of = 2013-05-01\noutput = ["text", "json=a.json"]\n')

        assert run(["config", "show"]) == 0

        shown = {line.split("  ")[0]: line.split()[1:-1] for line in capsys.readouterr().out.splitlines()}
        assert (shown["exit-zero"], shown["as-of"]) == (["false"], ["2013-05-01"])
        assert shown["output"] == ["text,", "json=a.json"]

    def test_show_says_where_settings_come_from(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        write(Path("deckcheck.toml"), 'exit-zero = true\n[per-folder]\n"cup/**" = "celestial-40-40"\n')

        assert run(["config", "show"]) == 0

        rows = [line.split() for line in capsys.readouterr().out.splitlines()]
        file = tmp_path / "deckcheck.toml"
        assert ["exit-zero", "true", f"{file}:1"] in rows
        assert ["per-folder", '"cup/**"', "celestial-40-40", f"{file}:3"] in rows
        assert ["output", "text", "default"] in rows
        assert ["fail-on", "undecided", "default"] in rows
        assert ["color", "auto", "default"] in rows
