"""A command that is killed while it writes a deck leaves the old list or the new one, and both can be undone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deckcheck.cli import run
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")

SLIPS = (ROOT / "examples" / "crane-with-slips.txt").read_text("utf-8")
FORMAT = ("--format", "celestial-40-40")
COMMANDS = {
    "names": ("deck", "names", "{}", *FORMAT, "--write", "--yes"),
    "add": ("deck", "add", "{}", "1 Rout", *FORMAT),
    "restore": ("deck", "restore", "{}@1"),
    "undo": ("deck", "undo", "{}"),
}


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A deck file in a folder with its history: a saved version, and one change that can be undone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "desk" / "state"))
    path = tmp_path / "desk" / "deck.txt"
    path.parent.mkdir()
    path.write_text(SLIPS, "utf-8")
    path.chmod(0o600)
    assert run(["deck", "save", str(path)]) == 0
    assert run(["deck", "add", str(path), "1 Banzai", *FORMAT]) == 0
    return path


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_killed_command_leaves_a_list_that_can_be_undone(command: tuple[str, ...], deck: Path) -> None:
    before = deck.read_text("utf-8")
    runs = killed_runs(deck, *(part.format(deck) for part in command))
    after = runs[-1]["content"]
    assert after != before
    assert len(runs) > 5
    for each in runs:
        assert each["content"] in (before, after)
        assert each["mode"] == "0o600"
        back = [SLIPS] if each["content"] == before else [before, SLIPS]
        assert each["undone"] == ([] if "undo" in command and each["content"] == after else back)


def test_a_killed_conversion_leaves_the_old_file_or_the_new_one(deck: Path) -> None:
    file = deck.with_name("deck.l5d")
    file.write_text("old", "utf-8")

    runs = killed_runs(file, "convert", str(deck), *FORMAT, "--to", "eopk", "-o", str(file), "--force")

    assert runs[-1]["content"].count("Marketplace") == 1
    assert {each["content"] for each in runs} == {"old", runs[-1]["content"]}


def test_every_command_writes_decks_in_the_same_way() -> None:
    writes = re.compile(r"\.write_(?:text|bytes)\(|\bopen\(")
    commands = sorted((ROOT / "deckcheck" / "cli" / "build").glob("*.py"))

    assert [path.name for path in commands if writes.search(path.read_text("utf-8"))] == []
    delivering = {path.stem for path in commands if re.search(r"\b(?:deliver|write_back)\(", path.read_text("utf-8"))}
    assert {"edits", "names", "fix", "history"} <= delivering


def killed_runs(file: Path, *command: str) -> list[dict[str, Any]]:
    """Return the lines of JSON that `tests.killed` prints, one for each run of a command."""
    call = [sys.executable, "-m", "tests.killed", str(file.parent), str(file), *command]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, check=True, timeout=300)
    return [json.loads(line) for line in done.stdout.splitlines()]
