"""Taking lists in: finding whose each list is, and adding it as a revision where it is new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.events.arrivals import Arrival, fetched
from deckcheck.events.checking import Judgement, ListChecker
from deckcheck.events.model import Player, Submission, is_late, now
from deckcheck.events.store import EventFile
from deckcheck.model.names import fold

# Lists that are judged before they are written in one transaction.
_AT_ONCE = 25
# From this likeness on two names beside one mail address are one person.
_ALIKE = 0.8


class Taken(Struct, frozen=True, kw_only=True):
    """What became of one arrival: "new", "revision", "unchanged", "unreadable", "locked", "refused" or "failed".

    What is refused has no player or may be of several; what failed is a file that cannot be read.
    """

    what: str
    arrival: Arrival
    player: Player | None = None
    submission: Submission | None = None
    late: bool = False
    note: str = ""


def take(event: EventFile, checker: ListChecker, incoming: Iterable[Arrival], received: str = "") -> Iterator[Taken]:
    """Take lists in, and yield what became of each as soon as it is on disk.

    `received` is the time to note for lists whose input has none; "" is now. The same input taken twice changes
    nothing.
    """
    everything = [fetched(each, checker.limits) for each in incoming]
    later: set[tuple[str, str]] = set()
    last: list[bool] = []
    for arrival in reversed(everything):
        sender = fold(arrival.external_id or arrival.contact or arrival.name), fold(arrival.name)
        last.append(sender not in later)
        later.add(sender)
    items = zip(everything, reversed(last), strict=True)
    while some := list(islice(items, _AT_ONCE)):
        judged = [(arrival, _judged(arrival, checker), is_last) for arrival, is_last in some]
        with event.writing():
            taken = [_taken(event, checker, item, received or now()) for item in judged]
        yield from taken


def take_judged(event: EventFile, checker: ListChecker, arrival: Arrival, judged: Judgement, received: str) -> Taken:
    """Take one list in that was judged already, and return what became of it when it is on disk."""
    with event.writing():
        return _taken(event, checker, (arrival, judged, True), received)


def expect(event: EventFile, incoming: Iterable[Arrival]) -> Iterator[tuple[str, Player]]:
    """Add the players of a roster, in one transaction, and yield each with "new" or "known"."""
    with event.writing():
        found = []
        for arrival in incoming:
            player, note = _player(event, arrival)
            if player is None and not note and arrival.name:
                player = event.add(Player(name=arrival.name))
                event.log("expected", player.id)
                found.append(("new", _completed(event, player, arrival)))
            elif player is not None:
                found.append(("known", _completed(event, player, arrival)))
    yield from found


def current(submissions: Iterable[Submission]) -> Submission | None:
    """Return the submission that counts among those of a player: the newest that is a list, else the newest."""
    newest: Submission | None = None
    for each in submissions:
        if newest is None or each.is_readable or not newest.is_readable:
            newest = each
    return newest


def find_player(event: EventFile, name: str) -> list[Player]:
    """Return the players who are meant by a name, a part of one, a mail address, an external id or ``#ID``."""
    players = event.players()
    if name.startswith("#") and name[1:].isdecimal():
        return [player for player in players if player.id == int(name[1:])]
    key = fold(name)
    exact = [each for each in players if key == fold(each.name) or name in (each.external_id, each.contact)]
    return exact or [each for each in players if key and key in fold(each.name)]


def _judged(arrival: Arrival, checker: ListChecker) -> Judgement:
    if arrival.reason:
        return Judgement("unreadable", arrival.reason)
    return checker.judged(arrival.content, arrival.called)


def _taken(event: EventFile, checker: ListChecker, item: tuple[Arrival, Judgement, bool], received: str) -> Taken:
    """Put one arrival into the event."""
    arrival, judged, is_last = item
    if judged.player and arrival.source in ("file", "address"):
        arrival = replace(arrival, name=judged.player)
    player, note = (event.player(arrival.player), "") if arrival.player else _player(event, arrival)
    name = arrival.name or arrival.contact.partition("@")[0] or arrival.external_id
    if player is None and (note or not name or (arrival.source == "mail" and judged.verdict == "unreadable")):
        has_sender = name or not arrival.reason
        why = note or judged.reason or "no player is named"
        return Taken(what="refused" if has_sender else "failed", arrival=arrival, note=why)
    if player is None:
        player = event.add(Player(name=name))
    before = event.submissions(player.id)
    if before and _is_known(arrival, judged, before, is_last=is_last):
        return Taken(what="unchanged", arrival=arrival, player=player, submission=current(before))
    if event.is_locked(player.id):
        return Taken(what="locked", arrival=arrival, player=player, note="the list is locked; `event unlock` opens it")
    player = _completed(event, player, arrival)
    if player.status != "registered" and judged.verdict != "unreadable":
        player = event.change_player(player, status="registered")
    submission = event.add(
        Submission(
            player=player.id,
            revision=len(before) + 1,
            received=arrival.received or received,
            source=arrival.source,
            file=arrival.file,
            row=arrival.row,
            called=arrival.called,
            content=arrival.content,
            syntax=judged.syntax,
            verdict=judged.verdict,  # type: ignore[arg-type]
            reason=judged.reason,
            findings=judged.findings,
            fingerprint=judged.fingerprint,
            checker=__version__,
            format_digest=checker.format.digest,
            pool_digest=checker.pool.digest,
        )
    )
    event.log("take", player.id, submission=submission.id, file=arrival.file, row=arrival.row, verdict=judged.verdict)
    what = "unreadable" if judged.verdict == "unreadable" else "revision" if before else "new"
    late = is_late(submission.received, event.info.deadline)
    return Taken(what=what, arrival=arrival, player=player, submission=submission, late=late, note=judged.reason)


def _is_known(arrival: Arrival, judged: Judgement, before: list[Submission], *, is_last: bool) -> bool:
    """Return whether an arrival is no news: the newest list again, or an older one that its input still has.

    Who hands in at the desk means the list, also where it was handed in before.
    """
    # What could not be read before and can be now is news.
    before = [each for each in before if each.is_readable or judged.verdict == "unreadable"]
    same = [each for each in before if each.content == arrival.content and each.reason == _reason(each, arrival)]
    if not same:
        return False
    from_here = not arrival.player and any(each.file == arrival.file for each in same)
    return same[-1] is before[-1] or not is_last or (from_here and before[-1].file != arrival.file)


def _reason(before: Submission, arrival: Arrival) -> str:
    """Return the reason with which an arrival is the same as `before`: that of a broken input decides."""
    return arrival.reason or before.reason


def _player(event: EventFile, arrival: Arrival) -> tuple[Player | None, str]:
    """Return whose an arrival is, None for nobody known; with a note that is not clear.

    Dropped players come last: a repeated form may name them, and a new list returns them to the event.
    """
    players = event.players()
    playing = [player for player in players if player.status != "dropped"]
    player, note = _among(playing, arrival)
    return (player, note) if player or note else _among([each for each in players if each not in playing], arrival)


def _among(players: list[Player], arrival: Arrival) -> tuple[Player | None, str]:
    """Return whose an arrival is of `players`."""
    if arrival.external_id:
        known = [player for player in players if player.external_id == arrival.external_id]
        if known:
            return known[0], ""
    if arrival.contact:
        address = [player for player in players if player.contact.casefold() == arrival.contact.casefold()]
        known = [player for player in address if not arrival.name or _is_same_name(player.name, arrival.name)]
        if len(known) == 1:
            return known[0], ""
        if len(known) > 1:
            exact = [player for player in known if fold(player.name) == fold(arrival.name)]
            return (exact[0], "") if len(exact) == 1 else (None, "several players have this address; name one")
        if len(address) == 1 and arrival.source == "mail":
            return address[0], ""
    named = [player for player in players if fold(player.name) == fold(arrival.name) and _may_be(player, arrival)]
    if len(named) > 1:
        return None, f"{len(named)} players are called `{arrival.name}`; take it with a contact or an id"
    return (named[0] if named else None), ""


def _may_be(player: Player, arrival: Arrival) -> bool:
    """Return whether a player and the sender of an arrival differ at most in how many facts are given."""
    pairs = ((player.contact.casefold(), arrival.contact.casefold()), (player.external_id, arrival.external_id))
    return all(not one or not other or one == other for one, other in pairs)


def _is_same_name(one: str, other: str) -> bool:
    """Return whether two names beside one mail address are one person's: one is a part of the other, or a slip."""
    words = [{fold(word) for word in name.split()} for name in (one, other)]
    if words[0] <= words[1] or words[1] <= words[0]:
        return True
    return SequenceMatcher(None, fold(one), fold(other)).ratio() >= _ALIKE


def _completed(event: EventFile, player: Player, arrival: Arrival) -> Player:
    """Add what an arrival knows of a player and the event does not."""
    known = {"contact": arrival.contact, "external_id": arrival.external_id, "seat": arrival.seat}
    return event.change_player(
        player, **{key: value for key, value in known.items() if value and not getattr(player, key)}
    )
