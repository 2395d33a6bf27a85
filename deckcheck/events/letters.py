"""Letters to players: whether the list is registered, each problem in its line, and the nearest legal deck."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator, Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from deckcheck.build.repair.explain import RepairStep, changes
from deckcheck.build.repair.fix import NoRepair, RepairOptions, repair
from deckcheck.events.checking import ListChecker
from deckcheck.events.model import EventInfo, Player
from deckcheck.events.standings import PlayerStanding
from deckcheck.model.errors import DataError, UsageError
from deckcheck.model.finding import BEARING, Finding
from deckcheck.model.names import printable
from deckcheck.model.report import Report

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent / "templates"
LETTER = "letter.txt"
_LONGEST = 200
# Small letters without an accent to take off.
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
_COMMAND = re.compile(r"[;,]?\s*`deckcheck [^`]*`[^;.?]*")


class Letter(Struct, frozen=True):
    """A letter: the stem of its files, and its subject and text."""

    stem: str
    player: Player
    subject: str
    text: str

    def as_mail(self) -> bytes:
        """Return it as a draft that mail programs open for sending."""
        message = EmailMessage()
        message["Subject"] = self.subject
        if self.player.contact:
            try:
                message["To"] = Address(self.player.name, addr_spec=self.player.contact)
            except ValueError:  # The player's contact is not a mail address.
                message["X-To"] = self.player.contact.encode("ascii", "replace").decode()
        message["X-Unsent"] = "1"
        message.set_content(self.text)
        return message.as_bytes()


class _LetterProblem(Struct, frozen=True):
    line: int
    text: str
    message: str
    help: str


def letters(
    info: EventInfo,
    found: list[PlayerStanding],
    checker: ListChecker,
    templates: Path | None = None,
    seconds: float = 5.0,
) -> Iterator[Letter]:
    """Yield a letter to each player; `seconds` is the time to look for a nearest legal deck, 0: none is looked for.

    Raises:
        DataError: when the template of `templates` is broken.
    """
    for each in found:
        said = _rendered(templates, _values(info, each, checker, seconds))
        subject, _, text = said.partition("\n")
        spaced = re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"
        yield Letter(stem_of(each.player), each.player, subject.removeprefix("Subject:").strip(), spaced)


def _rendered(templates: Path | None, values: Mapping[str, Any]) -> str:
    """Return a letter; raises DataError for whatever is wrong with the template."""
    try:
        return _environment(templates).get_template(LETTER).render(values)
    except Exception as error:  # noqa: BLE001 - a template is a program, and may fail as one
        why = "it includes itself" if isinstance(error, RecursionError) else error
        raise DataError(f"the template is broken: {why}", place=str((templates or FOLDER) / LETTER)) from None


@cache
def _environment(folder: Path | None) -> Environment:
    """Return the environment of plain text templates; those in `folder` come before ours."""
    from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    loaders = [FileSystemLoader(each) for each in (folder, FOLDER) if each]
    return SandboxedEnvironment(
        loader=ChoiceLoader(loaders),
        autoescape=False,
        undefined=StrictUndefined,
        finalize=lambda value: printable(value) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def stem_of(player: Player) -> str:
    """Return a file name for a player that is safe everywhere and nobody else's: ``007-kei``."""
    plain = unicodedata.normalize("NFKD", player.name.lower().translate(_LETTERS)).encode("ascii", "ignore").decode()
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
        "received": _time(each.submission.received) if each.submission else "",
        "deadline": _time(info.deadline) if info.deadline else "",
        "late": each.late,
        "locked": each.locked,
        "format": checker.format,
        "fingerprint": report.deck.fingerprint[7:19] if report else "",
        "problems": [_problem(report, it) for it in listed if report and it.severity in BEARING],
        "more": report.unlisted if report else 0,
        "allowed": [it.message for it in listed if "ruling" in it.data and it.severity not in BEARING],
        "changes": nearest,
        "proven": proven,
    }


def _time(written: str) -> str:
    """Return an ISO time to the minute: ``2026-12-04 20:00+01:00``."""
    return datetime.datetime.fromisoformat(written).isoformat(" ", "minutes")


def _problem(report: Report, finding: Finding) -> _LetterProblem:
    line = finding.span.line if finding.span else 0
    text = report.deck.raw.line(line).strip()[:_LONGEST] if line else ""
    return _LetterProblem(line, text, finding.message, for_players(finding.help or ""))


def for_players(help: str) -> str:
    """Return what to do about a finding without the commands in it: a player has no deckcheck to run."""
    return _COMMAND.sub("", help)


def _nearest(report: Report, checker: ListChecker, seconds: float) -> tuple[tuple[RepairStep, ...], bool]:
    """Return the changes to the nearest legal deck and whether no fewer do; none where none is found or needed.

    The search knows no rulings, so a list with one gets no suggestion that goes against it.
    """
    is_ruled = any("ruling" in finding.data for finding in report.findings)
    if report.verdict.value == "legal" or is_ruled or not seconds:
        return (), True
    options = RepairOptions()
    try:
        repaired = repair(report, checker.pool, options, seconds)
    except (NoRepair, UsageError, ImportError):
        return (), True
    return tuple(changes(report, repaired, options, checker.pool)), repaired.proven


def files_of(letter: Letter) -> Mapping[str, bytes]:
    """Return the files of a letter by name: the text, and a draft for mail programs."""
    text = f"Subject: {letter.subject}\n\n{letter.text}"
    return {f"{letter.stem}.txt": text.encode("utf-8", "backslashreplace"), f"{letter.stem}.eml": letter.as_mail()}
