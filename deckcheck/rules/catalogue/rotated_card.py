"""P008 rotated-card: a card that has rotated out of the format.

What it checks
    Every card of the play deck against the dated list of rotated cards, and against the sets that rotated as a
    whole. A card with a printing in another set is legal. Where no source says whether another set reprints a
    card, the verdict is undecided.

Why
    Some fan formats remove older packs and cards.

Illegal
    a card that the list names, in Emerald

Legal
    the same card in the stronghold format
"""

from collections.abc import Iterator
from typing import Any

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, OPEN
from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, Clans, Message, Rule, Said, listing, undecided
from deckcheck.rules.catalogue.banned_by_list import ListParams, listed_data, listed_state
from deckcheck.rules.catalogue.banned_by_list import standings as listed_standings
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


class Params(ListParams, frozen=True):
    """`list`: the dated list; `sets`: the ids of the sets that rotated as a whole."""

    sets: tuple[str, ...] = ()


def rotation_state(card: Card, fmt: Format, params: Params) -> str:
    """Return the state of a card after its sets rotated: FREE if another set has it, OPEN if one may have it."""
    if fmt.legality.exempts(card) or not card.printed_only_in(params.sets):
        return FREE
    return IN_FORCE if set(card.perhaps_in) <= set(params.sets) else OPEN


def standings(card: Card, fmt: Format, params: Params) -> Iterator[CardState]:
    """Yield the legality of the card according to the list and the sets that rotated."""
    yield from listed_standings(card, fmt, params)
    yield CardState(rotation_state(card, fmt, params), params.list.kind)


def limit(params: Params, fmt: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        state = listed_state(here.card, fmt, params.list)
        if state != FREE:
            yield "over" if state == IN_FORCE else "open", listed_data(here.card, params.list, fmt.date)
        elif (printed := rotation_state(here.card, fmt, params)) != FREE:
            yield "gone" if printed == IN_FORCE else "sets", {}

    return PerCard(says, together={"sets": _doubtful})


def _doubtful(entries: list[Entry]) -> dict[str, Any]:
    what = "this card was" if len(entries) == 1 else f"these {len(entries)} cards were"
    return {"cards": listing(entries), "count": len(entries), "what": what}


MESSAGES = {
    "over": Message("`{card}` has rotated out: {list}, since {since}", "replace it"),
    "gone": Message("`{card}` has rotated out with all packs that contain it", "replace it"),
    "open": undecided(
        "cannot tell whether `{card}` has rotated out: its rotation {when}, according to {by} ({list})",
        "ask the organiser, or replace it",
    ),
    "sets": undecided(
        "cannot tell whether {what} reprinted after rotation: {cards}",
        "look for a newer printing in the card list of the format",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="list", of_format=True, standings=standings)
