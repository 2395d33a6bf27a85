"""Run a command, and write down what it took: exit code, seconds, seconds of work, MB at its peak.

``python -I -S launch.py FIGURES LIMIT COMMAND...``: a program of its own, because the peak of a process counts what
the one had taken that started it, and this one is small. FIGURES gets the id of the process first, and all of it in
the end. After LIMIT seconds the process and those it started are killed.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time

# More than anything should take, so that what goes wrong harms nobody else.
_MEMORY, _FILES = 2**31, 64
_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 1, 2


def main(figures: str, limit: str, *command: str) -> None:
    """Run `command` in a process group of its own."""
    since = time.perf_counter()
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        _obey_modes()
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, _FILES))
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


def _write(path: str, text: str) -> None:
    with open(f"{path}.new", "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib would be most of its memory
        file.write(text)
    os.replace(f"{path}.new", path)  # noqa: PTH105 - as above


if __name__ == "__main__":
    main(*sys.argv[1:])
