"""``deckcheck lists``."""

import click

from deckcheck.build.repair.preferences import usage_in
from deckcheck.bulk.lists import MOST_LISTS, collected, having, own_format_or
from deckcheck.checks import checker as app
from deckcheck.cli.deck_files import for_each
from deckcheck.cli.deck_options import DeckReader, choice, decks_options
from deckcheck.cli.output import Exit, note, report_file, say, write_file
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import Choice, repeatable, similar_option
from deckcheck.model.finding import Verdict
from deckcheck.model.json_text import json_page
from deckcheck.model.report import Report
from deckcheck.model.sentences import counted
from deckcheck.reports.comparison import LISTS
from deckcheck.reports.wording import best_reports

_ORDERS = ("path", "date", "format", "verdict")
_FORMAT = "Format to check in.  [default: the one that a list or the configuration names, else the one that fits best]"


@click.command("lists")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@decks_options(_FORMAT)
@repeatable("--with", "present", help="Only lists with this card.")
@repeatable("--without", "absent", help="Only lists without this card.")
@click.option("--verdict", type=Choice([each.value for each in Verdict]), help="Only lists with this verdict.")
@similar_option("Share of common cards that makes two lists near copies.", default=0.9, show_default=True)
@click.option("--usage", metavar="FILE", help="Write how many cards of each type legal lists play, as JSON.")
@click.option("--sort", type=Choice(_ORDERS), default="path", show_default=True, help="Order of the lists.")
@output_options(LISTS)
def command(
    *,
    paths: tuple[str, ...],
    decks: DeckReader,
    present: tuple[str, ...],
    absent: tuple[str, ...],
    verdict: str | None,
    least: float,
    usage: str | None,
    sort: str,
    output: Output,
) -> int:
    """List the decks of a folder with format and verdict. It also shows date, fingerprint and near copies.

    \b
    deckcheck lists decks/
    deckcheck lists decks/ --with 'Hida Sozen' --without 'A New Year' --verdict legal
    deckcheck lists decks/ --sort date -o lists.csv

    The format comes from --format, else from the list or the configuration; otherwise it is the one that fits the
    cards best. The date is the one in the list, otherwise the day on which its file last changed. --with '3 NAME'
    finds lists with at least three copies. Exits with 0 when lists were found, 1 when none were, 2 when a file could
    not be read.
    """
    own, every = choice(decks.format_name, decks.data)
    pools = decks.data.pools(every)
    filters = [having(name, pools, decks.intake.limits, present=True) for name in present]
    filters += [having(name, pools, decks.intake.limits, present=False) for name in absent]
    formats_of = own_format_or(own, app.in_each_of_its_game(tuple(every), pools))
    reports: list[Report] = []
    counts_file = report_file(usage, paths) if usage else None  # An unusable place is reported before the work begins.

    def choose(report: Report) -> int:
        if verdict in (None, report.verdict.value) and all(passes(report) for passes in filters):
            reports.append(report)
        return Exit.YES

    code = for_each(best_reports(app.checks(paths, formats_of, pools, decks.intake)), choose)
    if len(reports) > MOST_LISTS:
        note(f"near copies are compared among up to {MOST_LISTS:,} lists; there are {len(reports):,}")
    found = collected(reports, least if len(reports) <= MOST_LISTS else None)
    if not found:
        say("no lists found")
        return max(code, Exit.NO)
    if counts_file:
        write_file(counts_file, [json_page(usage_in(reports, counted(len(reports), "list")))])
    output.write(LISTS[output.form](sorted(found, key=lambda each: getattr(each, sort))))
    return code
