"""A command that is killed while it writes a deck leaves the old list or the new one, and both can be undone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.cli import run
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")

SLIPS = (ROOT / "examples" / "crane-with-slips.txt").read_text("utf-8")
FORMAT = ("--format", "celestial-40-40")
COMMANDS = {
    "names": ("deck", "names", "{}", *FORMAT, "--write", "--yes"),
    "add": ("deck", "add", "{}", "1 Rout", *FORMAT),
    "remove": ("deck", "remove", "{}", "Marketplace", *FORMAT),
    "fix": ("deck", "fix", "{}", *FORMAT, "--write"),
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
    filled = [part.format(deck) for part in command]

    done = subprocess.run(
        [sys.executable, "-m", "tests.killed", str(deck.parent), str(deck), *filled],
        cwd=ROOT,
        capture_output=True,
        check=True,
        timeout=120,
    )

    runs = [json.loads(line) for line in done.stdout.splitlines()]
    after = runs[-1]["content"]
    assert after != before
    assert len(runs) > 5
    for each in runs:
        assert each["content"] in (before, after)
        assert each["mode"] == "0o600"
        back = [SLIPS] if each["content"] == before else [before, SLIPS]
        assert each["undone"] == ([] if "undo" in command and each["content"] == after else back)
