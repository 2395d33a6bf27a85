"""The database in an event file: its tables and versions, how to open it, and what SQLite's errors mean."""

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from deckcheck.model.errors import DataError, OutputError

APPLICATION_ID = 0x4C355245
# How long a command waits for another one that is writing, in seconds.
PATIENCE = 10.0
# These tables are append-only.
_KEPT = ("submission", "ruling", "deck_check", "log")


def _keeping(what: str) -> tuple[str, ...]:
    """Return the statements that refuse to change rows, or to delete them."""
    return tuple(
        f"create trigger {table}_keeps_{what} before {what} on {table}"
        f" begin select raise(abort, '{table} is append-only'); end;\n"
        for table in _KEPT
    )


_FORBID_DELETE = _keeping("delete")
_TABLES = Path(__file__).with_suffix(".sql").read_text("utf-8")
# Each step brings a file from the version that is its index to the next one.
_MIGRATIONS = (
    "".join((_TABLES, *_keeping("update"), *_FORBID_DELETE)),
    "alter table link add column name text not null default '';",
    "alter table event add column zone text not null default '';",
)
_WRITABLE = "copy it, with FILE-wal if there is one, to a folder in which you can write"
_NO_COPY = "restore the last copy of `deckcheck event backup`; `sqlite3 FILE .recover` may save more"

_EVENT_FIRST = "write the event first: `deckcheck event take cup.event deck.txt`; `deckcheck event new` makes one"


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to an event file, upgraded to the newest version; read-only if the file cannot be written.

    Raises:
        DataError: when it is damaged, of another program or of a newer version, with what to do.
        OutputError: when it cannot be read without writing beside it, with what to do.
    """
    with refusals(path):
        is_read_only = _is_read_only(path)
        connection = _connected_to_read(path) if is_read_only else connected(path)
        try:
            _refuse_others(connection, path, is_read_only=is_read_only)
            if not is_read_only:
                migrate(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _refuse_others(connection: sqlite3.Connection, path: Path, *, is_read_only: bool) -> None:
    """Raise DataError for a file that is not a whole event, with what to do about it."""
    version = _version(connection)
    if not path.stat().st_size:
        fault = "not an event file: it is empty", "delete it; `deckcheck event new FILE` creates one"
    elif connection.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        fault = "not an event file: another program made it", "`deckcheck event new FILE` creates one"
    elif version > len(_MIGRATIONS):
        fault = "made by a newer version of deckcheck", "update deckcheck"
    elif version < len(_MIGRATIONS) and is_read_only:
        fault = "made by an older version of deckcheck, and read-only", _WRITABLE
    elif (said := connection.execute("pragma quick_check(1)").fetchone()[0]) != "ok":
        fault = f"the event file is damaged: {said.split(chr(10))[-1]}", _NO_COPY
    elif not connection.execute("select count(*) from event").fetchone()[0]:
        fault = "contains no event: making it was interrupted", "delete the file and make it again"
    else:
        return
    raise DataError(fault[0], place=str(path), help=fault[1])


def is_database(path: str) -> bool:
    """Return whether a file is a database, or a file that SQLite keeps beside a database."""
    try:
        file = Path(re.sub(r"-(wal|shm|journal)$", "", path))
        if not file.is_file():  # Reading a pipe here would take its first bytes from it.
            return False
        with file.open("rb") as stream:
            return stream.read(16) == b"SQLite format 3\0"
    except (OSError, ValueError):
        return False


def files_beside(path: Path) -> list[Path]:
    """Return the files that SQLite keeps beside an event file in use, and that a killed process leaves there."""
    return [Path(f"{path}{suffix}") for suffix in ("-shm", "-wal")]


def _is_read_only(path: Path) -> bool:
    """Return whether a file, or the files beside it that SQLite needs, cannot be written."""
    is_shut = not os.access(path.parent, os.W_OK) and not Path(f"{path}-shm").exists()
    return is_shut or not os.access(path, os.W_OK)


def _connected_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection that writes nothing; while others use the file, it needs the files beside it."""
    is_in_use = any(each.exists() and each.stat().st_size for each in files_beside(path))
    uri = f"{path.resolve().as_uri()}?mode=ro{'' if is_in_use else '&immutable=1'}"
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection for writing; on a full disk, without the files beside it that other users would need."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("pragma user_version")
    except sqlite3.DatabaseError as error:
        connection.close()
        if not error.sqlite_errorname.startswith("SQLITE_IOERR_SHM"):
            raise
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        connection.execute("pragma locking_mode = exclusive")
    connection.execute("pragma foreign_keys = on")
    connection.execute("pragma synchronous = full")
    return connection


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Upgrade a file to the newest version, one whole step after another; another process may do so as well."""
    with refusals(path):
        connection.execute("pragma journal_mode = wal")
        while (version := _version(connection)) < len(_MIGRATIONS):
            stamps = f"pragma application_id = {APPLICATION_ID}; pragma user_version = {version + 1};"
            try:
                connection.executescript(f"begin immediate; {_MIGRATIONS[version]} {stamps} commit;")
            except sqlite3.OperationalError:
                connection.rollback()
                if _version(connection) == version:
                    raise


@contextlib.contextmanager
def deleting(connection: sqlite3.Connection) -> Iterator[Callable[..., sqlite3.Cursor]]:
    """Allow a block, inside a transaction, to delete rows of append-only tables; it gets `execute`."""
    for table in _KEPT:
        connection.execute(f"drop trigger {table}_keeps_delete")
    yield connection.execute
    for statement in _FORBID_DELETE:
        connection.execute(statement)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("pragma user_version").fetchone()[0])


@contextlib.contextmanager
def refusals(path: Path, what: str = "the event file") -> Iterator[None]:
    """Turn SQLite's errors about the file at `path` into errors that say what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text, place = str(error), str(path)
        if "locked" in text or "busy" in text:
            help = "another program is using it; try again, or end that program"
            raise OutputError(f"{what} was busy for {PATIENCE:.0f} seconds", place=place, help=help) from None
        if "readonly" in text or "unable to open" in text:
            why = "is read-only" if "readonly" in text else f"cannot be used: {text}"
            raise OutputError(f"{what} {why}", place=place, help=_WRITABLE) from None
        if "full" in text or "disk I/O" in text:
            raise OutputError(f"{what} could not be written: {text}", place=place, help="free some space") from None
        raise DataError(f"the event file is damaged: {text}", place=place, help=_NO_COPY) from None
    except sqlite3.DatabaseError as error:
        if "not a database" in str(error):
            if _is_text(path):
                raise DataError("a text file, not an event file", place=str(path), help=_EVENT_FIRST) from None
            raise DataError("not an event file, or damaged at its start", place=str(path), help=_NO_COPY) from None
        raise DataError(f"the event file is damaged: {error}", place=str(path), help=_NO_COPY) from None


def _is_text(path: Path) -> bool:
    """Return whether a file begins like a text file."""
    with path.open("rb") as stream:
        return b"\0" not in stream.read(100)
