"""Measure times side by side, so that other load on the machine affects all of them, and peak memory."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

_POLL = 0.02

T = TypeVar("T")


class Times(NamedTuple):
    """The median seconds of each callable, and the median ratio of the first to each, taken within each round."""

    seconds: tuple[float, ...]
    ratios: tuple[float, ...]


def side_by_side(rounds: int, *things: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> Times:
    """Time all callables in turn for `rounds` rounds with `clock`, after calling each once to warm up.

    Every second round runs in reverse order, so that a machine that slows down favours none.
    """
    for thing in things:
        thing()
    taken = []
    for number in range(rounds):
        order = range(len(things))[:: -1 if number % 2 else 1]
        row = {index: _seconds(things[index], clock) for index in order}
        taken.append([row[index] for index in range(len(things))])
    seconds = tuple(map(statistics.median, zip(*taken, strict=True)))
    ratios = tuple(statistics.median(row[0] / row[index] for row in taken) for index in range(len(things)))
    return Times(seconds, ratios)


def in_turn(do: Callable[[T], object], items: Iterable[T]) -> Callable[[], object]:
    """Return a function that calls `do` with the next of `items`."""
    left = iter(items)
    return lambda: do(next(left))


def _seconds(thing: Callable[[], object], clock: Callable[[], float]) -> float:
    before = clock()
    thing()
    return clock() - before


def environment() -> dict[str, str]:
    """Return the environment without PYTHONDONTWRITEBYTECODE, so that processes start with compiled modules."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def command(*arguments: str) -> Callable[[], object]:
    """Return a function that runs Python with `arguments` to the end and discards the output."""

    def run() -> None:
        subprocess.run(  # noqa: S603 - a command of our own
            [sys.executable, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            env=environment(),
        )

    return run


def peak(arguments: Sequence[str]) -> tuple[int, int]:
    """Run Python with `arguments`; return the peak memory of that process, and of it and its descendants, in bytes."""
    process = subprocess.Popen(  # noqa: S603 - a command of our own
        [sys.executable, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=environment(),
    )
    peaks: dict[int, int] = {}
    while process.poll() is None:
        for pid in group(process.pid):
            with contextlib.suppress(OSError, IndexError):
                status = Path(f"/proc/{pid}/status").read_text("utf-8")
                peaks[pid] = int(status.split("VmHWM:")[1].split()[0]) * 1024
        time.sleep(_POLL)
    return peaks.get(process.pid, 0), sum(peaks.values())


def resident(leader: int) -> int:
    """Return the memory of all processes in the session of `leader` now, in bytes."""
    total = 0
    for pid in group(leader):
        with contextlib.suppress(OSError, IndexError):
            status = Path(f"/proc/{pid}/status").read_text("utf-8")
            total += int(status.split("VmRSS:")[1].split()[0]) * 1024
    return total


def group(leader: int) -> list[int]:
    """Return the process ids in the session of `leader`."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if os.getsid(int(entry.name)) == leader:
                    found.append(int(entry.name))
    return found
