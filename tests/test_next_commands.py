"""Commands that messages suggest run as printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.command import called, text
from tests.conftest import ROOT

CRANE = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8").replace('"', "")
CELESTIAL = ("--format", "celestial-40-40")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a deck and a table."""
    (tmp_path / "my deck.txt").write_text(CRANE, "utf-8")
    (tmp_path / "table.csv").write_text(f'player,deck\nKei,"{CRANE}"\n', "utf-8")
    return tmp_path


def suggested(said: str) -> list[str]:
    """Return the words after `deckcheck` in the first command of a text."""
    found = re.search(r"deckcheck [^`\n]+", said)
    assert found, said
    return shlex.split(found[0])[1:]


@pytest.mark.parametrize(
    "words",
    [
        ("deck", "fix", "my deck.txt", "--ban", "Marketplace", *CELESTIAL),
        ("my deck.txt",),
        ("my deck.txt", *CELESTIAL),
        ("pools", "new", "ccg", "--extends", "ccg", "--out", "my pools"),
    ],
)
def test_the_command_of_a_message_runs_as_printed(words: tuple[str, ...], folder: Path) -> None:
    shown = text(called(*words, cwd=folder))
    command = suggested(shown.stdout + shown.stderr)

    done = text(called(*command, cwd=folder))

    assert done.returncode == 0, done.stderr


def test_the_command_that_reads_an_export_runs_as_printed(folder: Path) -> None:
    for words in (("new", "cup.event", "--name", "Cup", *CELESTIAL), ("take", "cup.event", "table.csv")):
        assert called("event", *words, cwd=folder).returncode == 0
    shown = text(called("event", "export", "cup.event", "--out", "cup", cwd=folder))

    done = text(called(*suggested(shown.stderr), cwd=folder))

    assert done.returncode == 0, done.stderr
