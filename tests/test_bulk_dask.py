"""`deckcheck bulk --engine dask`: a scheduler and two workers as processes here, and what is left when they die."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import subprocess
import sys
import zlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import Struct

from deckcheck.bulk import chunks, distributed
from deckcheck.cli import cli
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import DataError, DeckcheckError
from deckcheck.model.format import Format
from deckcheck.model.report import Counts
from deckcheck.pools.loading import FilePool
from tests import bulk_runs
from tests.bulk_runs import chunk_files, ended, finished, start, wait_for, write_often

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")

LISTS = 6_000
CHUNK = 100
CHUNKS = LISTS // CHUNK


class Cluster(Struct):
    """A scheduler and its workers, each a process."""

    folder: Path
    scheduler: subprocess.Popen[bytes]
    address: str
    workers: list[subprocess.Popen[bytes]]

    @property
    def options(self) -> tuple[object, ...]:
        """What asks for this cluster."""
        return "--engine", "dask", "--scheduler", self.address, "--chunk", CHUNK

    def keep(self, number: int) -> list[subprocess.Popen[bytes]]:
        """End and start workers until `number` are alive, and return those."""
        alive = [worker for worker in self.workers if worker.poll() is None]
        _end(alive[number:])
        while sum(worker.poll() is None for worker in self.workers) < number:
            self.start_worker()
        return [worker for worker in self.workers if worker.poll() is None]

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Start one worker, wait until the scheduler knows it, and return it."""
        number = len(self.workers)
        local = ["--host", "127.0.0.1", "--no-nanny", "--no-dashboard", "--nthreads", "1"]
        folder = ["--local-directory", str(self.folder)]
        self.workers.append(_started("dask_worker", self.address, *local, *folder, log=self.folder / f"worker{number}"))
        wait_for(lambda: "Registered to" in (self.folder / f"worker{number}").read_text(), self.workers[-1])
        return self.workers[-1]


def _started(program: str, *arguments: str, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *arguments],
            stdout=file,
            stderr=file,
            env=bulk_runs.environment(),
            start_new_session=True,
        )


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Run a scheduler without workers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "scheduler"
    with contextlib.ExitStack() as stack:
        at = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"]
        scheduler = stack.enter_context(ended(_started("dask_scheduler", *at, log=log)))
        wait_for(lambda: "Scheduler at" in log.read_text(), scheduler)
        made = Cluster(folder, scheduler, f"tcp://127.0.0.1:{port}", [])
        stack.callback(lambda: _end(made.workers))
        yield made


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        with ended(process):
            pass


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, lcg2017: Format, lcg: FilePool) -> Path:
    return write_often(tmp_path_factory.mktemp("table") / "decks.jsonl", lcg2017, lcg, LISTS)


@pytest.fixture(scope="module")
def expected(table: Path) -> bytes:
    """What this machine alone gives."""
    return finished(table).stdout


def test_an_interrupt_stops_soon(tmp_path: Path, table: Path, dask: Cluster) -> None:
    # Enough lists to be far from done when this process gets its turn on a busy machine.
    many, out = tmp_path / "many.jsonl", tmp_path / "out"
    many.write_bytes(table.read_bytes() * 40)
    dask.keep(2)
    with ended(start(many, *dask.options, "--out", out)) as run:
        wait_for(lambda: len(chunk_files(out)) >= 3, run)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=bulk_runs.LONGEST)

    assert run.returncode == 130
    # It waits for none of the chunks that are left.
    assert len(chunk_files(out)) < 20 * CHUNKS // 2
    assert b"Traceback" not in errors


# An interrupt that arrives while a future is released: Python ignores it when a finalizer does that.
_INTERRUPTED_RELEASE = """
import itertools, signal, sys
from distributed.client import Future
from deckcheck.cli import main

release, calls = Future.release, itertools.count(1)

def interrupted(future):
    if not future._cleared and next(calls) == 2:
        signal.raise_signal(signal.SIGINT)
    release(future)

Future.release = interrupted
sys.argv[0] = "deckcheck"
main()
"""


def test_an_interrupt_between_two_chunks_is_not_lost(table: Path, dask: Cluster) -> None:
    dask.keep(2)
    asked = ["bulk", table, "--format", bulk_runs.FORMAT, *dask.options]
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED_RELEASE, *map(str, asked)],
        capture_output=True,
        check=False,
        env=bulk_runs.environment(),
        timeout=bulk_runs.LONGEST,
    )

    assert done.returncode == 130, done.stderr
    assert len(bulk_runs.records(done.stdout)) == CHUNK


def test_two_workers_of_which_one_is_killed(tmp_path: Path, table: Path, expected: bytes, dask: Cluster) -> None:
    out = tmp_path / "out"
    first, second = dask.keep(2)
    with ended(start(table, *dask.options, "--out", out)) as run:
        wait_for(lambda: len(chunk_files(out)) >= 5, run)
        first.kill()
        _, errors = run.communicate(timeout=bulk_runs.LONGEST)
        assert run.returncode == 1, errors
        assert second.poll() is None

    assert b"error" not in errors
    assert (out / "results.jsonl").read_bytes() == expected


def test_a_worker_in_place_of_the_only_one(tmp_path: Path, table: Path, expected: bytes, dask: Cluster) -> None:
    (only,) = dask.keep(1)
    with ended(start(table, *dask.options, "--out", tmp_path / "out")) as run:
        wait_for(lambda: len(chunk_files(tmp_path / "out")) >= 2, run)
        only.kill()
        dask.start_worker()
        run.communicate(timeout=bulk_runs.LONGEST)

    assert run.returncode == 1
    assert (tmp_path / "out" / "results.jsonl").read_bytes() == expected


def test_a_dead_scheduler_loses_nothing_that_is_done(tmp_path: Path, table: Path, expected: bytes) -> None:
    out = tmp_path / "out"
    with cluster(tmp_path) as dask, ended(dask.start_worker()), ended(start(table, *dask.options, "--out", out)) as run:
        wait_for(lambda: len(chunk_files(out)) >= 5, run)
        os.killpg(dask.scheduler.pid, signal.SIGKILL)
        _, errors = run.communicate(timeout=bulk_runs.LONGEST)

    assert run.returncode == 2
    said = errors.decode().splitlines()
    assert said[-2].startswith(f"error: {dask.address}: the scheduler failed: ")
    assert "--resume" in said[-1]
    assert "Traceback" not in errors.decode()
    before = chunk_files(out)
    assert 5 <= len(before) < CHUNKS
    # The run may be resumed without a cluster.
    assert finished(table, "--chunk", CHUNK, "--out", out, "--resume").returncode == 1
    assert set(before) < set(chunk_files(out))
    assert (out / "results.jsonl").read_bytes() == expected


def test_a_cluster_that_is_not_there(table: Path, dask: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "_TIMEOUT", 1.0)

    def said(address: str) -> str:
        arguments = ["bulk", str(table), "--format", bulk_runs.FORMAT, "--engine", "dask", "--scheduler", address]
        result = CliRunner().invoke(cli, arguments, standalone_mode=False)
        assert isinstance(result.exception, DeckcheckError)
        return str(result.exception)

    assert said("tcp://127.0.0.1:1").startswith("tcp://127.0.0.1:1: the scheduler failed: ")
    assert said("nonsense://x").startswith("nonsense://x: not the address of a scheduler: ")
    dask.keep(0)
    assert said(dask.address) == f"{dask.address}: the scheduler failed: no worker is connected"


def test_workers_refuse_what_another_version_asks(
    lcg2017: Format, lcg: FilePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = distributed.bundle(lcg2017, lcg, Intake())
    chunk = pickle.dumps(chunks.Chunk(1, (chunks.Rows("a.jsonl", b'{"cards": {"01-banzai": 3}}', 1),)))
    found = distributed.work(zlib.decompress(load), chunk)
    assert (found.number, found.counts) == (1, Counts(illegal=1))
    monkeypatch.setattr(distributed, "__version__", "0.0")
    distributed._recorder.cache_clear()

    with pytest.raises(DataError, match=r"a worker has deckcheck 0\.0; the run requires"):
        distributed.work(zlib.decompress(load), chunk)
