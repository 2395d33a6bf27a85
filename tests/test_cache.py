"""The cache shows its size, is cleared, and loses what nobody uses; nothing else in its folder is touched."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.system.paths import UNUSED_DAYS, sweep
from tests.fixture_decks import WHOLE_DECKS

CHECK = ["check", str(WHOLE_DECKS / "lcg-2017" / "crab-keeper.txt"), "--format", "lcg-2017"]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with one compiled pool and one format, and a file that is not deckcheck's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "deckcheck"
    run(CHECK)
    (folder / "notes.txt").write_text("mine", "utf-8")
    return folder


def test_the_cache_is_shown_and_cleared(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    run(["config", "cache"])
    shown = capsys.readouterr().out
    assert shown.startswith(f"{cache}\n")
    assert [line.split()[-3] for line in shown.splitlines()[3:]] == ["1", "1", "0"]

    run(["config", "cache", "--clear"])
    assert capsys.readouterr().out == f"{cache}: 2 files deleted\n"
    assert [path.name for path in cache.iterdir()] == ["notes.txt"]
    assert run(CHECK) == 0


def test_files_are_swept_once_nobody_uses_them(cache: Path) -> None:
    (old,) = cache.glob("format-*")
    long_ago = time.time() - (UNUSED_DAYS + 1) * 24 * 60 * 60
    for path in (old, cache / "notes.txt"):
        os.utime(path, (long_ago, long_ago))

    assert sweep(cache) == 1
    assert not old.exists()
    assert (cache / "notes.txt").exists()


def test_there_may_be_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "none"))
    assert run(["config", "cache", "--clear"]) == 0
    assert capsys.readouterr().out == "there is no cache\n"
