"""What the commands about the draws of a deck share: their options, and the deck with its halves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict, Unpack

import click

from deckcheck.cli.common import Choice, Command, address_options, choice_option
from deckcheck.cli.deck_options import DeckReader, deck_options
from deckcheck.model.deck import Deck
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.odds import Policy, Semantics
from deckcheck.odds.checks import MOST_CARDS
from deckcheck.odds.of_deck import DrawnHalf, Play, halves_of
from deckcheck.odds.policies import PARTIAL

_SEMANTICS = "Whether a card counts for each of its groups, or for one requirement only."
_POLICIES = [each.value for each in Policy if each in PARTIAL or each in (Policy.NONE, Policy.KEEP_ALL)]


class TableOptions(TypedDict):
    """The options that `table_options` adds."""

    decks: DeckReader
    second: bool
    redraws: int | None
    start: tuple[str, ...]


class DrawOptions(TableOptions):
    """The options that `draw_options` adds."""

    bids: str | None
    refills: str | None
    policy: str | None
    groups: tuple[str, ...]


class DrawableDeck(NamedTuple):
    """A deck, ready to be drawn from."""

    deck: Deck
    format: Format
    halves: tuple[DrawnHalf, ...]
    groups: dict[str, str]
    pool: Pool


def answer_options(command: Command) -> Command:
    """Add the options `semantics`, `exact` and `games`, which say how odds are computed."""
    simulate = click.option("--simulate", "games", type=int, metavar="N", help="Simulate N games in any case.")
    exact = click.option("--exact", is_flag=True, help="Refuse to simulate.")
    return choice_option("--semantics", Semantics.COUNT, _SEMANTICS)(exact(simulate(command)))


def draw_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what the deck is, and how its player draws."""
    for option in (
        click.option("--policy", type=Choice(_POLICIES), help="The mulligan.  [default: the format's]"),
        click.option("--refills", metavar="N,N", help="Cards that refill provinces, turn by turn.  [default: none]"),
        click.option("--bids", metavar="N,N", help="Honor bid per round.  [default: 1]"),
        click.option("--group", "groups", multiple=True, metavar="NAME=QUERY", help="Cards in the group NAME."),
    ):
        command = option(command)
    return table_options(command)


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what the deck is, who begins, and what happens before the first turn."""
    for option in (
        click.option(
            "--start", multiple=True, metavar="NAME", help="Card that a text takes from the deck at the start."
        ),
        click.option("--redraws", type=int, metavar="N", help="Redraws of provinces.  [default: all there are]"),
        click.option("--second/--first", "second", default=False, help="Who begins.  [default: first]"),
    ):
        command = option(command)
    return deck_options(address_options(command))


def set_up(path: str, **options: Unpack[DrawOptions]) -> DrawableDeck:
    """Return the deck in the file `path` with its halves.

    Raises:
        DeckcheckError: when the deck cannot be read, its format is unknown, or an option cannot be used.
    """
    deck, fmt, pool = options["decks"].deck(path)
    play = Play(
        bids=_numbers("--bids", options["bids"]),
        refills=_numbers("--refills", options["refills"]),
        second=options["second"],
        policy=Policy(options["policy"]) if options["policy"] else None,
        redraws=options["redraws"],
        start=options["start"],
    )
    return DrawableDeck(deck, fmt, halves_of(deck, fmt, pool, play), _groups(options["groups"]), pool)


def _numbers(option: str, text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdecimal() and len(part) <= len(str(MOST_CARDS)) for part in parts):
        raise UsageError(f"`{option} {text}` is not a list of whole numbers such as 3,2")
    return tuple(map(int, parts))


def _groups(items: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in items:
        name, equals, query = item.partition("=")
        if not (equals and fold(name) and query.strip()):
            raise UsageError(f"`--group {item}` is not of the form NAME=QUERY", help="such as gold='type:holding'")
        if name.strip() in found:
            raise UsageError(f"`--group {item}` gives `{name.strip()}` a second meaning")
        found[name.strip()] = query.strip()
    return found
