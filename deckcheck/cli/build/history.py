"""``deckcheck deck undo``, and ``save``, ``log`` and ``restore`` for saved versions of a deck file."""

import datetime
from pathlib import Path

import click

from deckcheck.build.editing.draft import Draft, changes_between
from deckcheck.cli.deck_files import dry_run_option, read_bytes, write_back, write_content
from deckcheck.cli.deck_options import DeckReader, deck_file_options, limit_option
from deckcheck.cli.output import Exit, command_line, say, write_lines, write_out, write_parts
from deckcheck.decks.files import is_unnamed
from deckcheck.decks.intake import read_content
from deckcheck.decks.lines import diff
from deckcheck.decks.versions import History, Version, history_of, split_version
from deckcheck.model.errors import OutputError, UsageError, writing
from deckcheck.model.limits import Limits
from deckcheck.model.sentences import counted
from deckcheck.reports.tables import table
from deckcheck.system.paths import state_folder


@click.command("undo")
@click.argument("path", metavar="DECK")
@limit_option
@dry_run_option
def undo(*, path: str, limits: Limits, dry_run: bool) -> int:
    """Undo the last change to a deck file. Run it again to undo the one before.

    \b
    deckcheck deck undo deck.txt

    deckcheck keeps the last 50 changes of each file in the user's state folder. It refuses when another program has
    changed the file since. Exits with 0 when a change was undone, 1 when none is recorded.
    """
    content, folder = read_bytes(path, limits), state_folder()
    history = History(folder, Path(path)) if folder else None
    known = len(history.made(content)) if history else 0
    if history is None or not known:
        say(f"{path}: no recorded change to undo")
        return Exit.NO
    old = history.before(content)
    if old is None:
        help = "undo restores only what deckcheck itself has changed"
        raise OutputError("changed by another program since; nothing was undone", place=path, help=help)
    write_parts(diff(path, content, old, limits))
    if not dry_run:
        history.forget(content)
        write_content(Path(path), content, old, limits)
        history.forget(old)
        say(f"{path}: undone. {counted(known - 1, 'earlier change')} can be undone.")
    return Exit.YES


@click.command("save")
@click.argument("path", metavar="DECK")
@click.argument("name", metavar="[NAME]", default="")
@limit_option
def save(path: str, name: str, *, limits: Limits) -> None:
    """Save a deck file as a version, with a NAME if you like. The file stays the same.

    \b
    deckcheck deck save deck.txt first-cup
    deckcheck diff deck.txt@first-cup deck.txt

    Versions have numbers from 1. DECK@2 and DECK@NAME name them for `deckcheck deck restore` and for every command that
    reads decks. deckcheck keeps them in the user's state folder, by the path of the file. Exits with 0.
    """
    if is_unnamed(path):
        raise UsageError("versions are kept for files; standard input and pipes have none")
    content, history = read_bytes(path, limits), history_of(path)
    now = datetime.datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    known = history.versions()
    if known and known[-1].content == content and name in ("", known[-1].name):
        write_lines([f"{path}: no changes since {_called(known[-1])}"])
        return
    with writing(history.folder, f"the version of {path} "):
        version = history.save(content, name, now)
    write_lines([f"{path}: saved as {_called(version)}"])


@click.command("log")
@deck_file_options
def log(*, path: str, decks: DeckReader) -> int:
    """List the saved versions of a deck. Each has the cards that changed and the verdict; the current file is last.

    \b
    deckcheck deck log deck.txt

    Exits with 0 when there are versions, 1 when there are none.
    """
    content = read_bytes(path, decks.intake.limits)
    known = history_of(path).versions()
    if not known:
        say(f"{path}: no saved versions")
        return Exit.NO
    if known[-1].content != content:
        known.append(Version(0, "", "now", content))
    rows = []
    before: Draft | None = None
    for each in known:
        raw = read_content(each.content, path, decks.intake.limits, decks.intake.syntax)
        draft = decks.read(each.content, raw)
        cards = sum(draft.copies().values())
        verdict = f"{draft.report().verdict.value} in {draft.format.name}"
        rows.append((each.number or "", each.saved, each.name, cards, _changed(before, draft), verdict))
        before = draft
    write_out(table(rows, ("version", "saved", "name", "cards", "changed", "verdict")))
    return Exit.YES


@click.command("restore")
@click.argument("source", metavar="DECK@VERSION")
@limit_option
@dry_run_option
def restore(*, source: str, limits: Limits, dry_run: bool) -> None:
    """Replace a deck file with a saved version. Give its number or name; `deckcheck deck undo` reverts this.

    \b
    deckcheck deck restore deck.txt@first-cup
    deckcheck deck restore deck.txt@2 --dry-run
    """
    path, which = split_version(source)
    if which is None:
        help = f"write DECK@NUMBER or DECK@NAME; `{command_line('deck', 'log', path)}` lists them"
        raise UsageError(f"`{path}` names no version", help=help)
    content, version = read_bytes(path, limits), history_of(path).version(which)
    write_parts(diff(path, content, version.content, limits))
    if not dry_run and version.content != content:
        write_back(Path(path), content, version.content, limits)
    done = "is the current file" if version.content == content else "not restored" if dry_run else "restored"
    say(f"{path}: {_called(version)} {done}")


def _called(version: Version) -> str:
    return f"version {version.number}" + (f" ({version.name})" if version.name else "")


def _changed(old: Draft | None, new: Draft) -> str:
    """Return the numbers of copies added and removed since `old`, "" without it."""
    if old is None:
        return ""
    steps = [each.after - each.before for each in changes_between(old.copies(), new.copies(), new.pool)]
    parts = (f"+{sum(n for n in steps if n > 0)}", f"-{-sum(n for n in steps if n < 0)}")
    return " ".join(part for part in parts if part[1:] != "0") or "same"
