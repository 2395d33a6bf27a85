"""The commands of ``deckcheck event`` about players: who is expected, correcting, dropping and deleting one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import click

from deckcheck.cli.common import Exit, bundled, write_out
from deckcheck.cli.events.shared import player_argument, player_named, said_of, writes_event
from deckcheck.events import taking
from deckcheck.events.columns import ColumnOptions
from deckcheck.events.forms import Inbox, players_in
from deckcheck.events.store import EventFile
from deckcheck.model.errors import UsageError
from deckcheck.model.names import printable
from deckcheck.rules.base import counted


def player_columns(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the columns of a table of players; the command gets them as `wanted`."""
    command = bundled("wanted", ColumnOptions, "player", "list", "contact", "id")(command)
    for column, meaning in (
        ("id", "Column with ids of players.  [default: detected by its name]"),
        ("contact", "Column with mail addresses.  [default: detected from the cells]"),
        ("player", "Column with the names.  [default: detected from the cells]"),
    ):
        command = click.option(f"--{column}-column", column, metavar="NAME", help=meaning)(command)
    return command


@click.command("roster")
@writes_event
@click.argument("table", metavar="TABLE")
@player_columns
def roster(*, event: EventFile, table: str, wanted: ColumnOptions) -> int:
    """Add the players who are expected, from a table. It reads columns named seat or id too; a newer one changes seats.

    \b
    deckcheck event roster cup.event players.csv
    """
    inbox = Inbox(wanted=wanted, say=lambda said: click.echo(printable(said)))
    seen = Counter[str]()
    for taken in taking.expect(event, players_in(table, inbox)):
        seen[taken.what] += 1
        if taken.what == "refused":
            write_out(said_of(taken))
    more = [f"{seen[what]} {what}" for what in ("changed", "refused") if seen[what]]
    click.echo(", ".join((counted(seen["new"], "new player"), f"{seen['known']} already expected", *more)), err=True)
    return Exit.NO if seen["refused"] else Exit.YES


@click.command("player")
@writes_event
@player_argument
@click.option("--name", "called", metavar="TEXT", help="Name.")
@click.option("--contact", metavar="ADDRESS", help="Mail address.")
@click.option("--id", "external_id", metavar="TEXT", help="Id in other programs.")
@click.option("--seat", metavar="TEXT", help="Seat.")
def player_(*, event: EventFile, name: str, called: str | None, **facts: str | None) -> None:
    """Correct the name, mail address, id or seat of a player. A form that has the old ones still finds the player.

    \b
    deckcheck event player cup.event "Kie" --name "Kei" --contact kei@example.org
    deckcheck event player cup.event '#12' --seat 14
    """
    given = {key: value for key, value in {"name": called, **facts}.items() if value is not None}
    if not given:
        raise UsageError("nothing to change", help="--name TEXT, --contact ADDRESS, --id TEXT or --seat TEXT")
    player = player_named(event, name)
    with event.writing():
        player = taking.correct(event, player, **given)
    known = ", ".join(filter(None, (player.name, player.contact, player.external_id, player.seat)))
    click.echo(f"#{player.id}: {printable(known)}")


@click.command("drop")
@writes_event
@player_argument
def drop(*, event: EventFile, name: str) -> None:
    """Drop a player from the event. The player no longer counts as missing and gets no sheet.

    \b
    deckcheck event drop cup.event "Kei"

    A new list returns the player, and so does the same list when `event take` takes it alone.
    """
    player = player_named(event, name)
    with event.writing():
        event.change_player(player, status="dropped")
    click.echo(f"dropped: {printable(player.name)}")


@click.command("forget")
@writes_event
@player_argument
@click.option("--yes", is_flag=True, help="Delete without asking.")
def forget(*, event: EventFile, name: str, yes: bool) -> None:
    """Delete a player with all records, as privacy may require.

    \b
    deckcheck event forget cup.event "Kei"

    Earlier copies, exports and letters still contain them.
    """
    player = player_named(event, name)
    if not yes:
        whose = printable(player.name)
        click.confirm(f"Permanently delete {whose} with all lists, rulings and deck checks?", abort=True)
    event.forget(player)
    click.echo("deleted", err=True)


COMMANDS: tuple[click.Command, ...] = (roster, player_, drop, forget)
