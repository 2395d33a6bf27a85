"""``deckcheck formats`` and ``deckcheck rule``."""

from pathlib import Path

import click

from deckcheck.checks.house_rules import format_files, with_house_rules
from deckcheck.cli.data_options import Data, data_options, dated_options, house_options
from deckcheck.cli.deck_options import complete_format, format_option
from deckcheck.cli.output import report_file, say_problems, write_file, write_files, write_lines, write_out
from deckcheck.cli.parameters import NEW_FILE, NEW_FOLDER
from deckcheck.formats.files import find_format, find_formats
from deckcheck.model.errors import OutputError, UsageError
from deckcheck.model.format import Format, HouseRules
from deckcheck.reports.formats import describe, difference, rule_in_format
from deckcheck.reports.tables import table
from deckcheck.reports.text import rule_page
from deckcheck.rules import ORDER, REGISTRY, all_rules, rule_called, rule_named

_SHOWN = 12


@click.group("formats")
def command() -> None:
    """List and show formats."""


@command.command("list")
@data_options
def list_(data: Data) -> None:
    """List the formats that decks can be checked in.

    \b
    deckcheck formats list
    """
    rows = ((fmt.id, fmt.game, fmt.date, fmt.basis, fmt.name) for fmt in data.formats("all"))
    write_out(table(rows, ("id", "game", "cards of", "basis", "name")))


@command.command()
@click.argument("name", metavar="ID", shell_complete=complete_format)
@click.option("--resolved", is_flag=True, help="Show every value with its source and where it was set.")
@dated_options
def show(name: str, *, resolved: bool, data: Data) -> None:
    """Show a format. It prints the sections, the rules with their values, and when they changed.

    \b
    deckcheck formats show celestial-40-40 --resolved
    """
    write_lines(describe(data.format(name), resolved=resolved))


@command.command()
@click.argument("first", metavar="ID[@DATE]", shell_complete=complete_format)
@click.argument("second", metavar="ID[@DATE]", shell_complete=complete_format)
@dated_options
@click.option("--all", "everything", is_flag=True, help="Name every card, not only the first ones.")
def diff(*, first: str, second: str, everything: bool, data: Data) -> None:
    """Compare two formats, or one on two days. It names changed rules and values, and cards added and removed.

    \b
    deckcheck formats diff celestial-40-40 emperor
    deckcheck formats diff lcg-stronghold@2020-01-05 lcg-stronghold@2020-01-06
    """
    old, new = (_dated(name, data) for name in (first, second))
    _refuse_two_games(old, new)
    write_lines([f"{old.id} of {old.dated} -> {new.id} of {new.dated}"])
    write_lines(difference(old, new, data.pool(old.pool), shown=None if everything else _SHOWN))


def _dated(written: str, data: Data) -> Format:
    """Return the format of ``ID[@DATE]``."""
    name, _, day = written.partition("@")
    return data.on(day or data.as_of).format(name)


def _refuse_two_games(old: Format, new: Format) -> None:
    if old.pool != new.pool:
        raise UsageError(f"`{old.id}` and `{new.id}` are for different games")


@command.command()
@click.argument("names", nargs=-1, metavar="[ID|PATH]...")
@data_options
def lint(names: tuple[str, ...], data: Data) -> int:
    """Check format files for mistakes. It checks every day on which a format changes. Exits with 1 for a mistake.

    \b
    deckcheck formats lint formats/spring-cup.yaml
    deckcheck formats lint --formats-dir formats    (all formats and lists in the folder)
    """
    from deckcheck.formats import lint as format_lint

    for name in names:
        if Path(name).is_dir():
            raise UsageError(f"`{name}` is a folder", help=f"--formats-dir {name} checks the formats in it")
    given = [find_format(name, data.formats_dir) for name in names]
    paths = given or sorted(set(find_formats(data.formats_dir).values()))
    return say_problems(list(format_lint.lint(paths, data.formats_dir, data.pool, with_lists=not given)))


@command.command()
@click.argument("name", metavar="ID", shell_complete=complete_format)
@click.option("-o", "--output", "out", type=NEW_FILE, required=True, help="HTML file to write.")
@click.option("--since", metavar="ID[@DATE]", help="Earlier version, as an id or a format file: show what changed.")
@dated_options
def publish(*, name: str, out: Path, since: str | None, data: Data) -> None:
    """Write a page about a format for players. It has the rules in words, the lists, and what changed.

    \b
    deckcheck formats publish spring-cup.yaml -o spring-cup.html --since last-year/spring-cup.yaml
    deckcheck formats publish lcg-emerald -o emerald.html --since lcg-emerald@2025-08-23
    """
    from deckcheck.reports.html.formats import format_page

    fmt = data.format(name)
    old = _dated(since, data) if since else None
    if old:
        _refuse_two_games(old, fmt)
    write_file(report_file(str(out), ()), format_page(fmt, data.pool(fmt.pool), old))
    write_lines([f"{out}: written"])


@command.command()
@click.argument("format_id", metavar="ID")
@click.option(
    "--extends", "base", metavar="ID", required=True, shell_complete=complete_format, help="Format to change."
)
@click.option("--name", metavar="TEXT", help="Name of the format.  [default: made from the id]")
@house_options
@click.option("--out", type=NEW_FOLDER, default=".", help="Folder.  [default: here]")
@dated_options
def new(*, format_id: str, base: str, name: str | None, house: HouseRules, out: Path, data: Data) -> None:
    """Write house rules as a format file. A ban list goes beside it if they ban cards. It never replaces a file.

    \b
    deckcheck formats new spring-cup --extends celestial-40-40 --rule copies=2 --ban 'A New Year'
    deckcheck check deck.txt --format spring-cup.yaml
    """
    parent = data.format(base)
    if format_id in find_formats(data.formats_dir):
        raise UsageError(f"there is already a format `{format_id}`", help="use another id")
    pool = data.pool(parent.pool)
    name = name or format_id.replace("-", " ").title()
    files = format_files(parent, format_id, name, with_house_rules(parent, pool, house))
    for path in files:
        if (out / path).exists():
            raise OutputError("already exists and is not overwritten", place=str(out / path), help="use another id")
    write_files(out, {str(path): text.encode() for path, text in files.items()})
    write_lines(f"{out / path}: written" for path in files)
    data.format(str(out / f"{format_id}.yaml"))


@command.command()
def schema() -> None:
    """Print the JSON Schema of format files, for editors.

    \b
    deckcheck formats schema > format.schema.json
    """
    from deckcheck.formats.loading import format_schema

    write_out(format_schema())


def complete_rule(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the codes of rules that begin with the typed text, else the names."""
    codes = [code for code in REGISTRY if code.startswith(incomplete.upper())]
    return codes or [name for name in REGISTRY.values() if name.startswith(incomplete.lower())]


@click.command("rule")
@click.argument("code", required=False, shell_complete=complete_rule)
@format_option("Also show the values and sources in this format.")
@data_options
def rule_(code: str | None, format_name: str | None, data: Data) -> None:
    """Explain a rule, or list all rules. CODE is a code such as C001, or the name of a rule or its last words.

    \b
    deckcheck rule C001 --format celestial-40-40
    """
    if code is None:
        rows = ((rule.code, rule.name, rule.summary) for rule in all_rules())
        write_out(table(rows, ("code", "name", "finds")))
        return
    rule = rule_named(rule_called(code, ORDER, "`deckcheck rule` lists the rules"))
    write_lines(rule_page(rule))
    if format_name:
        write_lines(["", *rule_in_format(rule, data.format(format_name))])
