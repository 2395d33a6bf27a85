"""The progress of a long run: a bar on a terminal, else one line per minute; always on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import click

_EVERY = 60.0


class Progress(Protocol):
    """Takes the number of bytes done, and the state in words."""

    def __call__(self, done: int, words: str) -> None:
        """Show it."""


@contextmanager
def progress(total: Callable[[], int | None]) -> Iterator[Progress]:
    """Yield a display of the progress of a run over `total` bytes (None: unknown), called when needed."""
    if sys.stderr.isatty():
        with _bar(total()) as bar:
            yield bar
    else:
        yield _lines(total)


@contextmanager
def _bar(total: int | None) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=total)

        def show(done: int, words: str) -> None:
            bar.update(task, completed=min(done, total) if total else done, description=words)

        yield show


def _lines(total: Callable[[], int | None]) -> Progress:
    started = last = time.monotonic()
    most: int | None = None

    def show(done: int, words: str) -> None:
        nonlocal last, most
        now = time.monotonic()
        if now - last < _EVERY:
            return
        if last == started:
            most = total()
        last = now
        part = ""
        if most and done:
            left = (now - started) * max(most - done, 0) / done
            part = f"{min(100 * done // most, 100)} %, {left / 60:.0f} min left, "
        click.echo(f"{part}{words}", err=True)

    return show
