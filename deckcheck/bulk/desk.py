"""Results for an event desk: a table of all lists, and the players and lists that occur twice."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from deckcheck.model.errors import OutputError
from deckcheck.reports.csv import row

COLUMNS = ("player", "deck", "verdict", "codes", "fingerprint", "path", "reason", "not counted")
_MOST_NAMED = 20


class _FindingRow(Struct):
    code: str
    severity: str
    message: str
    data: dict[str, object]
    span: dict[str, int] | None = None

    @property
    def not_counted(self) -> str:
        """The lines that this finding leaves out of the deck, with their text."""
        # These rules are about lines that are not recognised.
        if self.code in ("D001", "D002", "D006") and self.decides and self.span:
            text = self.data.get("line") or " ".join(str(self.data.get(key, "")) for key in ("written", "name"))
            return f'line {self.span["line"]}: "{str(text).strip()}"'
        return str(self.data.get("shown", ""))

    @property
    def decides(self) -> bool:
        """Whether this finding affects the verdict."""
        return self.severity == "error" or bool(self.data.get("undecided"))


class Result(Struct):
    """The fields of a result line that tell a list from others."""

    path: str
    player: str = ""
    fingerprint: str = ""
    message: str = ""
    help: str | None = None

    @property
    def failure(self) -> str:
        """Why there is no result, with what to do; "" for a result."""
        return "; ".join(filter(None, (self.message, self.help)))


class ResultRow(Result):
    """The fields of a result line in the table."""

    name: str | None = None
    verdict: str = "failed"
    findings: list[_FindingRow] = []


class Repeated(Struct, frozen=True):
    """Lists that share the value `what`: the paths of the first few, and the number of all."""

    what: str
    paths: tuple[str, ...]
    count: int


class Desk(Struct, frozen=True):
    """Lists to review by hand: failed lists, equal lists, several lists of one player, lists without a player.

    `failed` has the first few, each as "path: reason". `equal` and `same_player` have the largest groups. When no
    list names a player, `without_player` is empty.
    """

    failed: Repeated
    equal: tuple[Repeated, ...]
    same_player: tuple[Repeated, ...]
    without_player: Repeated


def table(results: Iterable[bytes]) -> Iterator[str]:
    """Yield the lines of the table; `codes` has each code that affects the verdict once, `reason` the first message."""
    yield row(COLUMNS)
    for record in map(msgspec.json.Decoder(ResultRow).decode, results):
        deciding = [finding for finding in record.findings if finding.decides]
        codes = " ".join(dict.fromkeys(finding.code for finding in deciding))
        reason = deciding[0].message if deciding else record.failure
        left_out = "; ".join(text for each in record.findings if (text := each.not_counted))
        cells = (record.player, record.name or "", record.verdict, codes, record.fingerprint, record.path, reason)
        yield row((*cells, left_out))


def find_duplicates(results: Iterable[bytes]) -> Desk:
    """Return the lists to review by hand; sorting happens on disk, so any number of lists fits.

    Raises:
        OutputError: when the disk is full.
    """
    try:
        # A database without a name is on disk, and is deleted when it is closed.
        with contextlib.closing(sqlite3.connect("", isolation_level=None)) as database:
            database.execute("create table lists (player text, fingerprint text, path text, failure text)")
            database.execute("begin")
            found = map(msgspec.json.Decoder(Result).decode, results)
            rows = ((each.player.strip().casefold(), each.fingerprint, each.path, each.failure) for each in found)
            database.executemany("insert into lists values (?, ?, ?, ?)", rows)
            for column in ("fingerprint", "player"):
                database.execute(f"create index {column}s on lists ({column})")
            return Desk(
                failed=_lists(database, "failure != ''", shown="path || ': ' || failure"),
                equal=_repeated(database, "fingerprint"),
                same_player=_repeated(database, "player"),
                without_player=_without_player(database),
            )
    except (OSError, sqlite3.Error) as error:
        raise OutputError(f"the lists could not be compared: {error}") from None


def _repeated(database: sqlite3.Connection, column: str) -> tuple[Repeated, ...]:
    """Return the lists that share a value of `column`, the most frequent values first."""
    values = database.execute(
        f"select {column} from lists where {column} != '' group by {column} having count(*) > 1 "  # noqa: S608 - our own
        f"order by count(*) desc, min(rowid) limit {_MOST_NAMED}"
    ).fetchall()
    return tuple(_lists(database, f"{column} = ?", value) for (value,) in values)


def _without_player(database: sqlite3.Connection) -> Repeated:
    """Return the lists without a player, none where no list has one."""
    some = database.execute("select 1 from lists where failure = '' and player != '' limit 1").fetchone()
    return _lists(database, "failure = '' and player = ''") if some else Repeated("", (), 0)


def _lists(database: sqlite3.Connection, where: str, *what: str, shown: str = "path") -> Repeated:
    """Return the number and the first few of the lists for which a condition about the value `what` is true."""
    condition = f"from lists where {where}"
    (many,) = database.execute(f"select count(*) {condition}", what).fetchone()
    first = database.execute(f"select {shown} {condition} order by rowid limit {_MOST_NAMED}", what)
    return Repeated("".join(what), tuple(said for (said,) in first), many)
