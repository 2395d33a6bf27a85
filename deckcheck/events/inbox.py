"""The inbox: lists as they arrive, each with what it says of its player, and how inputs are read."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import asdict, replace

from deckcheck.events.columns import ColumnOptions
from deckcheck.events.model import place_of
from deckcheck.model.errors import InputError
from deckcheck.model.json_text import plain_text
from deckcheck.model.limits import Limits


class Arrival(Struct, frozen=True, kw_only=True):
    """One received list, or the `reason` for none.

    `file` and `row` say where it is, the row as a spreadsheet counts it, or the number of the message; `called` is
    the file name by which `content` is read. `received` is an ISO time, "" where nothing tells. `player` is the id of
    the player, 0 where that is to be found out. `whose` says why the player is not clear.
    `beside` is what else came with the list and may change it, `doubts` what leaves open whether it is meant.
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

    @property
    def place(self) -> str:
        """Where it came from, for people."""
        return place_of(self.source, self.file, self.row)


class Inbox(Struct, frozen=True, kw_only=True):
    """How inputs are read.

    `say` gets sentences about the meaning of columns, `skip` the paths of files in folders and archives that are of
    no kind that is read.
    """

    wanted: ColumnOptions = ColumnOptions()
    zone: datetime.tzinfo = datetime.UTC
    limits: Limits = Limits()
    say: Callable[[str], None] = lambda _: None
    skip: Callable[[str], None] = lambda _: None

    def refuse_large(self, content: bytes, path: str) -> None:
        """Raise InputError for a file that is larger than all files of an archive may be."""
        if len(content) > self.limits.archive_bytes:
            raise InputError(f"larger than {self.limits.archive_bytes:,} bytes", place=path)


def plain(arrival: Arrival) -> Arrival:
    """Return an arrival with its facts as the event file keeps them, so that the next one finds them."""
    facts = asdict(arrival).items()
    return replace(arrival, **{name: plain_text(value) for name, value in facts if isinstance(value, str)})


def name_in(text: str) -> str:
    """Return a name on one line, of a length that fits one."""
    return " ".join(text.split())[: Limits().name_length]


def called_for(text: str) -> str:
    """Return a file name by which a list is read that came as text."""
    return "list.json" if text.lstrip().startswith("{") else "list.txt"
