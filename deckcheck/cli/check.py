"""``deckcheck check``."""

from __future__ import annotations

import io
from pathlib import Path

import click

from deckcheck import app
from deckcheck.atomic import write_atomically
from deckcheck.cli.common import (
    EXIT_LEGAL,
    EXIT_NOT_LEGAL,
    EXIT_TROUBLE,
    cardpools_option,
    color_option,
    complain,
    formats_option,
    style_for,
    write_out,
)
from deckcheck.errors import OutputError, UsageError
from deckcheck.model.finding import Verdict
from deckcheck.model.report import Outcome
from deckcheck.render import NAMES, renderer
from deckcheck.render.style import Style


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-f", "--format", "format_name", required=True, metavar="ID", help="Format id, or path of a format file.")
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    metavar="NAME[=FILE]",
    help=f"Report as {', '.join(NAMES)}; with =FILE to a file. May be given several times.  [default: text]",
)
@color_option
@formats_option
@cardpools_option
def command(
    *,
    paths: tuple[str, ...],
    format_name: str,
    outputs: tuple[str, ...],
    color: str,
    formats_dir: Path | None,
    cardpools_dir: Path | None,
) -> int:
    r"""Check deck lists: files, folders, or - for standard input.

    Exits with 0 when every deck is legal, 1 when one is illegal or undecided, 2 when something could not be done.

    \b
    deckcheck check deck.txt --format twenty-festivals
    deckcheck check lists/ --format celestial-40-40 -o concise
    deckcheck check - --format lcg-2017 -o json=report.json -o text < deck.txt
    """
    targets = _targets(outputs)
    fmt = app.load_format(format_name, formats_dir=formats_dir)
    pool = app.load_pool(fmt.pool, cardpools_dir=cardpools_dir)
    outcome = app.check_all(paths, fmt, pool)
    for failure in outcome.failures:
        complain(failure.error.message, place=failure.error.place, help=failure.error.help)
    for name, file in targets:
        if file is None:
            for part in renderer(name)(outcome, style_for(color)):
                write_out(part)
        else:
            _write_file(name, file, outcome)
    if all(name != "text" or file is not None for name, file in targets):
        from deckcheck.render.text import summary

        click.echo(summary(outcome), err=True)
    if outcome.failures:
        return EXIT_TROUBLE
    return EXIT_LEGAL if outcome.count(Verdict.LEGAL) == len(outcome.reports) else EXIT_NOT_LEGAL


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


def _write_file(name: str, file: Path, outcome: Outcome) -> None:
    text = io.StringIO()
    text.writelines(renderer(name)(outcome, Style()))
    try:
        write_atomically(file, text.getvalue().encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise OutputError(f"the report could not be written: {error.strerror}", place=str(file)) from None
