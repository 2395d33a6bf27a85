"""The commands of ``deckcheck event`` about the event itself and its expected players."""

from collections import Counter
from pathlib import Path

import click

from deckcheck.cli.data_options import Data, dated_options
from deckcheck.cli.deck_options import format_option
from deckcheck.cli.events import shared
from deckcheck.cli.output import Exit, note, say, write_lines
from deckcheck.events import taking
from deckcheck.events.columns import ColumnOptions
from deckcheck.events.forms import Inbox
from deckcheck.events.store import EventFile
from deckcheck.model.errors import UsageError
from deckcheck.model.names import printable
from deckcheck.model.sentences import counted


@click.command("new")
@shared.file_argument
@format_option("Format id.", required=True)
@shared.facts_options
@dated_options
@shared.who_option
def new(*, file: Path, format_name: str, who: str, data: Data, **facts: str | None) -> None:
    """Create the file of a new event. It has names, contacts and lists of players, so keep it to yourself.

    \b
    deckcheck event new cup.event --name "Spring Cup" --format celestial-40-40
    deckcheck event new cup.event --name "Spring Cup" --format lcg-stronghold --deadline 2026-12-04T20:00+01:00
    """
    fmt = shared.new_event(file, format_name, data, who, **facts)
    write_lines([f"{file}: {facts['name'] or file.stem}, {fmt.name}, cards of {fmt.dated}"])


@click.command("set")
@shared.writes_event
@shared.facts_options
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
    write_lines([f"{event.path}: {event.info.name}{shared.closes(event.info)}"])


@click.command("roster")
@shared.writes_event
@click.argument("table", metavar="TABLE")
@shared.player_columns
def roster(*, event: EventFile, table: str, wanted: ColumnOptions) -> int:
    """Add the expected players from a table. It also reads columns named seat or id; a newer table changes seats.

    \b
    deckcheck event roster cup.event players.csv
    """
    inbox = Inbox(wanted=wanted, say=lambda said: write_lines([said]))
    seen = Counter[str]()
    for taken in taking.expect(event, shared.table_of_players(table, inbox)[1]):
        seen[taken.what] += 1
        if taken.what == "refused":
            write_lines([shared.said_of(event, taken)])
    more = [f"{seen[what]} {what}" for what in ("changed", "refused") if seen[what]]
    say(", ".join((counted(seen["new"], "new player"), f"{seen['known']} already expected", *more)))
    return Exit.NO if seen["refused"] else Exit.YES


@click.command("player")
@shared.writes_event
@shared.player_argument
@click.option("--name", "called", metavar="TEXT", help="Name.")
@click.option("--contact", metavar="ADDRESS", help="Email address.")
@click.option("--id", "external_id", metavar="TEXT", help="Id in other programs.")
@click.option("--seat", metavar="TEXT", help="Seat.")
def player_(*, event: EventFile, name: str, called: str | None, **facts: str | None) -> None:
    """Correct the name, email address, id or seat of a player. Forms with the old ones still match the player.

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
    write_lines([f"#{player.id}: {known}"])


@click.command("drop")
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
    write_lines([f"dropped: {shared.called(event, player)}"])


@click.command("forget")
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
        say("not deleted")
        return Exit.NO
    event.forget(player)
    say("deleted")
    return Exit.YES
