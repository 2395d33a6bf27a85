"""Run a command, and write down what it took: exit code, seconds, seconds of work, MB at its peak.

``python -I -S launch.py FIGURES LIMIT COMMAND...``: a program of its own, because the peak of a process counts what
the one had taken that started it, and this one is small. FIGURES gets the id of the process first, and all of it in
the end. After LIMIT seconds the process and those it started are killed.

``python launch.py serve ARGUMENTS...`` loads what deckcheck needs for these arguments, and then runs deckcheck for each
request on standard input, one JSON object per line: a fork starts in a tenth of the time of a new process.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from functools import partial

# More than anything should take, so that what goes wrong harms nobody else.
_MEMORY, _FILES = 2**31, 64
_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 1, 2


def main(figures: str, limit: str, *command: str, inside: Callable[[tuple[str, ...]], None] | None = None) -> None:
    """Run `command` in a process group of its own: as a program, or `inside` a fork of this process."""
    since = time.perf_counter()
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        _obey_modes()
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, _FILES))
        if inside:
            inside(command)
        os.execvp(command[0], command)
    _write(figures, str(process))
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(process, signal.SIGKILL))
    signal.alarm(int(limit))
    # Whoever interrupts a process group means the command; what it took is wanted all the same.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _, status, usage = os.wait4(process, 0)
    took = time.perf_counter() - since
    code = os.waitstatus_to_exitcode(status)
    _write(figures, f"{process} {code} {took} {usage.ru_utime + usage.ru_stime} {usage.ru_maxrss / 1024}")


def _obey_modes() -> None:
    """Let root be refused what the modes of files refuse to others, so that they can be tried."""
    if os.geteuid() == 0 and sys.platform.startswith("linux"):
        import ctypes

        for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
            ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


def serve(*arguments: str) -> None:
    """Begin as a process that obeys modes: only a new program loses what `_obey_modes` takes away."""
    _obey_modes()
    os.execv(sys.executable, [sys.executable, __file__, "answer", *arguments])


def answer(*arguments: str) -> None:
    """Run deckcheck for the requests on standard input; an empty line on standard output says that it has ended."""
    import json

    _preload(arguments)
    # The forks keep the standard streams of this process, on other files.
    requests, replies = os.fdopen(os.dup(0)), os.dup(1)
    for line in requests:
        request = json.loads(line)
        if os.fork() == 0:
            os.chdir(request["folder"])
            for number, path in enumerate(request["streams"]):
                os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
            main(request["figures"], request["limit"], *request["arguments"], inside=_deckcheck)
            os._exit(0)
        os.wait()
        os.write(replies, b"\n")


def _deckcheck(arguments: tuple[str, ...]) -> None:
    """Run deckcheck to its end, which ends this process."""
    from deckcheck.cli import main as deckcheck

    sys.argv = ["deckcheck", *arguments]
    deckcheck()


def _preload(arguments: tuple[str, ...]) -> None:
    """Import the modules and compile the patterns that deckcheck has at the end of a run in another process."""
    import contextlib
    import importlib
    import json
    import re

    reading, writing = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        with contextlib.suppress(SystemExit):
            _deckcheck(arguments)
        patterns = [(pattern, flags) for kind, pattern, flags in re._cache if kind is str]  # type: ignore[attr-defined]
        os.write(writing, json.dumps([[*sys.modules], patterns]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as found:
        modules, patterns = json.load(found)
    for name in modules:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for pattern, flags in patterns:
        re.compile(pattern, flags)
    os.wait()


def _write(path: str, text: str) -> None:
    with open(f"{path}.new", "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib would be most of its memory
        file.write(text)
    os.replace(f"{path}.new", path)  # noqa: PTH105 - as above


if __name__ == "__main__":
    {"serve": serve, "answer": answer}.get(sys.argv[1], partial(main, sys.argv[1]))(*sys.argv[2:])
