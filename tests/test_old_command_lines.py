"""Every command line of the README of 0.1.0 still works, and says what to type where its spelling changed."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from deckcheck.cli import run
from tests.conftest import ROOT

LEGAL, SLIPS = "crane-celestial.txt", "crane-with-slips.txt"
IN = "--format celestial-40-40"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with the two example decks, and remember changes there."""
    for name in (LEGAL, SLIPS):
        shutil.copy(ROOT / "examples" / name, tmp_path)
    (tmp_path / "converted").mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


UNCHANGED = [
    (0, f"check {LEGAL} {IN}"),
    (1, f"check {SLIPS} {IN} --explain"),
    (0, f"check {LEGAL} --format all"),
    (1, f"check {LEGAL} {IN} --as-of 2009-07-01"),
    (0, f"hash {LEGAL}"),
    (1, f"diff {LEGAL} {SLIPS} {IN}"),
    (0, "formats list"),
    (0, "formats show celestial-40-40 --resolved"),
    (0, "formats diff lcg-stronghold@2020-01-05 lcg-stronghold@2020-01-06"),
    (0, "formats schema"),
    (0, "rule"),
    (0, f"rule C001 {IN}"),
    (0, f"cards search 'clan:crane type:personality force>=4' {IN}"),
    (0, f"cards search clan:crane --legal-in {LEGAL} {IN}"),
    (0, "cards show Doji Umakai"),
    (0, f"odds {LEGAL} {IN} --turns 1"),
    (0, f"odds hand {LEGAL} {IN} --seed 7"),
    (0, "odds calc --deck 40 --group A=3 --hand 4 --want 'A>=1'"),
    (0, "config show"),
    (0, "pools list"),
    (0, "pools show lcg"),
    (1, f"bulk {LEGAL} {SLIPS} {IN} --out results"),
    (0, f"convert {LEGAL} --to eopk"),
]

RESPELLED = [
    (0, "completion bash", "deckcheck help completion"),
    (1, f"check {SLIPS} {IN} -o concise", "--as concise"),
    (1, f"check {SLIPS} {IN} -o html=report.html", "--as html -o report.html"),
    (1, f"check {SLIPS} {IN} -o json=report.json -o text", "--as json -o report.json"),
    (1, f"diff {LEGAL} {SLIPS} {IN} -o markdown", "--as markdown"),
    (0, f"convert {LEGAL} --to eopk -o converted", "--out converted"),
    (0, f"sheet {LEGAL} --html sheet.html {IN}", "--output"),
    (0, "formats publish celestial-40-40 --out page.html", "--output"),
    (0, f"names {SLIPS} {IN} --yes", "deckcheck deck names --dry-run"),
    (0, f"names {SLIPS} {IN} --yes --write", "deckcheck deck names"),
    (0, f"fix {SLIPS} {IN}", "deckcheck deck fix --dry-run"),
    (0, f"fix {SLIPS} {IN} --write", "deckcheck deck fix"),
    (0, f"fill {LEGAL} {IN} --seed 7", "deckcheck deck fill --dry-run"),
    (0, f"new deck.txt {IN} --stronghold 'Embassy of the Crane'", "deckcheck deck new"),
    (0, f"add {LEGAL} '3 Marketplace' {IN}", "deckcheck deck add"),
    (0, f"remove {LEGAL} '1 Marketplace' {IN}", "deckcheck deck remove"),
    (0, f"set {LEGAL} '2 Marketplace' {IN}", "deckcheck deck set"),
    (0, f"swap {LEGAL} Marketplace 'Counting House' {IN}", "deckcheck deck swap"),
    (0, f"sort {LEGAL} {IN}", "deckcheck deck sort"),
    (0, f"note {LEGAL} 'Kotei version' {IN}", "deckcheck deck note"),
    (1, f"undo {LEGAL}", "deckcheck deck undo"),
    (0, f"missing {LEGAL} --collection {LEGAL} {IN}", "deckcheck deck missing"),
    (0, "man", "deckcheck help man"),
]


@pytest.mark.parametrize(("code", "line"), UNCHANGED, ids=[line for _, line in UNCHANGED])
def test_what_kept_its_spelling_works_without_a_note(code: int, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(line)) == code

    assert "still works; type" not in capsys.readouterr().err


@pytest.mark.parametrize(("code", "line", "now"), RESPELLED, ids=[line for _, line, _ in RESPELLED])
def test_an_old_spelling_works_and_says_what_to_type(
    code: int, line: str, now: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(shlex.split(line)) == code

    assert f"still works; type `{now}`" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["names --yes", "fix", "fill"])
def test_an_old_spelling_without_write_changes_no_file(verb: str, folder: Path) -> None:
    before = (folder / SLIPS).read_bytes()

    run([*verb.split(), SLIPS, *IN.split()])

    assert (folder / SLIPS).read_bytes() == before


def test_the_old_example_of_a_want_says_what_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", LEGAL, *IN.split(), "--want", 'type:holding>=2 and "cost<=2">=1']) == 2

    assert 'write `"deck:dynasty cost<=2"` or `"deck:fate cost<=2"`' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("--date 2010-01-01", "--as-of DATE"), ("--json", "--as json"), ("-v", "--explain"), ("--quiet", "--as concise")],
)
def test_an_option_of_another_name_says_what_to_type(
    typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", LEGAL, *shlex.split(IN), *shlex.split(typed)]) == 2
    error, remedy = capsys.readouterr().err.splitlines()
    assert error == f"error: there is no option `{typed.split(maxsplit=1)[0]}`"
    assert remedy == f"  help: type `{meant}`"


def test_an_option_that_the_command_lacks_leads_to_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hash", LEGAL, "--explain"]) == 2
    assert "try `deckcheck hash --help`" in capsys.readouterr().err
