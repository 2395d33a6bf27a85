"""``deckcheck event``, with the commands about players and their lists: from the first mail to the last deck check."""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from deckcheck.cli.data_options import Data, as_of_option, data_options
from deckcheck.cli.deck_options import format_option
from deckcheck.cli.events import judging, paper, shared
from deckcheck.cli.output import Exit, note, write_lines, write_out
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import Whole, address_options, bundled, color_option
from deckcheck.events import standings as states
from deckcheck.events import taking
from deckcheck.events.arrivals import arrivals
from deckcheck.events.checking import ListChecker
from deckcheck.events.columns import ColumnOptions
from deckcheck.events.forms import Inbox, name_in
from deckcheck.events.model import Arrival, EventInfo, is_late, local_time, zone_of
from deckcheck.events.people import is_number, name_key
from deckcheck.events.store import EventFile
from deckcheck.events.times import moment
from deckcheck.model.errors import UsageError
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.model.sentences import counted
from deckcheck.reports import Style, text

_SKIPPED = "not the name of a list, table or email; if it is a list, take it by its own path or ask for it as text"
_ONE_OF_MANY = "take one revision: event show FILE NAME --revision N --list | event take FILE - --player NAME"


def player_columns(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the columns of a table of players, which the command gets as `wanted`."""
    command = bundled("wanted", ColumnOptions, "player", "list", "contact", "id")(command)
    for column, meaning in (
        ("id", "Column with ids of players.  [default: detected by its name]"),
        ("contact", "Column with email addresses.  [default: detected from the cells]"),
        ("player", "Column with the names.  [default: detected from the cells]"),
    ):
        command = click.option(f"--{column}-column", column, metavar="NAME", help=meaning)(command)
    return command


@click.group("event")
def command() -> None:
    """Run an event. Take lists in, see who is missing, write letters and sheets, rule, check decks, publish.

    \b
    deckcheck event new cup.event --name "Spring Cup" --format celestial-40-40 --deadline 2026-12-04T20:00+01:00
    deckcheck event take cup.event registrations.csv mails/
    deckcheck event status cup.event
    """


@command.command("new")
@shared.file_argument
@shared.name_option(required=True, help="Name of the event.")
@format_option("Format id.", required=True)
@shared.deadline_option
@shared.zone_option
@as_of_option
@shared.who_option
@data_options
def new(*, file: Path, format_name: str, who: str, data: Data, **facts: str | None) -> None:
    """Create the file of a new event. It has names, contacts and lists of players, so keep it to yourself.

    \b
    deckcheck event new cup.event --name "Spring Cup" --format celestial-40-40
    deckcheck event new cup.event --name "Spring Cup" --format lcg-stronghold --deadline 2026-12-04T20:00+01:00
    """
    fmt = shared.new_event(file, format_name, data, who, **facts)
    click.echo(f"{file}: {printable(str(facts['name']))}, {fmt.name}, cards of {fmt.dated}")


@command.command("set")
@shared.writes_event
@shared.name_option(help="Name of the event.")
@shared.deadline_option
@shared.zone_option
def set_(*, event: EventFile, **facts: str | None) -> None:
    """Change the name, the deadline or the time zone of an event.

    \b
    deckcheck event set cup.event --deadline 2026-12-05T20:00+01:00
    deckcheck event set cup.event --zone Europe/Berlin
    """
    fields = shared.facts_of(event.info.zone, **facts)
    if not fields:
        raise UsageError("nothing to change", help="--name TEXT, --deadline TIME or --zone NAME")
    with event.writing():
        event.change_event(**fields)
    if "zone" in fields and event.submissions():
        note("lists that came in before keep their times")
    click.echo(f"{event.path}: {printable(event.info.name)}{_closes(event.info)}")


@command.command("status")
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


def _closes(info: EventInfo) -> str:
    return f", deadline {info.deadline}" if info.deadline else ""


def _table(event: EventFile, found: list[states.PlayerStanding], *, everybody: bool) -> list[str]:
    counts, info = states.counts(found), event.info
    ends = _closes(info) + ", all lists locked" * event.is_locked(0)
    lines = [f"{printable(info.name)}: {counts['registered']} of {counts['players']} handed in{ends}\n"]
    shown = [f"{counts[key]} {'duplicates' if key == 'double' else key}" for key in list(counts)[2:]]
    lines.append(f"{', '.join(shown)}\n")
    rows = [each for each in found if everybody or each.needs_work]
    lines += ["\n"] if rows else []
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
        lines.append(f"{cells} {why}".rstrip() + "\n")
    return [printable(line.rstrip("\n")) + "\n" for line in lines]


@command.command("show")
@shared.with_checker
@shared.player_argument
@click.option("--revision", type=Whole(1), help="Revision.  [default: the one that counts]")
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
        sys.stdout.flush()
        sys.stdout.buffer.write(submission.content)
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
    click.echo(f"{kind}ed: {printable(shared.called(event, player)) if player else 'all lists'}", err=True)


@command.command("lock")
@shared.writes_event
@click.argument("name", metavar="[PLAYER]", required=False, callback=shared.filled)
def lock(*, event: EventFile, name: str | None) -> None:
    """Lock all lists, or the list of one player. New ones are refused until you unlock them.

    \b
    deckcheck event lock cup.event
    """
    _lock(event, name, "lock")


@command.command("unlock")
@shared.writes_event
@click.argument("name", metavar="[PLAYER]", required=False, callback=shared.filled)
def unlock(*, event: EventFile, name: str | None) -> None:
    """Unlock all lists, or the list of one player.

    \b
    deckcheck event unlock cup.event "Kei"
    """
    _lock(event, name, "unlock")


@command.command("roster")
@shared.writes_event
@click.argument("table", metavar="TABLE")
@player_columns
def roster(*, event: EventFile, table: str, wanted: ColumnOptions) -> int:
    """Add the players who are expected, from a table. It reads columns named seat or id too; a newer one changes seats.

    \b
    deckcheck event roster cup.event players.csv
    """
    inbox = Inbox(wanted=wanted, say=lambda said: click.echo(printable(said)))
    seen = Counter[str]()
    for taken in taking.expect(event, shared.table_of_players(table, inbox)[1]):
        seen[taken.what] += 1
        if taken.what == "refused":
            write_lines([shared.said_of(event, taken)])
    more = [f"{seen[what]} {what}" for what in ("changed", "refused") if seen[what]]
    click.echo(", ".join((counted(seen["new"], "new player"), f"{seen['known']} already expected", *more)), err=True)
    return Exit.NO if seen["refused"] else Exit.YES


@command.command("player")
@shared.writes_event
@shared.player_argument
@click.option("--name", "called", metavar="TEXT", help="Name.")
@click.option("--contact", metavar="ADDRESS", help="Email address.")
@click.option("--id", "external_id", metavar="TEXT", help="Id in other programs.")
@click.option("--seat", metavar="TEXT", help="Seat.")
def player_(*, event: EventFile, name: str, called: str | None, **facts: str | None) -> None:
    """Correct the name, email address, id or seat of a player. A form that has the old ones still finds the player.

    \b
    deckcheck event player cup.event "Kie" --name "Kei" --contact kei@example.org
    deckcheck event player cup.event '#12' --seat 14
    """
    given = {key: value for key, value in {"name": called, **facts}.items() if value is not None}
    if not given:
        raise UsageError("nothing to change", help="--name TEXT, --contact ADDRESS, --id TEXT or --seat TEXT")
    player = shared.player_named(event, name)
    with event.writing():
        player = taking.correct(event, player, **given)
    known = ", ".join(filter(None, (player.name, player.contact, player.external_id, player.seat)))
    click.echo(f"#{player.id}: {printable(known)}")


@command.command("drop")
@shared.writes_event
@shared.player_argument
def drop(*, event: EventFile, name: str) -> None:
    """Drop a player from the event. The player no longer counts as missing and gets no sheet.

    \b
    deckcheck event drop cup.event "Kei"

    A new list brings the player back, and so does the same list if `event take` takes it alone.
    """
    player = shared.player_named(event, name)
    with event.writing():
        event.change_player(player, status="dropped")
    click.echo(f"dropped: {printable(shared.called(event, player))}")


@command.command("forget")
@shared.writes_event
@shared.player_argument
@click.option("--yes", is_flag=True, help="Delete without asking.")
def forget(*, event: EventFile, name: str, yes: bool) -> int:
    """Delete a player with all records, as privacy may require. Exits with 0 when deleted, 1 when you answer no.

    \b
    deckcheck event forget cup.event "Kei"

    Earlier copies, exports and letters still contain them. A form that has the player's row adds the player again.
    """
    player = shared.player_named(event, name)
    whose = printable(shared.called(event, player))
    if not yes and not click.confirm(f"Permanently delete {whose} with all lists, rulings and deck checks?"):
        click.echo("not deleted", err=True)
        return Exit.NO
    event.forget(player)
    click.echo("deleted", err=True)
    return Exit.YES


@command.command("take")
@shared.writes_checked
@click.argument("sources", nargs=-1, required=True, metavar="INPUT...")
@player_columns
@click.option(
    "--list-column", "list", metavar="NAME", help="Column with the lists.  [default: detected from the cells]"
)
@click.option("--player", "given", metavar="NAME", help="Player of the list, known or new, for an INPUT with one list.")
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
    seen = Counter[str]()

    def skip(path: str) -> None:
        seen["skipped"] += 1
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
    skipped = f"; {counted(seen['skipped'], 'file')} skipped" if seen["skipped"] else ""
    lists = {what: count for what, count in seen.items() if what != "skipped"}
    said = [counted(count, what) if what == "revision" else f"{count} {what}" for what, count in lists.items()]
    what = ", ".join(said) or "the input contains none"
    click.echo(f"{counted(sum(lists.values()), 'list')}: {what}{skipped}", err=True)
    if seen["failed"]:
        return Exit.TROUBLE
    return Exit.NO if seen.keys() & {"unreadable", "refused", "locked", "skipped"} else Exit.YES


def _given_to(event: EventFile, arrival: Arrival, name: str) -> Arrival:
    """Return an arrival as the list of the player in `--player`; a forwarded email may have another sender."""
    name = name_in(name)
    if not name_key(name):
        raise UsageError("`--player` names nobody", help="write the name of the player")
    contact = "" if arrival.source == "mail" else arrival.contact
    given = replace(arrival, name=name, contact=contact, source="organiser", whose="")
    found = taking.player_to_take(event, name)
    if not found and not is_number(name):
        return given
    player = shared.the_one(found, name)
    return replace(given, name=player.name, player=player.id)


for further in (*judging.COMMANDS, *paper.COMMANDS):
    command.add_command(further)
