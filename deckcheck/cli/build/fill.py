"""``deckcheck deck fill``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from deckcheck.build.card_search import Unknown
from deckcheck.build.repair.fill import Preferences, fill
from deckcheck.build.repair.fix import NoRepair, Repaired
from deckcheck.build.repair.preferences import UsageStats, read_curve, usual_mix
from deckcheck.build.repair.writing import written_back
from deckcheck.checks import checker as app
from deckcheck.cli.build.fix import complain_of_none, say_written, time_limit_option
from deckcheck.cli.common import Exit, choice_option, note
from deckcheck.cli.data_options import collection_option, house_options
from deckcheck.cli.deck_options import DeckReader, deck_options
from deckcheck.cli.deckfile import deliver, dry_run_option
from deckcheck.decks.intake import Intake
from deckcheck.model.deck import Deck
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.names import printable
from deckcheck.model.pool import Pool
from deckcheck.model.query import parse
from deckcheck.model.query.knowledge import gaps
from deckcheck.rules.base import cards_of, counted


@click.command("fill")
@click.argument("path", metavar="DECK")
@deck_options
@click.option(
    "--curve",
    "curves",
    multiple=True,
    metavar="WHAT=COST:N,...",
    help="Wanted number of cards at each cost, in a section or of a type. Repeatable.",
)
@click.option("--query", metavar="QUERY", help="Add only cards that this query finds, as for `cards search`.")
@choice_option("--unknown", Unknown.EXCLUDE, "With --query: cards without a recorded value for it.")
@click.option("--like", multiple=True, metavar="PATH", help="Deck or folder of decks to imitate. Repeatable.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another number gives another deck.")
@house_options
@dry_run_option
@time_limit_option
@collection_option
def command(
    *,
    path: str,
    decks: DeckReader,
    query: str | None,
    unknown: str,
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

    It adds the fewest cards that make the deck legal and takes none out. With --curve it comes as near to the
    wanted costs as it can; with --like it takes cards of lists that share cards with the deck, else cards like those
    of the deck, in the numbers of each type that decks of the format usually have. `deckcheck deck undo` restores the
    file.

    Exits with 0 when the deck is legal or was completed, 1 when it cannot be, 2 when something could not be done.
    Needs the extra "repair"; docs/repair.md says how to install it.
    """
    old = decks.with_house(house).file(path)
    shown, content, limits = old.raw.path, old.content, decks.intake.limits
    deck, fmt, pool = _resolved(old.deck), old.format, old.pool
    report = old.report()
    if report.verdict is Verdict.LEGAL:
        deliver(path, "", content, content, limits, dry_run=dry_run)
        click.echo(f"{printable(shown)}: legal in {fmt.name}; nothing to add", err=True)
        return Exit.YES
    habits = _habits(like, deck, fmt, pool)
    wanted = tuple(read_curve(curve, fmt, pool) for curve in curves)
    usage = None if habits or wanted else usual_mix(fmt.lineage, decks.data.formats_dir)
    mix = usage.kinds if usage else {}
    preferences = Preferences(parse(query) if query else None, wanted, habits, seed, mix, Unknown(unknown))
    try:
        filled = fill(report, pool, preferences, seconds)
    except NoRepair as error:
        complain_of_none(error, report, help="`deckcheck deck fix` also removes cards")
        return Exit.NO if error.model else Exit.TROUBLE
    new = written_back(content, report, filled, pool)
    _note_gaps(filled, preferences)
    if not habits:
        types = f"; the types of cards follow the medians of {usage.lists} lists" if usage else ""
        note(f"a legal deck, not a tuned one{types}. --like LISTS follows decks of players")
    deliver(path, "".join(_said(shown, filled, preferences)), content, new, limits, dry_run=dry_run)
    say_written(path, dry_run=dry_run)
    return Exit.YES


def _resolved(deck: Deck) -> Deck:
    """Return a deck all of whose lines are known; raises InputError for another."""
    for line in deck.unresolved:
        raise InputError(
            f"`{line.request.name}` is not recognised",
            place=f"{deck.raw.path}:{line.request.span.line}",
            help="correct it first: deckcheck deck names DECK",
        )
    return deck


def _habits(like: tuple[str, ...], deck: Deck, fmt: Format, pool: Pool) -> UsageStats | None:
    """Return the habits of the lists at the paths given, None when there are none."""
    if not like:
        return None
    intake = Intake(limits=deck.raw.limits)
    lists = [app.read_deck(path, fmt, pool, intake).copies for path in app.expand(like)]
    if not any(lists):
        raise UsageError("no card of the lists given with --like is recognised")
    return UsageStats(lists, (entry.card.id for entry in deck.entries))


def _note_gaps(filled: Repaired, preferences: Preferences) -> None:
    """Say how many of the cards that could be added have no recorded value for the query."""
    new = ((slot.card, 1) for slot in filled.slots if not slot.old)
    end = "; they were left out" if preferences.unknown is Unknown.EXCLUDE else ""
    for gap in gaps(preferences.query, new) if preferences.query else ():
        note(f"{gap}{end}")


def _said(path: str, filled: Repaired, preferences: Preferences) -> Iterator[str]:
    """Yield what was added and why."""
    how = "proven: fewer do not make it legal" if filled.proven else "not proven to be the fewest"
    yield f"{printable(path)}: legal in {filled.report.format.name} with {cards_of(filled.changes)} added ({how})\n"
    for slot, copies in zip(filled.slots, filled.counts, strict=True):
        if copies > slot.old:
            habits = preferences.habits
            why = f" (in {habits.lists_with(slot.card.id)} of {counted(len(habits), 'list')})" if habits else ""
            yield f"  add {copies - slot.old} `{printable(slot.card.name)}`{why}\n"
    for curve in preferences.curves:
        parts = []
        for step in curve.steps:
            taken = zip(filled.slots, filled.counts, strict=True)
            have = sum(n for slot, n in taken if curve.takes(slot) and step.takes(slot.card))
            parts.append(f"{step.name}: {have}" + (f" (wanted {step.wanted})" if have != step.wanted else ""))
        yield f"  curve of {curve.of}: {', '.join(parts)}\n"
