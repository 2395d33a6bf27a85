"""What commands refuse: exit code 2, with a sentence that says why, and nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.cli import deck_files, run
from tests.fixture_decks import WHOLE_DECKS

Output = pytest.CaptureFixture[str]

LIST = "Format: celestial-40-40\n\n1 Shiro Daidoji\n\n3 Copper Mine\n2 Doji Hakuseki - exp\n1 Doji Hakuseki - exp2\n"
TWO_DECKS = '[{"cards": {"banzai": 3}}, {"cards": {"charge": 3}}]'


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.txt").write_text(LIST, encoding="utf-8")
    Path("two.json").write_text(TWO_DECKS, encoding="utf-8")
    Path("decks.csv").write_text("name,deck\nKei,1 Shiro Daidoji\n", encoding="utf-8")
    Path("forum.txt").write_text("Format: celestial-40-40\n\nDynasty:\n[b]3x Copper Mine[/b] (promo)\n", "utf-8")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (
            ["check", "deck.txt", "-f", "celestial-40-40", "-f", "emperor", "--as", "json"],
            "the JSON report is about one format",
        ),
        (["check", "deck.txt", "--as", "pdf"], "`--as` cannot be `pdf` help: choose text"),
        (["check", "deck.txt", "-o", "json=nowhere/report.json"], "there is no folder `nowhere` for the report"),
        (["check", "deck.txt", "-o", "json=."], "the report `.` is a folder"),
        (["check", "deck.txt", "-o", "new/"], "the report `new/` is a folder"),
        (["check", "deck.txt", "-o", "json", "-o", "text"], "only one report can go to standard output"),
        (["check", "deck.txt", "-o", "new.html", "--report", "csv=new.html"], "only one report can go to `new.html`"),
        (["bulk", "deck.txt", "--jobs", "many"], "`--jobs` cannot be `many` help: give a whole number from 1 to 256"),
        (
            ["deck", "fix", "deck.txt", "--time-limit", "nan"],
            "`--time-limit` cannot be `nan` help: give a number of at least 0.1",
        ),
        (["check", "deck.txt", "-o", "report.pdf"], "deckcheck writes no .pdf files: `report.pdf`"),
        (["sheet", "deck.txt", "-o", "sheets.PDF"], "a browser prints HTML as PDF"),
        (["bulk", "deck.txt", "--format", "all"], "one format is required here, not all"),
        (["bulk", "deck.txt"], "no format is given for the lists help: choose one with `--format ID`"),
        (["formats", "lint", "forum.txt"], "`forum.txt` is not a format file"),
        (["formats", "new", "emperor", "--extends", "ivory"], "there is already a format `emperor`"),
        (["deck", "fill", "deck.txt", "--query", "clan:"], "query, column 6: it ends too early"),
        (["help", "completion"], "the shell is missing help: name one of bash, zsh, fish"),
        (
            ["pools", "fetch", "oracle", "--base-url", "nonsense"],
            "`--base-url` cannot be `nonsense` help: write it as http",
        ),
        (["conformance", "run", "--emeralddb", "localhost:8470"], "`--emeralddb` cannot be `localhost:8470`"),
        (["lists", ".", "--usage", "nowhere/usage.json"], "there is no folder `nowhere` for the report"),
        (["deck", "note", "deck.txt", "  "], "a note at the top of a list cannot be empty"),
        (["deck", "note", "deck.txt", "one\ntwo"], "a note is one line of printable text"),
        (["deck", "note", "deck.txt", "Dynasty"], "the change cannot be written into this list"),
        (
            ["deck", "note", "forum.txt", "--card", "Copper Mine", "why"],
            "forum.txt:4: the line contains more than a card",
        ),
        (["deck", "remove", "deck.txt", "Doji Hakuseki"], "`Doji Hakuseki` matches 2 cards of the deck"),
        (["deck", "remove", "deck.txt", "Iron Mine"], "`Iron Mine` is not in the deck"),
        (
            [
                "deck",
                "remove",
                "deck.txt",
                "Shiro Daidoji",
                "Copper Mine",
                "2 Doji Hakuseki - exp",
                "Doji Hakuseki - exp2",
            ],
            "nothing was changed, because the new list cannot be read: this list has no cards",
        ),
        (["deck", "names", "decks.csv"], "tables of decks cannot be edited"),
        (["deck", "add", "decks.csv", "Rout"], "tables of decks cannot be edited"),
        (["deck", "set", "deck.txt", "3 Rout", "--from", "csv"], "tables of decks cannot be edited"),
        (["deck", "add", ".", "Rout"], "a folder; name a file in it"),
        (["deck", "names", "two.json"], "contains 2 decks; give a file with one"),
        (["pools", "import", "nowhere", "."], "there is no source `nowhere`"),
        (["pools", "import", "oracle"], "the argument `PATH` is missing"),
        (["deck", "new", "new.txt"], "the option `--format ID` is missing help: try `deckcheck deck new --help`"),
        (["check", "deck.txt", "--format"], "`--format` needs a value"),
        (["check", "deck.txt", "--when=never"], "`--when` takes no value"),
        (["check", "deck.txt", "--fromat", "emperor"], "no option `--fromat` help: did you mean `--format`"),
        (["rule", "C001", "C002"], "one argument too many: `C002` help: put a name with spaces in quotes"),
        (["lists", ".", "--similar", "0"], "`--similar` cannot be `0` help: give a number above 0, at most 1"),
        (["event", "rule", "cup.event", "maybe"], "the decision cannot be `maybe` help: choose allow or reject"),
        (["event", "rule", "cup.event"], "the argument `{allow|reject}` is missing"),
    ],
)
def test_the_reason_is_said_and_nothing_is_changed(command: list[str], says: str, capsys: Output) -> None:
    before = {path: path.read_bytes() for path in Path().iterdir()}

    assert run(command) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert says in " ".join(err.split())
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


@pytest.mark.parametrize(
    ("option", "folder", "help"),
    [
        (
            "--cardpools-dir",
            "mypools/lcg",
            "a card pool is a folder with a file `pool.yaml`; name the folder that contains it",
        ),
        ("--formats-dir", "mypools", "formats are files such as `spring-cup.yaml`; name the folder with them"),
    ],
)
def test_a_folder_of_the_wrong_kind_is_not_silently_ignored(
    option: str, folder: str, help: str, capsys: Output
) -> None:
    """deckcheck used the shipped cards and formats instead, as if the folder had been left out."""
    Path("mypools/lcg").mkdir(parents=True)
    Path("mypools/lcg/pool.yaml").write_text("id: lcg\n", encoding="utf-8")

    assert run(["show", "deck.txt", option, folder]) == 2

    said = capsys.readouterr().err
    assert f"error: the folder `{folder}` has no " in said
    assert f"\n  help: {help}\n" in said
    Path("empty").mkdir()
    assert run(["show", "deck.txt", option, "empty"]) == 0  # It may get its first file later.


def test_a_change_that_cannot_be_taken_back_is_made_and_said(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_files, "state_folder", lambda: None)

    assert run(["deck", "remove", "deck.txt", "Copper Mine"]) == 0

    assert "is changed, but `deckcheck deck undo` cannot undo it: there is no home folder" in " ".join(
        capsys.readouterr().err.split()
    )
    assert "Copper Mine" not in Path("deck.txt").read_text("utf-8")


def test_a_journal_that_cannot_be_written_is_said(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("state").write_text("a file, where a folder should be", encoding="utf-8")
    monkeypatch.setattr(deck_files, "state_folder", lambda: Path("state"))

    assert run(["deck", "remove", "deck.txt", "Copper Mine"]) == 0

    assert "is changed, but `deckcheck deck undo` cannot undo it: state: " in " ".join(capsys.readouterr().err.split())
    assert "Copper Mine" not in Path("deck.txt").read_text("utf-8")


@pytest.mark.parametrize("command", ["odds deck", "odds economy", "show", "deck names", "deck fix --dry-run"])
def test_commands_about_one_deck_refuse_one_of_the_other_game(command: str, capsys: Output) -> None:
    """Its odds were from 0 % to 100 %, and it got names of this game."""
    keeper = WHOLE_DECKS / "lcg-2017" / "crab-keeper.txt"

    assert run([*command.split(), str(keeper), "--format", "celestial-40-40"]) == 2

    said = capsys.readouterr().err
    assert "names belong to Legend of the Five Rings: the Card Game\n" in said
    assert (
        "help: use a deck for the game of this format; `deckcheck check DECK --format all` finds the formats of a deck"
        in said
    )
