"""Run a command again and again, killed before its first, second ... change of a file, and print what it leaves.

``python -m tests.killed FOLDER FILE COMMAND...`` prints a line of JSON for each run: whether it was killed, what FILE
contains then with its mode, and what it contains after each ``deckcheck deck undo``. The last run is not killed.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import shutil
import signal
import sys
from pathlib import Path

from deckcheck.cli import run

# What the interpreter reports before it changes a file, or opens one.
_EVENTS = ("open", "os.rename", "os.remove", "os.chmod", "os.mkdir", "tempfile.mkstemp")


def main(folder: Path, file: Path, command: list[str]) -> None:
    """Try the command from the same beginning until a run is not killed."""
    shutil.copytree(folder, kept := folder.with_name("kept"))
    run_quietly(command)  # Everything is loaded once, and each run forks with it.
    for number in itertools.count():
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)
        killed = is_killed(folder, number, command)
        found, mode = content_of(file), oct(file.stat().st_mode & 0o777)
        undone = []
        while run_quietly(["deck", "undo", str(file)]) == 0:
            undone.append(content_of(file))
        print(json.dumps({"killed": killed, "content": found, "mode": mode, "undone": undone}), flush=True)  # noqa: T201 - its result
        if not killed:
            break


def is_killed(folder: Path, number: int, command: list[str]) -> bool:
    """Run a command in a process that dies before this change in `folder`; return whether there was one."""
    process = os.fork()
    if not process:
        left = itertools.count(number, -1)

        def count(event: str, arguments: tuple[object, ...]) -> None:
            if event in _EVENTS and str(arguments[0]).startswith(str(folder)) and next(left) == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        os._exit(run_quietly(command))
    return os.WIFSIGNALED(os.waitpid(process, 0)[1])


def run_quietly(command: list[str]) -> int:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return run(command)


def content_of(file: Path) -> str:
    return file.read_bytes().decode()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
