"""What the commands of ``deckcheck event`` share: the file, its checker, one player, and the table of players."""

import codecs
import functools
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deck_files import read_bytes
from deckcheck.cli.output import note
from deckcheck.cli.parameters import NEW_FILE, Decorator, Whole, bundled, stacked
from deckcheck.decks.files import shown
from deckcheck.events.checking import ListChecker, checker_for
from deckcheck.events.columns import ColumnOptions
from deckcheck.events.forms import Inbox, players_in
from deckcheck.events.model import LIMITS, Arrival, EventInfo, Player, Submission, now, zone_named
from deckcheck.events.news import current
from deckcheck.events.people import name_key, names_apart
from deckcheck.events.store import EventFile, create, open_event
from deckcheck.events.taking import Taken, find_player
from deckcheck.events.times import moment
from deckcheck.model.errors import UsageError, did_you_mean
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits

_SHOWN = 8
# A name after its place in the standings: "1 Kei", "2nd Ren".
_PLACED = r"#?\d{1,4}(?:st|nd|rd|th|[.)])?\s+(?P<name>\D.*)"


def filled(_: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Return the value of an argument or option; raises UsageError for an empty one, such as an unset variable.

    Without this check, an empty name would select all players. A text that shows nothing is empty too.
    """
    if text is not None and not name_key(text):
        what = parameter.opts[0] if isinstance(parameter, click.Option) else "PLAYER"
        help = "write a text" if parameter.required else "leave it out, or write what it is about"
        raise UsageError(f"`{what}` is empty", help=help)
    return text


def filled_option(*names: str, metavar: str, help: str, **more: Any) -> Decorator:  # noqa: ANN401 - those of click
    """Return the decorator that adds an option whose value must not be empty."""
    return click.option(*names, metavar=metavar, callback=filled, help=help, **more)


file_argument = click.argument("file", type=NEW_FILE)
player_argument = click.argument("name", metavar="PLAYER")
all_or_player_argument = click.argument("name", metavar="[PLAYER]", required=False, callback=filled)
revision_option = click.option("--revision", type=Whole(1), help="Revision.  [default: the one that counts]")
who_option = click.option(
    "--by", "who", metavar="NAME", default="", help="Name for the log.  [default: the user's name]"
)


def with_event(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument FILE; the command gets the open `event`."""

    @functools.wraps(command)
    def opened(*, file: Path, who: str = "", **options: Any) -> Any:  # noqa: ANN401 - the command's
        with open_event(file, who) as event:
            return command(event=event, **options)

    return file_argument(opened)


def with_checker(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument FILE and the folders; the command gets the open `event` and its `checker`.

    A note says when the rules have changed since the start of the event.
    """

    @functools.wraps(command)
    def checked(*, event: EventFile, data: Data, **options: Any) -> Any:  # noqa: ANN401 - the command's
        info, checker = event.info, checker_for(event, data.folders)
        if (info.format_digest, info.pool_digest) != (checker.format.digest, checker.pool.digest):
            note("the rules or cards of the format changed since the event was made")
        return command(event=event, checker=checker, **options)

    return with_event(data_options(checked))


# For commands that write into the log.
writes_event = stacked(with_event, who_option)
writes_checked = stacked(with_checker, who_option)


def _zone(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    return zone_named(name).key if name else name


_NAME = "Name of the event.  [default of a new one: the name of the file]"
_DEADLINE = "Last time for lists, such as 2026-12-04T20:00+01:00, or 2026-12-04T20:00 in the zone of the event."
_ZONE = "Time zone of the event, such as Europe/Berlin.  [default: the offset in the deadline]"
# The command gets these as `name`, `deadline` and `zone`.
facts_options = stacked(
    filled_option("--name", metavar="TEXT", help=_NAME),
    click.option("--deadline", metavar="TIME", help=_DEADLINE),
    click.option("--zone", metavar="NAME", callback=_zone, help=_ZONE),
)


def facts_of(zone: str, /, **facts: str | None) -> dict[str, str]:
    """Return the given facts about an event, the deadline with its offset; raises UsageError.

    `zone` is the name of the current time zone, "" for none.
    """
    given = {key: value for key, value in facts.items() if value is not None}
    if given.get("deadline"):
        zone = given.get("zone", zone)
        given["deadline"] = moment(given["deadline"], zone_named(zone) if zone else None)
    return given


def new_event(file: Path, format_name: str, data: Data, who: str, **facts: str | None) -> Format:
    """Create the file of a new event, and return its format; raises UsageError, DataError and OutputError.

    `facts` are its name, its deadline and its zone; None omits one, and the name is then that of the file.
    """
    given = {"name": file.stem, **facts_of("", **facts)}
    checker = ListChecker(format_name, data.as_of or "", data.folders)
    info = EventInfo(
        format=format_name if Path(format_name).suffix else checker.format.id,
        format_digest=checker.format.digest,
        pool_digest=checker.pool.digest,
        as_of=data.as_of or "",
        secret=secrets.token_hex(16),
        created=now(),
        **given,  # type: ignore[arg-type]
    )

    def begin(event: EventFile) -> None:
        event.add(info)
        event.log("new", name=info.name, format=info.format, deadline=info.deadline)

    with create(file, begin, who):
        return checker.format


def player_named(event: EventFile, name: str) -> Player:
    """Return the one player that `name` means; raises UsageError for none or several."""
    return the_one(event, find_player(event, name), name)


def the_one(event: EventFile, found: list[Player], name: str) -> Player:
    """Return the only one of the players that `name` may mean; raises UsageError when the choice is not clear."""
    if len(found) == 1:
        return found[0]
    if not found:
        names = (each.name for each in event.players())
        help = did_you_mean(name, names, "`deckcheck event status FILE --all` lists the players")
        raise UsageError(f"there is no player `{name}`", help=help)
    several = ", ".join(f"#{each.id} {each.name}{' (dropped)' * (each.status == 'dropped')}" for each in found[:_SHOWN])
    raise UsageError(f"`{name}` may be several players: {several}", help="give the number, as '#12'")


def called(event: EventFile, player: Player) -> str:
    """Return what to call a player, with the number if the name is shared."""
    return names_apart(event.players()).get(player.id, player.name)


def said_of(event: EventFile, taken: Taken) -> str:
    """Return the result of one arrival as text."""
    arrival, submission = taken.arrival, taken.submission
    name = called(event, taken.player) if taken.player else arrival.name or arrival.contact
    verdict = ""
    if submission and taken.what in ("new", "revision"):
        verdict = f", revision {submission.revision}, {submission.verdict}"
    late = ", late" if taken.late else ""
    note = f": {taken.note}" if taken.note else ""
    place = f"{arrival.place}{verdict}{late}"
    whose = f"{name} ({place})" if name else place
    return f"{taken.what}: {whose}{note}"


def list_of(event: EventFile, player: Player, revision: int | None = None) -> Submission:
    """Return the valid list of a player, or one revision of it; raises UsageError when there is none."""
    submissions = event.submissions(player.id)
    if revision is not None:
        submissions = [each for each in submissions if each.revision == revision]
    found = current(submissions, event.info.deadline)
    if found is None:
        what = f"no revision {revision}" if revision is not None else "no list"
        raise UsageError(f"{called(event, player)} has {what}")
    return found


def table_of_players(file: str, inbox: Inbox) -> tuple[bytes, Iterator[Arrival]]:
    """Return the content of a table (``-``: standard input), and the players in it as they are read.

    Raises:
        UsageError, InputError: when it cannot be read, or has no players.
    """
    content = read_bytes(file, Limits(file_bytes=LIMITS.archive_bytes))
    return content, players_in(shown(file), content, inbox)


def names_in(file: str | None) -> list[str]:
    """Return the names of the players in a file, a table or one name or number per line.

    Raises:
        UsageError, InputError: when it cannot be read, or contains no names.
    """
    if file is None:
        return []
    content, players = table_of_players(file, Inbox())
    words = content.removeprefix(codecs.BOM_UTF8).split()
    is_bare = all(re.fullmatch(rb"#\d+", word) for word in words)
    names = map(bytes.decode, words) if is_bare else map(_with_address, players)
    found = [name.strip() for name in names if name.strip()]
    if not found:
        raise UsageError("contains no names", place=shown(file), help="write one per line")
    placed = [re.fullmatch(_PLACED, name) for name in found]
    return [match["name"] for match in placed if match] if all(placed) else found


def _with_address(arrival: Arrival) -> str:
    """Return the name of an arrival with its email address, which tells players of one name apart."""
    return f"{arrival.name} <{arrival.contact}>" if arrival.name and arrival.contact else arrival.name


def column_option(name: str, meaning: str) -> Decorator:
    """Return the decorator that adds an option for a column of a table of players."""
    return click.option(f"--{name}-column", name, metavar="NAME", help=meaning)


# The command gets these as `wanted`.
player_columns = stacked(
    column_option("player", "Column with the names.  [default: detected from the cells]"),
    column_option("contact", "Column with email addresses.  [default: detected from the cells]"),
    column_option("id", "Column with ids of players.  [default: detected by its name]"),
    bundled("wanted", ColumnOptions, "player", "list", "contact", "id"),
)


def closes(info: EventInfo) -> str:
    """Return the deadline of an event as the end of a sentence, "" without one."""
    return f", deadline {info.deadline}" if info.deadline else ""
