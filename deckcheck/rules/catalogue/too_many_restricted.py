"""C005 too-many-restricted: more restricted cards than one deck may have.

What it checks
    How many different titles of the restricted list the play deck has, over all card types. Copies of one
    restricted title are fine. Where only an interval is recorded for a restriction, the card counts on the days of
    that interval if it makes a difference, and the verdict is undecided.

Why
    From the Rules Reference 1.4 on a player may choose one card of the restricted list.

Illegal
    two cards of the restricted list

Legal
    three copies of one card of the restricted list
"""

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE
from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.rules.base import CardState, Message, Problem, Rule, listing, undecided
from deckcheck.rules.catalogue.banned_by_list import ListParams, listed_data
from deckcheck.rules.kinds import Distinct
from deckcheck.rules.tally import Placed, Tally


class Params(ListParams, frozen=True):
    """`list`: the dated list; `max`: how many titles of it a deck may have."""

    max: int


def standings(card: Card, fmt: Format, params: ListParams) -> Iterator[CardState]:
    """Yield the entry of the list that names the card, if it applies or may apply."""
    state, entry = params.list.state(card, fmt.date), params.list.naming(card)
    if entry and state == IN_FORCE:
        yield CardState(state, params.list.kind, params.list.since_of(entry), is_out=False)
    elif entry and state != FREE:
        yield CardState(state, f"perhaps {params.list.kind}", is_out=False)


class _Restricted(Distinct):
    """A limit on the number of titles on a list; titles that are only perhaps on it do not make a deck illegal."""

    def __init__(self, params: Params, fmt: Format) -> None:
        """Declare the limit."""
        super().__init__(self._titles, params.max)
        self._params, self._day = params, fmt.date

    def problems(self, tally: Tally) -> Iterator[Problem]:
        listed = [entry for entry, here in tally.placed if self._keys[here]]
        sure = [entry for entry in listed if self._state(entry.card) == IN_FORCE]
        for message, entries in ("over", sure), ("open", listed):
            titles = {_title(entry.card) for entry in entries}
            if len(titles) > self._params.max:
                doubt = next((entry.card for entry in entries if self._state(entry.card) != IN_FORCE), None)
                yield Problem(message, self._data(len(titles), entries, doubt), tuple(entries))
                return

    def _data(self, count: int, entries: list[Entry], doubt: Card | None) -> dict[str, object]:
        most, listed = self._params.max, self._params.list
        data: dict[str, object] = {"count": count, "cards": listing(entries), "may": f"the maximum is {most}"}
        if doubt is not None:
            data |= listed_data(doubt, listed, self._day) | {"doubt": f"`{doubt.name}`"}
        since = f"a day {listed.begins}" if listed.begins else listed.since
        data |= {"max": most, "list": listed.name_on(self._day), "since": since}
        return data

    def _titles(self, here: Placed) -> list[str]:
        return [] if self._state(here.card) == FREE else [_title(here.card)]

    def _state(self, card: Card) -> str:
        return self._params.list.state(card, self._day)


def _title(card: Card) -> str:
    return fold(card.base_title)


MESSAGES = {
    "over": Message("{count} restricted cards ({cards}); {may} ({list}, since {since})", "keep one of them"),
    "open": undecided(
        "up to {count} restricted cards on {day} ({cards}); {may} "
        "({list}; the restriction of {doubt} {when}, according to {by})",
        "ask the organiser, or keep one of them",
    ),
}
RULE = Rule(__doc__, MESSAGES, _Restricted, Params, value="list", standings=standings)
