"""The event file: an SQLite database that several processes use at once and that a killed one leaves whole."""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from deckcheck.events.model import (
    TABLES,
    EventInfo,
    Link,
    LogEntry,
    Player,
    PlayerRuling,
    RulingRow,
    Submission,
    is_about,
    now,
)
from deckcheck.model.errors import DataError, OutputError, UsageError
from deckcheck.model.json_text import plain_text

APPLICATION_ID = 0x4C355245
# How long a command waits for another one that is writing, in seconds.
_PATIENCE = 10.0
# How long until it looks again.
_PAUSE = 0.003

_TABLES = """
create table event (id integer primary key check (id = 1), name text not null, format text not null,
  format_digest text not null, pool_digest text not null, as_of text not null, deadline text not null,
  visibility text not null, secret text not null, created text not null) strict;
create table player (id integer primary key, name text not null, contact text not null, external_id text not null,
  seat text not null, status text not null) strict;
create table submission (id integer primary key, player integer not null references player, revision integer not null,
  received text not null, source text not null, file text not null, row integer not null, called text not null,
  content blob not null, syntax text not null, verdict text not null, reason text not null, findings text not null,
  fingerprint text not null, checker text not null, format_digest text not null, pool_digest text not null,
  unique (player, revision)) strict;
create table ruling (id integer primary key, time text not null, judge text not null, decision text not null,
  reason text not null, code text not null, card text not null, player text not null, fingerprint text not null,
  expires text not null) strict;
create table deck_check (id integer primary key, submission integer not null references submission,
  round integer not null, seat text not null, judge text not null, started text not null, ended text not null,
  differences text not null, penalty text not null, note text not null) strict;
create table link (id integer primary key, opens text not null, player integer not null,
  secret_hash text not null unique, expires text not null, revoked integer not null) strict;
create table log (id integer primary key, time text not null, who text not null, kind text not null,
  player integer not null, data text not null) strict;
create index log_by_kind on log (kind, player);
"""
# These tables are append-only.
_KEPT = ("submission", "ruling", "deck_check", "log")
_TRIGGERS = tuple(
    f"create trigger {table}_keeps_{what} before {what} on {table} begin select raise(abort, '{table} is append-only');"
    " end;\n"
    for table in _KEPT
    for what in ("update", "delete")
)
# Each step brings a file from the version that is its index to the next one.
_MIGRATIONS = (
    "".join((_TABLES, *_TRIGGERS)),
    "alter table link add column name text not null default '';",
    "alter table event add column zone text not null default '';",
)
_WRITABLE = "copy it, with FILE-wal if there is one, to a folder in which you can write"
_NO_COPY = "restore the last copy of `deckcheck event backup`; `sqlite3 FILE .recover` may save more"

_EVENT_FIRST = "write the event first: `deckcheck event take cup.event deck.txt`; `deckcheck event new` makes one"

T = TypeVar("T", bound=Struct)
_NAMES = {kind: table for table, kind in TABLES.items()}


class EventFile:
    """An open event file; a context manager that closes it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, who: str = "") -> None:
        """Use `connection`, which `open_event` or `create` made; `who` is named in the log."""
        self.path = path
        self._connection = connection
        self.who = who or _user()

    def __enter__(self) -> EventFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def info(self) -> EventInfo:
        """The event itself."""
        return self.rows(EventInfo)[0]

    def rows(self, kind: type[T], where: str = "1", *values: object) -> list[T]:
        """Return rows of the table of `kind` in the order in which they were added; `where` is SQL of our own."""
        columns = ", ".join(kind.__struct_fields__)
        query = f"select {columns} from {_NAMES[kind]} where {where} order by id"  # noqa: S608 - names of our own
        with _refusals(self.path):
            rows = self._connection.execute(query, values)
            return [kind(**dict(zip(kind.__struct_fields__, row, strict=True))) for row in rows]

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Open a transaction for additions: on disk when the block ends, discarded when it fails.

        Inside another one it is a part of that.
        """
        if self._connection.in_transaction:
            yield
            return
        with _refusals(self.path):
            self._begin()
            try:
                yield
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.commit()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one state of the file while the block runs, whatever others write meanwhile."""
        with _refusals(self.path):
            self._connection.execute("begin")
            try:
                yield
            finally:
                self._connection.rollback()

    def _begin(self) -> None:
        """Begin a transaction, waiting for other writers: SQLite waits ever longer, and then the quickest one wins."""
        self._connection.execute("pragma busy_timeout = 0")
        end = time.monotonic() + _PATIENCE
        try:
            while True:
                try:
                    self._connection.execute("begin immediate")
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error) or time.monotonic() > end:
                        raise
                    time.sleep(_PAUSE)
                else:
                    return
        finally:
            self._connection.execute(f"pragma busy_timeout = {_PATIENCE * 1000:.0f}")

    def add(self, row: T) -> T:
        """Add a row, inside `writing`, and return it as it is kept, with its id (0 asks for the next one)."""
        row, fields = replace(row, **_storable(asdict(row))), row.__struct_fields__
        table, marks = _NAMES[type(row)], ", ".join("?" * len(fields))
        values = dict(zip(fields, astuple(row), strict=True))
        values["id"] = values["id"] or self._next_id(table)
        query = f"insert into {table} ({', '.join(fields)}) values ({marks})"  # noqa: S608 - names of our own
        return replace(row, id=self._connection.execute(query, tuple(values.values())).lastrowid)

    def _next_id(self, table: str) -> int:
        """Return the id of the next row: ids that `forget` freed are never given again."""
        last = self.rows(LogEntry, "kind = 'forget'")[-1:]
        freed = json.loads(last[0].data).get("ids", {}).get(table, 0) if last else 0
        found = self._connection.execute(f"select coalesce(max(id), 0) from {table}").fetchone()[0]  # noqa: S608 - names of our own
        return int(max(freed, found)) + 1

    def change_player(self, player: Player, **fields: str) -> Player:
        """Change the facts about a player, inside `writing`, with an entry in the log."""
        changed = {name: value for name, value in _storable(fields).items() if getattr(player, name) != value}
        if changed:
            self._update("player", player.id, changed)
            self.log("player", player.id, **changed)
        return replace(player, **changed)

    def change_event(self, **fields: str) -> None:
        """Change the event, inside `writing`, with an entry in the log."""
        self._update("event", 1, fields)
        self.log("event", 0, **fields)

    def revoke(self, link: Link) -> None:
        """Make a link open nothing from now on, inside `writing`, with an entry in the log."""
        self._update("link", link.id, {"revoked": 1})
        self.log("revoke", link.player, link=link.id, opens=link.opens)

    def version(self) -> tuple[int, int]:
        """Return a value that differs after every change to the file, whoever made it."""
        return self._connection.execute("pragma data_version").fetchone()[0], self._connection.total_changes

    def _update(self, table: str, row: int, fields: Mapping[str, str | int]) -> None:
        fields = _storable(fields)
        sets = ", ".join(f"{name} = ?" for name in fields)
        self._connection.execute(f"update {table} set {sets} where id = ?", (*fields.values(), row))  # noqa: S608 - as above

    def log(self, kind: str, player: int = 0, /, **data: object) -> None:
        """Add an entry to the log, inside `writing`."""
        self.add(
            LogEntry(time=now(), who=self.who, kind=kind, player=player, data=json.dumps(data, ensure_ascii=False))
        )

    def players(self) -> list[Player]:
        """Return the players in alphabetical order."""
        return sorted(self.rows(Player), key=lambda player: (player.name.casefold(), player.id))

    def player(self, player: int) -> Player | None:
        """Return the player with this id."""
        return next(iter(self.rows(Player, "id = ?", player)), None)

    def submissions(self, player: int | None = None) -> list[Submission]:
        """Return the submissions of a player, or of all, oldest first."""
        return self.rows(Submission) if player is None else self.rows(Submission, "player = ?", player)

    def rulings(self) -> list[PlayerRuling]:
        """Return the rulings, oldest first; the log says about which player each one is."""
        entries = self.rows(LogEntry, "kind = 'rule' and player != 0")
        owners = {json.loads(each.data).get("ruling"): each.player for each in entries}
        return [PlayerRuling(**asdict(row), owner=owners.get(row.id, 0)) for row in self.rows(RulingRow)]

    def is_locked(self, player: int) -> bool:
        """Return whether the list of a player is locked: the newest lock or unlock of the player or of all decides."""
        last = self.rows(LogEntry, "kind in ('lock', 'unlock') and player in (0, ?)", player)[-1:]
        return bool(last) and last[0].kind == "lock"

    def forget(self, player: Player) -> None:
        """Delete a player with all lists, rulings, deck checks and log entries about the player, for good.

        This is the one exception to append-only tables. The log records the deletion without the player, and the last
        ids that were given, so that nothing gets the number of a deleted player or list.
        """
        lists = "select id from submission where player = ?"
        with self.writing():
            rulings = [each.id for each in self.rulings() if is_about(each, player)]
            ids = {table: self._next_id(table) - 1 for table in TABLES if table != "log"}
            self._run(*(f"drop trigger {table}_keeps_delete" for table in _KEPT))
            self._connection.execute(f"delete from deck_check where submission in ({lists})", (player.id,))  # noqa: S608 - our own
            for table in ("submission", "link", "log"):
                self._connection.execute(f"delete from {table} where player = ?", (player.id,))  # noqa: S608 - our own
            self._connection.executemany("delete from ruling where id = ?", [(each,) for each in rulings])
            self._connection.execute("delete from player where id = ?", (player.id,))
            self._run(*(each for each in _TRIGGERS if "_keeps_delete" in each))
            self.log("forget", ids=ids)
        with _refusals(self.path):
            self._run("vacuum", "pragma wal_checkpoint(truncate)")

    def _run(self, *statements: str) -> None:
        for statement in statements:
            self._connection.execute(statement)

    def backup(self, target: Path) -> None:
        """Write a copy to `target`, whole or not at all, while others may go on writing."""
        temporary = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            temporary.touch(0o600)
            with _refusals(target, "the copy"), contextlib.closing(sqlite3.connect(temporary)) as copy:
                self._connection.backup(copy)
                copy.execute("pragma journal_mode = delete")
            with temporary.open("rb+") as stream:
                os.fsync(stream.fileno())
            temporary.replace(target)
        except OSError as error:
            raise OutputError(f"the copy could not be written: {error.strerror}", place=str(target)) from None
        finally:
            temporary.unlink(missing_ok=True)


def create(path: Path, info: EventInfo | None = None, who: str = "") -> EventFile:
    """Make a new event file; without `info` it has no event yet, as an import needs it.

    Raises:
        UsageError: when there is such a file already.
        OutputError: when it cannot be written; no file is left then.
    """
    try:
        path.touch(0o600, exist_ok=False)
    except FileExistsError:
        raise UsageError(f"there is a file `{path}` already", help="choose another name") from None
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror}", place=str(path)) from None
    event = EventFile(path, _connected(path), who)
    try:
        _migrate(event._connection, path)  # noqa: SLF001 - made here
        if info:
            with event.writing():
                event.add(info)
                event.log("new", name=info.name, format=info.format, deadline=info.deadline)
    except BaseException:
        delete(event)
        raise
    return event


def delete(event: EventFile) -> None:
    """Close an event file that could not be made whole, and delete it."""
    event.__exit__()
    for suffix in ("", "-wal", "-shm"):
        Path(f"{event.path}{suffix}").unlink(missing_ok=True)


def open_event(path: Path, who: str = "") -> EventFile:
    """Open an event file; one that cannot be written, or is in such a folder, to read it only.

    Raises:
        UsageError: when there is none.
        DataError: when it is damaged, of another program or of a newer version, with what to do.
        OutputError: when it cannot be read without writing beside it, with what to do.
    """
    if not path.is_file():
        raise UsageError(f"there is no event file `{path}`", help="`deckcheck event new FILE` makes one")
    with _refusals(path):
        is_read_only = _is_read_only(path)
        connection = _connected_to_read(path) if is_read_only else _connected(path)
        try:
            _refuse_others(connection, path, is_read_only=is_read_only)
            if not is_read_only:
                _migrate(connection, path)
        except BaseException:
            connection.close()
            raise
    return EventFile(path, connection, who)


def _refuse_others(connection: sqlite3.Connection, path: Path, *, is_read_only: bool) -> None:
    """Raise DataError for a file that is not a whole event, with what to do about it."""
    version = _version(connection)
    if not path.stat().st_size:
        fault = "not an event file: it is empty", "delete it; `deckcheck event new FILE` makes one"
    elif connection.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        fault = "not an event file: another program made it", "`deckcheck event new FILE` makes one"
    elif version > len(_MIGRATIONS):
        fault = "made by a newer version of deckcheck", "update deckcheck"
    elif version < len(_MIGRATIONS) and is_read_only:
        fault = "made by an older version of deckcheck, and read-only", _WRITABLE
    elif (said := connection.execute("pragma quick_check(1)").fetchone()[0]) != "ok":
        fault = f"the event file is damaged: {said}", _NO_COPY
    elif not connection.execute("select count(*) from event").fetchone()[0]:
        fault = "contains no event: making it was interrupted", "delete the file and make it again"
    else:
        return
    raise DataError(fault[0], place=str(path), help=fault[1])


def _is_read_only(path: Path) -> bool:
    """Return whether a file cannot be written, or the files beside it that SQLite needs for that."""
    is_shut = not os.access(path.parent, os.W_OK) and not Path(f"{path}-shm").exists()
    return is_shut or not os.access(path, os.W_OK)


def _connected_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection that writes nothing; while others use the file, it needs the files beside it."""
    beside = [Path(f"{path}{suffix}") for suffix in ("-shm", "-wal")]
    is_in_use = any(each.exists() and each.stat().st_size for each in beside)
    uri = f"{path.resolve().as_uri()}?mode=ro{'' if is_in_use else '&immutable=1'}"
    return sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None)


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    connection.execute("pragma foreign_keys = on")
    connection.execute("pragma synchronous = full")
    return connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring a file to the newest version, one whole step after the other; another process may do the same now."""
    with _refusals(path):
        connection.execute("pragma journal_mode = wal")
        while (version := _version(connection)) < len(_MIGRATIONS):
            stamps = f"pragma application_id = {APPLICATION_ID}; pragma user_version = {version + 1};"
            try:
                connection.executescript(f"begin immediate; {_MIGRATIONS[version]} {stamps} commit;")
            except sqlite3.OperationalError:
                connection.rollback()
                if _version(connection) == version:
                    raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("pragma user_version").fetchone()[0])


@contextlib.contextmanager
def _refusals(path: Path, what: str = "the event file") -> Iterator[None]:
    """Turn what SQLite raises about the file at `path` into errors that say what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text, place = str(error), str(path)
        if "locked" in text or "busy" in text:
            help = "another program is using it; try again, or end that program"
            raise OutputError(f"{what} was busy for {_PATIENCE:.0f} seconds", place=place, help=help) from None
        if "readonly" in text or "unable to open" in text:
            why = "is read-only" if "readonly" in text else f"cannot be used: {text}"
            raise OutputError(f"{what} {why}", place=place, help=_WRITABLE) from None
        if "full" in text or "disk I/O" in text:
            raise OutputError(f"{what} could not be written: {text}", place=place, help="free some space") from None
        raise DataError(f"the event file is damaged: {text}", place=place, help=_NO_COPY) from None
    except sqlite3.DatabaseError as error:
        if "not a database" in str(error):
            if _is_text(path):
                raise DataError("a text, not an event file", place=str(path), help=_EVENT_FIRST) from None
            raise DataError("not an event file, or damaged at its start", place=str(path), help=_NO_COPY) from None
        raise DataError(f"the event file is damaged: {error}", place=str(path), help=_NO_COPY) from None


def _is_text(path: Path) -> bool:
    """Return whether a file begins as a text does."""
    with path.open("rb") as stream:
        return b"\0" not in stream.read(100)


def _storable(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain_text(value) if isinstance(value, str) else value for name, value in fields.items()}


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
