"""``deckcheck check``."""

import datetime
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
import msgspec

from deckcheck.checks import checker as app
from deckcheck.checks.checker import expand
from deckcheck.checks.other_formats import OtherFormats
from deckcheck.cli.data_options import Data, collection_option, dated_options, house_options
from deckcheck.cli.deck_options import choice, format_option, intake_options
from deckcheck.cli.output import Exit, complain_of, say, write_out, write_parts
from deckcheck.cli.output_options import Output, as_option, file_option, report_option, report_outputs
from deckcheck.cli.parameters import Choice, address_options, color_option, config, config_options, idle
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.report import Counts, FailOn, Failure, Outcome, Report, Run
from deckcheck.pools.loading import FilePool
from deckcheck.reports import REPORTS, Style, renderer, wording
from deckcheck.system.git import changed_since

rulings_option = click.option(
    "--rulings",
    "rulings_file",
    metavar="FILE",
    help="YAML file with decisions of judges, as `deckcheck event rulings` prints them.",
)

# The interval in seconds between updates of the report for a waiting user.
_PAUSE = 0.1
# The reports that other lines may stand above.
_FOR_PEOPLE = ("text", "concise", "markdown")
_WHEN = ("text", "json", "jsonl")


@click.command("check")
@idle("--base", needs="--changed-only")
@idle("--rulings --as-of", apart="--when", help="leave out one of them: `--when` covers all days of a format")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True))
@format_option(
    "Format id, or path of a format file. Repeatable; all means every format.  "
    "[default: from the configuration, or the one that a deck file names]",
    "format_names",
    multiple=True,
)
@dated_options
@as_option(REPORTS, "text")
@file_option
@report_option
@click.option(
    "--when",
    is_flag=True,
    help="Report the days on which decks were legal, and what begins and ends them, as text, json or jsonl.",
)
@click.option(
    "--explain-reading",
    is_flag=True,
    help="Show each line of the lists with its class (card, header, fact, comment, ...) before the report.",
)
@click.option("--explain", is_flag=True, help="Below the first finding of each rule, show the page of the rule.")
@click.option(
    "--fail-on",
    type=Choice([level.value for level in FailOn]),
    default=lambda: config().settings.fail_on,
    help=f"Exit with 1 from this severity on.  [default: {FailOn.UNDECIDED.value}]",
)
@click.option(
    "--exit-zero/--no-exit-zero",
    default=lambda: config().settings.exit_zero,
    help="Exit with 0 instead of 1; errors still exit with 2.  [default: no]",
)
@rulings_option
@house_options
@click.option("--changed-only", is_flag=True, help="Check only files that git sees as new or changed.")
@click.option(
    "--base",
    metavar="REF",
    help="Commit to compare with.  [default: where the pull request branched off, else HEAD]",
)
@intake_options
@color_option
@address_options
@collection_option
@config_options
def command(
    *,
    paths: tuple[str, ...],
    format_names: tuple[str, ...],
    form: str | None,
    files: tuple[str, ...],
    reports: tuple[str, ...],
    when: bool,
    explain_reading: bool,
    explain: bool,
    fail_on: str,
    exit_zero: bool,
    rulings_file: str | None,
    house: HouseRules,
    changed_only: bool,
    base: str | None,
    intake: Intake,
    style: Style,
    data: Data,
) -> int:
    """Check deck lists. A PATH is a file, folder, archive, table, address of a deck page, or - for standard input.

    \b
    deckcheck check deck.txt --format twenty-festivals
    deckcheck check deck.json                  (the file names its format)
    deckcheck check deck.txt --format lcg-stronghold --as-of 2019-05-10
    deckcheck check deck.txt --format all
    deckcheck check deck.txt --format emperor --when
    deckcheck check lists/ --format celestial-40-40 --as concise
    deckcheck check lists/ -o report.html --report sarif=lists.sarif
    deckcheck check deck.txt --format emperor --rule copies=2 --ban 'A New Year' --size dynasty=45
    deckcheck check lists/ --rulings rulings.yaml --changed-only
    deckcheck check https://www.emeralddb.org/decks/4736f7c0-b4a6-4f17-9dde-b71614115c69
    deckcheck check deck.txt@first-cup --format emperor          (a version that `deckcheck deck save` keeps)
    deckcheck check - --format lcg-2017 --as json < deck.txt

    Exits with 0 when every deck is legal, 1 when one is illegal or undecided, 2 when something could not be done. With
    several formats, a deck must be legal in one of them; with --when, on one day.
    """
    targets = report_outputs(form, files, reports, paths)
    plain, data = data, data.with_house(house, format_names)
    if explain_reading:
        _refuse_mixing(targets)
    if when:
        _refuse_days(targets)
    else:
        data = data.dated()
    formats_of, pools, formats = _plan(data, format_names, targets)
    paths = _changed_among(paths, base, changed_only=changed_only, deciding=(config().file, rulings_file))
    started, clock = datetime.datetime.now(datetime.UTC), time.perf_counter()
    results = app.checks(paths, formats_of, pools, intake)
    if len(formats) <= 1:
        # Cards are legal in the same formats whoever owns them.
        every = msgspec.structs.replace(plain, owned=None)
        naming = OtherFormats(lambda: every.formats("all"), lambda name: pools.get(name) or every.pool(name))
        results = naming.naming(results)
    if when:
        from deckcheck.checks.other_formats import with_history

        results = with_history(results, _formats_on(data, format_names), pools)
    if rulings_file is not None:
        from deckcheck.checks.rulings import rulings_in, with_rulings

        results = with_rulings(results, rulings_in(rulings_file, pools.values()), pools)
    if explain_reading:
        results = _showing_lines(results)
    style = msgspec.structs.replace(style, explain=explain)
    if targets == [Output("text")] and len(formats) <= 1 and not when:
        counts, passes = _write_as_they_come(results, style, FailOn(fail_on))
    else:
        outcome = app.gathered(results, pools, formats)
        run = Run(started.strftime("%Y-%m-%dT%H:%M:%S"), round(time.perf_counter() - clock, 3))
        for failure in outcome.failures:
            complain_of(failure.error)
        # Decks in several formats become a table for people; the reports for programs have every finding.
        text = "when" if when else "text" if len(formats) <= 1 else "matrix"
        _write(msgspec.structs.replace(outcome, run=run), targets, style, text)
        counts, passes = outcome.counts, outcome.passes(FailOn(fail_on))
    if counts.failed:
        return Exit.TROUBLE
    return Exit.YES if exit_zero or passes else Exit.NO


def _changed_among(
    paths: tuple[str, ...], base: str | None, *, changed_only: bool, deciding: Iterable[Path | str | None]
) -> tuple[str, ...]:
    """Return `paths`, with `changed_only` the files among them that were changed since `base`.

    These are all of them if a file `deciding` every verdict was changed.
    """
    if not changed_only:
        return paths
    changed = changed_since(base)
    if any(Path(each).resolve() in changed for each in deciding if each):
        return paths
    return tuple(path for path in expand(paths) if Path(path).resolve() in changed)


def _showing_lines(results: Iterable[Report | Failure]) -> Iterator[Report | Failure]:
    """Yield `results`, and write the lines of each list before its report; a list is shown once."""
    from deckcheck.reports.text import explained

    shown = None
    for result in results:
        if isinstance(result, Report) and result.deck.raw.path != shown:
            write_parts(explained(result))
            shown = result.deck.raw.path
        yield result


def _refuse_mixing(targets: list[Output]) -> None:
    """Raise UsageError when the lines of --explain-reading would stand in a report for programs."""
    if mixed := [target.form for target in targets if not target.file and target.form not in _FOR_PEOPLE]:
        message = f"`--explain-reading` prints lines above the report, which break the report `{mixed[0]}`"
        raise UsageError(message, help="write the report to a file: -o FILE")


def _refuse_days(targets: list[Output]) -> None:
    """Raise UsageError when a report cannot say on which days decks were legal."""
    if wrong := [target.form for target in targets if target.form not in _WHEN]:
        raise UsageError(f"the report `{wrong[0]}` cannot say when decks were legal", help=f"use {', '.join(_WHEN)}")


def _formats_on(data: Data, names: tuple[str, ...]) -> Callable[[str, str], Format]:
    """Return a function that gives a format by id on a day; a format given by path is read from there again."""
    given = {data.format(name).id: name for name in names if name != "all"}
    return lambda format_id, day: data.on(day).format(given.get(format_id, format_id))


def _plan(
    data: Data, names: tuple[str, ...], targets: list[Output]
) -> tuple[app.FormatsOf, dict[str, FilePool], tuple[Format, ...]]:
    """Return the formats for each deck, their pools by id, and the formats in the options.

    Without options, the configuration or the deck names the format.
    """
    if not names:
        format_of, every = choice(None, data)
        return lambda raw: (format_of(raw),), data.pools(every), ()
    formats = tuple(data.formats(*names))
    pools = data.pools(formats)
    if len(formats) == 1:
        return app.in_each(formats), pools, formats
    if any(target.form == "json" for target in targets):
        raise UsageError("the JSON report is about one format", help="the report `jsonl` takes several")
    return app.in_each_of_its_game(formats, pools), pools, formats


def _write_as_they_come(results: Iterable[Report | Failure], style: Style, fail_on: FailOn) -> tuple[Counts, bool]:
    """Write the reports on decks as text, each when it is ready; return the counts, and whether all decks pass."""
    from deckcheck.reports import text

    counts, passes, explained, flushed = Counts(), True, set[str](), 0.0
    for result in results:
        counts.note(result)
        if isinstance(result, Failure):
            complain_of(result.error)
            continue
        passes = passes and result.passes(fail_on)
        write_out("".join(text.deck(result, style, explained)))
        if time.monotonic() - flushed > _PAUSE:
            sys.stdout.flush()
            flushed = time.monotonic()
    write_out(f"{wording.summary(counts)}\n")
    return counts, passes


def _write(outcome: Outcome, targets: list[Output], style: Style, text: str) -> None:
    for target in targets:
        render = renderer(text if target.form == "text" else target.form)
        target.write(render(outcome, Style(explain=style.explain) if target.file else style))
    if Output("text") not in targets:
        say(wording.summary(outcome.counts))
