"""Runs of `deckcheck bulk` as processes, for tests that kill them, and the lists that they check."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.decks import as_csv, as_json, as_text, decks
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool
from tests.conftest import ROOT

FORMAT = "lcg-2017"
LONGEST = 120.0


def write_jsonl(path: Path, fmt: Format, pool: FilePool, many: int, slips: float = 0.1) -> Path:
    """Write `many` random decks of card ids."""
    made = itertools.islice(decks(fmt, pool, seed="bulk", slips=slips), many)
    path.write_text("".join(map(as_json, made)), "utf-8")
    return path


def write_often(path: Path, fmt: Format, pool: FilePool, many: int) -> Path:
    """Write `many` random decks of card ids, each of them four times."""
    path.write_bytes(write_jsonl(path, fmt, pool, many // 4, slips=0.4).read_bytes() * 4)
    return path


def write_csv(path: Path, fmt: Format, pool: FilePool, many: int, slips: float = 0.3) -> Path:
    """Write `many` random decks as a table with a list in each row."""
    made = itertools.islice(decks(fmt, pool, seed="table", slips=slips), many)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(as_csv(made))
    return path


def write_texts(folder: Path, fmt: Format, pool: FilePool, many: int, slips: float = 0.3) -> Path:
    """Write `many` random decks as lists, each in a file."""
    folder.mkdir()
    for number, deck in enumerate(itertools.islice(decks(fmt, pool, seed="texts", slips=slips), many)):
        (folder / f"{number:05}.txt").write_text(as_text(deck), "utf-8")
    return folder


def environment(**more: str) -> dict[str, str]:
    """Return what the processes of a test see: this checkout, and a cache of their own where one is given."""
    return os.environ | {"PYTHONPATH": str(ROOT)} | more


def command(*arguments: object, fmt: str = FORMAT) -> list[str]:
    """Return a call of ``deckcheck bulk``."""
    return [sys.executable, "-m", "deckcheck", "bulk", *map(str, arguments), "--format", fmt]


def start(*arguments: object, **more: Any) -> subprocess.Popen[bytes]:
    """Start ``deckcheck bulk`` in a process group of its own."""
    return subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
        **more,
    )


def finished(*arguments: object, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run ``deckcheck bulk`` to its end."""
    return subprocess.run(
        command(*arguments), capture_output=True, check=False, env=environment(), timeout=LONGEST, **more
    )


def wait_for(what: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until `what` is true; fail when `process` ends before that, or after a while."""
    deadline = time.monotonic() + LONGEST
    while not what():
        assert process is None or process.poll() is None, process.stderr.read() if process and process.stderr else ""
        assert time.monotonic() < deadline, "nothing has happened"
        time.sleep(0.005)


def chunk_files(out: Path) -> list[str]:
    """Return the names of the chunk files in the folder of a run."""
    folder = out / "chunks"
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")) if folder.is_dir() else []


def members(group: int) -> list[int]:
    """Return the processes of a group that are at work, ended ones left out."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                state, _, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
                if int(its_group) == group and state not in "ZX":
                    found.append(int(entry.name))
    return sorted(found)


def workers(run: int) -> list[int]:
    """Return the worker processes of a run, which it has forked."""
    return [each for each in members(run) if _parent_of(each) == run]


def _parent_of(process: int) -> int | None:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


def records(content: bytes) -> list[dict[str, Any]]:
    """Return the lines of results, which are whole or this fails."""
    assert content.endswith(b"\n")
    return [json.loads(line) for line in content.splitlines()]


@contextlib.contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Make sure that a process and its group are gone in the end."""
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
