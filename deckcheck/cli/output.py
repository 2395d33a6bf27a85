"""Exit codes, messages on standard error, and output to the terminal and to files."""

import contextlib
import itertools
import os
import shlex
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import IntEnum
from pathlib import Path

import click

from deckcheck.model.errors import DeckcheckError, OutputError, UsageError, writing
from deckcheck.model.names import printable
from deckcheck.model.report import Counts
from deckcheck.model.sentences import counted
from deckcheck.system.atomic import READABLE, write_atomically, write_parts_atomically

# The seconds after which a command says on a terminal what it is doing.
_PATIENCE = 1.0


class Exit(IntEnum):
    """The exit codes of commands.

    `YES` and `NO` answer the question of a command: is the deck legal, are two decks the same, was a change undone?
    `TROUBLE` is a wrong input, file or option.
    """

    YES = 0
    NO = 1
    TROUBLE = 2
    INTERRUPTED = 130
    TERMINATED = 143


def code_of(counts: Counts) -> Exit:
    """Return the exit code for decks that should all be legal."""
    return Exit.TROUBLE if counts.failed else Exit.YES if counts.legal == counts.total else Exit.NO


class Terminated(SystemExit):
    """The process received a request to end, such as from `kill`; it leaves its work as an interrupt does."""


def command_line(*words: str | Path) -> str:
    """Return the command `deckcheck` with these words, quoted for a shell."""
    return shlex.join(["deckcheck", *map(str, words)])


def say(text: str) -> None:
    """Print a line to standard error, safe for a terminal."""
    click.echo(printable(text), err=True)


def complain(message: str, *, place: str | None = None, help: str | None = None) -> None:
    """Print an error to standard error: the problem, its place, and the solution."""
    # Where errors cannot be written, only the exit code can report them.
    with contextlib.suppress(OSError):
        say(f"error: {place}: {message}" if place else f"error: {message}")
        if help:
            say(f"  help: {help}")


def complain_of(error: DeckcheckError) -> None:
    """Print an error that does not end the command."""
    complain(error.message, place=error.place, help=error.help)


def note(text: str) -> None:
    """Print a note to standard error."""
    say(f"note: {text}")


@contextlib.contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say on a terminal what takes long, until it is done."""
    # A message that comes in between is written over the text.
    text, stream = f"{what} ...\r", sys.stderr
    if stream is None or not stream.isatty():
        yield
        return
    said = threading.Event()

    def tell() -> None:
        said.set()
        click.echo(text, err=True, nl=False)

    timer = threading.Timer(_PATIENCE, tell)
    timer.daemon = True  # It does not keep an interrupted command.
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if said.is_set():
            click.echo(f"{' ' * (len(text) - 1)}\r", err=True, nl=False)


def say_problems(problems: Collection[str]) -> int:
    """Print the problems of files and their number; return the exit code."""
    write_lines([*problems, f"{counted(len(problems), 'problem')} found"])
    return Exit.NO if problems else Exit.YES


# The endings of files that only other programs write; text with such a name would open as a broken file.
_FOREIGN = (".pdf", ".doc", ".docx", ".odt", ".xls", ".xlsx", ".ods")


def report_file(file: str, sources: Iterable[str], what: str = "report") -> Path:
    """Return the place for a report on `sources`, and check it before the work begins.

    Raises:
        UsageError: when the place is not writable, would replace one of the input files, or has a foreign ending.
    """
    from deckcheck.checks.checker import expand

    path = Path(file)
    if path.suffix.lower() in _FOREIGN:
        help = "it writes text, HTML, CSV and JSON; a browser prints HTML as PDF, and a spreadsheet opens CSV"
        raise UsageError(f"deckcheck writes no {path.suffix} files: `{file}`", help=help)
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder `{path.parent}` for the {what} `{file}`")
    if path.is_dir() or file.endswith(os.sep):
        raise UsageError(f"the {what} `{file}` is a folder", help="name a file in it")
    if not os.access(path.parent if is_replaced(path) else path, os.W_OK):
        raise UsageError(f"the {what} `{file}` cannot be written: permission denied, or a read-only disk")
    if path.exists() and any(os.path.exists(each) and path.samefile(each) for each in expand(sources)):  # noqa: PTH110 - it never raises
        raise UsageError(f"`{file}` is one of the decks, and would be overwritten", help="name another file")
    return path


def is_replaced(file: Path) -> bool:
    """Return whether a report would replace `file`; it is appended to a device or pipe."""
    return file.is_file() or not file.exists()


def write_parts(parts: Iterable[str]) -> None:
    """Write a report to standard output part by part, in larger blocks."""
    parts = iter(parts)
    while some := list(itertools.islice(parts, 100)):
        write_out("".join(some))


def write_file(file: Path, parts: Iterable[str]) -> None:
    """Write a report to a file, completely or not at all, or to a device or pipe; raises OutputError."""
    encoded = (part.encode("utf-8", "backslashreplace") for part in parts)
    with writing(file, "the report "):
        # The steps of a workflow share their summary, and each appends to it.
        if str(file) == os.environ.get("GITHUB_STEP_SUMMARY") or not is_replaced(file):
            with file.open("ab") as stream:
                stream.writelines(encoded)
        else:
            write_parts_atomically(file, encoded)


def write_new_file(path: Path, content: bytes, *, help: str, force: bool = False) -> None:
    """Write a new file, or with `force` replace one; raises OutputError."""
    if os.path.lexists(path) and not force:
        raise OutputError("already exists and is not overwritten", place=str(path), help=help)
    with writing(path):
        write_atomically(path, content)


def write_files(folder: Path, files: Mapping[str, bytes], mode: int = READABLE) -> None:
    """Write files by name below a folder, which is created if missing; raises OutputError.

    Each file is written completely or not at all.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        with writing(folder / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(folder / name, content, mode)


def write_out(text: str) -> None:
    """Write to standard output, escaping characters that its encoding lacks."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output, safe for a terminal."""
    write_out("".join(f"{printable(line)}\n" for line in lines))


def write_bytes(content: bytes) -> None:
    """Write a file to standard output: as UTF-8 under any locale, but readable and harmless on a terminal."""
    if sys.stdout.isatty():
        write_lines(content.decode("utf-8", "backslashreplace").splitlines())
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
