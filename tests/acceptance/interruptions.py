"""130 to 133 and 137: checking very many lists, stopped from outside; files that go while they are read."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

from tests.acceptance.bench import FORMAT, Bench, Ran, Started
from tests.acceptance.case import Act, Case
from tests.acceptance.lists import instead
from tests.bulk_runs import chunk_files, members, records, wait_for, workers

_LISTS, _CHUNKS = 320, 40
_OPTIONS = ("--column", "deck", "-f", FORMAT, "--chunk", str(_LISTS // _CHUNKS), "--jobs", "2")
# What a stopped run may take to end; the promise is a second, and the machine runs other tests meanwhile.
_SOON = 10.0


def _lists(number: int) -> str:
    return json.dumps({"player": f"player {number}", "deck": instead(f"{1 + number % 4} Banzai!")})


def _table(bench: Bench) -> str:
    """Return the path of a table of lists, the same for all cases."""
    path = bench.home.folder.parent / "lists.jsonl"
    if not path.exists():
        path.write_text("".join(f"{_lists(number)}\n" for number in range(_LISTS)), "utf-8")
    return str(path)


def _uninterrupted(bench: Bench) -> bytes:
    """Return the results of a run that nothing stops."""
    path = bench.home.folder.parent / "results.jsonl"
    if not path.exists():
        path.write_bytes(bench.run("bulk", _table(bench), *_OPTIONS).out)
    content = path.read_bytes()
    assert len(records(content)) == _LISTS
    return content


def _under_way(bench: Bench, run: Started, chunks: int = 3) -> None:
    wait_for(lambda: len(chunk_files(bench.folder / "out")) >= chunks or not run.going())
    assert run.going(), "it has ended before it could be stopped"


def _resumed(bench: Bench) -> None:
    """Go on with a run that was stopped, and see that nothing is lost, doubled or different."""
    out = bench.folder / "out"
    done = chunk_files(out)
    assert 0 < len(done) < _CHUNKS, f"{len(done)} chunks were done"
    assert not (out / "results.jsonl").exists()
    for name in done:
        records((out / "chunks" / name).read_bytes())
    again = bench.run("bulk", _table(bench), *_OPTIONS, "--out", "out", "--resume")
    assert again.code == 1, again.text
    assert set(done) < set(chunk_files(out))
    assert not list((out / "chunks").glob(".*")), "halves of chunks are left"
    assert (out / "results.jsonl").read_bytes() == _uninterrupted(bench)


def _stopped(number: signal.Signals, *, all_of_them: bool = False) -> Act:
    def act(bench: Bench) -> Ran:
        expected = len(records(_uninterrupted(bench)))
        with bench.started("bulk", _table(bench), *_OPTIONS, "--out", "out") as run:
            _under_way(bench, run)
            since = time.monotonic()
            (os.killpg if all_of_them else os.kill)(run.pid, number)
            ran = run.end()
            took = time.monotonic() - since
            wait_for(lambda: not members(run.pid))
        assert expected == _LISTS
        assert took < _SOON, f"it went on for {took:.1f} s"
        assert len([*filter(None, ran.err.splitlines())]) == (0 if number is signal.SIGKILL else 2), ran.text
        _resumed(bench)
        return ran

    return act


def _worker_killed(bench: Bench) -> Ran:
    expected = _uninterrupted(bench)
    with bench.started("bulk", _table(bench), *_OPTIONS, "--out", "out") as run:
        for chunks in (3, 12):
            _under_way(bench, run, chunks)
            os.kill(workers(run.pid)[-1], signal.SIGKILL)
        ran = run.end()
    assert (bench.folder / "out" / "results.jsonl").read_bytes() == expected
    return ran


def _vanished(bench: Bench) -> Ran:
    lists = bench.folder / "lists"
    lists.mkdir()
    first = lists / "0000.txt"
    first.write_text(instead("4 Banzai!"), "utf-8")
    for number in range(1, 400):
        (lists / f"{number:04}.txt").hardlink_to(first)
    with bench.started("bulk", "lists", "-f", FORMAT, "--chunk", "10") as run:
        # Nobody reads on, so it cannot have come to the end of the folder, which it has listed.
        start = run.out.readline()
        (lists / "0390.txt").unlink()
        ran = run.end()
    found = [json.loads(line) for line in (start + ran.out).splitlines()]
    failed = [each for each in found if "message" in each]
    assert len(found) == 400, len(found)
    assert [Path(each["path"]).name for each in failed] == ["0390.txt"], failed[:3]
    return ran


CASES = (
    Case(
        number=130,
        what="interrupt",
        act=_stopped(signal.SIGINT),
        code=130,
        says=("stopped after ", "; --resume continues the run", "error: interrupted"),
        leaves=("out",),
        seconds=10,
    ),
    Case(
        number=130,
        what="interrupt of all processes, as by a key",
        act=_stopped(signal.SIGINT, all_of_them=True),
        code=130,
        says=("stopped after ", "error: interrupted"),
        leaves=("out",),
        seconds=10,
    ),
    Case(
        number=131,
        what="request to end",
        act=_stopped(signal.SIGTERM),
        code=143,
        says=("stopped after ", "error: terminated"),
        leaves=("out",),
        seconds=10,
    ),
    Case(
        number=132,
        what="kill",
        act=_stopped(signal.SIGKILL),
        code=-signal.SIGKILL,
        leaves=("out",),
        seconds=10,
    ),
    Case(
        number=133,
        what="worker that is killed, twice",
        act=_worker_killed,
        code=1,
        never=("error", "Broken"),
        leaves=("out",),
        seconds=10,
    ),
    Case(number=137, what="file that vanishes after it was listed", act=_vanished, seconds=5),
)
