"""A volunteer's event for tests: lists of plainly fictional players, a form, mails, and the command line."""

from __future__ import annotations

import csv
import json
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from deckcheck.cli import run
from tests.conftest import ROOT

LEGAL = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
ILLEGAL = (ROOT / "examples" / "crane-with-slips.txt").read_text("utf-8")
# A legal list of another player: one card of the first is exchanged for another copy.
OTHER = LEGAL.replace("1 Ring of the Void", "1 Ring of Fire")
HEADER = ("Timestamp", "E-Mail", "Wie heißt du?", "Clan", "Dein Deck")


class Desk:
    """An event in a folder, worked on by the command line."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.file = folder / "cup.event"
        self._capsys = capsys

    def new(self, *options: str) -> Desk:
        self("new", "--name", "Spring Cup", "--format", "celestial-40-40", *options)
        return self

    def __call__(self, command: str, *arguments: object, code: int = 0) -> str:
        """Run a command on the event, expect an exit code, and return what it printed, errors behind."""
        got = run(["event", command, str(self.file), *map(str, arguments)])
        said = self._capsys.readouterr()
        assert got == code, said.out + said.err
        return said.out + said.err

    def take(self, *sources: object, code: int = 0) -> str:
        return self("take", *sources, code=code)

    def send(self, name: str, content: bytes, code: int = 0) -> str:
        """Take in an email that is saved as `name`."""
        (self.folder / name).write_bytes(content)
        return self.take(self.folder / name, code=code)

    def printed(self, *arguments: object) -> str:
        """Return what another command prints."""
        assert run([str(each) for each in arguments]) == 0
        return self._capsys.readouterr().out

    def status(self) -> dict[str, Any]:
        run(["event", "status", str(self.file), "-o", "json"])
        found: dict[str, Any] = json.loads(self._capsys.readouterr().out)
        return found

    def player(self, name: str) -> dict[str, Any]:
        (found,) = [each for each in self.status()["players"] if each["name"] == name]
        return dict(found)

    def form(self, *rows: tuple[str, ...], name: str = "form.csv", header: tuple[str, ...] = HEADER) -> Path:
        path = self.folder / name
        with path.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows([header, *rows])
        return path

    def text(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path


def row(number: int, deck: str, time: str = "2026-11-20 18:00:00") -> tuple[str, ...]:
    """Return a row of the form: the time, the address, the name, the clan and the list of a player."""
    return (time, f"player{number}@example.org", f"Player {word(number)}", "Crane", deck)


def word(number: int) -> str:
    """Return a number in letters, because names of persons have no digits."""
    return "".join(chr(ord("A") + int(digit)) for digit in f"{number:03d}")


def mail(number: int, text: str, attachment: str | None = None, date: str = "Sat, 21 Nov 2026 10:00:00 +0100") -> bytes:
    message = EmailMessage()
    message["From"] = f"Player {word(number)} <player{number}@example.org>"
    message["To"] = "organiser@example.org"
    message["Date"] = date
    message["Subject"] = "My list"
    message.set_content(text)
    if attachment is not None:
        message.add_attachment(attachment.encode(), maintype="text", subtype="plain", filename="deck.txt")
    return message.as_bytes()


def with_another(content: bytes, called: str, attached: str) -> bytes:
    """Return an email with a file attached to it, behind others."""
    message = message_from_bytes(content, policy=policy.default)
    message.add_attachment(attached.encode(), maintype="text", subtype="plain", filename=called)
    return message.as_bytes()
