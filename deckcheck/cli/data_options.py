"""Options for the formats and card pools of a command, and for the house rules that change the formats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, structs

from deckcheck.checks import checker as app
from deckcheck.cli.output import complain, note, waiting
from deckcheck.cli.parameters import FOLDER, Decorator, bundled, config, repeatable, stacked
from deckcheck.formats.cache import FormatLoader
from deckcheck.model.deck import Request
from deckcheck.model.errors import DataError, UsageError
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.sentences import counted, first_of, plural
from deckcheck.pools.loading import FilePool
from deckcheck.system.config import FolderSetting


class OwnedCards(Struct, frozen=True):
    """The lines of a collection, and its file."""

    path: str
    requests: tuple[Request, ...]


# The first run compiles the card pools.
_reading = waiting("reading formats and cards")


class Data(Struct, frozen=True):
    """Folders with the user's own formats and card pools, and the as-of day; None: the latest.

    House rules and a collection change every format that it returns.
    """

    formats_dir: Path | None = None
    cardpools_dir: Path | None = None
    as_of: str | None = None
    house: HouseRules | None = None
    owned: OwnedCards | None = None

    @property
    def folders(self) -> tuple[Path | None, Path | None]:
        """The user's own folders of formats and of card pools."""
        return self.formats_dir, self.cardpools_dir

    @property
    def _loader(self) -> FormatLoader:
        return app.format_loader(*self.folders, self.as_of)

    def with_house(self, house: HouseRules, names: Collection[str]) -> Data:
        """Return the same with house rules for formats; raises UsageError unless `names` has formats to change."""
        if house and ("all" in names or not names):
            raise UsageError("house rules change one format: say which with --format ID")
        return structs.replace(self, house=house or None)

    def on(self, day: str | None) -> Data:
        """Return the same for the as-of day `day`; None: the latest."""
        return structs.replace(self, as_of=day)

    def dated(self) -> Data:
        """Return the same for the configured day, unless `as_of` gives one."""
        day = config().settings.as_of
        return self.on(self.as_of or (day.isoformat() if day else None))

    @_reading
    def format(self, name: str) -> Format:
        """Return the format with this id, or in the file at this path; raises the errors of `load_format`."""
        return self._changed(app.format_called(name, self._loader))

    @_reading
    def formats(self, *names: str) -> list[Format]:
        """Return formats by id, path or "all"; for "all", broken ones are reported and skipped."""
        return list(map(self._changed, app.load_formats(names, self._loader, _report_broken)))

    @_reading
    def pool(self, pool_id: str) -> FilePool:
        """Return the card pool with this id; raises the errors of `load_pool`."""
        return app.load_pool(pool_id, cardpools_dir=self.cardpools_dir)

    def pools(self, formats: Iterable[Format]) -> dict[str, FilePool]:
        """Return the pools of `formats` by id."""
        return {pool_id: self.pool(pool_id) for pool_id in dict.fromkeys(fmt.pool for fmt in formats)}

    def _changed(self, fmt: Format) -> Format:
        # Imported here because few runs need them.
        if self.house:
            from deckcheck.checks.house_rules import with_house_rules

            fmt = with_house_rules(fmt, self.pool(fmt.pool), self.house)
        if self.owned:
            from deckcheck.build.collection import limited_to, owned

            have = owned(self.owned.requests, fmt, self.pool(fmt.pool))
            sentences = tuple(left_out(self.owned.path, have.unclear, have.uncounted))
            if sentences and _is_news(self.owned.path):
                for sentence in sentences:
                    note(sentence)
            fmt = limited_to(fmt, have, self.owned.path)
        return fmt


def left_out(path: str, unclear: tuple[str, ...], uncounted: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield sentences about the lines of a list that match no card or several, and about those without whole copies."""
    for lines, lacks in ((unclear, "one recognised card"), (uncounted, "a whole number of copies")):
        if lines:
            which, are = counted(len(lines), "line"), plural(len(lines), "is", "are")
            shown = first_of([f"`{line}`" for line in lines], 3)
            yield f"{path}: {which} without {lacks} {are} left out: {shown}"


def _report_broken(error: DataError) -> None:
    """Report a format that is skipped, once per run."""
    if _is_news(str(error)):
        complain(f"{error.message}; this format is left out", place=error.place, help=error.help)


def _is_news(text: str) -> bool:
    """Return whether this run has not yet reported a text."""
    reported: set[str] = click.get_current_context().meta.setdefault("deckcheck.formats.reported", set())
    is_news = text not in reported
    reported.add(text)
    return is_news


def _folder_option(option: str, setting: FolderSetting, text: str, **more: Any) -> Decorator:  # noqa: ANN401 - click's
    """Return the decorator that adds an option for a folder, whose default a setting gives."""
    return click.option(option, type=FOLDER, default=lambda: config().folder(setting), help=text, **more)


_FORMATS, _POOLS = "Folder with formats of your own.", "Folder with card pools of your own."
_LISTS = "Folder with lists, to count how many play a card.  [default: the setting lists-dir]"
_formats_option = _folder_option("--formats-dir", "formats-dir", _FORMATS, hidden=True)
cardpools_option = _folder_option("--cardpools-dir", "cardpools-dir", _POOLS, hidden=True)
lists_option = _folder_option("--lists", "lists-dir", _LISTS)
_as_of_option = click.option(
    "--as-of", metavar="DATE", help="Day whose cards, lists and rules apply, such as 2019-05-10.  [default: the latest]"
)


def _collection(_: click.Context, __: click.Parameter, path: str | None) -> OwnedCards | None:
    if not path:
        return None
    from deckcheck.build.collection import read_collection
    from deckcheck.cli.deck_files import read_text

    limits = config().settings.limits
    return OwnedCards(path, read_collection(read_text(path, limits), path, limits, note))


# Restricts the formats of `data`.
collection_option = click.option(
    "--from-collection",
    "owned",
    metavar="FILE",
    callback=_collection,
    help="Allow only the cards that this list or CSV file has, as in a sealed event.",
)


_CHANGED = "House rule: a rule with another value, such as copies=2; NAME=off drops it."
_SIZED = "House rule: a deck size, such as dynasty=45 or dynasty=40-45."
# The command gets these as `house`.
house_options = stacked(
    repeatable("--rule", "rules", metavar="NAME=VALUE", help=_CHANGED),
    repeatable("--ban", help="House rule: ban a card."),
    repeatable("--allow", help="House rule: allow a card."),
    repeatable("--size", "sizes", metavar="SECTION=N", help=_SIZED),
    bundled("house", HouseRules, *HouseRules.__struct_fields__),
)
# The command gets these, and other options about data, as one `data`.
data_options = stacked(
    _formats_option, cardpools_option, bundled("data", Data, "formats_dir", "cardpools_dir", "as_of", "owned")
)
dated_options = stacked(_as_of_option, data_options)
