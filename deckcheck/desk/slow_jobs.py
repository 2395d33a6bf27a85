"""Slow work for a process of its own: sheets, letters, exports and the pages of open lists."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

from deckcheck.events import exchange, publishing
from deckcheck.events.checking import Folders, checker_for
from deckcheck.events.exchange import files_of, letters
from deckcheck.events.standings import standings
from deckcheck.events.store import open_event

# How long to look for the nearest legal deck of one player.
_SECONDS = 3.0


def sheets_page(path: Path, folders: Folders) -> str:
    """Return the sheets of all players, to print."""
    with open_event(path) as event:
        checker = checker_for(event, folders)
        return "".join(publishing.sheets(event.info, standings(event, checker), checker))


def letters_archive(path: Path, folders: Folders, who: str) -> bytes:
    """Return a zip file with the letters to those who have something to do."""
    with open_event(path, who) as event:
        checker = checker_for(event, folders)
        found = [each for each in standings(event, checker) if each.verdict != "legal"]
        written = list(letters(event.info, found, checker, seconds=_SECONDS))
        with event.writing():
            for letter in written:
                event.log("letter", letter.player.id, subject=letter.subject)
        return _zip({name: content for letter in written for name, content in files_of(letter).items()})


def export_archive(path: Path, folders: Folders) -> bytes:
    """Return a zip file with the event as plain files."""
    with open_event(path) as event, tempfile.TemporaryDirectory() as folder:
        checker = checker_for(event, folders)
        target = Path(folder) / "event"
        exchange.write_folder(event, standings(event, checker), target)
        files = [each for each in sorted(target.rglob("*")) if each.is_file()]
        return _zip({str(each.relative_to(target)): each.read_bytes() for each in files})


def site_files(path: Path, folders: Folders) -> dict[str, str]:
    """Return the pages of the lists, for everybody."""
    with open_event(path) as event:
        checker = checker_for(event, folders)
        found = publishing.chosen(standings(event, checker), legal=False, names=[], top=None)
        return dict(publishing.site(event.info, found, checker))


def _zip(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()
