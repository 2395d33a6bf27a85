"""P006 banned-by-list: a card on the current ban list.

What it checks
    Every card of the play deck, Stronghold, Sensei, role and provinces included, against a dated ban list. A
    list names a title, or a title at one experience level. Where only an interval is recorded for a ban, the verdict
    on the days of that interval is undecided.

Why
    Bans change over time; the report names the list.

Illegal
    1 Kyuden Otomo - exp in Big Deck, where this level is banned

Legal
    1 Kyuden Otomo in Big Deck
"""

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, CardList
from deckcheck.model.days import Between, at_latest
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, Clans, Message, Rule, RuleParams, Said, undecided
from deckcheck.rules.catalogue import banned_card
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


class ListParams(RuleParams, frozen=True):
    """`list`: the dated list."""

    list: CardList


def standings(card: Card, fmt: Format, params: ListParams) -> Iterator[CardState]:
    """Yield the legality of the card according to the list, with the kind of the list as the word."""
    if entry := params.list.naming(card):
        yield CardState(listed_state(card, fmt, params.list), params.list.kind, params.list.since_of(entry))


def limit(params: ListParams, fmt: Format) -> PerCard:
    """Return what the rule limits."""
    bans = [each.params for each in fmt.provisions if isinstance(each.params, banned_card.Params)]

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        # Other rules report a card of no set or mark of the format, and one whose own facts say that it is banned.
        known = not fmt.legality.may_take(here.card) or any(banned_card.is_error(here.card, fmt, each) for each in bans)
        state = listed_state(here.card, fmt, params.list)
        if state != FREE and not known:
            yield "over" if state == IN_FORCE else "open", listed_data(here.card, params.list, fmt.date)

    return PerCard(says)


def listed_state(card: Card, fmt: Format, listed: CardList) -> str:
    """Return the state of a card on a list on the day of the format, FREE for cards that the format names."""
    return FREE if fmt.legality.exempts(card) else listed.state(card, fmt.date)


def listed_data(card: Card, listed: CardList, day: str) -> dict[str, str]:
    """Return the message data about a card that a list names on `day`."""
    entry = listed.naming(card)
    data = {"list": listed.name_on(day), "day": day}
    if entry is None:
        return data
    since = listed.days_of(entry)[1]
    if since <= day and isinstance(entry.until, Between):
        return data | {"since": since, "when": f"ended {entry.until}", "by": entry.until.by}
    if isinstance(entry.since, Between):
        return data | {"since": at_latest(since), "when": f"began {entry.since}", "by": entry.since.by}
    return data | {"since": since}


MESSAGES = {
    "over": Message("`{card}` is banned: {list}, since {since}", "replace it"),
    "open": undecided(
        "cannot tell whether `{card}` was banned on {day}: its ban {when}, according to {by} ({list})",
        "ask the organiser, or replace it",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, ListParams, value="list", standings=standings)
