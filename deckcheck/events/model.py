"""The rows of an event file, where each struct is one table and its fields are the columns; lists as they arrive."""

import datetime
import hashlib
import hmac
import re
import zoneinfo
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from deckcheck.events.times import short_time
from deckcheck.model.errors import UsageError
from deckcheck.model.finding import Finding
from deckcheck.model.limits import Limits
from deckcheck.reports.wording import for_players

# What a link opens.
Opens = Literal["player", "judge", "organiser", "sign-up"]

# The file names of lists that came as text; questions may be added to these.
TEXTS = ("list.txt", "mail.txt")
# The parts of a reason that only the organiser understands: what to ask the player, and a column of a table.
_OF_ORGANISER = re.compile(r"; ask .*| \(column [A-Z]+\)", re.DOTALL)
_FINDINGS = msgspec.json.Decoder(tuple[Finding, ...])

# The limits of the lists of all events.
LIMITS = Limits()
# A number that a column can hold.
Number = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]


class EventRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table; its `id` is 0 until it is added."""

    id: Number = 0


class EventInfo(EventRow, frozen=True, kw_only=True):
    """The event: its format with the digest of its rules, the day whose cards count, and the deadline with time zone.

    `secret` salts the seals that are published before the lists; only an export contains it. `zone` is the name of the
    time zone, such as ``Europe/Berlin``, "" where nobody gave one.
    """

    id: Number = 1
    name: str
    format: str
    format_digest: str
    pool_digest: str
    as_of: str = ""
    deadline: str = ""
    visibility: Literal["secret", "open"] = "secret"
    secret: str
    created: str
    zone: str = ""


class Arrival(Struct, frozen=True, kw_only=True):
    """One received list, or the `reason` why there is none.

    `file` and `row` say where it is, the row as a spreadsheet counts it, or the number of the message; `called` is
    the file name by which `content` is read. `received` is an ISO time, "" where nothing tells. `player` is the id of
    the player, 0 where that is to be found out. `whose` says why the player is not clear.
    `beside` is what else came with the list and may change it, `doubts` what leaves open whether it is meant, `around`
    all lines of an email around it, with the names of its files.
    """

    source: str
    file: str
    row: int = 0
    name: str = ""
    contact: str = ""
    external_id: str = ""
    seat: str = ""
    received: str = ""
    called: str = ""
    content: bytes = b""
    reason: str = ""
    player: int = 0
    whose: str = ""
    beside: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    around: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where it came from, for the organiser."""
        return place_of(self.source, self.file, self.row)


class Player(EventRow, frozen=True, kw_only=True):
    """A player; `contact`, `external_id` and `seat` may be empty."""

    name: str
    contact: str = ""
    external_id: str = ""
    seat: str = ""
    status: Literal["expected", "registered", "dropped"] = "expected"


class Submission(EventRow, frozen=True, kw_only=True):
    """A list as received, byte for byte, and the engine's result at that time; never changed.

    `player` is the id of one. `source` is the kind of input, `file` its name, `row` the row or message in it (0: the
    whole file); `called` is the file name by which the content is read. `verdict` is "unreadable" where `reason` says
    why it is no list. `findings` are JSON; rulings are not applied to them.
    """

    player: Number
    revision: Number
    received: str
    source: str
    file: str
    row: Number = 0
    called: str
    content: bytes
    syntax: str = ""
    verdict: Literal["legal", "illegal", "undecided", "unreadable"]
    reason: str = ""
    findings: str = "[]"
    fingerprint: str = ""
    checker: str
    format_digest: str
    pool_digest: str

    @property
    def found(self) -> tuple[Finding, ...]:
        """The findings."""
        return _FINDINGS.decode(self.findings)

    @property
    def is_readable(self) -> bool:
        """Whether the submission is a deck list."""
        return self.verdict != "unreadable"

    @property
    def reason_for_player(self) -> str:
        """The reason in words for its player, who does not see the organiser's table."""
        return for_players(_OF_ORGANISER.sub("", self.reason))

    @property
    def place(self) -> str:
        """Where it came from, for people."""
        return place_of(self.source, self.file, self.row)


class RulingRow(EventRow, frozen=True, kw_only=True):
    """A ruling, with the fields of `rulings.Ruling` and its time."""

    time: str
    judge: str
    decision: Literal["allow", "reject"]
    reason: str
    code: str = ""
    card: str = ""
    player: str = ""
    fingerprint: str = ""
    expires: str = ""


class PlayerRuling(RulingRow, frozen=True, kw_only=True):
    """A ruling with the id of the player whose lists it is about (0: lists of all), because names may be shared."""

    owner: int = 0


class DeckCheck(EventRow, frozen=True, kw_only=True):
    """A deck check: `differences` is JSON, a map from card names to copies more (or fewer) than the list has."""

    submission: Number
    round: Number = 0
    seat: str = ""
    judge: str
    started: str
    ended: str
    differences: str = "{}"
    penalty: str = ""
    note: str = ""

    @property
    def found(self) -> dict[str, int]:
        """The differences."""
        return msgspec.json.decode(self.differences, type=dict[str, int])


class Link(EventRow, frozen=True, kw_only=True):
    """A secret address: what it opens, for which player (0: none), the SHA-256 of its secret, its expiry, its owner."""

    opens: Opens
    player: Number = 0
    secret_hash: str
    expires: str = ""
    revoked: Number = 0
    name: str = ""


class LogEntry(EventRow, frozen=True, kw_only=True):
    """An entry of the log: what was done, when and by whom; `player` is an id (0: none), `data` is JSON."""

    time: str
    who: str
    kind: str
    player: Number = 0
    data: str = "{}"

    @property
    def found(self) -> dict[str, Any]:
        """What `data` says about the action."""
        return msgspec.json.decode(self.data, type=dict[str, Any])


TABLES: dict[str, type[EventRow]] = {
    "event": EventInfo,
    "player": Player,
    "submission": Submission,
    "ruling": RulingRow,
    "deck_check": DeckCheck,
    "link": Link,
    "log": LogEntry,
}


def keyed_hash(secret: str, text: str) -> str:
    """Return a hash of a text that nobody can compute without the secret: half of its HMAC with SHA-256."""
    key, content = (each.encode("utf-8", "surrogatepass") for each in (secret, text))
    return hmac.new(key, content, hashlib.sha256).hexdigest()[:32]


def now() -> str:
    """Return the time in UTC to the second, as ``2026-12-04T19:00:00+00:00``."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def place_of(source: str, file: str, row: int) -> str:
    """Return where a list came from, for people: a file, with the row or the message in it."""
    return f"{file} {'message' if source == 'mail' else 'row'} {row}" if row else file


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """Return the time zone with a name such as ``Europe/Berlin``; raises UsageError for an unknown one."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(f"there is no time zone `{name}`", help="write it as Europe/Berlin") from None


def zone_of(info: EventInfo) -> datetime.tzinfo | None:
    """Return the time zone of an event: the named one, else the offset of its deadline, else None: this machine's."""
    if info.zone:
        return zone_named(info.zone)
    return datetime.datetime.fromisoformat(info.deadline).tzinfo if info.deadline else None


def local_time(written: str, info: EventInfo) -> str:
    """Return an ISO time in the zone of the event, with seconds if it has any: ``2026-12-04 20:00+01:00``."""
    return short_time(datetime.datetime.fromisoformat(written).astimezone(zone_of(info)).replace(microsecond=0), " ")


def is_late(received: str, deadline: str) -> bool:
    """Return whether a list came after the deadline, both ISO times with a zone; "" is no deadline."""
    return bool(deadline) and datetime.datetime.fromisoformat(received) > datetime.datetime.fromisoformat(deadline)
