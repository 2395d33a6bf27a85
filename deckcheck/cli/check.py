"""``deckcheck check``."""

from __future__ import annotations

from pathlib import Path

import click

from deckcheck import app
from deckcheck.cli.common import (
    EXIT_LEGAL,
    EXIT_NOT_LEGAL,
    EXIT_TROUBLE,
    as_of_option,
    cardpools_option,
    color_option,
    column_option,
    complain,
    formats_option,
    from_option,
    style_for,
    write_file,
    write_parts,
)
from deckcheck.errors import UsageError
from deckcheck.model.finding import Verdict
from deckcheck.model.report import Outcome
from deckcheck.render import NAMES, renderer, text
from deckcheck.render.style import Style


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-f",
    "--format",
    "format_names",
    multiple=True,
    metavar="ID",
    help="Format id, or path of a format file. May be given several times; all means every format.  "
    "[default: the one that a deck file names]",
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
@from_option
@column_option
@color_option
@formats_option
@cardpools_option
def command(
    *,
    paths: tuple[str, ...],
    format_names: tuple[str, ...],
    as_of: str | None,
    outputs: tuple[str, ...],
    syntax: str | None,
    column: str | None,
    color: str,
    formats_dir: Path | None,
    cardpools_dir: Path | None,
) -> int:
    """Check deck lists: files, folders, archives, tables with a deck a row, or - for standard input.

    Exits with 0 when every deck is legal, 1 when one is illegal or undecided, 2 when something could not be done.
    With several formats a deck is legal when it is so in one of them.

    \b
    deckcheck check deck.txt --format twenty-festivals
    deckcheck check deck.json                  (the file names its format)
    deckcheck check deck.txt --format lcg-stronghold --as-of 2019-05-10
    deckcheck check deck.txt --format all
    deckcheck check lists/ --format celestial-40-40 -o concise
    deckcheck check - --format lcg-2017 -o json=report.json -o text < deck.txt
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    targets = _targets(outputs)
    formats = app.load_formats(
        format_names or ("all",), formats_dir=formats_dir, cardpools_dir=cardpools_dir, as_of=as_of
    )
    pools = {fmt.pool: app.load_pool(fmt.pool, cardpools_dir=cardpools_dir) for fmt in formats}
    style = style_for(color)
    if len(format_names) == 1 and len(formats) == 1:
        return _report(
            app.check_all(paths, formats[0], pools[formats[0].pool], syntax=syntax, column=column), targets, style
        )
    if not format_names:
        return _report(app.check_named(paths, formats, pools, syntax=syntax, column=column), targets, style)
    return _matrix(app.check_formats(paths, formats, pools, syntax=syntax, column=column), targets, style)


def _report(outcome: Outcome, targets: list[tuple[str, Path | None]], style: Style) -> int:
    """Write the reports on decks that were each checked in one format."""
    _complain_of_failures(outcome)
    for name, file in targets:
        if file is not None:
            write_file(file, renderer(name)(outcome, Style()))
        else:
            write_parts(renderer(name)(outcome, style))
    if ("text", None) not in targets:
        click.echo(text.summary(outcome), err=True)
    if outcome.failures:
        return EXIT_TROUBLE
    return EXIT_LEGAL if outcome.count(Verdict.LEGAL) == len(outcome.reports) else EXIT_NOT_LEGAL


def _matrix(outcome: Outcome, targets: list[tuple[str, Path | None]], style: Style) -> int:
    """Write where each deck is legal."""
    from deckcheck.render import matrix

    if targets != [("text", None)]:
        raise UsageError("with several formats there is the text report only", help="give one format for other reports")
    _complain_of_failures(outcome)
    write_parts(matrix.render(outcome, style))
    if outcome.failures:
        return EXIT_TROUBLE
    legal_somewhere = (
        any(report.verdict is Verdict.LEGAL for report in reports) for reports in outcome.by_deck().values()
    )
    return EXIT_LEGAL if all(legal_somewhere) else EXIT_NOT_LEGAL


def _complain_of_failures(outcome: Outcome) -> None:
    for failure in outcome.failures:
        complain(failure.error.message, place=failure.error.place, help=failure.error.help)


def _targets(outputs: tuple[str, ...]) -> list[tuple[str, Path | None]]:
    """Return the reports to write as names and files (None: standard output); raises UsageError."""
    targets: list[tuple[str, Path | None]] = []
    for output in outputs or ("text",):
        name, _, file = output.partition("=")
        if name not in NAMES:
            raise UsageError(f"there is no report `{name}`", help=f"known reports: {', '.join(NAMES)}")
        path = Path(file) if file else None
        if path and not path.parent.is_dir():
            raise UsageError(f"there is no folder `{path.parent}` for the report `{file}`")
        if path and path.is_dir():
            raise UsageError(f"the report `{file}` would be written over a folder")
        targets.append((name, path))
    if sum(path is None for _, path in targets) > 1:
        raise UsageError(
            "only one report can go to standard output", help="give the others a file: -o json=report.json"
        )
    return targets
