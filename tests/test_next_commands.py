"""Commands that messages suggest run as printed, whatever the deck came from."""

from __future__ import annotations

import re
import shlex
import zipfile
from pathlib import Path

import pytest

from tests.command import called, text
from tests.conftest import ROOT

CRANE = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8").replace('"', "")
CELESTIAL = ("--format", "celestial-40-40")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the same deck in many places, and a format that only a path finds."""
    for name in ("deck.txt", "my deck.txt", "-deck.txt"):
        (tmp_path / name).write_text(CRANE, "utf-8")
    for name in ("table.csv", "table.dat"):
        (tmp_path / name).write_text(f'player,deck\nKei,"{CRANE}"\n', "utf-8")
    with zipfile.ZipFile(tmp_path / "lists.zip", "w") as archive:
        archive.writestr("kei/deck.txt", CRANE)
    (tmp_path / "cup.yaml").write_text("id: cup\nname: Cup\nextends: celestial-40-40\n", "utf-8")
    (tmp_path / "deckcheck.toml").write_text('format = "celestial-40-40"\n', "utf-8")
    (tmp_path / "cup.toml").write_text('format = "cup.yaml"\n', "utf-8")
    return tmp_path


def suggested(said: str) -> list[str]:
    """Return the words after `deckcheck` in the first command of a text."""
    found = re.search(r"deckcheck [^`\n]+", said)
    assert found, said
    return shlex.split(found[0])[1:]


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "deck.txt", *CELESTIAL),
        ("odds", "deck.txt"),
        ("odds", "table.csv", *CELESTIAL),
        ("odds", "lists.zip", *CELESTIAL),
        ("odds", "my deck.txt", "-f", "cup.yaml"),
        ("odds", "table.dat", "--from", "csv", *CELESTIAL, "--limit", "copies=50", "--limit", "lines=500"),
        ("odds", "deck.txt", *CELESTIAL, "--as-of", "2011-01-01", "--second", "--redraws", "1", "--turns", "2"),
        ("odds", "deck", "--first", *CELESTIAL, "--", "-deck.txt"),
        ("--config", "cup.toml", "odds", "deck.txt"),
    ],
)
def test_the_command_for_the_economy_runs_as_printed(words: tuple[str, ...], folder: Path) -> None:
    shown = text(called(*words, cwd=folder))
    command = suggested(shown.stdout)

    done = text(called(*command, "--games", "100", "--stronghold-gold", "4", cwd=folder))

    assert (shown.returncode, done.returncode) == (0, 0), done.stderr
    for option in ("--as-of", "--second", "--redraws", "--first", "--limit", "--config"):
        assert command.count(option) == words.count(option)
    assert "--turns" not in command


def test_a_deck_from_standard_input_suggests_no_command(folder: Path) -> None:
    shown = text(called("odds", "-", *CELESTIAL, stdin=CRANE.encode(), cwd=folder))

    assert shown.returncode == 0
    assert "deckcheck" not in shown.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("deck", "fill", "my typo.txt", *CELESTIAL),
        ("deck", "fix", "my deck.txt", "--ban", "Marketplace", *CELESTIAL),
        ("my deck.txt",),
        ("my deck.txt", *CELESTIAL),
        ("pools", "new", "ccg", "--extends", "ccg", "--out", "my pools"),
    ],
)
def test_the_command_of_a_message_runs_as_printed(words: tuple[str, ...], folder: Path) -> None:
    (folder / "my typo.txt").write_text(CRANE.replace("Marketplace", "Marketplacee"), "utf-8")
    shown = text(called(*words, cwd=folder))
    command = suggested(shown.stdout + shown.stderr)

    done = text(called(*command, *(("--yes",) if "names" in command else ()), cwd=folder))

    assert done.returncode == 0, done.stderr


def test_the_command_that_reads_an_export_runs_as_printed(folder: Path) -> None:
    for words in (("new", "cup.event", "--name", "Cup", *CELESTIAL), ("take", "cup.event", "table.csv")):
        assert called("event", *words, cwd=folder).returncode == 0
    shown = text(called("event", "export", "cup.event", "--out", "cup", cwd=folder))

    done = text(called(*suggested(shown.stderr), cwd=folder))

    assert done.returncode == 0, done.stderr
