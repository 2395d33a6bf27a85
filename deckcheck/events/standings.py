"""The standing of each player: the list that counts, its verdict with rulings, and what needs attention."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from deckcheck.events.checking import ListChecker
from deckcheck.events.model import Player, Submission, is_late
from deckcheck.events.news import current
from deckcheck.events.people import are_two, may_be_one, name_key, name_words, names_apart, players_called
from deckcheck.events.store import EventFile
from deckcheck.model.deck import grouped
from deckcheck.model.errors import UsageError
from deckcheck.model.finding import Finding, bearing
from deckcheck.reports.told import lines_in, told

# How players without a readable list are counted.
MISSING, UNREADABLE = "missing", "unreadable"
# An address with more players belongs to a club, and a word of more names tells nobody apart.
_FAMILY = 8
# A name with a remark behind it: `Kei (Crane)`, `Kei <kei@example.org>`, `Kei - Crane`, `Kei (Crane) 5-1`.
_REMARKED = re.compile(r"(.*\S)\s*(?:[(\[<]([^()\[\]<>]*)[)\]>][\s\d.,:/-]*|\s[-–—]\s.*)")
_TWO = "if they are one player, drop one with `event drop`; if two, give each an id with `event player`"
SIGNS = {"legal": "✓", "illegal": "✗", "undecided": "?", MISSING: "—", UNREADABLE: "!"}


class PlayerStanding(Struct, frozen=True, kw_only=True):
    """One player: `submission` is the list that counts (None: none came), `verdict` its verdict or "missing".

    `called` is the name, with the number if it is shared. `lists` are all that came, oldest first. `findings` are those
    of the list, with rulings; `newer` came later and does not count; `note` names what else needs attention.
    """

    player: Player
    called: str = ""
    lists: list[Submission]
    submission: Submission | None
    verdict: str
    findings: tuple[Finding, ...] = ()
    late: bool = False
    locked: bool = False
    newer: Submission | None = None
    note: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the verdict is what it is, in words."""
        if self.submission is not None and not self.submission.is_readable:
            return (self.submission.reason,)
        return tuple(
            f"{each.finding.code} {lines_in(each)}".rstrip() + f": {each.finding.message.removesuffix('.')}"
            for each in told(bearing(self.findings))
        )

    @property
    def has_list(self) -> bool:
        """Whether a list came in that can be read."""
        return self.submission is not None and self.submission.is_readable

    @property
    def needs_work(self) -> bool:
        """Whether the organiser has something to do about it."""
        return not self.has_dropped and (self.verdict != "legal" or self.late or bool(self.note))

    @property
    def needs_letter(self) -> bool:
        """Whether the player has something to do, or may think that another list counts."""
        return self.verdict != "legal" or self.newer is not None

    @property
    def has_dropped(self) -> bool:
        """Whether the player has left the event."""
        return self.player.status == "dropped"


def standings(event: EventFile, checker: ListChecker, *, dropped: bool = False) -> list[PlayerStanding]:
    """Return the standing of each player who has not dropped, or of each who has, in alphabetical order."""
    deadline, everybody = event.info.deadline, event.players()
    players, names = [each for each in everybody if (each.status == "dropped") == dropped], names_apart(everybody)
    lists = grouped((submission.player, submission) for submission in event.submissions())
    namesakes = grouped((name_key(player.name), player) for player in players)
    slips = _slips(players)
    found = [standing(event, checker, deadline, player, lists.get(player.id, [])) for player in players]
    found = [replace(each, called=names[each.player.id]) for each in found]
    same = grouped((each.submission.fingerprint, each.called) for each in found if each.submission)
    return [replace(each, note=_joined(each.note, *_shared(each, namesakes, slips, same))) for each in found]


def _slips(players: Iterable[Player]) -> dict[int, str]:
    """Return, by the id of a player, the name of another with nearly the same name and not another address."""
    families = grouped(
        (key, player) for player in players for key in {player.contact.casefold(), *name_words(player.name)} - {""}
    )
    small = (family for family in families.values() if len(family) <= _FAMILY)
    pairs = (pair for family in small for pair in permutations(family, 2) if may_be_one(*pair))
    return {one.id: other.name for one, other in pairs}


def standing(
    event: EventFile, checker: ListChecker, deadline: str, player: Player, lists: list[Submission]
) -> PlayerStanding:
    """Return the standing of a player who handed in `lists`, without what concerns other players too."""
    submission, locked = current(lists, deadline), event.is_locked(player.id)
    found = PlayerStanding(player=player, lists=lists, submission=submission, verdict=MISSING, locked=locked)
    if submission is None:
        return found
    late, newer = is_late(submission.received, deadline), lists[-1] if lists[-1] is not submission else None
    if not submission.is_readable:
        return replace(found, verdict=UNREADABLE, late=late)
    verdict, findings, why = checker.verdict(submission, player.name)
    if verdict != submission.verdict and checker.ruled_by(()).verdict(submission, "")[0] != submission.verdict:
        why = why or f"was {submission.verdict} when it came in; rules, cards or deckcheck have changed since"
    news = ""
    if newer and newer.is_readable:
        news = f"revision {newer.revision} came late and does not count: {newer.place}"
    elif newer:
        news = f"a newer message is not a list: {newer.place}: {newer.reason}"
    in_time = [each.revision for each in lists if each.is_readable and not is_late(each.received, deadline)]
    note = _joined(news, why, f"revision {in_time[-1]} came in time" if late and in_time else "")
    return replace(found, verdict=verdict, findings=findings, late=late, newer=newer, note=note)


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _shared(
    each: PlayerStanding, namesakes: dict[str, list[Player]], slips: dict[int, str], owners: dict[str, list[str]]
) -> Iterator[str]:
    """Yield what a player has in common with others: a name, nearly a name, a deck."""
    same = [other for other in namesakes[name_key(each.player.name)] if other.id != each.player.id]
    if other := next((other for other in same if not are_two(each.player, other)), None):
        yield f"entered twice: #{other.id} has this name; {_TWO}"
    elif each.player.id in slips:
        yield f"perhaps entered twice: `{slips[each.player.id]}` has nearly the same name; {_TWO}"
    if each.submission and each.submission.fingerprint:
        first, *more = [name for name in owners[each.submission.fingerprint] if name != each.called] or [""]
        yield f"{first}{f' and {len(more)} more' if more else ''} handed in the same deck" if first else ""


def _meant(players: Sequence[Player], line: str) -> list[Player]:
    """Return the players that a line of standings may mean: by all of it, else by the name before a remark.

    A remark is a clan, a city or a score, and decides nothing, or identifies a player by address, id or number.
    """
    found, parts = players_called(players, line), _REMARKED.fullmatch(line)
    if found or parts is None:
        return found
    called, noted = (players_called(players, part) for part in parts.groups(""))
    return [each for each in called if each in noted] or [*called, *noted]


def named(found: Sequence[PlayerStanding], names: Iterable[str]) -> list[PlayerStanding]:
    """Return those of `found` who are called by `names`, each once, in that order.

    A name is that of a player as in `players_called`, with or without a remark such as the clan: `Kei (Crane)`.

    Raises:
        UsageError: for names that nobody with a readable list has, or that several players have.
    """
    standing_of = {each.player.id: each for each in found}
    players = [each.player for each in found]
    meant = {name: [standing_of[player.id] for player in _meant(players, name)] for name in names}
    if unknown := [name for name, some in meant.items() if not any(each.has_list for each in some)]:
        help = "write one name per line, as `deckcheck event status FILE --all` prints them"
        raise UsageError(f"no player with a list is called: {', '.join(unknown)}", help=help)
    for name, some in meant.items():
        if len(some) > 1:
            numbers = ", ".join(f"#{each.player.id}" for each in some)
            message = f"{len(some)} players are called `{name}`: {numbers}"
            raise UsageError(message, help="write the number in its place")
    return list({each.player.id: each for (each,) in meant.values()}.values())


def counts(found: Iterable[PlayerStanding]) -> dict[str, int]:
    """Return how many players are in each state."""
    found = list(found)
    verdicts = Counter(each.verdict for each in found)
    return {
        "players": len(found),
        "registered": sum(verdicts.values()) - verdicts[MISSING] - verdicts[UNREADABLE],
        **{verdict: verdicts[verdict] for verdict in (MISSING, "legal", "illegal", "undecided", UNREADABLE)},
        "late": sum(each.late for each in found),
        "double": sum("entered twice" in each.note for each in found),
    }


def as_object(event: EventFile, checker: ListChecker, found: list[PlayerStanding]) -> dict[str, Any]:
    """Return the state of an event for programs."""
    info = event.info
    return {
        "event": {
            "name": info.name,
            "format": info.format,
            "format_digest": info.format_digest,
            "rules_changed": info.format_digest != checker.format.digest,
            "as_of": info.as_of or None,
            "deadline": info.deadline or None,
            "visibility": info.visibility,
            "locked": event.is_locked(0),
            "counts": counts(found),
        },
        "players": [_player_object(each) for each in found],
    }


def _player_object(each: PlayerStanding) -> dict[str, Any]:
    submission = each.submission
    return {
        **{key: value or None for key, value in asdict(each.player).items()},
        "verdict": each.verdict,
        "revision": submission.revision if submission else None,
        "received": submission.received if submission else None,
        "late": each.late,
        "locked": each.locked,
        "fingerprint": (submission.fingerprint or None) if submission else None,
        "source": {"file": submission.file, "row": submission.row or None} if submission else None,
        "reasons": list(each.reasons),
        "note": each.note or None,
    }
