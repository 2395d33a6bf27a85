"""The commands of ``deckcheck event`` that write files: letters, sheets, sites, exports and copies."""

from collections.abc import Iterable
from pathlib import Path

import click

from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.events import shared
from deckcheck.cli.output import command_line, note, report_file, say, write_file, write_files
from deckcheck.cli.parameters import FOLDER, NEW_FILE, NEW_FOLDER, Choice, Whole, idle, time_limit_option
from deckcheck.events import exchange, publishing
from deckcheck.events.checking import ListChecker
from deckcheck.events.exchange import PRIVATE, stem_of
from deckcheck.events.exchange import letters as letters_to
from deckcheck.events.standings import PlayerStanding, standings
from deckcheck.events.store import EventFile
from deckcheck.model.errors import UsageError, how_to_install, writing
from deckcheck.model.sentences import counted


@click.command("letters")
@shared.writes_checked
@click.option("--out", required=True, type=NEW_FOLDER, help="Folder for the letters.")
@click.option("--templates", type=FOLDER, help="Folder with a letter.txt of your own.")
@shared.filled_option("--to", "name", metavar="PLAYER", help="Only to this player.")
@click.option("--open", "only_open", is_flag=True, help="Only where a player has something to do.")
@time_limit_option("Time to search for the nearest legal deck of one player; 0: no search.", default=5.0, least=0)
def letters(
    *,
    event: EventFile,
    checker: ListChecker,
    out: Path,
    templates: Path | None,
    name: str | None,
    only_open: bool,
    seconds: float,
) -> None:
    """Write a letter to each player. It says whether the list is registered, what is wrong in it, and what to do.

    \b
    deckcheck event letters cup.event --out letters
    deckcheck event letters cup.event --out letters --open --templates my-texts

    Each letter is a text file and an email that mail programs open as a draft. Letters of an earlier run to players who
    get none now are removed, unless --to is given. The nearest legal deck needs the extra "repair".
    """
    found = standings(event, checker)
    if name:
        wanted = shared.player_named(event, name)
        found = [each for each in found if each.player.id == wanted.id]
        if not found:
            raise UsageError(f"{wanted.name} has dropped and gets no letter", help="a new list brings a player back")
    found = [each for each in found if not only_open or each.needs_letter]
    write_files(out, {})  # The folder is created even if nobody gets a letter.
    for letter in letters_to(event.info, found, checker, templates, seconds):
        write_files(out, letter.files, PRIVATE)
        with event.writing():
            event.log("letter", letter.player.id, subject=letter.subject)
    removed = 0 if name else _remove(event, found, out, (".txt", ".eml"))
    say(f"{counted(len(found), 'letter')} in {out}{_said(removed, 'letter')}")


@click.command("sheets")
@shared.with_checker
@click.option("-o", "--output", "page", required=True, metavar="FILE", help="Page to print with a browser.")
def sheets(*, event: EventFile, checker: ListChecker, page: str) -> None:
    """Write deck sheets to print on A4. An index comes first, then a page for each player in alphabetical order.

    \b
    deckcheck event sheets cup.event -o sheets.html

    A sheet has the cards by kind with a box for each copy, the seat, room for signatures, the fingerprint, its QR
    code (with the extra "event"), and what was not counted.
    """
    target = report_file(page, (str(event.path),), "sheets")
    found = standings(event, checker)
    if not publishing.code_of("test"):
        note(f"the sheets have no QR codes; for them, {how_to_install('event')}")
    write_file(target, publishing.sheets(event.info, found, checker))
    listed = sum(each.has_list for each in found)
    say(f"{target}: an index and {counted(listed, 'sheet')}")


@click.command("publish")
@idle("--only --players --top", apart="--seals", help="it publishes a hash of every list")
@idle("--top", needs="--players", help="the file has the players by their places, one name per line")
@shared.writes_checked
@click.option("--out", required=True, type=NEW_FOLDER, help="Folder for the site.")
@click.option("--only", type=Choice(["legal"]), help="Only lists with this verdict.")
@click.option(
    "--players",
    metavar="NAMES",
    help="Names of players, the first placed first: a table, or one per line.",
)
@click.option("--top", type=Whole(1), help="Only the first N of --players.")
@click.option("--seals", is_flag=True, help="Publish only hashes, which prove later that no list changed.")
def publish(
    *,
    event: EventFile,
    checker: ListChecker,
    out: Path,
    only: str | None,
    players: str | None,
    top: int | None,
    seals: bool,
) -> None:
    """Write the lists as a site. It counts clans, Strongholds and played cards, and has no contacts.

    \b
    deckcheck event publish cup.event --out before --seals
    deckcheck event publish cup.event --out site --only legal
    deckcheck event publish cup.event --out site --players standings.txt --top 8

    Without --only and --players the desk of the event shows all lists too. With --seals it writes only seals.txt: the
    SHA-256 of a secret salt and each list. The site later shows the salts.
    """
    if out.resolve() in Path(event.path).resolve().parents:
        help = "name a folder for published files only, such as `--out site`"
        raise UsageError("the event file is in this folder, and is private", place=str(out), help=help)
    info, found = event.info, standings(event, checker)
    removed = 0
    if seals:
        write_files(out, {"seals.txt": "".join(publishing.seals(info, found)).encode()})
    else:
        shown = publishing.chosen(found, legal=only == "legal", names=shared.names_in(players), top=top)
        files = publishing.site(info, shown, checker)
        write_files(out, {name: text.encode("utf-8", "backslashreplace") for name, text in files})
        removed = _remove(event, shown, out / "lists", (".html", ".txt"))
    with event.writing():
        # The desk shows all lists or none, so publishing a selection leaves it closed.
        if not (seals or only or players) and info.visibility != "open":
            event.change_event(visibility="open")
            note("a desk of this event now shows all lists, too")
        event.log("publish", seals=seals, folder=str(out))
    made = "a hash of each list" if seals else f"a site with {counted(len(shown), 'list')}; begin with index.html"
    say(f"{out}: {made}{_said(removed, 'list')}")


@click.command("export")
@shared.with_checker
@click.option("--out", required=True, type=NEW_FOLDER, help="New folder for the files.")
def export(*, event: EventFile, checker: ListChecker, out: Path) -> None:
    """Write an event as plain files. They are the lists as received, registrations.csv, rulings.yaml and tables.

    \b
    deckcheck event export cup.event --out cup-files
    """
    exchange.write_folder(event, standings(event, checker), out)
    again = command_line("event", "import", f"{out}-again.event", out)
    say(f"{out}: written; `{again}` makes an event of it")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@shared.who_option
@data_options
def import_(*, file: Path, folder: Path, who: str, data: Data) -> None:
    """Make an event file from an export, with the same state.

    \b
    deckcheck event import again.event cup-files
    """
    if file.is_dir() and not folder.is_dir():  # Earlier versions had the folder first.
        file, folder = folder, file
    with exchange.read_folder(folder, file, who, data.folders):
        say(f"{file}: written")


@click.command("backup")
@shared.with_event
@click.argument("copy", metavar="COPY", type=NEW_FILE)
def backup(*, event: EventFile, copy: Path) -> None:
    """Copy an event file while it is in use.

    \b
    deckcheck event backup cup.event cup-saturday.event
    """
    event.backup(copy)
    say(f"{copy}: copied")


def _remove(event: EventFile, kept: Iterable[PlayerStanding], folder: Path, suffixes: tuple[str, ...]) -> int:
    """Remove the files of an earlier run for players who are not `kept`; return their number; raises OutputError."""
    removed = 0
    kept_stems = {stem_of(each.player) for each in kept}
    for player in [*event.players(), *event.earlier()]:
        stem = stem_of(player)
        old = [file for suffix in suffixes if stem not in kept_stems and (file := folder / f"{stem}{suffix}").is_file()]
        for file in old:
            with writing(file):
                file.unlink()
        removed += bool(old)
    return removed


def _said(removed: int, what: str) -> str:
    return f"; {counted(removed, what)} of an earlier run removed" if removed else ""
