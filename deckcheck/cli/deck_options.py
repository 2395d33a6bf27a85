"""Options for how decks are read and in which format, the same for every command."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct, structs

from deckcheck.checks import checker as app
from deckcheck.checks.other_formats import refuse_other_game
from deckcheck.cli.data_options import Data, dated_options
from deckcheck.cli.deck_files import read_deck_file
from deckcheck.cli.parameters import Choice, Decorator, bundled, config, repeatable, stacked
from deckcheck.decks.files import is_unnamed
from deckcheck.decks.intake import SYNTAXES, Intake, read_one
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import Deck, RawDeck
from deckcheck.model.errors import UsageError, no_such
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.limits import Limits, bounds, names
from deckcheck.model.pool import Pool
from deckcheck.pools.loading import find_pools

if TYPE_CHECKING:
    from deckcheck.build.editing.draft import Draft

FormatOf = Callable[[RawDeck], tuple[Format, Pool]]
_FORMAT = "Format id, or path of a format file.  [default: from the configuration, or the one that the deck file names]"
# For commands that only read names, and so accept any format.
BEST_FORMAT = "Format in which names are read.  [default: the one that a file names, else the one that fits best]"


def complete_format(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of formats that begin with the typed text, without loading a format."""
    from deckcheck.formats.files import find_formats

    return [name for name in sorted(find_formats(context.params.get("formats_dir"))) if name.startswith(incomplete)]


def format_option(text: str = _FORMAT, name: str = "format_name", **settings: Any) -> Decorator:  # noqa: ANN401 - click's
    """Return the decorator that adds ``--format`` with the help `text`."""
    return click.option("-f", "--format", name, metavar="ID", shell_complete=complete_format, help=text, **settings)


class DeckReader(Struct, frozen=True, dict=True):
    """Reads decks according to the options of `deck_options`."""

    format_name: str | None
    intake: Intake
    data: Data

    @functools.cached_property
    def format_of(self) -> FormatOf:
        """A function that returns the format and pool of a deck, as `choice` does; it loads each pool once."""
        tell, _ = choice(self.format_name, self.data)
        pool = functools.cache(self.data.pool)

        def format_of(raw: RawDeck) -> tuple[Format, Pool]:
            fmt = tell(raw)
            return fmt, pool(fmt.pool)

        return format_of

    def deck(self, path: str) -> tuple[Deck, Format, Pool]:
        """Return the only deck of a file, archive, table or page; raises InputError, also for one of another game."""
        return self._resolved(read_one(path, self.intake))

    def read(self, content: bytes, raw: RawDeck) -> Draft:
        """Return the draft of a file with these bytes, which was read as `raw`; raises InputError."""
        from deckcheck.build.editing.draft import Draft

        return Draft(content, *self._resolved(raw))

    def _resolved(self, raw: RawDeck) -> tuple[Deck, Format, Pool]:
        """Return a list with its names looked up in its format; raises InputError for one of another game."""
        fmt, pool = self.format_of(raw)
        deck = resolve(raw, fmt, pool)
        others = (self.data.pool(each) for each in find_pools(self.data.cardpools_dir) if each != fmt.pool)
        refuse_other_game(deck, others)
        return deck, fmt, pool

    def file(self, path: str) -> Draft:
        """Return a deck file (``-``: standard input) with its bytes; raises InputError."""
        _ = self.format_of  # Reports a wrong --format before a wrong file.
        return self.read(*read_deck_file(path, self.intake))

    def draft(self, path: str) -> Draft:
        """Return a deck file for editing; raises like `file`, and UsageError for a list that cannot be edited."""
        from deckcheck.build.editing.draft import refuse_inside

        return refuse_inside(self.file(path))

    def with_house(self, house: HouseRules) -> DeckReader:
        """Return the same reader with house rules; raises UsageError unless a format is named that they can change."""
        named = (self.format_name,) if self.format_name else ()
        return structs.replace(self, data=self.data.with_house(house, named))


def _limits(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> Limits:
    return structs.replace(config().settings.limits, **dict(map(_limit, given)))


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


# Gives the command its `limits`: the configured ones with the changes of the option.
limit_option = repeatable(
    "--limit",
    "limits",
    metavar="NAME=N",
    callback=_limits,
    shell_complete=_complete_limit,
    help="Limit for one deck or archive; `deckcheck help input` names all.",
    hidden=True,
)
_FROM = "Syntax of the lists; `deckcheck help input` names all.  [default: detected]"
_COLUMN = "Column, or key in JSON Lines, with the deck in a table of one deck per row.  [default: detected]"
# The command gets these as one `intake`.
deck_intake_options = stacked(
    click.option("--from", "syntax", type=Choice(SYNTAXES), metavar="NAME", help=_FROM),
    limit_option,
    bundled("intake", Intake, "syntax", "column", "limits"),
)
intake_options = stacked(deck_intake_options, click.option("--column", metavar="NAME", help=_COLUMN))
_decks = bundled("decks", DeckReader, "format_name", "intake", "data")
# The command gets these as one `decks`.
deck_options = stacked(format_option(), dated_options, deck_intake_options, _decks)
# The same, and the argument `path`.
deck_file_options = stacked(click.argument("path", metavar="DECK"), deck_options)


def decks_options(text: str = _FORMAT, **settings: Any) -> Decorator:  # noqa: ANN401 - click's
    """Return the decorator that adds the same options for many decks; `text` is the help of ``--format``."""
    return stacked(format_option(text, **settings), dated_options, intake_options, _decks)


def configured_formats(data: Data) -> dict[str, Format]:
    """Return the formats that the configuration names, by id or path; raises UsageError as `named_format`."""
    return {name: named_format(data, name) for name in config().formats()}


def named_format(data: Data, name: str) -> Format:
    """Return the format that an option or the configuration names; raises UsageError, for a setting with its line."""
    try:
        return data.format(name)
    except UsageError as error:
        raise UsageError(error.message, place=error.place or config().formats().get(name), help=error.help) from None


def choice(format_name: str | None, data: Data) -> tuple[Callable[[RawDeck], Format], list[Format]]:
    """Return a function that gives the format of a deck, and all formats that it may give, on the chosen day.

    The format is `format_name`, else the one of the deck's folder in the configuration, else the one that its file
    names, else the configured one; without any, the function raises InputError.
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
        name = None if is_unnamed(raw.place) else settings.format_for(raw.place)
        return configured[name] if name else named(raw)

    return format_of, [*formats, *configured.values()]
