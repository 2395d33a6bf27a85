"""``deckcheck check``."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from deckcheck import app
from deckcheck.cli.common import (
    EXIT_LEGAL,
    EXIT_NOT_LEGAL,
    EXIT_TROUBLE,
    address_options,
    as_of_option,
    cardpools_option,
    color_option,
    column_option,
    complain,
    formats_option,
    from_option,
    report_file,
    style_for,
    write_file,
    write_parts,
)
from deckcheck.cli.completion import complete_format
from deckcheck.cli.settings import config, config_options
from deckcheck.config import Config
from deckcheck.errors import UsageError
from deckcheck.loading.pools import FilePool
from deckcheck.model.deck import RawDeck
from deckcheck.model.format import Format
from deckcheck.model.report import FailOn, Outcome, Run
from deckcheck.render import NAMES, renderer, words
from deckcheck.render.style import Style

_LEVELS = tuple(level.value for level in FailOn)


class _Inputs(Struct, frozen=True):
    """What is to be checked, and with which data."""

    paths: tuple[str, ...]
    as_of: str | None
    syntax: str | None
    column: str | None
    formats_dir: Path | None
    cardpools_dir: Path | None

    def formats(self, *names: str) -> list[Format]:
        """Return formats by id, path or "all"."""
        return app.load_formats(names, formats_dir=self.formats_dir, cardpools_dir=self.cardpools_dir, as_of=self.as_of)

    def pools(self, formats: list[Format]) -> dict[str, FilePool]:
        """Return the pools of `formats` by id."""
        return {pool: app.load_pool(pool, cardpools_dir=self.cardpools_dir) for pool in {fmt.pool for fmt in formats}}


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option(
    "-f",
    "--format",
    "format_names",
    multiple=True,
    metavar="ID",
    shell_complete=complete_format,
    help="Format id, or path of a format file. May be given several times; all means every format.  "
    "[default: from the configuration, or the one that a deck file names]",
)
@as_of_option
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    metavar="NAME[=FILE]",
    help=f"Report as {', '.join(NAMES)}; with =FILE to a file. May be given several times.  [default: text]",
)
@click.option("--explain", is_flag=True, help="Below the first finding of each rule, show the page of the rule.")
@click.option(
    "--fail-on",
    type=click.Choice(_LEVELS),
    default=lambda: config().settings.fail_on or FailOn.UNDECIDED.value,
    show_default=FailOn.UNDECIDED.value,
    help="The least for which to exit with 1.",
)
@click.option(
    "--exit-zero/--no-exit-zero",
    default=lambda: bool(config().settings.exit_zero),
    show_default="no-exit-zero",
    help="Exit with 0 in place of 1; what could not be done is still 2.",
)
@from_option
@column_option
@color_option
@address_options
@formats_option
@cardpools_option
@config_options
def command(
    *,
    paths: tuple[str, ...],
    format_names: tuple[str, ...],
    as_of: str | None,
    outputs: tuple[str, ...],
    explain: bool,
    fail_on: str,
    exit_zero: bool,
    syntax: str | None,
    column: str | None,
    color: str,
    formats_dir: Path | None,
    cardpools_dir: Path | None,
) -> int:
    """Check deck lists: files, folders, archives, tables, addresses of deck pages, or - for standard input.

    Exits with 0 when every deck is legal, 1 when one is illegal or undecided, 2 when something could not be done.
    With several formats a deck is legal when it is so in one of them.

    \b
    deckcheck check deck.txt --format twenty-festivals
    deckcheck check deck.json                  (the file names its format)
    deckcheck check deck.txt --format lcg-stronghold --as-of 2019-05-10
    deckcheck check deck.txt --format all
    deckcheck check lists/ --format celestial-40-40 -o concise
    deckcheck check lists/ -o sarif=lists.sarif -o markdown=lists.md -o text
    deckcheck check https://www.emeralddb.org/decks/4736f7c0-b4a6-4f17-9dde-b71614115c69
    deckcheck check - --format lcg-2017 -o json=report.json -o text < deck.txt
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    settings = config()
    targets = _targets(outputs or settings.outputs() or ("text",))
    day = settings.settings.as_of
    inputs = _Inputs(paths, as_of or (day.isoformat() if day else None), syntax, column, formats_dir, cardpools_dir)
    started, clock = datetime.datetime.now(datetime.UTC), time.perf_counter()
    outcome, several = _check(inputs, format_names, settings, targets)
    run = Run(started.strftime("%Y-%m-%dT%H:%M:%S"), round(time.perf_counter() - clock, 3))
    outcome = msgspec.structs.replace(outcome, run=run)
    for failure in outcome.failures:
        complain(failure.error.message, place=failure.error.place, help=failure.error.help)
    _write(outcome, targets, style_for(color, explain=explain), several=several)
    if outcome.failures:
        return EXIT_TROUBLE
    return EXIT_LEGAL if exit_zero or outcome.passes(FailOn(fail_on)) else EXIT_NOT_LEGAL


def _check(
    inputs: _Inputs, names: tuple[str, ...], settings: Config, targets: list[tuple[str, Path | None]]
) -> tuple[Outcome, bool]:
    """Check the decks; the second value tells whether each one was checked in several formats."""
    if not names:
        return _check_named(inputs, settings), False
    formats = inputs.formats(*names)
    pools = inputs.pools(formats)
    if len(formats) == 1:
        fmt = formats[0]
        return app.check_all(inputs.paths, fmt, pools[fmt.pool], syntax=inputs.syntax, column=inputs.column), False
    if any(name == "json" for name, _ in targets):
        raise UsageError("the JSON report is about one format", help="the report `jsonl` takes several")
    return app.check_formats(inputs.paths, formats, pools, syntax=inputs.syntax, column=inputs.column), True


def _check_named(inputs: _Inputs, settings: Config) -> Outcome:
    """Check each deck in the format of its folder, else the one its file names, else the one configured."""
    configured = {name: _configured(inputs, name, place) for name, place in settings.formats().items()}
    formats = inputs.formats("all")

    named = app.format_named(formats, configured.get(settings.format or ""))

    def format_of(raw: RawDeck) -> Format:
        # A deck from standard input stands in no folder.
        name = None if raw.place == "<stdin>" else settings.format_for(raw.place)
        return configured[name] if name else named(raw)

    pools = inputs.pools([*formats, *configured.values()])
    return app.check_by(inputs.paths, format_of, pools, syntax=inputs.syntax, column=inputs.column)


def _configured(inputs: _Inputs, name: str, place: str) -> Format:
    try:
        return inputs.formats(name)[0]
    except UsageError as error:
        raise UsageError(error.message, place=error.place or place, help=error.help) from None


def _targets(outputs: tuple[str, ...]) -> list[tuple[str, Path | None]]:
    """Return the reports to write as names and files (None: standard output); raises UsageError."""
    targets: list[tuple[str, Path | None]] = []
    for output in outputs:
        name, _, file = output.partition("=")
        if name not in NAMES:
            raise UsageError(f"there is no report `{name}`", help=f"known reports: {', '.join(NAMES)}")
        targets.append((name, report_file(file) if file else None))
    if sum(path is None for _, path in targets) > 1:
        raise UsageError(
            "only one report can go to standard output", help="give the others a file: -o json=report.json"
        )
    return targets


def _write(outcome: Outcome, targets: list[tuple[str, Path | None]], style: Style, *, several: bool) -> None:
    for name, file in targets:
        # Decks in several formats are a table for people; the reports for programs hold every finding.
        render = _matrix if several and name == "text" else renderer(name)
        if file is None:
            write_parts(render(outcome, style))
        else:
            write_file(file, render(outcome, Style(explain=style.explain)))
    if ("text", None) not in targets:
        click.echo(words.summary(outcome), err=True)


def _matrix(outcome: Outcome, style: Style) -> Iterator[str]:
    from deckcheck.render import matrix

    return matrix.render(outcome, style)
