"""What a player handed in earlier, and whether a list is news: the same input may be taken any number of times."""

import datetime
import re
from collections.abc import Sequence

from msgspec import Struct

from deckcheck.events.checking import Judgement
from deckcheck.events.model import Arrival, LogEntry, Player, Submission, is_late
from deckcheck.events.store import EventFile


class ListPlace(Struct, frozen=True):
    """The place of a list among those that are taken in together.

    `is_last` is whether it is the last one of its player, `copy` counts the same list with the same time, `is_alone`
    is whether somebody named this list and no other.
    """

    is_last: bool
    copy: int
    is_alone: bool


class Earlier(Struct, frozen=True):
    """What a player has handed in: the lists, oldest first, and the one that counts by the deadline (None: none came).

    `stated` are the ids of those that have their own time, not only the time of the command.
    """

    player: Player
    lists: list[Submission]
    counts: Submission | None
    stated: set[int]
    deadline: str


def earlier_of(event: EventFile, player: Player) -> Earlier:
    """Return what a player has handed in."""
    lists, deadline = event.submissions(player.id), event.info.deadline
    taken = [each.found for each in event.rows(LogEntry, "kind = 'take' and player = ?", player.id)]
    stated = {each["submission"] for each in taken if each.get("stated", True)}
    return Earlier(player, lists, current(lists, deadline), stated, deadline)


def current(submissions: Sequence[Submission], deadline: str) -> Submission | None:
    """Return the submission of a player that counts: the newest list, else the newest message.

    A late list does not replace a list that came in time, unless the organiser entered it.
    """
    lists = [each for each in submissions if each.is_readable]
    due = [each for each in lists if each.source == "organiser" or not is_late(each.received, deadline)]
    return next((some[-1] for some in (due, lists, submissions) if some), None)


def no_news(arrival: Arrival, judged: Judgement, earlier: Earlier, place: ListPlace) -> str:
    """Return "unchanged" for a list that came in before, "older" for one before the list that counts, "" for news.

    An organiser who enters a list that came late means it.
    """
    before, counts, stated = comparable(arrival, judged, earlier), earlier.counts, earlier.stated
    same = [each for each in before if is_same(each, arrival)]
    is_newest = bool(same) and same[-1] is before[-1]
    if arrival.received:
        time = instant(arrival.received)
        if [instant(each.received) for each in same if each.id in stated].count(time) >= place.copy:
            return "unchanged"
        if counts in before and counts.id in stated and time < instant(counts.received):
            return "unchanged" if same else "older"
        if counts in before and counts.id in stated and time > instant(counts.received):
            return "unchanged" if is_newest or _is_same_row(same, arrival) else ""
    is_known = is_newest or not place.is_last or _is_of_earlier_file(same, before, arrival)
    return "unchanged" if same and is_known else ""


def comparable(arrival: Arrival, judged: Judgement, earlier: Earlier) -> list[Submission]:
    """Return the submissions with which a list is compared: for an organiser's, none after the one that counts."""
    before = earlier.lists
    if earlier.counts and arrival.source == "organiser":
        before = before[: before.index(earlier.counts) + 1]
    # A list that could not be read before and can be now is news.
    return [each for each in before if each.is_readable or judged.verdict == "unreadable"]


def _is_same_row(same: list[Submission], arrival: Arrival) -> bool:
    """Return whether a list was in this row before; with the zone of an event, the times of a form may have changed."""
    return any(_is_same_file(each, arrival) and each.row == arrival.row > 0 for each in same)


def _is_of_earlier_file(same: list[Submission], before: list[Submission], arrival: Arrival) -> bool:
    """Return whether a list was in this file before, and the newest list came from another one."""
    return any(_is_same_file(each, arrival) for each in same) and not _is_same_file(before[-1], arrival)


def is_same(before: Submission, arrival: Arrival) -> bool:
    """Return whether an arrival has the list that came before, or is no list for the same reason.

    The wording of a reason may change with deckcheck, so it is also the same where it is about the same message.
    """
    if before.content != arrival.content or arrival.reason in ("", before.reason):
        return before.content == arrival.content
    is_same_row = _is_same_file(before, arrival) and before.row == arrival.row
    is_same_message = instant(before.received) == instant(arrival.received) if arrival.received else is_same_row
    return is_same_message and bool(before.reason)


def _is_same_file(before: Submission, arrival: Arrival) -> bool:
    """Return whether two lists are from one file; browsers number files that are saved again: ``form (1).csv``."""
    one, other = (re.sub(r" ?\(\d+\)(?=\.\w+$)", "", file) for file in (before.file, arrival.file))
    return one == other


def instant(time: str) -> datetime.datetime:
    """Return an ISO time of an arrival or a submission as a moment that compares with others."""
    return datetime.datetime.fromisoformat(time)
