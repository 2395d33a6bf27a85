"""Taking in lists: finding the player of each list, and adding the list as a revision if it is new."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.decks.files import is_unnamed
from deckcheck.events import people
from deckcheck.events.arrivals import fetched
from deckcheck.events.checking import Judgement, ListChecker
from deckcheck.events.forms import name_in
from deckcheck.events.mails import remarks
from deckcheck.events.model import TEXTS, Arrival, Player, Submission, is_late, now
from deckcheck.events.news import Earlier, ListPlace, comparable, current, earlier_of, instant, is_same, no_news
from deckcheck.events.people import fold_name, name_key, name_words
from deckcheck.events.store import EventFile
from deckcheck.model.deck import grouped
from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import counted

# The number of lists that are judged and then written in one transaction.
_AT_ONCE = 25
# A text with fewer different cards is a question, or a change to a list.
_FEWEST_CARDS = 5
# What to do about a list without a player, by its source.
_NO_PLAYER = {
    "table": "write the name into the row, or say which column has the names with --player-column NAME",
    "mail": "take it in a file of its own with --player NAME",
    "file": "name the file after the player, or take it alone with --player NAME",
}
_NO_NAME = "take it alone with --player NAME"
_NO_FILE = "name the player: --player NAME"
_LOCKED = "the list is locked; `event unlock` opens it"
_RETURNED = "was dropped and is registered again"


class Taken(Struct, frozen=True, kw_only=True):
    """The outcome of one arrival.

    It is "new", "revision", "unchanged", "returned", "older", "unreadable", "locked", "refused" or "failed".
    What is refused has no player or may be of several; what failed is a file that cannot be read.
    """

    what: str
    arrival: Arrival
    player: Player | None = None
    submission: Submission | None = None
    late: bool = False
    note: str = ""


def take(event: EventFile, checker: ListChecker, incoming: Iterable[Arrival], received: str = "") -> Iterator[Taken]:
    """Take in lists, and yield the outcome of each as soon as it is on disk; the lists of a player by their times.

    `received` is the time for lists whose input has none ("": now). Taking the same input twice changes
    nothing.
    """
    placed = _placed(event, list(incoming))
    found = ((fetched(arrival), place) for arrival, place in placed)
    items = [(replace(arrival, received=arrival.received or received), place) for arrival, place in found]
    for start in range(0, len(items), _AT_ONCE):
        asked = [(checker.with_questions(arrival), place) for arrival, place in items[start : start + _AT_ONCE]]
        judged = [(arrival, _judged(arrival, checker), place) for arrival, place in asked]
        with event.writing():
            taken = [_taken(event, checker, *each) for each in judged]
        yield from taken


def hand_in(event: EventFile, checker: ListChecker, player: int, arrival: Arrival, judged: Judgement) -> bool:
    """Add the list that a player, by id, hands in at the desk, unless it is the newest one; return False if locked."""
    with event.writing():
        (found,) = event.rows(Player, "id = ?", player)
        earlier = earlier_of(event, found)
        if any(is_same(each, arrival) for each in comparable(arrival, judged, earlier)[-1:]):
            return True
        if event.is_locked(player):
            return False
        _added(event, checker, earlier, arrival, judged)
        return True


def expect(event: EventFile, incoming: Iterable[Arrival]) -> Iterator[Taken]:
    """Add the players of a roster, in one transaction, and yield each as "new", "known", "changed" or "refused"."""
    with event.writing():
        seen: set[int] = set()
        found = [_expected(event, arrival, seen) for arrival in incoming]
    yield from (each for each in found if each)


def correct(event: EventFile, player: Player, **facts: str) -> Player:
    """Change the facts about a player, inside `writing`; the log keeps the old ones, which forms may still have.

    Raises:
        UsageError: for an empty name, for that of another player, and for the id of somebody else.
    """
    new = replace(player, **{name: name_in(value) for name, value in facts.items()})
    if new.name != player.name:
        people.check_name(event.players(), new)
    owners = event.rows(Player, "external_id = ? and id != ?", new.external_id, player.id) if new.external_id else []
    if owners:
        raise UsageError(f"the id {new.external_id} belongs to {owners[0].name}")
    changed = {name: getattr(new, name) for name in facts if getattr(new, name) != getattr(player, name)}
    if changed:
        event.log("corrected", player.id, **{name: getattr(player, name) for name in changed})
    return event.change_player(player, **changed)


def find_player(event: EventFile, name: str) -> list[Player]:
    """Return the players that a name, words or letters of a name, an email address, an external id or ``#ID`` mean.

    Words come before letters: `Ana` is Ana Adler, and not Kei Tanaka.
    """
    key = "" if people.is_number(name) else fold_name(name)
    return player_to_take(event, name) or [each for each in event.players() if key and key in fold_name(each.name)]


def player_to_take(event: EventFile, name: str) -> list[Player]:
    """Return the players whom a list with this name may belong to; a part of a name has to be whole words.

    A few letters inside another name more likely mean a new player: Ann is not Hannah.
    """
    players, words = event.players(), set() if people.is_number(name) else name_words(name)
    named = [each for each in players if words and words <= name_words(each.name)]
    return people.players_called(players, name) or named


def _placed(event: EventFile, incoming: list[Arrival]) -> Iterator[tuple[Arrival, ListPlace]]:
    """Yield arrivals with their places; arrivals of one player that have a time are sorted, the earliest first."""
    senders = list(_senders(event, incoming))
    timed = grouped((sender, each) for sender, each in zip(senders, incoming, strict=True) if each.received)
    in_time = {sender: iter(sorted(some, key=lambda each: instant(each.received))) for sender, some in timed.items()}
    ordered = [next(in_time[sender]) if each.received else each for sender, each in zip(senders, incoming, strict=True)]
    last = {sender: number for number, sender in enumerate(senders)}
    is_alone = len(incoming) == 1 and incoming[0].source != "table"
    copies = Counter[tuple[str, str, bytes, str]]()
    for number, (arrival, sender) in enumerate(zip(ordered, senders, strict=True)):
        copies[key := (sender, arrival.received, arrival.content, arrival.reason)] += 1
        yield arrival, ListPlace(last[sender] == number, copies[key], is_alone)


def _senders(event: EventFile, incoming: Iterable[Arrival]) -> Iterator[str]:
    """Yield a key for the sender of each arrival, the same for arrivals that will be given to one player."""
    found = {player.id: player for player in event.players()}
    for arrival in incoming:
        player, note = _sender(event, list(found.values()), arrival)
        name = people.name_of(arrival)
        if player is None and (note or not name):
            yield f"{arrival.external_id} {arrival.contact} {name_key(arrival.name)}"
            continue
        player = player or Player(id=-1 - len(found), name=name)
        player = found.get(player.id, player)
        found[player.id] = replace(player, status="registered", **people.new_facts(player, arrival))
        yield f"#{player.id}"


def _sender(event: EventFile, players: Sequence[Player], arrival: Arrival) -> tuple[Player | None, str]:
    """Return which of `players` sent an arrival, like `whose`; of several, the player who already has this list."""
    if arrival.player:
        return event.player(arrival.player), ""
    if arrival.whose:
        return None, arrival.whose
    player, note = people.whose(players, event.earlier(), arrival)
    note = note or people.named_beside(players, player.name if player else people.name_of(arrival), arrival)
    note = note or ("" if player else people.perhaps_known(players, arrival))
    if arrival.source != "organiser" and (note or player is None):
        same = "file = ? and row = ? and content = ?", arrival.file, arrival.row, arrival.content
        before = {each.player for each in event.rows(Submission, *same)}
        owners = [each for each in players if each.id in before]
        if len(owners) == 1 and (note or people.are_alike(owners[0].name, arrival.name)):
            return owners[0], ""
    return None if note else player, note


def _judged(arrival: Arrival, checker: ListChecker) -> Judgement:
    if arrival.reason:
        return Judgement("unreadable", arrival.reason)
    return checker.judged(arrival.content, arrival.called)


def _message_or_list(judged: Judgement, before: list[Submission], arrival: Arrival) -> Judgement:
    """Return a judgement, "unreadable" for a text with doubts or a few cards from a player who has a list already.

    If the text of an email or form is not a list, the reason is what leaves open whether one counts: ``I withdraw``.
    """
    is_message = bool(judged.reason) and arrival.called in TEXTS and not arrival.reason
    lines = arrival.content.decode("utf-8", "replace").splitlines() if is_message else ()
    doubts = arrival.doubts or remarks(lines)[1]
    has_list = any(each.is_readable for each in before)
    if doubts and (is_message or (has_list and not judged.reason)):
        said = f"the message says {', '.join(f'`{each}`' for each in doubts)}"
        return Judgement("unreadable", f"{said}{'; the earlier list counts' * has_list}; ask what is meant")
    if not has_list or judged.cards >= _FEWEST_CARDS:
        return judged
    few = f"names only {counted(judged.cards, 'card')}" if judged.cards else "no line is recognised as a card"
    return Judgement("unreadable", judged.reason or f"{few}, so the earlier list counts; ask for the whole list")


def _counts_more(checker: ListChecker, judged: Judgement, earlier: Earlier, news: str, received: str) -> bool:
    """Return whether a list without `news` replaces what was taken first: a late list, or a later text of few cards."""
    counts, deadline = earlier.counts, earlier.deadline
    if counts is None or judged.cards < _FEWEST_CARDS:
        return False
    if counts.source != "organiser" and is_late(counts.received, deadline) and not is_late(received, deadline):
        return True
    return news == "older" and checker.judged(counts.content, counts.called).cards < _FEWEST_CARDS


def _expected(event: EventFile, arrival: Arrival, seen: set[int]) -> Taken | None:
    """Add a player of a roster, or its new facts about one; the newest roster decides about seats.

    `seen` are the ids of the players in the rows before; one of them with nothing but the same name may be another.
    """
    player, note = people.whose(event.players(), event.earlier(), arrival)
    if player and player.id in seen and not people.is_known(player, arrival):
        note = "an earlier row has this name; if they are two players, give each an email address or an id"
    if note:
        return Taken(what="refused", arrival=arrival, note=note)
    if player is None and not name_key(arrival.name):
        is_somebody = arrival.contact or arrival.external_id
        note = "the row names nobody; write the name into it"
        return Taken(what="refused", arrival=arrival, note=note) if is_somebody else None
    is_new = player is None
    if player is None:
        player = event.add(Player(name=arrival.name))
        event.log("expected", player.id)
    seen.add(player.id)
    facts = people.new_facts(player, arrival)
    if arrival.seat and player.seat != arrival.seat:
        facts["seat"] = arrival.seat
    what = "new" if is_new else "changed" if facts else "known"
    return Taken(what=what, arrival=arrival, player=event.change_player(player, **facts))


def _taken(event: EventFile, checker: ListChecker, arrival: Arrival, judged: Judgement, place: ListPlace) -> Taken:
    """Put one arrival into the event."""
    arrival, judged = _as_named(arrival, judged)
    player, note = _sender(event, event.players(), arrival)
    name = people.name_of(arrival)
    # Only people who fill in a form take part without a list; a file without one may be named after nobody.
    is_sent = arrival.source == "mail" or (arrival.source != "table" and not arrival.reason)
    is_message = is_sent and judged.verdict == "unreadable"
    if player is None and (note or not name or is_message):
        has_sender = name or not arrival.reason
        why = note or judged.reason or f"no player is named; {_how_to_name(arrival)}"
        return Taken(what="refused" if has_sender else "failed", arrival=arrival, note=why)
    if player is None and event.is_locked(0):
        return Taken(what="locked", arrival=arrival, note=_LOCKED)
    if player is None:
        player = event.add(Player(name=name))
    player = event.change_player(player, **people.new_facts(player, arrival))
    earlier = earlier_of(event, player)
    judged = _message_or_list(judged, earlier.lists, arrival)
    news = no_news(arrival, judged, earlier, place)
    if news and not _counts_more(checker, judged, earlier, news, arrival.received or now()):
        return _not_added(event, player, Taken(what=news, arrival=arrival, submission=earlier.counts), place)
    if event.is_locked(player.id):
        return Taken(what="locked", arrival=arrival, player=player, note=_LOCKED)
    return _added(event, checker, earlier, arrival, judged)


def _added(event: EventFile, checker: ListChecker, earlier: Earlier, arrival: Arrival, judged: Judgement) -> Taken:
    """Add a revision of a player's list; a readable one registers the player."""
    player, before, note = earlier.player, earlier.lists, judged.reason
    if player.status != "registered" and judged.verdict != "unreadable":
        note = _RETURNED if player.status == "dropped" else ""
        player = event.change_player(player, status="registered")
    submission = event.add(
        Submission(
            player=player.id,
            revision=len(before) + 1,
            received=arrival.received or now(),
            checker=__version__,
            format_digest=checker.format.digest,
            pool_digest=checker.pool.digest,
            **{name: getattr(arrival, name) for name in ("source", "file", "row", "called", "content")},
            **{name: getattr(judged, name) for name in ("syntax", "verdict", "reason", "findings", "fingerprint")},
        )
    )
    event.log(
        "take",
        player.id,
        submission=submission.id,
        file=arrival.file,
        row=arrival.row,
        verdict=judged.verdict,
        # What the organiser enters has the time of the command.
        stated=bool(arrival.received) or arrival.source == "organiser",
    )
    what = "unreadable" if judged.verdict == "unreadable" else "revision" if before else "new"
    counts, late = current([*before, submission], earlier.deadline), is_late(submission.received, earlier.deadline)
    if late and submission.is_readable and counts and counts is not submission:
        note = f"revision {counts.revision} came in time and counts; --player NAME makes the late one count"
    return Taken(what=what, arrival=arrival, player=player, submission=submission, late=late, note=note)


def _how_to_name(arrival: Arrival) -> str:
    """Return how to name the player of a list that names nobody."""
    if is_unnamed(arrival.file) and not arrival.row:
        return _NO_FILE
    return _NO_PLAYER.get(arrival.source, _NO_NAME)


def _as_named(arrival: Arrival, judged: Judgement) -> tuple[Arrival, Judgement]:
    """Return a list as that of the player whom it names; a list in somebody else's row is a question.

    A nickname on a deck site counts only if nothing else says whose list it is.
    """
    named = judged.player
    if not named and not people.name_of(arrival):
        return replace(arrival, name=judged.nickname), judged
    if not named or arrival.player or people.is_same_name(arrival.name, named):
        return arrival, judged
    if arrival.source in ("file", "address"):
        return replace(arrival, name=named), judged
    if arrival.source == "mail":
        return replace(arrival, name=named, contact="", whose=""), judged
    if arrival.source == "table" and arrival.name and not people.are_alike(arrival.name, named):
        return arrival, Judgement("unreadable", f"the list names `{named}` as its player; ask whose it is")
    return arrival, judged


def _not_added(event: EventFile, player: Player, taken: Taken, place: ListPlace) -> Taken:
    """Return the outcome of a list that is not new; taken alone, it brings a dropped player back."""
    counts = taken.submission
    if taken.what == "older" and counts:
        return replace(taken, player=player, note=f"revision {counts.revision} of {counts.received} is newer")
    if place.is_alone and player.status == "dropped" and counts and counts.is_readable:
        player = event.change_player(player, status="registered")
        return replace(taken, what="returned", player=player, note=_RETURNED)
    return replace(taken, player=player)
