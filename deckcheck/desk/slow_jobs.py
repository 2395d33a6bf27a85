"""Slow jobs for a separate process: sheets, letters, exports and the pages of public lists."""

import contextlib
import io
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from deckcheck.events import exchange, publishing
from deckcheck.events.checking import DataFolders, ListChecker, checker_for
from deckcheck.events.exchange import letters
from deckcheck.events.standings import PlayerStanding, standings
from deckcheck.events.store import EventFile, open_event
from deckcheck.model.errors import UsageError


def sheets_page(path: Path, folders: DataFolders) -> str:
    """Return the sheets of all players, to print."""
    with _opened(path, folders) as (event, checker, found):
        return "".join(publishing.sheets(event.info, found, checker))


def letters_archive(path: Path, folders: DataFolders, who: str) -> bytes:
    """Return a zip file with the letters to players who have something to do."""
    with _opened(path, folders, who) as (event, checker, found):
        to = [each for each in found if each.needs_letter]
        if not to:
            raise UsageError("all lists are legal", help="Letters are for players with something to do.")
        # This long it looks for the nearest legal deck of each player.
        written = list(letters(event.info, to, checker, seconds=3.0))
        with event.writing():
            for letter in written:
                event.log("letter", letter.player.id, subject=letter.subject)
        return _zip({name: content for letter in written for name, content in letter.files.items()})


def export_archive(path: Path, folders: DataFolders) -> bytes:
    """Return a zip file with the event as plain files."""
    with _opened(path, folders) as (event, _, found), tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "event"
        exchange.write_folder(event, found, target)
        files = [each for each in sorted(target.rglob("*")) if each.is_file()]
        return _zip({str(each.relative_to(target)): each.read_bytes() for each in files})


def site_files(path: Path, folders: DataFolders) -> dict[str, str]:
    """Return the pages of the lists, for everybody."""
    with _opened(path, folders) as (event, checker, found):
        chosen = publishing.chosen(found, legal=False, names=[], top=None)
        return dict(publishing.site(event.info, chosen, checker))


@contextlib.contextmanager
def _opened(
    path: Path, folders: DataFolders, who: str = ""
) -> Iterator[tuple[EventFile, ListChecker, list[PlayerStanding]]]:
    """Open an event with its checker and the standing of each player."""
    with open_event(path, who) as event:
        checker = checker_for(event, folders)
        yield event, checker, standings(event, checker)


def _zip(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()
