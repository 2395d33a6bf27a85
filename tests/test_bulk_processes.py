"""`deckcheck bulk` as processes: killed, interrupted, without room. What is on disk is whole, and can be completed.

Stopping a run with several workers, or one of them, is in `tests/acceptance/interruptions.py`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deckcheck.bulk import local
from deckcheck.bulk.chunks import Chunk, ChunkResult, Recorder, Rows
from deckcheck.model.format import Format
from deckcheck.model.report import Counts
from deckcheck.pools.loading import FilePool
from tests import bulk_runs
from tests.bulk_runs import chunk_files, ended, finished, members, start, wait_for, write_often

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")

LISTS = 6_000
CHUNKS = 60


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, lcg2017: Format, lcg: FilePool) -> Path:
    return write_often(tmp_path_factory.mktemp("table") / "decks.jsonl", lcg2017, lcg, LISTS)


@pytest.fixture(scope="module")
def expected(table: Path) -> bytes:
    """What an uninterrupted run gives."""
    content = finished(table).stdout
    assert content.count(b"\n") == LISTS
    return content


def options(table: Path, out: Path, jobs: int = 2) -> tuple[object, ...]:
    return table, "--chunk", LISTS // CHUNKS, "--out", out, "--jobs", jobs


def completed(table: Path, out: Path, jobs: int = 2) -> bytes:
    """Go on with a run, and return its results."""
    before = chunk_files(out)
    assert 0 < len(before) < CHUNKS
    assert not (out / "results.jsonl").exists()
    for name in before:
        bulk_runs.records((out / "chunks" / name).read_bytes())
    result = finished(*options(table, out, jobs), "--resume")
    assert result.returncode == 1
    assert set(before) <= set(chunk_files(out))
    assert len(chunk_files(out)) == CHUNKS
    assert not [path for path in (out / "chunks").iterdir() if path.name.startswith(".")]
    return (out / "results.jsonl").read_bytes()


def test_going_on_after_a_kill(tmp_path: Path, table: Path, expected: bytes) -> None:
    out = tmp_path / "out"
    with ended(start(*options(table, out, 1))) as process:
        wait_for(lambda: len(chunk_files(out)) >= 3, process)
        process.kill()
        process.wait()
        wait_for(lambda: not members(process.pid))

    assert completed(table, out, 1) == expected


def test_an_interrupt_while_workers_start(tmp_path: Path, table: Path) -> None:
    with ended(start(*options(table, tmp_path / "out", 2))) as process:
        wait_for(lambda: len(members(process.pid)) >= 3, process)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=bulk_runs.LONGEST)

    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert b"error: interrupted" in errors


@pytest.mark.parametrize(
    ("command", "number", "code"),
    [
        (("check", "-"), signal.SIGINT, 130),
        (("check", "-"), signal.SIGTERM, 143),
        (("hash", "-"), signal.SIGTERM, 143),
        (("deck", "names", "-"), signal.SIGINT, 130),
    ],
)
def test_any_command_that_is_asked_to_stop(command: tuple[str, ...], number: signal.Signals, code: int) -> None:
    arguments = [sys.executable, "-X", "importtime", "-m", "deckcheck", *command, "--format", bulk_runs.FORMAT]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    started = subprocess.Popen(arguments, env=bulk_runs.environment(), start_new_session=True, **pipes)  # type: ignore[call-overload]
    with ended(started) as process:
        assert process.stderr
        # The pool is opened last, and then the command waits for its list.
        while b"deckcheck.pools.store" not in (line := process.stderr.readline()):
            assert line
        time.sleep(0.5)
        process.send_signal(number)
        _, errors = process.communicate(timeout=bulk_runs.LONGEST)

    assert process.returncode == code
    assert b"Traceback" not in errors
    assert errors.splitlines()[-1] == (b"error: interrupted" if code == 130 else b"error: terminated")


def test_a_reader_that_goes_away(table: Path) -> None:
    with ended(start(table, "--jobs", 2, "--chunk", 100)) as process:
        assert process.stdout
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.wait(bulk_runs.LONGEST) in {1, 141}
        assert process.stderr
        assert process.stderr.read() == b""
        wait_for(lambda: not members(process.pid))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_standard_output_on_a_full_device(table: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            bulk_runs.command(table), stdout=full, stderr=subprocess.PIPE, check=False, env=bulk_runs.environment()
        )

    assert result.returncode == 2
    assert result.stderr.decode().splitlines()[-1] == "error: standard output: No space left on device"


def test_results_are_utf_8_whatever_the_terminal_has(tmp_path: Path) -> None:
    path = tmp_path / "decks.jsonl"
    path.write_text('{"player":"Zoë","cards":{"01-banzai":3}}\n', "utf-8")
    result = subprocess.run(
        bulk_runs.command(path),
        capture_output=True,
        check=False,
        env=bulk_runs.environment(PYTHONIOENCODING="ascii"),
        timeout=bulk_runs.LONGEST,
    )

    assert json.loads(result.stdout.decode("utf-8"))["player"] == "Zoë"
    assert "Zoë".encode() in result.stdout


LIMITED = """\
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.argv[1:] = sys.argv[2:]
from deckcheck.cli import main
main()
"""


def test_no_room_for_the_results(tmp_path: Path, table: Path, expected: bytes) -> None:
    pytest.importorskip("resource")
    out = tmp_path / "out"
    # There is room for each chunk, and not for all of them in one file.
    limit = len(expected) // 2
    _, _, module, *arguments = bulk_runs.command(*options(table, out))
    assert module == "deckcheck"
    result = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), *arguments],
        capture_output=True,
        check=False,
        env=bulk_runs.environment(),
        timeout=bulk_runs.LONGEST,
    )

    assert result.returncode == 2
    said = result.stderr.decode().splitlines()
    assert said[-2] == f"error: {out / 'results.jsonl'}: could not be written: File too large"
    assert "--resume" in said[-1]
    assert not (out / "results.jsonl").exists()
    assert not list(out.glob(".results.jsonl.*"))
    assert finished(*options(table, out), "--resume").returncode == 1
    assert (out / "results.jsonl").read_bytes() == expected


def test_no_room_for_a_chunk(tmp_path: Path, table: Path, expected: bytes) -> None:
    pytest.importorskip("resource")
    out = tmp_path / "out"
    _, _, _, *arguments = bulk_runs.command(*options(table, out))
    assert len(expected) > 2_000 * CHUNKS
    result = subprocess.run(
        [sys.executable, "-c", LIMITED, "2000", *arguments],
        capture_output=True,
        check=False,
        env=bulk_runs.environment(),
        timeout=bulk_runs.LONGEST,
    )

    assert result.returncode == 2
    assert "could not be written: File too large" in result.stderr.decode()
    assert chunk_files(out) == []
    assert list((out / "chunks").iterdir()) == []


# --- lists that kill whoever checks them --------------------------------------------------------------------------


class Killed(Recorder):
    """Ends the process on a certain list, as running out of memory does."""

    def __init__(self) -> None:
        """Check nothing."""

    def result(self, chunk: Chunk) -> ChunkResult:
        lines = [line for item in chunk.items if isinstance(item, Rows) for line in item.content.splitlines()]
        if b"deadly" in lines:
            os.kill(os.getpid(), signal.SIGKILL)
        return ChunkResult(chunk.number, b"".join(b"%s\n" % line for line in lines), Counts(legal=len(lines)))


def test_a_list_that_kills_its_worker_has_failed() -> None:
    made = [Chunk(number, (Rows("a.jsonl", b"one\ntwo\n", 2 * number),)) for number in range(1, 6)]
    made[2] = Chunk(3, (Rows("a.jsonl", b"before\ndeadly\nafter\n", 6),))
    found = list(local.in_processes(made, Killed, 2))

    assert [each.number for each in found] == [1, 2, 3, 4, 5]
    assert found[2].counts == Counts(legal=2, failed=1)
    before, failed, after = found[2].records.splitlines()
    assert (before, after) == (b"before", b"after")
    assert json.loads(failed)["path"] == "a.jsonl#7"
    assert json.loads(failed)["message"] == "the worker process was killed"
    assert [each.records for each in found[3:]] == [b"one\ntwo\n"] * 2


def test_there_are_no_more_workers_than_chunks() -> None:
    assert list(local.in_processes([], Killed, 4)) == []
    made = local.in_processes([Chunk(1, (Rows("a", b"one\n", 1),))], Killed, 200)

    assert [each.records for each in made] == [b"one\n"]
