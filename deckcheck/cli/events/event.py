"""``deckcheck event``, from the first mail to the last deck check, with the commands about lists."""

import sys
from collections import Counter
from textwrap import wrap

import click
from msgspec.structs import replace

from deckcheck.cli.events import shared
from deckcheck.cli.groups import LazyGroup, commands_of
from deckcheck.cli.output import Exit, say, write_bytes, write_lines, write_out
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import address_options, color_option
from deckcheck.events import standings as states
from deckcheck.events import taking
from deckcheck.events.arrivals import arrivals
from deckcheck.events.checking import ListChecker
from deckcheck.events.columns import ColumnOptions
from deckcheck.events.forms import Inbox, name_in
from deckcheck.events.model import Arrival, is_late, local_time, zone_of
from deckcheck.events.people import is_number
from deckcheck.events.store import EventFile
from deckcheck.events.times import moment
from deckcheck.model.errors import UsageError
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.model.sentences import counted
from deckcheck.reports import Style, text

_COMMANDS = {
    "Event and players": commands_of("events.players", "new", "set_", "roster", "player_", "drop", "forget"),
    "Lists": commands_of("events.event", "take", "status", "show", "lock", "unlock")
    | commands_of("events.paper", "letters"),
    "Judges": commands_of("events.judging", "rule", "rulings_", "draw_checks", "check", "checks", "compare"),
    "Print and publish": commands_of("events.paper", "sheets", "publish"),
    "Files": commands_of("events.paper", "export", "import_", "backup"),
}
# More missing players are one paragraph.
_FEW = 9
_SKIPPED = "not the name of a list, table or email; if it is a list, take it by its own path or ask for it as text"
_ONE_OF_MANY = "take one revision: event show FILE NAME --revision N --list | event take FILE - --player NAME"


@click.group("event", cls=LazyGroup, sections=_COMMANDS)
def command() -> None:
    """Run an event. Take lists in, see who is missing, write letters and sheets, rule, check decks, publish.

    \b
    deckcheck event new cup.event --name "Spring Cup" --format celestial-40-40 --deadline 2026-12-04T20:00+01:00
    deckcheck event take cup.event registrations.csv mails/
    deckcheck event status cup.event
    """


@click.command("status")
@shared.with_checker
@click.option(
    "--all", "everybody", is_flag=True, help="One row for each player.  [default: those with something to do]"
)
@output_options(("text", "json"))
def status(*, event: EventFile, checker: ListChecker, everybody: bool, output: Output) -> int:
    """Say who has handed in, is missing, legal or late.

    \b
    deckcheck event status cup.event
    deckcheck event status cup.event --all
    deckcheck event status cup.event --as json

    Exits with 0 when every player has a legal list, else with 1.
    """
    found = states.standings(event, checker)
    if output.form == "json":
        said = [json_page(states.as_object(event, checker, found))]
    else:
        said = _table(event, found, everybody=everybody)
    output.write(said)
    return Exit.YES if found and all(each.verdict == "legal" for each in found) else Exit.NO


def _table(event: EventFile, found: list[states.PlayerStanding], *, everybody: bool) -> list[str]:
    counts, info = states.counts(found), event.info
    ends = shared.closes(info) + ", all lists locked" * event.is_locked(0)
    shown = [f"{counts[key]} {'duplicates' if key == 'double' else key}" for key in list(counts)[2:]]
    lines = [f"{info.name}: {counts['registered']} of {counts['players']} handed in{ends}", ", ".join(shown)]
    rows = [each for each in found if everybody or each.needs_work]
    lines += [""] if rows else []
    missing = [each for each in rows if each.verdict == states.MISSING and not each.note and not everybody]
    if len(missing) > _FEW:  # Lists with problems would be lost among them.
        rows = [each for each in rows if each not in missing]
    for each in rows:
        revision = f"r{each.submission.revision}" if each.submission else ""
        print_ = each.submission.fingerprint[7:15] if each.submission else ""
        flags = ("late" if each.late else "", "locked" if each.locked and everybody else "")
        more = f" (and {len(each.reasons) - 1} more)" if len(each.reasons) > 1 else ""
        place = f"{each.submission.place}: " if each.submission and each.verdict == states.UNREADABLE else ""
        why = "; ".join(filter(None, (*flags, f"{place}{each.reasons[0]}{more}" if each.reasons else "", each.note)))
        name = printable(each.called)
        name = name.ljust(24 + len(name) - text.columns_in(name))
        cells = f"{states.SIGNS[each.verdict]} {each.verdict:<10} {name} {revision:<3} {print_:<8}"
        lines.append(f"{cells} {why}".rstrip())
    if len(missing) > _FEW:
        names = ", ".join(each.called.replace(" ", "\0") for each in missing)
        first = f"{states.SIGNS[states.MISSING]} {states.MISSING:<10} "
        lines += [line.replace("\0", " ") for line in wrap(names, 79, initial_indent=first, subsequent_indent=" " * 13)]
    return [f"{printable(line)}\n" for line in lines]


@click.command("show")
@shared.with_checker
@shared.player_argument
@shared.revision_option
@click.option("--list", "as_received", is_flag=True, help="Print the list as it was received.")
@color_option
def show(
    *, event: EventFile, checker: ListChecker, name: str, revision: int | None, as_received: bool, style: Style
) -> int:
    """Show the report on a player's list. Its line numbers are those of that list.

    \b
    deckcheck event show cup.event "Kei"
    deckcheck event show cup.event "Kei" --revision 1 --list
    """
    player = shared.player_named(event, name)
    submission = shared.list_of(event, player, revision)
    if as_received:
        write_bytes(submission.content)
        return Exit.YES
    late = ", late" if is_late(submission.received, event.info.deadline) else ""
    of = len(event.submissions(player.id))
    head = f"{shared.called(event, player)}: revision {submission.revision} of {of}, {submission.place}"
    write_lines([head, f"received {local_time(submission.received, event.info)}{late}"])
    if not submission.is_readable:
        write_lines([f"no list: {submission.reason}"])
        return Exit.NO
    report = checker.report(submission, player.name)
    write_out("".join(text.deck(report, style, set())))
    return Exit.YES if report.verdict.value == "legal" else Exit.NO


def _lock(event: EventFile, name: str | None, kind: str) -> None:
    player = shared.player_named(event, name) if name else None
    with event.writing():
        event.log(kind, player.id if player else 0)
    say(f"{kind}ed: {shared.called(event, player) if player else 'all lists'}")


@click.command("lock")
@shared.writes_event
@shared.all_or_player_argument
def lock(*, event: EventFile, name: str | None) -> None:
    """Lock all lists, or the list of one player. New ones are refused until you unlock them.

    \b
    deckcheck event lock cup.event
    """
    _lock(event, name, "lock")


@click.command("unlock")
@shared.writes_event
@shared.all_or_player_argument
def unlock(*, event: EventFile, name: str | None) -> None:
    """Unlock all lists, or the list of one player.

    \b
    deckcheck event unlock cup.event "Kei"
    """
    _lock(event, name, "unlock")


@click.command("take")
@shared.writes_checked
@click.argument("sources", nargs=-1, required=True, metavar="INPUT...")
@shared.player_columns
@shared.column_option("list", "Column with the lists.  [default: detected from the cells]")
@shared.filled_option(
    "--player", "given", metavar="NAME", help="Player of the list, known or new, for an INPUT with one list."
)
@click.option("--received", metavar="TIME", help="Arrival time of lists that state none.  [default: now]")
@address_options
def take(
    *,
    event: EventFile,
    checker: ListChecker,
    sources: tuple[str, ...],
    wanted: ColumnOptions,
    given: str | None,
    received: str | None,
) -> int:
    """Take in lists. An INPUT is a table (CSV, TSV, JSON Lines, XLSX), an email (EML, MBOX), a list or a folder.

    \b
    deckcheck event take cup.event registrations.csv
    deckcheck event take cup.event mails/ lists/
    deckcheck event take cup.event form.xlsx --player-column Nick --list-column "Your deck"
    deckcheck event take cup.event https://www.emeralddb.org/decks/ID --player "Kei"

    The same input taken twice changes nothing; a newer list of a player is a revision, and an older one is ignored.
    Exits with 0 when every list was taken, 1 when one could not be read or its player is unclear, or a file of a folder
    was skipped, 2 when a file could not be read.
    """
    seen, skipped = Counter[str](), list[str]()

    def skip(path: str) -> None:
        skipped.append(path)
        write_lines([f"skipped: {path}: {_SKIPPED}"])

    zone = zone_of(event.info)
    received = moment(received, zone) if received else ""
    inbox = Inbox(wanted=wanted, zone=zone, say=lambda said: write_lines([said]), skip=skip, joined=checker.joined)
    incoming = list(arrivals(sources, inbox))
    if given is not None:
        if len(incoming) != 1:
            raise UsageError(f"`--player` is for one list, and there are {len(incoming)}", help=_ONE_OF_MANY)
        incoming = [_given_to(event, incoming[0], given)]
    for taken in taking.take(event, checker, incoming, received):
        seen[taken.what] += 1
        if taken.what != "unchanged":
            write_lines([shared.said_of(event, taken)])
        sys.stdout.flush()
    said = [counted(count, what) if what == "revision" else f"{count} {what}" for what, count in seen.items()]
    more = f"; {counted(len(skipped), 'file')} skipped" if skipped else ""
    say(f"{counted(seen.total(), 'list')}: {', '.join(said) or 'the input contains none'}{more}")
    if seen["failed"]:
        return Exit.TROUBLE
    return Exit.NO if skipped or seen.keys() & {"unreadable", "refused", "locked"} else Exit.YES


def _given_to(event: EventFile, arrival: Arrival, name: str) -> Arrival:
    """Return an arrival as the list of the player in `--player`; a forwarded email may have another sender."""
    name = name_in(name)
    contact = "" if arrival.source == "mail" else arrival.contact
    given = replace(arrival, name=name, contact=contact, source="organiser", whose="")
    found = taking.player_to_take(event, name)
    if not found and not is_number(name):
        return given
    player = shared.the_one(event, found, name)
    return replace(given, name=player.name, player=player.id)
