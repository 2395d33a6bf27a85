"""A terminal in memory that runs a command, for the tests and the benchmark of the editor; for Unix."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

import pyte

from benchmarks.measure import environment

_STEP = 0.005


class Terminal:
    """A terminal of `size` (columns, lines) that runs ``deckcheck`` with `arguments`, until the `with` block ends."""

    def __init__(
        self, arguments: Sequence[str], size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None
    ) -> None:
        """Start the command."""
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        command = [sys.executable, "-m", "deckcheck", *arguments]
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            own = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": str(size[0]), "LINES": str(size[1])}
            os.execve(sys.executable, command, environment() | own | dict(env or {}))  # noqa: S606 - a command of ours
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def __enter__(self) -> Terminal:
        """Return the terminal."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Kill the command if it still runs."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(self.screen.display)

    def press(self, keys: str) -> None:
        """Type `keys`."""
        os.write(self._fd, keys.encode())

    def wait(self, shown: str | Callable[[str], bool], seconds: float = 120) -> float:
        """Wait until the screen shows a text, or a text that passes a test; return the seconds that this took.

        Raises:
            TimeoutError: with the screen.
        """
        test = shown if callable(shown) else lambda text: shown in text
        begin = time.perf_counter()
        while not test(self.text):
            if time.perf_counter() - begin > seconds or not self.read():
                raise TimeoutError(f"not shown: {shown}\n{self.text}")
        return time.perf_counter() - begin

    def read(self) -> bool:
        """Take in what the command writes for a moment; return whether it still runs."""
        if select.select([self._fd], [], [], _STEP)[0]:
            try:
                data = os.read(self._fd, 65536)
            except OSError:  # The command has ended.
                return False
            self.raw += data
            self._stream.feed(data)
        return True

    def end(self, seconds: float = 120) -> int:
        """Wait until the command ends and return its exit code."""
        begin = time.perf_counter()
        while self.read():
            if time.perf_counter() - begin > seconds:
                raise TimeoutError(self.text)
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)
