"""The commands of ``deckcheck event`` that take players and lists in."""

from __future__ import annotations

import sys
from collections import Counter

import click
from msgspec.structs import replace

from deckcheck.cli.common import Command, Exit, address_options, write_out
from deckcheck.cli.events.shared import the_one, time_option, with_checker, with_event
from deckcheck.events import taking
from deckcheck.events.arrivals import arrivals
from deckcheck.events.checking import ListChecker
from deckcheck.events.columns import ColumnOptions
from deckcheck.events.forms import players_in
from deckcheck.events.inbox import Arrival, Inbox, name_in
from deckcheck.events.model import zone_of
from deckcheck.events.people import is_number
from deckcheck.events.store import EventFile
from deckcheck.model.errors import UsageError
from deckcheck.model.names import printable
from deckcheck.rules.base import counted

_SKIPPED = "not the name of a list, table or mail; if it is a list, take it by its own path or ask for it as text"


def _player_columns(command: Command) -> Command:
    """Add the options that name the columns of a table of players."""
    for option, meaning in (
        ("--id-column", "Column with ids of players.  [default: detected by its name]"),
        ("--contact-column", "Column with mail addresses.  [default: detected from the cells]"),
        ("--player-column", "Column with the names.  [default: detected from the cells]"),
    ):
        command = click.option(option, metavar="NAME", help=meaning)(command)
    return command


@click.command("take")
@with_checker
@click.argument("sources", nargs=-1, required=True, metavar="INPUT...")
@_player_columns
@click.option("--list-column", metavar="NAME", help="Column with the lists.  [default: detected from the cells]")
@click.option("--player", "given", metavar="NAME", help="Player of the list, known or new, for an INPUT with one list.")
@time_option("--received", "Arrival time of lists that state none.  [default: now]")
@address_options
def take(
    *,
    event: EventFile,
    checker: ListChecker,
    sources: tuple[str, ...],
    player_column: str | None,
    list_column: str | None,
    contact_column: str | None,
    id_column: str | None,
    given: str | None,
    received: str | None,
) -> int:
    """Take lists in. An INPUT is a table (CSV, TSV, JSON Lines, XLSX), a mail (EML, MBOX), a list or a folder.

    \b
    deckcheck event take cup.event registrations.csv
    deckcheck event take cup.event mails/ lists/
    deckcheck event take cup.event form.xlsx --player-column Nick --list-column "Your deck"
    deckcheck event take cup.event https://www.emeralddb.org/decks/ID --player "Kei"

    The same input taken twice changes nothing; a newer list of a player is a revision, an older one is left out. Exits
    with 0 when every list was taken, 1 when one could not be read or has no player, or a file of a folder was skipped,
    2 when a file could not be read.
    """
    wanted = ColumnOptions(player_column, list_column, contact_column, id_column)
    seen = Counter[str]()

    def skip(path: str) -> None:
        seen["skipped"] += 1
        write_out(f"skipped: {printable(path)}: {_SKIPPED}\n")

    inbox = Inbox(
        wanted=wanted,
        zone=zone_of(event.info.deadline),
        say=lambda said: write_out(f"{printable(said)}\n"),
        skip=skip,
    )
    incoming = list(arrivals(sources, inbox))
    if given is not None:
        if len(incoming) != 1:
            raise UsageError(f"`--player` is for one list, and there are {len(incoming)}")
        incoming = [_given_to(event, incoming[0], given)]
    for taken in taking.take(event, checker, incoming, received or ""):
        seen[taken.what] += 1
        if taken.what != "unchanged":
            write_out(_line(taken))
        sys.stdout.flush()
    said = ", ".join(f"{count} {what}" for what, count in seen.items()) or "nothing"
    click.echo(f"{counted(sum(seen.values()) - seen['skipped'], 'list')}: {said}", err=True)
    if seen["failed"]:
        return Exit.TROUBLE
    return Exit.NO if seen.keys() & {"unreadable", "refused", "locked", "skipped"} else Exit.YES


def _given_to(event: EventFile, arrival: Arrival, name: str) -> Arrival:
    """Return an arrival as the list of the player whom `--player` names; who forwarded a mail is not the player."""
    name = name_in(name)
    if not name:
        raise UsageError("`--player` names nobody", help="write the name of the player")
    contact = "" if arrival.source == "mail" else arrival.contact
    given = replace(arrival, name=name, contact=contact, source="organiser", whose="")
    found = taking.player_to_take(event, name)
    if not found and not is_number(name):
        return given
    player = the_one(found, name)
    return replace(given, name=player.name, player=player.id)


def _line(taken: taking.Taken) -> str:
    """Return what became of one arrival."""
    arrival, submission = taken.arrival, taken.submission
    name = taken.player.name if taken.player else arrival.name or arrival.contact
    verdict = ""
    if submission and taken.what in ("new", "revision"):
        verdict = f", revision {submission.revision}, {submission.verdict}"
    late = ", late" if taken.late else ""
    note = f": {taken.note}" if taken.note else ""
    place = f"{arrival.place}{verdict}{late}"
    whose = f"{name} ({place})" if name else place
    return f"{taken.what}: {printable(f'{whose}{note}')}\n"


@click.command("roster")
@with_event
@click.argument("table", metavar="TABLE")
@_player_columns
def roster(
    *, event: EventFile, table: str, player_column: str | None, contact_column: str | None, id_column: str | None
) -> int:
    """Add the players who are expected, from a table. It reads columns named seat or id too; a newer one changes seats.

    \b
    deckcheck event roster cup.event players.csv
    """
    inbox = Inbox(
        wanted=ColumnOptions(player_column, None, contact_column, id_column),
        say=lambda said: click.echo(printable(said)),
    )
    seen = Counter[str]()
    for taken in taking.expect(event, players_in(table, inbox)):
        seen[taken.what] += 1
        if taken.what == "refused":
            write_out(_line(taken))
    more = [f"{seen[what]} {what}" for what in ("changed", "refused") if seen[what]]
    click.echo(", ".join((counted(seen["new"], "new player"), f"{seen['known']} known", *more)), err=True)
    return Exit.NO if seen["refused"] else Exit.YES


COMMANDS: tuple[click.Command, ...] = (take, roster)
