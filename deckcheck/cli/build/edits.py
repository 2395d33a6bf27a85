"""``deckcheck edit``, and the edits of one deck file: ``add``, ``remove``, ``set``, ``swap``, ``sort`` and ``note``."""

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from deckcheck.build.editing.draft import ORDERS, Draft, described, sorted_lines, with_note
from deckcheck.build.editing.names import count_of, exchanged, listed, wanted, with_copies, without_lines
from deckcheck.build.popularity import popularity
from deckcheck.checks.checker import read_all
from deckcheck.cli.data_options import lists_option
from deckcheck.cli.deck_files import deliver, dry_run_option, write_back
from deckcheck.cli.deck_options import DeckReader, deck_file_options
from deckcheck.cli.output import Exit
from deckcheck.cli.parameters import Choice
from deckcheck.model.errors import UsageError, needing

# The choices in the editor when the file has changed since it was opened.
_RENAME = "rename the changed file, then save again"
# Returns the next draft; its other arguments are those of the command.
Edit = Callable[..., Draft]


def editing_command(name: str) -> Callable[[Edit], click.Command]:
    """Return a decorator that makes an edit a command: it reads a deck, changes it, reports the change and writes."""

    def decorate(edit: Edit) -> click.Command:
        @functools.wraps(edit)
        def command(*, path: str, decks: DeckReader, dry_run: bool, **own: object) -> None:
            draft = decks.draft(path)
            new = edit(draft, **own)
            said = "".join(f"{line}\n" for line in described(draft, new))
            deliver(path, said, draft.content, new.content, decks.intake.limits, dry_run=dry_run)

        return click.command(name)(deck_file_options(dry_run_option(command)))

    return decorate


@editing_command("add")
@click.argument("names", nargs=-1, required=True, metavar="'3 NAME'...")
def add(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Add cards to a deck file. It reports the problems that they cause.

    \b
    deckcheck deck add deck.txt '3 Marketplace' 'Ring of Water'
    deckcheck deck add deck.txt '2 Rout' --dry-run

    A listed card gets its copies on its own line, a new card a line after the others of its type. Nothing else in the
    file changes. Any card of the game can be added, legal or not. Names are read as in lists; when a name is not a
    card, nothing is written. Exits with 0 whatever the verdict; `deckcheck deck undo` restores the file.
    """
    for name in names:
        new = wanted(name, draft)
        draft = with_copies(draft, new.card, count_of(draft, new.card) + new.count)
    return draft


@editing_command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME|'2 NAME'...")
def remove(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Remove cards from a deck file. Without a number before the name, it removes all copies.

    \b
    deckcheck deck remove deck.txt 'Marketplace'
    deckcheck deck remove deck.txt '1 Marketplace' '2 Rout'

    It removes unrecognised lines too, by their text. Exits with 0 whatever the verdict.
    """
    for name in names:
        found = listed(name, draft)
        if found.card is None:
            draft = without_lines(draft, found.lines)
        else:
            have = count_of(draft, found.card)
            draft = with_copies(draft, found.card, max(0, have - (have if found.count is None else found.count)))
    return draft


@editing_command("set")
@click.argument("names", nargs=-1, required=True, metavar="'3 NAME'...")
def set_(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Set the number of copies of cards in a deck file. 0 removes a card.

    \b
    deckcheck deck set deck.txt '3 Marketplace' '0 Rout'
    """
    for name in names:
        new = wanted(name, draft)
        if not new.counted:
            raise UsageError(f"`{name}` has no number of copies", help=f"write it in front: '3 {name}'")
        draft = with_copies(draft, new.card, new.count)
    return draft


@editing_command("swap")
@click.argument("old", metavar="OUT")
@click.argument("new", metavar="IN")
def swap(draft: Draft, old: str, new: str) -> Draft:
    """Replace a card in a deck file with another one. Without a number before the name, it replaces all copies.

    \b
    deckcheck deck swap deck.txt 'Marketplace' 'Counting House'
    deckcheck deck swap deck.txt '2 Marketplace' '1 Counting House'

    It adds as many copies as it removes, unless you give a number for the new card.
    """
    out, into = listed(old, draft), wanted(new, draft)
    if out.card is None:
        copies = into.count if into.counted else max(1, sum(line.count for line in out.lines))
        added = with_copies(draft, into.card, count_of(draft, into.card) + copies)
        return without_lines(added, listed(old, added).lines)
    have = count_of(draft, out.card)
    taken = have if out.count is None else min(have, out.count)
    return exchanged(draft, out.card, into.card, taken, into.count if into.counted else taken)


@editing_command("sort")
@click.option("--by", type=Choice(list(ORDERS)), default="name", show_default=True, help="What to sort by.")
def sort(draft: Draft, by: str) -> Draft:
    """Sort the cards of a text list. Each card stays in its block; headers, comments and empty lines stay in place.

    \b
    deckcheck deck sort deck.txt
    deckcheck deck sort deck.txt --by cost --dry-run
    """
    return sorted_lines(draft, by)


@editing_command("note")
@click.argument("text", metavar="TEXT")
@click.option("--card", metavar="NAME", help="Write the note after this card and replace its old one; '' removes it.")
def note(draft: Draft, text: str, card: str | None) -> Draft:
    """Write a note into a text list. It is a comment at the top, or after a card.

    \b
    deckcheck deck note deck.txt 'Kotei version, 12 May'
    deckcheck deck note deck.txt --card 'Marketplace' 'try Counting House'
    """
    if card is None:
        return with_note(draft, None, text)
    found = listed(card, draft)
    line = found.lines[0] if found.card is None else draft.entries(found.card)[0].request
    return with_note(draft, line, text)


@click.command("edit")
@deck_file_options
@lists_option
def edit_(*, path: str, decks: DeckReader, lists: Path | None) -> int:
    """Edit a deck on the screen. Search, deck and card are side by side; findings and numbers are below.

    \b
    deckcheck edit deck.txt
    deckcheck edit deck.txt --format celestial-40-40 --lists lists/

    + and - add and remove copies, / searches in the language of `cards search`, Enter on an unrecognised line offers
    cards, u undoes a change, Ctrl+S saves, ? lists all keys. Saving keeps the comments and the order of the file, and
    `deckcheck deck undo` restores it. --lists counts how many of your lists play each card; the setting `lists-dir`
    makes the folder the default. Needs the extra "tui"; docs/building.md says how to install it.
    """
    if path == "-":
        raise UsageError("the editor needs a file", help="create one with `deckcheck deck new`")
    with needing("tui", "the editor"):
        from deckcheck.tui.editor import Editor
    if os.environ.get("TERM") == "dumb" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the editor needs a terminal", help="scripts use `deckcheck deck`")
    draft, intake = decks.draft(path), decks.intake
    pool = decks.data.pool(draft.format.pool)
    count = (lambda: popularity(read_all([str(lists)], intake), draft.format, pool)) if lists else None
    editor = Editor(draft, pool.cards, lambda old, new: write_back(Path(path), old, new, intake.limits, _RENAME), count)
    editor.run()
    return Exit.TROUBLE if editor.return_code else Exit.YES
