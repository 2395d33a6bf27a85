"""Running deckcheck as a process of its own, in a home of its own, and measuring it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from tests.conftest import ROOT

FORMAT = "lcg-2017"
# Seconds after which a process that is still running has failed.
LIMIT = 240

_LAUNCH = str(Path(__file__).with_name("launch.py"))
_COMMAND = (sys.executable, "-m", "deckcheck")


class Ran(NamedTuple):
    """What a process did and took: `cpu` seconds of work do not depend on what else the machine does."""

    code: int
    seconds: float
    cpu: float
    megabytes: float
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """Everything it said, errors first."""
        return (self.err + self.out).decode("utf-8", "backslashreplace")


class Home(NamedTuple):
    """A user: the home folder with the pools built, and the CPU seconds of the smallest check."""

    folder: Path
    start_up: float
    server: subprocess.Popen[bytes]

    environment: dict[str, str]

    def close(self) -> None:
        """End the server."""
        self.server.communicate()


class Bench:
    """Where one case is tried: `folder` is empty at first, and the current folder of what is run.

    `written` names what of it processes have made or changed.
    """

    def __init__(self, home: Home, room: Path) -> None:
        """Make the folder in `room`."""
        self.home = home
        self.folder = room / "case"
        self.folder.mkdir()
        self.written: set[str] = set()
        self._room = room

    def clear(self) -> None:
        """Remove everything that the case has made: large files, and folders that cannot be read."""
        for top, folders, _ in os.walk(self._room):
            for name in folders:
                if not Path(top, name).is_symlink():
                    Path(top, name).chmod(0o700)
        shutil.rmtree(self._room)

    def environment(self, env: Mapping[str, str | None] | None = None) -> dict[str, str]:
        """Return the environment: nothing of that of the tests, and `env` in addition (None: not set)."""
        own: dict[str, str | None] = {**self.home.environment}
        return {key: value for key, value in (own | dict(env or {})).items() if value is not None}

    def run(
        self,
        *arguments: str | bytes,
        stdin: bytes = b"",
        env: Mapping[str, str | None] | None = None,
        stdin_from: int | None = None,
        stdout_to: int | IO[bytes] = subprocess.PIPE,
    ) -> Ran:
        """Run deckcheck with `arguments`: as a fork of the server, unless environment or streams are others."""
        if env is None and stdin_from is None and stdout_to is subprocess.PIPE:
            return self._served(arguments, stdin)
        return self._ran([*_COMMAND, *arguments], stdin, env, stdin_from, stdout_to)

    def shell(self, script: str, env: Mapping[str, str | None] | None = None) -> Ran:
        """Run a line of bash in which ``$DECKCHECK`` is the command; it ends as the first of a pipe does."""
        line = script.replace("$DECKCHECK", " ".join(_COMMAND))
        return self._ran(["bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}"], b"", env)

    def _ran(
        self,
        command: list[str | bytes],
        stdin: bytes,
        env: Mapping[str, str | None] | None,
        stdin_from: int | None = None,
        stdout_to: int | IO[bytes] = subprocess.PIPE,
    ) -> Ran:
        figures, before = self._room / "figures", _stamps(self.folder)
        done = subprocess.run(
            self._launched(figures, *command),
            input=stdin if stdin_from is None else None,
            stdin=stdin_from,
            stdout=stdout_to,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=self.environment(env),
            check=True,
        )
        self._note(before)
        return _read(figures, done.stdout or b"", done.stderr)

    def _served(self, arguments: tuple[str | bytes, ...], stdin: bytes) -> Ran:
        figures, before = self._room / "figures", _stamps(self.folder)
        streams = [self._room / name for name in ("stdin", "stdout", "stderr")]
        for stream, content in zip(streams, (stdin, b"", b""), strict=True):
            stream.write_bytes(content)
        request = {
            "folder": str(self.folder),
            "streams": list(map(str, streams)),
            "figures": str(figures),
            "limit": str(LIMIT),
            "arguments": list(map(os.fsdecode, arguments)),
        }
        requests, replies = self.home.server.stdin, self.home.server.stdout
        assert requests
        assert replies
        requests.write(json.dumps(request).encode() + b"\n")
        requests.flush()
        assert replies.readline() == b"\n"
        self._note(before)
        return _read(figures, streams[1].read_bytes(), streams[2].read_bytes())

    def _note(self, before: dict[str, tuple[int, int]]) -> None:
        after = _stamps(self.folder)
        self.written |= {name.split("/")[0] for name, stamp in after.items() if before.get(name) != stamp}

    @contextlib.contextmanager
    def started(self, *arguments: str | bytes) -> Iterator[Started]:
        """Start deckcheck with `arguments`; what is left of it at the end is killed."""
        figures, before = self._room / f"figures-{time.monotonic_ns()}", _stamps(self.folder)
        process = subprocess.Popen(
            self._launched(figures, *_COMMAND, *arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=self.environment(),
        )
        started = Started(process, figures)
        try:
            yield started
        finally:
            started.kill()
            self._note(before)

    def _launched(self, figures: Path, *command: str | bytes) -> list[str | bytes]:
        return [sys.executable, "-I", "-S", _LAUNCH, str(figures), str(LIMIT), *command]


class Started:
    """A process under way; `pid` is its own and that of its process group."""

    def __init__(self, launcher: subprocess.Popen[bytes], figures: Path) -> None:
        """Wait until the process is there."""
        self._launcher = launcher
        self._figures = figures
        while not figures.exists():
            assert launcher.poll() is None, "the process could not be started"
            time.sleep(0.002)
        self.pid = int(figures.read_text("utf-8").split()[0])

    @property
    def out(self) -> IO[bytes]:
        """Its standard output."""
        assert self._launcher.stdout
        return self._launcher.stdout

    def going(self) -> bool:
        """Return whether it has not ended yet."""
        return self._launcher.poll() is None

    def wait_for_output(self) -> float:
        """Return how many seconds pass until there is something to read."""
        since = time.monotonic()
        select.select([self.out], [], [], LIMIT)
        return time.monotonic() - since

    def end(self) -> Ran:
        """Wait until it ends."""
        # What was read ahead with a line is not what communicate() reads.
        out = b"" if self.out.closed else self.out.read()
        self.out.close()
        self._launcher.stdout = None
        _, err = self._launcher.communicate()
        return _read(self._figures, out, err)

    def kill(self) -> None:
        """Kill it and those it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, 9)
        with contextlib.suppress(ValueError):  # Its output was read to the end or closed.
            self._launcher.communicate()


def _stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of every file below `folder`."""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            stat = os.lstat(f"{top}/{name}")
            found[os.path.relpath(f"{top}/{name}", folder)] = (stat.st_size, stat.st_mtime_ns)
    return found


def _read(figures: Path, out: bytes, err: bytes) -> Ran:
    _, code, seconds, cpu, megabytes = figures.read_text("utf-8").split()
    return Ran(int(code), float(seconds), float(cpu), float(megabytes), out, err)


def settle(folder: Path) -> Home:
    """Return a home in `folder` in which the pools of both games and the formats are built."""
    decks = ROOT / "tests" / "fixtures" / "decks"
    lcg, ccg = (str(decks / name) for name in ("lcg-2017/crab-keeper.txt", "celestial-40-40/lion-military.txt"))
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    (folder / "home").mkdir()
    server = subprocess.Popen(
        [sys.executable, _LAUNCH, "serve", "check", lcg, "-f", FORMAT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )
    home = Home(folder / "home", 0.0, server, environment)
    bench = Bench(home, folder)
    runs = [bench.run("check", deck, "-f", fmt) for deck, fmt in ((ccg, "celestial-40-40"), *[(lcg, FORMAT)] * 3)]
    assert [each.code for each in runs] == [0] * len(runs), runs[0].text
    return home._replace(start_up=min(each.cpu for each in runs))
