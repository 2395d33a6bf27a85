"""Options that say how decks are read, the same for every command, and deck files: reading and writing them back."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from deckcheck.checks import checker as app
from deckcheck.cli.data_options import Data, as_of_option, data_options
from deckcheck.cli.output import Exit, complain_of, note, write_bytes, write_parts, writing
from deckcheck.cli.parameters import bundled
from deckcheck.cli.settings import Command, config
from deckcheck.decks import versions
from deckcheck.decks.containers import is_archive, standard_input
from deckcheck.decks.files import decode, open_file
from deckcheck.decks.intake import SYNTAXES, Intake, read_one, table_for
from deckcheck.decks.lines import diff
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import Deck, RawDeck
from deckcheck.model.errors import DeckcheckError, InputError, OutputError, UsageError, no_such
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.limits import Limits, bounds, names
from deckcheck.model.pool import Pool
from deckcheck.system.atomic import READABLE, write_atomically
from deckcheck.system.paths import state_folder

# Of every command that changes a deck.
dry_run_option = click.option(
    "--dry-run/--write", default=False, help="Write nothing; show the change as a diff.  [default: write]"
)


if TYPE_CHECKING:
    from deckcheck.build.editing.draft import Draft

FormatOf = Callable[[RawDeck], tuple[Format, Pool]]
Item = TypeVar("Item")
Errors = tuple[type[DeckcheckError], ...]

_AGAIN = "run it again"
_FORMAT = "Format id, or path of a format file.  [default: from the configuration, or the one that the deck file names]"
# For commands that only read names, which no format forbids.
BEST_FORMAT = "Format in which names are read.  [default: the one that a file names, else the one that fits best]"


def complete_format(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of formats that begin with the typed text, without loading a format."""
    from deckcheck.formats.files import find_formats

    return [name for name in sorted(find_formats(context.params.get("formats_dir"))) if name.startswith(incomplete)]


def format_option(text: str = _FORMAT, name: str = "format_name", **settings: Any) -> Callable[[Command], Command]:  # noqa: ANN401 - click's
    """Return the decorator that adds ``--format`` with the help `text`."""
    return click.option("-f", "--format", name, metavar="ID", shell_complete=complete_format, help=text, **settings)


class DeckReader:
    """Reads decks as the options of `deck_options` say."""

    def __init__(self, format_name: str | None, intake: Intake, data: Data) -> None:
        self.format_name = format_name
        self.intake = intake
        self.data = data

    @functools.cached_property
    def format_of(self) -> FormatOf:
        """What gives the format and pool of a deck, as `choice` does; it loads each pool once."""
        tell, _ = choice(self.format_name, self.data)
        pool = functools.cache(self.data.pool)

        def format_of(raw: RawDeck) -> tuple[Format, Pool]:
            fmt = tell(raw)
            return fmt, pool(fmt.pool)

        return format_of

    def deck(self, path: str) -> tuple[Deck, Format, Pool]:
        """Return the only deck of a file, archive, table or page; raises InputError."""
        raw = read_one(path, self.intake)
        fmt, pool = self.format_of(raw)
        return resolve(raw, fmt, pool), fmt, pool

    def file(self, path: str) -> Draft:
        """Return a deck file (``-``: standard input) with its bytes; raises InputError."""
        from deckcheck.build.editing.draft import Draft

        format_of = self.format_of  # Reports a wrong --format before a wrong file.
        content, raw = read_deck_file(path, self.intake)
        fmt, pool = format_of(raw)
        return Draft(content, resolve(raw, fmt, pool), fmt, pool)

    def draft(self, path: str) -> Draft:
        """Return a deck file for editing; raises as `file`, and UsageError for a syntax that cannot be edited."""
        from deckcheck.build.editing.draft import draft_of

        content, raw = read_deck_file(path, self.intake)
        return draft_of(content, raw, *self.format_of(raw))

    def with_house(self, house: HouseRules) -> DeckReader:
        """Return the same with house rules; raises UsageError where no format is named that they could change."""
        named = (self.format_name,) if self.format_name else ()
        return DeckReader(self.format_name, self.intake, self.data.with_house(house, named))


def deck_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--format``, ``--as-of``, ``--from``, ``--limit`` and the folders, which come as one `decks`."""
    command = bundled("decks", DeckReader, "format_name", "intake", "data")(command)
    return format_option()(as_of_option(deck_intake_options(data_options(command))))


def intake_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--from``, ``--limit`` and ``--column``, which come to the command as one `intake`."""
    text = "Column, or key in JSON Lines, with the deck in a table of one deck per row.  [default: detected]"
    return deck_intake_options(click.option("--column", metavar="NAME", help=text)(command))


def deck_intake_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--from`` and ``--limit``, which come to the command as one `intake`."""
    command = bundled("intake", Intake, "syntax", "column", "limits")(command)
    text = "Syntax of the lists; `deckcheck help input` names all.  [default: detected]"
    return click.option("--from", "syntax", metavar="NAME", callback=_syntax, help=text)(limit_option(command))


def _syntax(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and value not in SYNTAXES:
        raise no_such("syntax", value, SYNTAXES)
    return value


def limit_option(command: Command) -> Command:
    """Add ``--limit``, which gives the command its `limits`: those of the configuration with those given here."""
    text = "Limit for one deck or archive; `deckcheck help input` names all. Repeatable."
    return click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=N",
        callback=_limits,
        shell_complete=_complete_limit,
        help=text,
        hidden=True,
    )(command)


def _limits(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> Limits:
    return msgspec.structs.replace(config().settings.limits, **dict(map(_limit, given)))


def _limit(written: str) -> tuple[str, int]:
    """Return the field and the number that ``NAME=N`` sets; raises UsageError."""
    name, _, number = written.partition("=")
    if name not in names():
        raise no_such("limit", name, names())
    least, most = bounds(name)
    good = number.isascii() and number.isdecimal() and len(number) <= len(str(most)) and least <= int(number) <= most
    if not good:
        raise UsageError(f"`--limit {written}`: must be a number from {least:,} to {most:,}")
    return name.replace("-", "_"), int(number)


def _complete_limit(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    return [f"{name}=" for name in names() if name.startswith(incomplete)]


def configured_formats(data: Data) -> dict[str, Format]:
    """Return the formats that the configuration names, by id or path; raises UsageError as `named_format`."""
    return {name: named_format(data, name) for name in config().formats()}


def named_format(data: Data, name: str) -> Format:
    """Return the format that an option or the configuration names; raises UsageError with the line of the latter."""
    try:
        return data.format(name)
    except UsageError as error:
        raise UsageError(error.message, place=error.place or config().formats().get(name), help=error.help) from None


def choice(format_name: str | None, data: Data) -> tuple[Callable[[RawDeck], Format], list[Format]]:
    """Return what gives the format of a deck, and all formats that it may give, on the chosen day.

    That is `format_name`, else the format of the deck's folder in the configuration, else the one that its file names,
    else the one configured; without any the function raises InputError.
    """
    data = data.dated()
    if format_name:
        fmt = data.format(format_name)
        return lambda _: fmt, [fmt]
    settings = config()
    configured = configured_formats(data)
    formats = data.formats("all")
    named = app.format_named(formats, configured.get(settings.format or ""))

    def format_of(raw: RawDeck) -> Format:
        # A deck from standard input is in no folder.
        name = None if raw.place in ("<stdin>", "-") else settings.format_for(raw.place)
        return configured[name] if name else named(raw)

    return format_of, [*formats, *configured.values()]


def deliver(path: str, said: str, old: bytes, new: bytes, limits: Limits, *, dry_run: bool) -> None:
    """Print the lines `said` about a change, and write it: to the file, or for ``-`` to standard output.

    With `dry_run` nothing is written and a diff is printed. Raises OutputError.
    """
    if dry_run:
        write_parts([said, *diff("<stdin>" if path == "-" else path, old, new, limits)])
    elif path == "-":
        click.echo(said, err=True, nl=False)
        write_bytes(new)
    else:
        if new != old:
            write_back(Path(path), old, new, limits)
        write_parts([said])


def for_each(
    items: Iterable[Item],
    do: Callable[[Item], int],
    trouble: tuple[type[DeckcheckError], ...] = (InputError, OutputError),
) -> int:
    """Do something with each file or deck, and return the highest exit code; `trouble` with one stops no other."""
    codes: set[int] = {Exit.YES}
    for item in items:
        try:
            codes.add(do(item))
        except trouble as error:
            complain_of(error)
            codes.add(Exit.TROUBLE)
    return max(codes)


def refuse_reading_twice(paths: tuple[str, ...]) -> None:
    """Raise UsageError when standard input is to be read twice."""
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once")


def read_deck_file(path: str, intake: Intake) -> tuple[bytes, RawDeck]:
    """Return the bytes of a deck file (``-``: standard input) and the deck in it, to edit it; raises InputError."""
    if is_archive(path) or table_for(path, intake.syntax):
        raise InputError("archives and tables cannot be edited", place=path, help="make lists: deckcheck convert")
    limits = intake.limits
    content, shown = read_bytes(path, limits), "<stdin>" if path == "-" else path
    return content, read(decode(content, shown, limits), shown, limits, intake.syntax)


def read_bytes(path: str, limits: Limits) -> bytes:
    """Return the bytes of a deck file; raises InputError when it cannot be read."""
    if path == "-":
        return standard_input(limits)
    with open_file(path) as stream:
        return stream.read(limits.file_bytes + 1)


def read_text(path: str, limits: Limits) -> str:
    """Return the text of a file (``-``: standard input); raises InputError when it cannot be read."""
    return decode(read_bytes(path, limits), path, limits)


def write_back(path: Path, old: bytes, new: bytes, limits: Limits, help: str = _AGAIN) -> None:
    """Replace the file as `write_content` does, and remember what it held for ``deckcheck deck undo``."""
    folder, fault = state_folder(), "there is no home folder"
    if folder is not None:
        try:
            versions.remember(folder, path, old, new)
        except OSError as error:
            folder, fault = None, str(error.strerror)
    try:
        write_content(path, old, new, limits, help)
    except DeckcheckError:
        if folder is not None:
            with contextlib.suppress(OSError):
                versions.forget(folder, path, old)
        raise
    if folder is None:
        note(f"{path} is changed, but `deckcheck deck undo` cannot take it back: {fault}")


def write_content(path: Path, old: bytes, new: bytes, limits: Limits, help: str = _AGAIN) -> None:
    """Replace the file, keeping its mode, and where it is a link the file that it leads to.

    A file that was deleted is written again.

    Raises:
        OutputError: when its content is not `old`, with `help`, or when it cannot be written.
    """
    with writing(path):
        target, mode = path.resolve(), READABLE
        if target.exists():
            if read_bytes(str(path), limits) != old:
                raise OutputError("another program changed the file; nothing was written", place=str(path), help=help)
            with target.open("r+b"):  # A file that is write-protected is not to be replaced either.
                mode = target.stat().st_mode & 0o7777
        write_atomically(target, new, mode)
