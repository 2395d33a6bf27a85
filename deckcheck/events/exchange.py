"""An event as plain files and back, and letters to players: what is registered, problems, the nearest legal deck."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, astuple

from deckcheck.build.repair.explain import RepairStep, changes
from deckcheck.build.repair.fix import NoRepair, RepairOptions, repair
from deckcheck.checks import rulings as decisions
from deckcheck.events import model
from deckcheck.events.checking import DataFolders, ListChecker, as_ruling, checker_for
from deckcheck.events.model import TABLES, EventInfo, Player, Submission
from deckcheck.events.people import LETTERS
from deckcheck.events.standings import PlayerStanding
from deckcheck.events.store import EventFile, create
from deckcheck.model.errors import DataError, DeckcheckError, UsageError, raised_as, reading, writing
from deckcheck.model.finding import BEARING
from deckcheck.model.names import printable
from deckcheck.model.report import Report
from deckcheck.reports.csv import row
from deckcheck.reports.html.environment import strict_environment
from deckcheck.reports.told import Told, lines_of, told
from deckcheck.reports.wording import for_players
from deckcheck.system.atomic import whole_folder, write_atomically

if TYPE_CHECKING:
    from jinja2 import Environment

# The mode of files with addresses of players.
PRIVATE = 0o600
_PLAYER = ("id", "player", "contact", "external id", "seat", "status", "verdict")
_LIST = ("revision", "received", "late", "fingerprint", "file", "row")
_LISTS = "lists"
# The fields with a time; links also have an expiry.
_TIMES = ("created", "deadline", "received", "time", "started", "ended")
# What reading an invalid row raises.
_FAULTS = (ValueError, KeyError, TypeError, RecursionError, msgspec.MsgspecError)

# A plain email address: the library that writes emails fails on others in many ways.
_WORDS = r"[\w!#$%&'*+/=^`{|}~-]+(?:\.[\w!#$%&'*+/=^`{|}~-]+)*"
_ADDRESS = re.compile(f"{_WORDS}@{_WORDS}", re.ASCII)

FOLDER = Path(__file__).parent / "templates"
LETTER = "letter.txt"


def write_folder(event: EventFile, found: list[PlayerStanding], folder: Path) -> None:
    """Write an event to a new folder; raises UsageError and OutputError.

    `registrations.csv` and `rulings.yaml` are for people and other programs; the rest is what `read_folder` reads.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"the folder `{folder}` is not empty", help="name a new one")
    target = folder.resolve()
    with writing(folder):
        target.parent.mkdir(parents=True, exist_ok=True)
        # The folder is written completely or not at all, so that the same command can be tried again.
        with whole_folder(target) as made:
            _write_files(event, found, made)


def _write_files(event: EventFile, found: list[PlayerStanding], folder: Path) -> None:
    (folder / _LISTS).mkdir()
    with event.snapshot():
        stems = {player.id: stem_of(player) for player in event.players()}
        for table, kind in TABLES.items():
            lines = (_line(each, stems, folder) for each in event.rows(kind))
            _write(folder / f"{table}.jsonl", "".join(lines).encode())
        _write(folder / "rulings.yaml", decisions.written(map(as_ruling, event.rulings())).encode())
    _write(folder / "registrations.csv", "".join(registrations(found)).encode())


def _write(path: Path, content: bytes) -> None:
    """Write a file of an export, which only its owner may read."""
    write_atomically(path, content, PRIVATE)


def read_folder(folder: Path, file: Path, who: str = "", folders: DataFolders = (None, None)) -> EventFile:
    """Return the new event `file` with the state of a folder that `write_folder` wrote.

    `folders` have formats and pools of the user's own.

    Raises:
        UsageError: when there is such a file already.
        DataError: when the folder is not whole, with file and line; no file is left then.
    """

    def fill(event: EventFile) -> None:
        for table, kind in TABLES.items():
            for place, each in _rows(folder, table, kind):
                _add(event, each, place)
        _check_whole(event, folder, folders)

    return create(file, fill, who)


def _add(event: EventFile, each: model.EventRow, place: str) -> None:
    """Add a row; raises DataError if it does not fit the others."""
    try:
        event.add(each)
    except sqlite3.IntegrityError as error:
        is_lost = "FOREIGN KEY" in str(error)
        why = "the player or list that it names is missing" if is_lost else f"this row already exists: {error}"
        raise DataError(f"not a row of an event: {why}", place=place) from None


def registrations(found: Iterable[PlayerStanding]) -> Iterable[str]:
    """Yield the lines of a table with one row for each player."""
    yield row((*_PLAYER, *_LIST, "reasons", "note"))
    for each in found:
        listed: tuple[str, ...] = ("",) * (len(_LIST) + 1)
        if submission := each.submission:
            source = submission.fingerprint, submission.file, str(submission.row or ""), "; ".join(each.reasons)
            listed = str(submission.revision), submission.received, "yes" if each.late else "no", *source
        yield row((*map(str, astuple(each.player)), each.verdict, *listed, each.note))


def _line(each: model.EventRow, stems: dict[int, str], folder: Path) -> str:
    """Return a row as JSON; the list of a submission goes to a file of its own."""
    fields = asdict(each)
    if isinstance(each, Submission):
        name = f"{_LISTS}/{stems[each.player]}-r{each.revision}{_suffix(each.called)}"
        _write(folder / name, each.content)
        fields["content"] = {"file": name, "sha256": hashlib.sha256(each.content).hexdigest()}
    return json.dumps(fields, ensure_ascii=True) + "\n"


def _suffix(called: str) -> str:
    suffix = Path(called).suffix.lower()
    return suffix if suffix[1:].isalnum() and suffix.isascii() else ".txt"


def _rows(folder: Path, table: str, kind: type[model.EventRow]) -> Iterable[tuple[str, model.EventRow]]:
    """Yield the rows of a table, each with its place in the folder; raises DataError."""
    path = folder / f"{table}.jsonl"
    with reading(path, "name a folder of `event export`"):
        lines = path.read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        try:
            fields = msgspec.convert(json.loads(line), dict[str, Any])
            if kind is Submission:
                fields["content"] = _content(folder, fields["content"])
            each = msgspec.convert(fields, kind, builtin_types=(bytes,))
            _check_texts(each)
        except (*_FAULTS, OSError, DeckcheckError) as error:
            raise DataError(f"not a row of an event: {error}", place=f"{path}:{number}") from None
        yield f"{path}:{number}", each


def _check_texts(each: model.EventRow) -> None:
    """Raise ValueError, TypeError or MsgspecError for an invalid time, and for JSON of another shape."""
    times = (*_TIMES, "expires") if isinstance(each, model.Link) else _TIMES
    for name in set(times) & set(each.__struct_fields__):
        text = getattr(each, name)
        if (text or name not in ("deadline", "expires")) and datetime.datetime.fromisoformat(text).tzinfo is None:
            raise ValueError(f"`{name}` has no time zone")
    if isinstance(each, EventInfo):
        model.zone_of(each)
    if isinstance(each, Submission | model.DeckCheck | model.LogEntry):
        each.found  # noqa: B018 - reads it


def _check_whole(event: EventFile, folder: Path, folders: DataFolders) -> None:
    place = str(folder / "event.jsonl")
    if len(event.rows(EventInfo)) != 1:
        raise DataError("contains no event", place=place)
    with raised_as(DataError, UsageError, f"{place}:1"):
        checker_for(event, folders)


def _content(folder: Path, told: dict[str, str]) -> bytes:
    """Return a list from the folder; raises ValueError if it is not the exported one."""
    path = (folder / told["file"]).resolve()
    if not path.is_relative_to((folder / _LISTS).resolve()):
        raise ValueError(f"`{told['file']}` leads out of the folder")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != told["sha256"]:
        raise ValueError(f"`{told['file']}` was changed since the export")
    return content


class Letter(Struct, frozen=True):
    """A letter to a player: its subject and text."""

    player: Player
    subject: str
    text: str

    @property
    def files(self) -> dict[str, bytes]:
        """The letter as files by name: its text, and a draft that mail programs open for sending."""
        message = EmailMessage()
        message["Subject"] = _for_header(self.subject)
        contact = self.player.contact
        if _ADDRESS.fullmatch(contact):
            message["To"] = Address(_for_header(self.player.name), addr_spec=contact)
        elif contact:
            message["X-To"] = _for_header(contact.encode("ascii", "replace").decode())
        message["X-Unsent"] = "1"
        message.set_content(self.text)
        stem, text = stem_of(self.player), f"Subject: {self.subject}\n\n{self.text}"
        return {f"{stem}.txt": text.encode("utf-8", "backslashreplace"), f"{stem}.eml": message.as_bytes()}


def _for_header(text: str) -> str:
    """Return a text for a header; the library would decode ``=?utf-8?q?=0A?=`` in it, even to the end of the header."""
    return printable(text).replace("=?", "= ?")


def letters(
    info: EventInfo,
    found: list[PlayerStanding],
    checker: ListChecker,
    templates: Path | None = None,
    seconds: float = 5.0,
) -> Iterator[Letter]:
    """Yield a letter to each player; `seconds` is the time to search for the nearest legal deck (0: no search).

    Raises:
        DataError: when the template of `templates` is broken.
    """
    for each in found:
        said = _rendered(templates, _values(info, each, checker, seconds))
        subject, _, text = said.partition("\n")
        spaced = re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"
        yield Letter(each.player, subject.removeprefix("Subject:").strip(), spaced)


def _rendered(templates: Path | None, values: Mapping[str, Any]) -> str:
    """Return a letter; raises DataError if anything is wrong with the template."""
    try:
        return _environment(templates).get_template(LETTER).render(values)
    except Exception as error:  # noqa: BLE001 - a template is a program, and may fail as one
        why = "it includes itself" if isinstance(error, RecursionError) else error
        raise DataError(f"the template is broken: {why}", place=str((templates or FOLDER) / LETTER)) from None


@cache
def _environment(folder: Path | None) -> Environment:
    """Return the environment of plain text templates; those in `folder` come before deckcheck's own."""
    from jinja2.sandbox import SandboxedEnvironment

    folders = (folder, FOLDER) if folder else (FOLDER,)
    return strict_environment(SandboxedEnvironment, folders, autoescape=False)


def stem_of(player: Player) -> str:
    """Return a file name for a player that is safe on every system and unique: ``007-kei``."""
    plain = unicodedata.normalize("NFKD", player.name.lower().translate(LETTERS)).encode("ascii", "ignore").decode()
    return f"{player.id:03d}-{re.sub('[^a-z0-9]+', '-', plain).strip('-')[:40]}".rstrip("-")


def _values(info: EventInfo, each: PlayerStanding, checker: ListChecker, seconds: float) -> dict[str, Any]:
    report = checker.report(each.submission, each.player.name) if each.submission and each.has_list else None
    nearest, proven = _nearest(report, checker, seconds) if report else ((), True)
    listed = report.listed if report else ()
    return {
        "event": info,
        "player": each.player,
        "submission": each.submission,
        "verdict": each.verdict,
        "received": model.local_time(each.submission.received, info) if each.submission else "",
        "deadline": model.local_time(info.deadline, info) if info.deadline else "",
        "over": model.is_late(model.now(), info.deadline),
        "late": each.late,
        "newer": each.newer,
        "came": model.local_time(each.newer.received, info) if each.newer else "",
        "locked": each.locked,
        "format": checker.format,
        "fingerprint": report.deck.fingerprint[7:19] if report else "",
        "problems": [_problem(report, it) for it in told(listed) if report and it.finding.severity in BEARING],
        "more": report.unlisted if report else 0,
        "allowed": [it.message for it in listed if "ruling" in it.data and it.severity not in BEARING],
        "changes": nearest,
        "proven": proven,
    }


def _problem(report: Report, each: Told) -> dict[str, object]:
    """Return a problem of a list, with its first line; with all `rows` if one problem is in place of several."""
    finding, lines = each.finding, lines_of(report.deck.raw, each)
    rows = [
        {"line": line.span.line, "text": (line.before + line.marked + line.after).strip(), "remark": line.remark}
        for line in lines
    ]
    return {
        "line": finding.span.line if finding.span else 0,
        "text": rows[0]["text"] if rows else "",
        "message": finding.message,
        "help": for_players(finding.help or ""),
        "rows": rows if len(each.findings) > 1 else (),
    }


def _nearest(report: Report, checker: ListChecker, seconds: float) -> tuple[tuple[RepairStep, ...], bool]:
    """Return the changes to the nearest legal deck, and whether fewer are impossible; none if none is found or needed.

    Nothing is advised if more than half of the cards would change. The search ignores rulings, so a list with a ruling
    gets no suggestion that could contradict it, nor does one with other readings, such as two lists.
    """
    is_ruled = any("ruling" in each.data or "proviso" in each.data for each in report.findings)
    if report.verdict.value == "legal" or is_ruled or not seconds:
        return (), True
    options, most = RepairOptions(), sum(entry.count for entry in report.deck.entries) // 2
    try:
        repaired = repair(report, checker.pool, options, seconds, near=most)
    except (NoRepair, UsageError, ImportError):
        return (), True
    if repaired.changes > most:
        return (), True
    return tuple(changes(report, repaired, options, checker.pool)), repaired.proven
