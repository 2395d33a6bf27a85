"""Whether a list that comes in is news: the same input may be taken any number of times."""

import datetime
import re

from msgspec import Struct

from deckcheck.events.checking import Judgement
from deckcheck.events.model import Arrival, LogEntry, Player, Submission
from deckcheck.events.store import EventFile


class ListPlace(Struct, frozen=True):
    """The place of a list among those that are taken in together.

    `is_last` is whether it is the last one of its player, `copy` counts the same list with the same time, `is_alone`
    is whether somebody named this list and no other, `at_desk` whether somebody handed it in at the desk.
    """

    is_last: bool = True
    copy: int = 1
    is_alone: bool = False
    at_desk: bool = False


def no_news(  # noqa: PLR0913 - all that tells news
    arrival: Arrival,
    judged: Judgement,
    before: list[Submission],
    counts: Submission | None,
    *,
    stated: set[int],
    place: ListPlace,
) -> str:
    """Return "unchanged" for a list that came in before, "older" for one before the list that counts, "" for news.

    `stated` are the ids of the submissions whose time is that of the list. Who hands in at the desk means the list,
    also where it was handed in before, and so does an organiser who enters a list that came late.
    """
    before = _comparable(arrival, judged, before, counts)
    same = [each for each in before if each.content == arrival.content and _is_same_reason(each, arrival)]
    is_newest = bool(same) and same[-1] is before[-1]
    if arrival.received and not place.at_desk:
        time = instant(arrival.received)
        if [instant(each.received) for each in same if each.id in stated].count(time) >= place.copy:
            return "unchanged"
        if counts in before and counts.id in stated and time < instant(counts.received):
            return "unchanged" if same else "older"
        if counts in before and counts.id in stated and time > instant(counts.received):
            return "unchanged" if is_newest or _is_same_row(same, arrival) else ""
    is_known = is_newest or not place.is_last or (not place.at_desk and _is_of_earlier_file(same, before, arrival))
    return "unchanged" if same and is_known else ""


def _comparable(
    arrival: Arrival, judged: Judgement, before: list[Submission], counts: Submission | None
) -> list[Submission]:
    """Return the submissions with which a list is compared: for an organiser's, none after the one that counts."""
    if counts and arrival.source == "organiser":
        before = before[: before.index(counts) + 1]
    # A list that could not be read before and can be now is news.
    return [each for each in before if each.is_readable or judged.verdict == "unreadable"]


def _is_same_row(same: list[Submission], arrival: Arrival) -> bool:
    """Return whether a list was in this row before; with the zone of an event, the times of a form may have changed."""
    return any(_is_same_file(each, arrival) and each.row == arrival.row > 0 for each in same)


def _is_of_earlier_file(same: list[Submission], before: list[Submission], arrival: Arrival) -> bool:
    """Return whether a list was in this file before, and the newest list came from another one."""
    return any(_is_same_file(each, arrival) for each in same) and not _is_same_file(before[-1], arrival)


def stated_times(event: EventFile, player: Player) -> set[int]:
    """Return the ids of the lists of a player that have their own time, not only the time of the command."""
    taken = [each.found for each in event.rows(LogEntry, "kind = 'take' and player = ?", player.id)]
    return {each["submission"] for each in taken if each.get("stated", True)}


def _is_same_reason(before: Submission, arrival: Arrival) -> bool:
    """Return whether an arrival is no list for the same reason as before, or is one.

    The wording of a reason may change with deckcheck, so it is also the same where it is about the same message.
    """
    if arrival.reason in ("", before.reason):
        return True
    is_same_row = _is_same_file(before, arrival) and before.row == arrival.row
    is_same = instant(before.received) == instant(arrival.received) if arrival.received else is_same_row
    return is_same and bool(before.reason)


def _is_same_file(before: Submission, arrival: Arrival) -> bool:
    """Return whether two lists are from one file; browsers number files that are saved again: ``form (1).csv``."""
    one, other = (re.sub(r" ?\(\d+\)(?=\.\w+$)", "", file) for file in (before.file, arrival.file))
    return one == other


def instant(time: str) -> datetime.datetime:
    """Return an ISO time of an arrival or a submission as a moment that compares with others."""
    return datetime.datetime.fromisoformat(time)
