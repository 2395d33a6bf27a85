"""``deckcheck event``: from the first mail to the last deck check."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click
from msgspec.structs import replace

from deckcheck.cli.common import (
    EXIT_LEGAL,
    EXIT_NOT_LEGAL,
    EXIT_TROUBLE,
    Command,
    address_options,
    color_option,
    style_for,
    write_out,
)
from deckcheck.cli.data_options import Data, as_of_option
from deckcheck.cli.deck_options import format_option
from deckcheck.cli.events import judging, paper
from deckcheck.cli.events.shared import (
    deadline_option,
    event_options,
    file_options,
    list_of,
    new_event,
    opened,
    player_argument,
    player_named,
    time_option,
)
from deckcheck.cli.output_options import Output, output_options
from deckcheck.events import standings as states
from deckcheck.events.arrivals import Inbox, arrivals, roster
from deckcheck.events.columns import ColumnOptions
from deckcheck.events.model import EventInfo, is_late, zone_of
from deckcheck.events.store import open_event
from deckcheck.events.taking import Taken, expect, take
from deckcheck.model.errors import UsageError
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.reports import text
from deckcheck.rules.base import counted


@click.group("event")
def command() -> None:
    """Run an event: take lists in, see who is missing, write letters and sheets, rule, check decks, publish.

    \b
    deckcheck event new cup.event --name "Spring Cup" --format celestial-40-40 --deadline 2026-12-04T20:00+01:00
    deckcheck event take cup.event registrations.csv mails/
    deckcheck event status cup.event
    """


@command.command("new")
@event_options
@click.option("--name", required=True, metavar="TEXT", help="Name of the event.")
@format_option("Format id.", required=True)
@deadline_option
@as_of_option
def new(*, file: Path, name: str, format_name: str, deadline: str | None, who: str, data: Data) -> int:
    """Make the file of a new event. It keeps names, contacts and lists of players, so keep it to yourself.

    \b
    deckcheck event new cup.event --name "Spring Cup" --format celestial-40-40
    deckcheck event new cup.event --name "Spring Cup" --format lcg-stronghold --deadline 2026-12-04T20:00+01:00
    """
    fmt = new_event(file, name, format_name, deadline, data, who)
    click.echo(f"{file}: {printable(name)}, {fmt.name}, cards of {fmt.dated}")
    return EXIT_LEGAL


@command.command("set")
@file_options
@click.option("--name", metavar="TEXT", help="Name of the event.")
@deadline_option
def set_(*, file: Path, name: str | None, deadline: str | None, who: str) -> int:
    """Change the name or the deadline of an event.

    \b
    deckcheck event set cup.event --deadline 2026-12-05T20:00+01:00
    """
    fields = {"name": name, "deadline": deadline}
    with open_event(file, who) as event, event.writing():
        event.change_event(**{key: value for key, value in fields.items() if value is not None})
    return EXIT_LEGAL


def _player_columns(command: Command) -> Command:
    """Add the options that name the columns of a table of players."""
    for option, meaning in (
        ("--id-column", "Column with ids of players.  [default: found by its name]"),
        ("--contact-column", "Column with mail addresses.  [default: found by the cells]"),
        ("--player-column", "Column with the names.  [default: found by the cells]"),
    ):
        command = click.option(option, metavar="NAME", help=meaning)(command)
    return command


@command.command("take")
@event_options
@click.argument("sources", nargs=-1, required=True, metavar="INPUT...")
@_player_columns
@click.option("--list-column", metavar="NAME", help="Column with the lists.  [default: found by the cells]")
@click.option("--player", "given", metavar="NAME", help="Whose list it is, for an INPUT with one list.")
@time_option("--received", "When lists came in that do not say it.  [default: now]")
@address_options
def take_(
    *,
    file: Path,
    sources: tuple[str, ...],
    player_column: str | None,
    list_column: str | None,
    contact_column: str | None,
    id_column: str | None,
    given: str | None,
    received: str | None,
    who: str,
    data: Data,
) -> int:
    """Take lists in. An INPUT is a table (CSV, TSV, JSON Lines, XLSX), a mail (EML, MBOX), a list or a folder.

    \b
    deckcheck event take cup.event registrations.csv
    deckcheck event take cup.event mails/ lists/
    deckcheck event take cup.event form.xlsx --player-column Nick --list-column "Your deck"
    deckcheck event take cup.event https://www.emeralddb.org/decks/ID --player "Kei"

    The same input taken twice changes nothing; a newer list of a player is a revision. Exits with 0 when every list
    was taken, 1 when one could not be read or has no player, 2 when a file could not be read.
    """
    wanted = ColumnOptions(player_column, list_column, contact_column, id_column)
    with opened(file, who, data) as at:
        inbox = Inbox(
            wanted=wanted, zone=zone_of(at.event.info.deadline), say=lambda said: write_out(f"{printable(said)}\n")
        )
        incoming = list(arrivals(sources, inbox))
        if given is not None:
            if len(incoming) != 1:
                raise UsageError(f"`--player` is for one list, and there are {len(incoming)}")
            incoming = [replace(incoming[0], name=given, source="organiser")]
        seen = Counter[str]()
        for taken in take(at.event, at.checker, incoming, received or ""):
            seen[taken.what] += 1
            if taken.what != "unchanged":
                write_out(_line(taken))
            sys.stdout.flush()
    said = ", ".join(f"{count} {what}" for what, count in seen.items()) or "nothing"
    click.echo(f"{counted(sum(seen.values()), 'list')}: {said}", err=True)
    if seen["failed"]:
        return EXIT_TROUBLE
    return EXIT_NOT_LEGAL if seen.keys() & {"unreadable", "refused", "locked"} else EXIT_LEGAL


def _line(taken: Taken) -> str:
    """Return what became of one arrival."""
    arrival, submission = taken.arrival, taken.submission
    name = taken.player.name if taken.player else arrival.name or arrival.contact or "no player"
    verdict = ""
    if submission and taken.what in ("new", "revision"):
        verdict = f", revision {submission.revision}, {submission.verdict}"
    late = ", late" if taken.late else ""
    note = f": {taken.note}" if taken.note else ""
    return f"{taken.what}: {printable(name)} ({printable(arrival.place)}{verdict}{late}){printable(note)}\n"


@command.command("roster")
@file_options
@click.argument("table", metavar="TABLE")
@_player_columns
def roster_(
    *,
    file: Path,
    table: str,
    player_column: str | None,
    contact_column: str | None,
    id_column: str | None,
    who: str,
) -> int:
    """Say who is expected, from a table of players. Columns named seat or id are kept too.

    \b
    deckcheck event roster cup.event players.csv
    """
    inbox = Inbox(
        wanted=ColumnOptions(player_column, None, contact_column, id_column),
        say=lambda said: click.echo(printable(said)),
    )
    with open_event(file, who) as event:
        seen = Counter(what for what, _ in expect(event, roster(table, inbox)))
    click.echo(f"{counted(seen['new'], 'new player')}, {seen['known']} known", err=True)
    return EXIT_LEGAL


@command.command("drop")
@file_options
@player_argument
def drop(*, file: Path, name: str, who: str) -> int:
    """Drop a player, who is then neither missing nor printed. A new list of the player's undoes it.

    \b
    deckcheck event drop cup.event "Kei"
    """
    with open_event(file, who) as event, event.writing():
        event.change_player(player_named(event, name), status="dropped")
    return EXIT_LEGAL


@command.command("forget")
@file_options
@player_argument
@click.confirmation_option(prompt="Delete the player with all lists, rulings and deck checks for good?")
def forget(*, file: Path, name: str, who: str) -> int:
    """Delete a player and everything that is kept about the player, as privacy may ask for.

    \b
    deckcheck event forget cup.event "Kei"

    Copies, exports and letters made before still hold it.
    """
    with open_event(file, who) as event:
        event.forget(player_named(event, name))
    return EXIT_LEGAL


@command.command("status")
@event_options
@click.option(
    "--all", "everybody", is_flag=True, help="One row for each player.  [default: those with something to do]"
)
@output_options(("text", "json"))
def status(*, file: Path, everybody: bool, output: Output, who: str, data: Data) -> int:
    """Say who is registered, missing, legal, illegal, undecided, late, entered twice.

    \b
    deckcheck event status cup.event
    deckcheck event status cup.event --all
    deckcheck event status cup.event --as json

    Exits with 0 when every player has a legal list, else with 1.
    """
    with opened(file, who, data) as at:
        found = states.standings(at.event, at.checker)
        if output.form == "json":
            said = [json_page(states.as_object(at.event, at.checker, found))]
        else:
            said = _table(at.event.info, found, everybody=everybody)
        output.write(said)
    return EXIT_LEGAL if found and all(each.verdict == "legal" for each in found) else EXIT_NOT_LEGAL


def _table(info: EventInfo, found: list[states.PlayerStanding], *, everybody: bool) -> list[str]:
    counts = states.counts(found)
    closes = f", deadline {info.deadline}" if info.deadline else ""
    lines = [f"{printable(info.name)}: {counts['registered']} of {counts['players']} registered{closes}\n"]
    shown = [f"{counts[key]} {key}" for key in list(counts)[2:]]
    lines.append(f"{', '.join(shown)}\n")
    rows = [each for each in found if everybody or each.needs_work]
    lines += ["\n"] if rows else []
    for each in rows:
        revision = f"r{each.submission.revision}" if each.submission else ""
        print_ = each.submission.fingerprint[7:15] if each.submission else ""
        flags = " ".join(filter(None, ("late" if each.late else "", "locked" if each.locked and everybody else "")))
        more = f" (and {len(each.reasons) - 1} more)" if len(each.reasons) > 1 else ""
        place = f"{each.submission.place}: " if each.submission and each.verdict == states.UNREADABLE else ""
        why = "; ".join(filter(None, (f"{place}{each.reasons[0]}{more}" if each.reasons else "", each.note)))
        cells = f"{states.SIGNS[each.verdict]} {each.verdict:<10} {each.player.name:<24} {revision:<3} {print_:<8}"
        lines.append(" ".join(filter(None, (cells, flags, why))).rstrip() + "\n")
    return [printable(line.rstrip("\n")) + "\n" for line in lines]


@command.command("show")
@event_options
@player_argument
@click.option("--revision", type=click.IntRange(1), metavar="N", help="Revision.  [default: the one that counts]")
@click.option("--list", "as_received", is_flag=True, help="Print the list as it was received.")
@color_option
def show(*, file: Path, name: str, revision: int | None, as_received: bool, color: str, who: str, data: Data) -> int:
    """Show the report on a player's list, by the line numbers of that list.

    \b
    deckcheck event show cup.event "Kei"
    deckcheck event show cup.event "Kei" --revision 1 --list
    """
    with opened(file, who, data) as at:
        player = player_named(at.event, name)
        submission = list_of(at.event, player, revision)
        if as_received:
            sys.stdout.flush()
            sys.stdout.buffer.write(submission.content)
            return EXIT_LEGAL
        late = ", late" if is_late(submission.received, at.event.info.deadline) else ""
        of = len(at.event.submissions(player.id))
        write_out(printable(f"{player.name}: revision {submission.revision} of {of}, {submission.place}") + "\n")
        write_out(f"received {submission.received}{late}\n")
        if not submission.is_readable:
            write_out(f"no list: {printable(submission.reason)}\n")
            return EXIT_NOT_LEGAL
        report = at.checker.report(submission, player.name)
        write_out("".join(text.deck(report, style_for(color), set())))
        return EXIT_LEGAL if report.verdict.value == "legal" else EXIT_NOT_LEGAL


def _lock(file: Path, who: str, name: str | None, kind: str) -> int:
    with open_event(file, who) as event:
        player = player_named(event, name) if name else None
        with event.writing():
            event.log(kind, player.id if player else 0)
    click.echo(f"{kind}ed: {printable(player.name) if player else 'all lists'}", err=True)
    return EXIT_LEGAL


@command.command("lock")
@file_options
@click.argument("name", metavar="[PLAYER]", required=False)
def lock(*, file: Path, name: str | None, who: str) -> int:
    """Lock all lists, or that of one player: new lists are refused until they are unlocked.

    \b
    deckcheck event lock cup.event
    """
    return _lock(file, who, name, "lock")


@command.command("unlock")
@file_options
@click.argument("name", metavar="[PLAYER]", required=False)
def unlock(*, file: Path, name: str | None, who: str) -> int:
    """Unlock all lists, or that of one player.

    \b
    deckcheck event unlock cup.event "Kei"
    """
    return _lock(file, who, name, "unlock")


for further in (*judging.COMMANDS, *paper.COMMANDS):
    command.add_command(further)
