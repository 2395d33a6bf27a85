"""Deck checks: drawing the players to check, and the differences between a deck and its list."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from msgspec import Struct

from deckcheck.decks.resolve import cards_called
from deckcheck.events.model import DeckCheck, LogEntry, Submission, now
from deckcheck.events.people import names_apart
from deckcheck.events.standings import PlayerStanding, named
from deckcheck.events.store import EventFile
from deckcheck.model.deck import Deck, summed
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.json_text import plain_text
from deckcheck.model.names import fold, told_apart
from deckcheck.model.pool import Pool
from deckcheck.rules.tally import Tally

_DIFFERENCE = re.compile(r"([+−-])\s*(?:(\d{1,3})\s*(?:[x×](?![a-z]))?)?\s*(\S.*)")


class Pile(Struct, frozen=True):
    """One part of a deck: its label, and copies by card name."""

    label: str
    cards: dict[str, int]

    @property
    def count(self) -> int:
        """The number of cards."""
        return sum(self.cards.values())


class TableDraw(Struct, frozen=True):
    """A draw by its number in the log (0: no draw): who drew, the round, the seed, and the ids of the players."""

    id: int = 0
    who: str = ""
    round: int = 0
    seed: str = ""
    players: Sequence[int] = ()


class DrawnAlready(UsageError):
    """A second draw for a round."""


def drawn(
    found: Sequence[PlayerStanding], checks: Mapping[int, int], count: int, seed: str, must: Sequence[str] = ()
) -> list[PlayerStanding]:
    """Return whom to check: those of `must` (names) who were not checked, then those with the fewest checks, by lot.

    `checks` are the checks by the id of the player. The same seed, players and checks give the same draw.
    """
    able = [each for each in found if each.has_list]
    lots = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    order = {each.player.id: lots.random() for each in sorted(able, key=lambda each: each.player.id)}
    first = [each for each in named(found, must) if not checks.get(each.player.id)]
    rest = [each for each in able if each not in first]
    rest.sort(key=lambda each: (checks.get(each.player.id, 0), order[each.player.id]))
    return first + rest[: max(0, count - len(first))]


def draw(  # noqa: PLR0913 - all that a draw depends on
    event: EventFile,
    found: Sequence[PlayerStanding],
    count: int,
    *,
    number: int,
    seed: str,
    must: Sequence[str] = (),
    after: int | None = None,
) -> list[PlayerStanding]:
    """Draw whom to check in round `number` as `drawn` does, and log it; the same draw only once, one of nobody never.

    `after` is the newest draw that the caller has seen (0: none); None asks for the first draw of a round.

    Raises:
        DrawnAlready: when somebody has drawn other players.
    """
    seed = plain_text(seed)
    with event.writing():
        chosen = drawn(found, checks_by_player(event), count, f"{seed}/{number}", must)
        players = [each.player.id for each in chosen]
        others = [each for each in draws(event) if (each.round == number if after is None else each.id > after)]
        if not others and players:
            event.log("draw", round=number, seed=seed, players=players)
        elif others and (others[-1].seed, others[-1].players) != (seed, players):
            last, names = others[-1], names_apart(event.players())
            said = ", ".join(names[each] for each in last.players if each in names)
            message = f"round {last.round} has already been drawn by {last.who} with --seed {last.seed}: {said}"
            raise DrawnAlready(message, help="--again draws once more")
    return chosen


def draws(event: EventFile) -> list[TableDraw]:
    """Return the draws, oldest first."""
    return [TableDraw(each.id, each.who, **each.found) for each in event.rows(LogEntry, "kind = 'draw'")]


def how_many(players: int, share: float) -> int:
    """Return how many players a share of them is; at least one."""
    return max(1, ceil(round(players * share, 6)))  # Without rounding first, 0.07 of 100 would be 8.


def checks_by_player(event: EventFile) -> dict[int, int]:
    """Return how many deck checks each player has had, by the id of the player."""
    owners = {submission.id: submission.player for submission in event.submissions()}
    return Counter(owners[each.submission] for each in event.rows(DeckCheck))


def piles(deck: Deck, fmt: Format) -> list[Pile]:
    """Return the parts of a deck with their cards, as a judge lays them out on a table."""
    tally = Tally(deck, fmt)
    parts = [(fmt.label(name), entries) for name, entries in tally.sections.items()]
    parts.append(("in no section", tally.unplaced))
    named = [(label, [(each.card.name, each.count) for each in entries]) for label, entries in parts]
    named.append(("not recognised", [(each.request.name, each.request.count) for each in deck.unresolved]))
    return [Pile(label[:1].upper() + label[1:], dict(summed(cards))) for label, cards in named if cards]


def difference(text: str, lying: Mapping[str, int], pool: Pool) -> tuple[str, int]:
    """Return the card and the copies more (or fewer) of ``-1 NAME`` or ``+2 NAME``; a part of a listed name will do.

    `lying` are the cards of the list, changed by the differences that were already entered.

    Raises:
        UsageError: for another form, or an unknown card.
    """
    match = _DIFFERENCE.fullmatch(text.strip())
    if match is None:
        help = "write -1 NAME for a missing card, +1 NAME for one too many"
        raise UsageError(f"`{text}` is not a difference", help=help)
    sign, number, name = match.groups()
    copies = int(number or 1) * (1 if sign == "+" else -1)
    key = fold(name)
    starts = [each for each in lying if fold(each).startswith(key)]
    found = [each for each in starts if fold(each) == key] or starts or [each for each in lying if key in fold(each)]
    if not found and copies > 0:
        found = sorted({card.name for card in cards_called(name, pool)})
    if not found and copies > 0:
        raise UsageError(f"no card is called `{name}`", help="write the whole name as it is on the card")
    if len(found) != 1:
        meant = f"may be {', '.join(found)}" if found else "is not in the list"
        raise UsageError(f"`{name}` {meant}", help="write the name as the list has it")
    if lying.get(found[0], 0) + copies < 0:
        has = f"the list has only {lying.get(found[0], 0)} {found[0]}"
        raise UsageError(has, help="differences that were entered before count too")
    return found[0], copies


def differences(texts: Iterable[str], lying: Counter[str], pool: Pool) -> Counter[str]:
    """Return the copies more (or fewer) by card of several differences, and change `lying` by each of them."""
    found = Counter[str]()
    for text in texts:
        card, copies = difference(text, lying, pool)
        found[card] += copies
        lying[card] += copies
    return found


def record(
    event: EventFile, submission: Submission, differences: Mapping[str, int], started: str, **facts: str | int
) -> DeckCheck:
    """Add a deck check to the event; `facts` are further fields of it."""
    written = json.dumps({name: copies for name, copies in differences.items() if copies}, ensure_ascii=False)
    check = DeckCheck(
        submission=submission.id,
        judge=event.who,
        started=started,
        ended=now(),
        differences=written,
        **facts,  # type: ignore[arg-type]
    )
    with event.writing():
        check = event.add(check)
        event.log("deck-check", submission.player, deck_check=check.id)
    return check


def changed(old: Deck, new: Deck) -> dict[str, int]:
    """Return how many copies more (or fewer) `new` has than `old`, by card name; unrecognised lines count too."""
    cards = {entry.card.id: entry.card.name for deck in (old, new) for entry in deck.entries}
    names = told_apart(cards | {line.key: line.request.name for deck in (old, new) for line in deck.unresolved})
    before, after = old.contents, new.contents
    steps = {key: after.get(key, 0) - before.get(key, 0) for key in (*before, *after)}
    return {names[key]: step for key, step in steps.items() if step}
