"""``deckcheck deck names``."""

import sys
from collections.abc import Callable, Iterator
from typing import Literal

import click

from deckcheck.build.editing.name_fixes import NameChoice, OpenLine, Option, fix_names, open_lines, with_remarks
from deckcheck.checks import checker as app
from deckcheck.cli.deck_files import deliver, dry_run_option, for_each, refuse_reading_twice
from deckcheck.cli.deck_options import DeckReader, deck_options
from deckcheck.cli.output import Exit, complain, say, write_parts
from deckcheck.model.names import printable
from deckcheck.model.sentences import counted

_REMARK: Literal["#"] = "#"
# Returns the text to write for a line in the file at a path; None leaves it, and a remark gets a mark.
Chooser = Callable[[str, OpenLine], Option | Literal["#"] | None]


@click.command("names")
@click.argument("paths", nargs=-1, required=True, metavar="DECK...")
@deck_options
@dry_run_option
@click.option("--yes", is_flag=True, help="Ask nothing; accept a suggestion when only one is close.")
def command(*, paths: tuple[str, ...], decks: DeckReader, dry_run: bool, yes: bool) -> int:
    """Correct names that are not recognised. A DECK is a file, a folder, or - for standard input.

    \b
    deckcheck deck names deck.txt --format twenty-festivals
    deckcheck deck names lists/ --format celestial-40-40 --yes --dry-run
    deckcheck deck names deck.json --yes                      (the file names its format)

    On a terminal it asks about each line; elsewhere it shows the suggestions. A line that is a remark can be marked
    with # there. With --yes it asks nothing and takes a suggestion if it is legal and the only card within two
    keystrokes (one in names and words of fewer than 8 letters). It changes nothing else; `deckcheck deck undo`
    restores a file.

    Exits with 0 when every line is recognised, 1 when some are not, 2 when something could not be done. With
    --dry-run the diff counts as if it were written.
    """
    refuse_reading_twice(paths)
    asks = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and "-" not in paths
    choose = _sure if yes else _ask if asks else None
    return for_each(app.expand(paths), lambda path: _one(path, decks, choose, dry_run=dry_run))


def _one(path: str, decks: DeckReader, choose: Chooser | None, *, dry_run: bool) -> int:
    """Process one file and return the exit code for it."""
    old = decks.file(path)
    shown, lines = old.raw.path, open_lines(old)
    if choose is None:
        write_parts(part for line in lines for part in _described(shown, line))
        _say(shown, 0, len(lines), written=False)
        return Exit.NO if lines else Exit.YES
    picked = [(line, choose(shown, line)) for line in lines]
    choices = [NameChoice(line, option) for line, option in picked if isinstance(option, Option)]
    remarks = [line for line, said in picked if said == _REMARK]
    fixed, rejected = fix_names(old, choices)
    new, used = with_remarks(fixed, remarks), [choice for choice in choices if choice not in rejected]
    deliver(path, "", old.content, new.content, decks.intake.limits, dry_run=dry_run)
    for choice in () if dry_run else used:
        request = choice.line.request
        say(f"{shown}:{request.span.line}: `{request.name}` is now `{choice.option.name}`")
    for choice in rejected:
        place = f"{shown}:{choice.line.request.span.line}"
        complain(f"left unchanged: with `{choice.option.written}` the list would be read differently", place=place)
    if remarks and new is fixed:
        complain("left unchanged: with marked remarks the list would be read differently", place=shown)
    _say(shown, len(used), len(new.deck.unresolved), written=not dry_run)
    return Exit.NO if new.deck.unresolved else Exit.YES


def _sure(path: str, line: OpenLine) -> Option | None:
    """Return the option that needs no question; print a line without one to standard error."""
    if line.sure is None:
        click.echo("".join(_described(path, line)), err=True, nl=False)
    return line.sure


def _ask(path: str, line: OpenLine) -> Option | Literal["#"] | None:
    """Return the option that the user chooses at the terminal."""
    write_parts(_described(path, line))
    question = "Which card? (0 = leave as is, # = a remark)" if line.options else "A remark? (0 = leave as is, # = yes)"
    numbers = [str(number) for number in range(len(line.options) + 1)]
    said = click.prompt(f"  {question}", type=click.Choice([*numbers, _REMARK]), default="0", show_choices=False)
    return _REMARK if said == _REMARK else line.options[int(said) - 1] if int(said) else None


def _described(path: str, line: OpenLine) -> Iterator[str]:
    """Yield the problem of a line and the cards that it may mean, numbered."""
    yield f"{printable(path)}:{line.request.span.line}: {printable(line.why)}\n"
    for number, option in enumerate(line.options, 1):
        note = "" if option.legal else " (not legal in this format)"
        yield f"  {number}. {printable(option.name)}{note}\n"
    if not line.options:
        yield "  no suggestion\n"


def _say(path: str, taken: int, left: int, *, written: bool) -> None:
    what = "written" if written else "in the diff"
    names = f"{counted(taken, 'name')} {what}, " if taken else ""
    say(f"{path}: {names}{counted(left, 'line')} not recognised")
