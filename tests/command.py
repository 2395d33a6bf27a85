"""The command line as its user meets it: run in this process, or started where the process is the point."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.cli import run
from tests.conftest import ROOT


def called(*args: str, stdin: bytes = b"", cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run deckcheck in this process with streams of its own, as if it had been started."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for name in ("stdout", "stderr")}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd)
        for name, value in env.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        try:
            code: int | str | None = run(list(args))
        except SystemExit as error:  # the end of completion
            code = error.code
    out, err = (_written(stream) for stream in streams.values())
    return subprocess.CompletedProcess(args, code if isinstance(code, int) else 1, out, err)


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    content = stream.buffer
    assert isinstance(content, io.BytesIO)
    return content.getvalue()


def started(*args: str, stdin: bytes = b"", cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run deckcheck as a process without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "deckcheck", *args],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | env,
        check=False,
    )


def text(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    """Return what a command did, with its output as text with plain line ends."""
    out, err = (
        stream.decode("utf-8", "surrogateescape").replace("\r\n", "\n") for stream in (done.stdout, done.stderr)
    )
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)
