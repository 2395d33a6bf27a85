"""The event file: an SQLite database that several processes can use at once, and that a killed one cannot damage."""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from deckcheck.events.database import PATIENCE, connected, deleting, files_beside, migrate, opened, refusals
from deckcheck.events.model import TABLES, EventInfo, Link, LogEntry, Player, PlayerRuling, RulingRow, Submission, now
from deckcheck.events.people import LETTERS
from deckcheck.model.errors import OutputError, UsageError, writing
from deckcheck.model.json_text import plain_text
from deckcheck.model.names import without_accents
from deckcheck.system.atomic import temporary_file

# How many seconds a command pauses between tries while it waits for another one.
_PAUSE = 0.003

T = TypeVar("T", bound=Struct)
_NAMES: dict[type[Struct], str] = {kind: table for table, kind in TABLES.items()}


class EventFile(contextlib.AbstractContextManager["EventFile"]):
    """An open event file; a context manager that closes it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, who: str = "") -> None:
        """Use `connection`, which `open_event` or `create` made; `who` is named in the log."""
        self.path = path
        self._connection = connection
        self.who = who or _user()

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
        with refusals(self.path):
            rows = self._connection.execute(query, values)
            return [kind(**dict(zip(kind.__struct_fields__, row, strict=True))) for row in rows]

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Open a transaction for additions: on disk when the block ends, discarded when it fails.

        Inside another transaction it is part of that one.
        """
        if self._connection.in_transaction:
            yield
            return
        with refusals(self.path):
            self._begin()
            with self._connection:  # Commits, or rolls back.
                yield

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one state of the file while the block runs, whatever others write in the meantime."""
        with refusals(self.path):
            self._connection.execute("begin")
            try:
                yield
            finally:
                self._connection.rollback()

    def _begin(self) -> None:
        """Begin a transaction, waiting for other writers; SQLite's waits grow, so quick writers would always win."""
        self._connection.execute("pragma busy_timeout = 0")
        end = time.monotonic() + PATIENCE
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
            self._connection.execute(f"pragma busy_timeout = {PATIENCE * 1000:.0f}")

    def add(self, row: T) -> T:
        """Add a row, inside `writing`, and return it as it is kept, with its id (0 asks for the next one)."""
        table, values = _NAMES[type(row)], _storable(asdict(row))
        values["id"] = values["id"] or self._next_id(table)
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        self._connection.execute(f"insert into {table} ({names}) values ({marks})", (*values.values(),))  # noqa: S608 - our own
        return replace(row, **values)

    def _next_id(self, table: str) -> int:
        """Return the id of the next row; ids that `forget` freed are never used again."""
        last = self.rows(LogEntry, "kind = 'forget'")[-1:]
        freed = last[0].found.get("ids", {}).get(table, 0) if last else 0
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
        """Revoke a link, inside `writing`, with an entry in the log."""
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
        return sorted(self.rows(Player), key=lambda player: (_in_letters(player.name), player.id))

    def earlier(self) -> list[Player]:
        """Return the players whose facts were corrected, as they were before each correction, the newest first."""
        entries, versions = self.rows(LogEntry, "kind = 'corrected'"), []
        found = {player.id: player for player in self.rows(Player)} if entries else {}
        for entry in reversed(entries):
            found[entry.player] = replace(found[entry.player], **entry.found)
            versions.append(found[entry.player])
        return versions

    def player(self, player: int) -> Player | None:
        """Return the player with this id."""
        return next(iter(self.rows(Player, "id = ?", player)), None)

    def submissions(self, player: int | None = None) -> list[Submission]:
        """Return the submissions of a player, or of all, oldest first."""
        return self.rows(Submission) if player is None else self.rows(Submission, "player = ?", player)

    def rulings(self) -> list[PlayerRuling]:
        """Return the rulings, oldest first, each with the current name of its player, whom the log names."""
        entries = self.rows(LogEntry, "kind = 'rule' and player != 0")
        owners = {each.found.get("ruling"): each.player for each in entries}
        names = {player.id: player.name for player in self.rows(Player)}
        rows = [PlayerRuling(**asdict(row), owner=owners.get(row.id, 0)) for row in self.rows(RulingRow)]
        return [replace(row, player=names.get(row.owner, row.player)) for row in rows]

    def is_locked(self, player: int) -> bool:
        """Return whether the list of a player is locked: the newest lock or unlock of this player or of all decides."""
        last = self.rows(LogEntry, "kind in ('lock', 'unlock') and player in (0, ?)", player)[-1:]
        return bool(last) and last[0].kind == "lock"

    def forget(self, player: Player) -> None:
        """Delete a player with all lists, rulings, deck checks and log entries about the player, for good.

        This is the one exception to append-only tables. The log records the deletion without the player, and the last
        ids that were given, so that nothing gets the number of a deleted player or list.
        """
        lists = "select id from submission where player = ?"
        with self.writing():
            rulings = [each.id for each in self.rulings() if _is_about(each, player)]
            ids = {table: self._next_id(table) - 1 for table in TABLES if table != "log"}
            with deleting(self._connection) as delete:
                delete(f"delete from deck_check where submission in ({lists})", (player.id,))  # noqa: S608 - our own
                for table in ("submission", "link", "log"):
                    delete(f"delete from {table} where player = ?", (player.id,))  # noqa: S608 - our own
                for ruling in rulings:
                    delete("delete from ruling where id = ?", (ruling,))
                delete("delete from player where id = ?", (player.id,))
            self.log("forget", ids=ids)
        with refusals(self.path):
            self._connection.execute("vacuum")
            self._connection.execute("pragma wal_checkpoint(truncate)")

    def backup(self, target: Path) -> None:
        """Write a copy to `target`, completely or not at all, while others may continue to write.

        Raises UsageError for a file that is not an earlier copy, and OutputError.
        """
        if target.exists() and target.samefile(self.path):
            raise UsageError(f"`{target}` is the event itself", help="name another file for the copy")
        if target.exists() and not self._is_copy(target):
            raise UsageError(f"`{target}` is another file, not an earlier copy of this event", help="name another file")
        where = target.parent, f".{target.name[:40]}."
        with writing(target, "the copy "), temporary_file(*where) as (handle, temporary):
            with refusals(target, "the copy"), contextlib.closing(sqlite3.connect(temporary)) as copy:
                self._connection.backup(copy)
                copy.execute("pragma journal_mode = delete")
            os.fsync(handle)
            # What a killed command left beside the previous copy would be read as part of this one.
            for beside in files_beside(target):
                beside.unlink(missing_ok=True)
            temporary.replace(target)

    def _is_copy(self, path: Path) -> bool:
        """Return whether a file is a copy of this event, ignoring files beside it."""
        uri = f"{path.resolve().as_uri()}?immutable=1"
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(uri, uri=True)) as other:
            return bool(other.execute("select secret from event").fetchone() == (self.info.secret,))
        return False


def create(path: Path, fill: Callable[[EventFile], None], who: str = "") -> EventFile:
    """Create an event file with what `fill` adds to it, inside `writing`; if anything fails, no file is left.

    Raises:
        UsageError: when there is such a file already.
        OutputError: when it cannot be written.
    """
    try:
        path.touch(0o600, exist_ok=False)
    except FileExistsError:
        raise UsageError(f"the file `{path}` already exists", help="choose another name") from None
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror}", place=str(path)) from None
    event = EventFile(path, connected(path), who)
    try:
        migrate(event._connection, path)  # noqa: SLF001 - made here
        with event.writing():
            fill(event)
    except BaseException:
        event.__exit__()
        for each in (path, *files_beside(path)):
            each.unlink(missing_ok=True)
        raise
    return event


def open_event(path: Path, who: str = "") -> EventFile:
    """Open an event file; read-only if it or its folder cannot be written.

    Raises:
        UsageError: when there is none.
        DataError: when it is damaged, of another program or of a newer version, with what to do.
        OutputError: when it cannot be read without writing beside it, with what to do.
    """
    if not path.is_file():
        raise UsageError(f"there is no event file `{path}`", help="`deckcheck event new FILE` creates one")
    return EventFile(path, opened(path), who)


def _is_about(ruling: PlayerRuling, player: Player) -> bool:
    """Return whether a ruling names this player, by id or, without an id, by name."""
    return ruling.owner == player.id if ruling.owner else bool(ruling.player) and ruling.player == player.name


def _in_letters(name: str) -> str:
    """Return a name as it is sorted on paper, where a letter with an accent or a stroke is the same letter."""
    return without_accents(name.casefold().translate(LETTERS))


def _storable(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain_text(value) if isinstance(value, str) else value for name, value in fields.items()}


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
