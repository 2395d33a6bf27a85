"""``deckcheck deck fix`` and ``deckcheck deck fill``: the changes, or why none are possible."""

import sys
from collections.abc import Iterable, Mapping

import click
from msgspec import Struct
from msgspec.structs import replace

from deckcheck.build.card_search import Unknown, unmatched
from deckcheck.build.editing.names import line_of
from deckcheck.build.repair.explain import changes, in_each_format, written_back
from deckcheck.build.repair.fix import NoRepair, Preferences, Repaired, RepairOptions, fill, repair
from deckcheck.build.repair.preferences import UsageStats, read_curve, usual_mix
from deckcheck.build.repair.slots import banned_cards, copies_to_keep, kept_cards
from deckcheck.build.repair.wording import filled_lines, repaired_lines, short_lines, step_lines, why_none
from deckcheck.checks import checker as app
from deckcheck.cli.data_options import collection_option, house_options
from deckcheck.cli.deck_files import deliver, dry_run_option, for_each, refuse_reading_twice
from deckcheck.cli.deck_options import DeckReader, deck_file_options, deck_options
from deckcheck.cli.output import Exit, command_line, complain, note, say, waiting, write_lines, write_parts
from deckcheck.cli.parameters import choice_option, number_option, repeatable, time_limit_option
from deckcheck.decks.intake import Intake, read_one
from deckcheck.decks.resolve import resolve
from deckcheck.interface import SECONDS
from deckcheck.model.deck import Deck
from deckcheck.model.errors import InputError, OutputError, UsageError
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.limits import Limits
from deckcheck.model.pool import Pool
from deckcheck.model.query import parse
from deckcheck.model.query.knowledge import gaps
from deckcheck.model.report import Report
from deckcheck.rules.engine import check

ALL = "all"

_seconds_option = time_limit_option("Time limit for each of the two steps for one deck.", default=SECONDS, least=0.1)


class _FixJob(Struct, frozen=True):
    """The task for each file; with `several`, a card to keep may be missing from some decks."""

    decks: DeckReader
    keep: tuple[str, ...]
    ban: tuple[str, ...]
    seconds: float
    several: bool


@click.command("fix")
@click.argument("paths", nargs=-1, required=True, metavar="DECK...")
@deck_options
@dry_run_option
@repeatable("--keep", help="Card to keep: all copies, or a number with '2 NAME'.")
@house_options
@_seconds_option
@collection_option
def command(
    *,
    paths: tuple[str, ...],
    decks: DeckReader,
    dry_run: bool,
    keep: tuple[str, ...],
    house: HouseRules,
    seconds: float,
) -> int:
    """Make decks legal with the fewest cards changed. A DECK is a file, a folder, or - for standard input.

    \b
    deckcheck deck fix deck.txt --format celestial-40-40 --dry-run
    deckcheck deck fix deck.txt --format all
    deckcheck deck fix deck.txt --format lcg-stronghold --keep 'Spyglass' --ban 'Rout'
    deckcheck deck fix deck.txt --format celestial-40-40 --rule copies=2 --size dynasty=45

    Among equally near decks it takes the one whose new cards are most similar to the cards they replace. It explains
    each change, and says whether fewer changes are proven impossible. `deckcheck deck undo` restores a file.

    With --format all it writes nothing and shows for each format of the game the fewest changes, best first, and only
    their number where more than half of the deck changes.

    Exits with 0 when every deck is legal or was made so, 1 when one cannot be, 2 when something could not be done.
    With --dry-run the diff counts as if it were written. Needs the extra "repair"; docs/repair.md says how to
    install it.
    """
    refuse_reading_twice(paths)
    files = list(app.expand(paths))
    # The repair itself applies bans, in every format; the other house rules change one format only.
    decks = decks.with_house(replace(house, ban=()))
    job = _FixJob(decks, keep, house.ban, seconds, len(files) > 1)
    if decks.format_name != ALL:
        return for_each(files, lambda path: _in_one(path, job, dry_run=dry_run))
    data = decks.data.dated()
    formats = tuple(data.formats(ALL))
    pools = data.pools(formats)
    return for_each(files, lambda path: _in_each(path, job, formats, pools))


def _in_one(path: str, job: _FixJob, *, dry_run: bool) -> int:
    """Repair one file in one format and return the exit code for it."""
    old, limits = job.decks.file(path), job.decks.intake.limits
    content, pool, report = old.content, old.pool, old.report()
    options = _options(job, report, pool)
    try:
        with waiting("looking for the fewest changes"):
            repaired = repair(report, pool, options, job.seconds)
    except NoRepair as error:
        return _complain_of_none(error, report, help="leave an option out, or choose another format")
    if not repaired.changes:
        deliver(path, "", content, content, limits, dry_run=dry_run)
        say(f"{old.raw.path}: legal in {old.format.name}; nothing to change")
        return Exit.YES
    said = [*repaired_lines(report, repaired), *step_lines(tuple(changes(report, repaired, options, pool)))]
    try:
        new = written_back(content, report, repaired, pool)
    except OutputError:
        click.echo("".join(said), nl=False, err=path == "-")  # The player can make the changes by hand.
        raise
    return _deliver(path, said, content, new, limits, dry_run=dry_run)


def _in_each(path: str, job: _FixJob, formats: tuple[Format, ...], pools: Mapping[str, Pool]) -> int:
    """Print how one deck becomes legal in each format of its game, and return the exit code for it."""
    raw = read_one(path, job.decks.intake)
    chosen = app.in_each_of_its_game(formats, pools)(raw)
    pool = pools[chosen[0].pool]
    reports = (check(resolve(raw, fmt, pool), fmt, pool) for fmt in chosen)
    found = in_each_format(reports, pool, lambda report: _options(job, report, pool), job.seconds)
    write_lines([f"{raw.path}: the fewest changes for each of {len(chosen)} formats"])
    possible = False
    for report, nearest in found:
        possible = possible or isinstance(nearest, Repaired)
        write_parts(short_lines(report, nearest))
        sys.stdout.flush()
    return Exit.YES if possible else Exit.NO


def _options(job: _FixJob, report: Report, pool: Pool) -> RepairOptions:
    """Return the constraints from the options; with several decks, report those that lack a card to keep."""
    keep = job.keep
    if job.several:
        lacking = [name for name in keep if not copies_to_keep(name, report.deck, pool)]
        for name in lacking:
            banned_cards([line_of(name, job.decks.intake.limits).name], pool)  # Raises UsageError.
            note(f"{report.deck.raw.path} lacks `{name}` of --keep")
        keep = tuple(name for name in keep if name not in lacking)
    return RepairOptions(kept_cards(keep, report.deck, pool), banned_cards(job.ban, pool))


def _deliver(path: str, said: Iterable[str], old: bytes, new: bytes, limits: Limits, *, dry_run: bool) -> Exit:
    """Call `deliver`, and report that a deck file was written and how to restore it."""
    deliver(path, "".join(said), old, new, limits, dry_run=dry_run)
    if path != "-" and not dry_run:
        undo = command_line("deck", "undo", path)
        say(f"{path}: written; `{undo}` restores the old list")
    return Exit.YES


def _complain_of_none(error: NoRepair, report: Report, *, help: str) -> Exit:
    """Report which cards cannot stay in the deck of `report` and why, and `help`; return the exit code."""
    help = help if error.model else "give it more time: --time-limit SECONDS"
    complain(why_none(error, report), place=report.deck.raw.path, help=help)
    return Exit.NO if error.model else Exit.TROUBLE


@click.command("fill")
@deck_file_options
@repeatable(
    "--curve",
    "curves",
    metavar="WHAT=COST:N,...",
    help="Wanted number of cards at each cost, in a section or of a type.",
)
@click.option("--query", metavar="QUERY", help="Add only cards that this query finds, as for `cards search`.")
@choice_option("--unknown", Unknown.EXCLUDE, "With --query: cards without a recorded value for it.")
@repeatable("--like", metavar="PATH", help="Deck or folder of decks to imitate.")
@number_option("--seed", default=0, show_default=True, help="Seed: each number gives a different deck.")
@house_options
@dry_run_option
@_seconds_option
@collection_option
def fill_(
    *,
    path: str,
    decks: DeckReader,
    query: str | None,
    unknown: Unknown,
    curves: tuple[str, ...],
    like: tuple[str, ...],
    seed: int,
    house: HouseRules,
    dry_run: bool,
    seconds: float,
) -> int:
    """Complete an unfinished deck: a file, or - for standard input.

    \b
    deckcheck deck fill deck.txt --format celestial-40-40 --curve personality=5:4,6:6,7:4,8+:4
    deckcheck deck fill deck.txt --format celestial-40-40 --query 'clan:crane or clan:neutral'
    deckcheck deck fill deck.txt --format lcg-stronghold --like lists/ --seed 7 --dry-run
    deckcheck deck fill deck.txt --format celestial-40-40 --rule copies=2 --ban 'Marketplace'

    It adds the fewest cards that make the deck legal, and removes none. With --curve it comes as near to the wanted
    costs as it can. With --like it prefers cards of lists that share cards with the deck; otherwise it prefers cards
    similar to those of the deck, with the usual number of each type in the format. `deckcheck deck undo` restores the
    file.

    Exits with 0 when the deck is legal or was completed, 1 when it cannot be, 2 when something could not be done.
    Needs the extra "repair"; docs/repair.md says how to install it.
    """
    old = decks.with_house(house).file(path)
    shown, content, limits = old.raw.path, old.content, decks.intake.limits
    deck, fmt, pool = old.deck, old.format, old.pool
    for line in deck.unresolved:
        what = "may mean several cards" if line.readings else "is not recognised"
        message = f"`{line.request.name}` {what}{f': {line.why}' if line.why else ''}"
        place = f"{shown}:{line.request.span.line}"
        help = "correct the name, or mark a remark with #; `deckcheck deck names` asks for each"
        raise InputError(message, place=place, help=help)
    habits = _habits(like, deck, fmt, pool)
    wanted = tuple(read_curve(curve, fmt, pool) for curve in curves)
    searched = parse(query) if query else None
    report = old.report()
    if report.verdict is Verdict.LEGAL:
        deliver(path, "", content, content, limits, dry_run=dry_run)
        say(f"{shown}: legal in {fmt.name}; nothing to add")
        return Exit.YES
    usage = None if habits or wanted else usual_mix(fmt.lineage, decks.data.formats_dir)
    mix = usage.kinds if usage else {}
    preferences = Preferences(searched, wanted, habits, seed, mix, unknown)
    try:
        with waiting("looking for cards"):
            filled = fill(report, pool, preferences, seconds)
    except NoRepair as error:
        dead = unmatched(preferences.query, [pool]) if preferences.query else ""
        return _complain_of_none(error, report, help=dead or "`deckcheck deck fix` also removes cards")
    new = written_back(content, report, filled, pool)
    _note_gaps(filled, preferences)
    if not habits:
        types = f"; the types of cards follow the medians of {usage.lists} lists" if usage else ""
        note(f"a legal deck, not a tuned one{types}. --like LISTS follows decks of players")
    return _deliver(path, filled_lines(shown, filled, preferences), content, new, limits, dry_run=dry_run)


def _habits(like: tuple[str, ...], deck: Deck, fmt: Format, pool: Pool) -> UsageStats | None:
    """Return the usage of cards in the lists at the given paths, None when there are none."""
    if not like:
        return None
    intake = Intake(limits=deck.raw.limits)
    lists = [app.read_deck(path, fmt, pool, intake).copies for path in app.expand(like)]
    if not any(lists):
        raise UsageError("no card of the lists given with --like is recognised")
    return UsageStats(lists, (entry.card.id for entry in deck.entries))


def _note_gaps(filled: Repaired, preferences: Preferences) -> None:
    """Report how many of the cards that could be added have no recorded value for the query."""
    new = ((slot.card, 1) for slot in filled.slots if not slot.old)
    end = "; they were left out" if preferences.unknown is Unknown.EXCLUDE else ""
    for gap in gaps(preferences.query, new) if preferences.query else ():
        note(f"{gap}{end}")
