"""A011 splash-banned: an out-of-clan card that only its own clan may use.

What it checks
    Out-of-clan conflict cards against the dated list of cards that influence may not buy. Where only an interval is
    recorded for such a ban, the verdict on the days of that interval is undecided.

Why
    Some versions of the Emerald Edict ban cards for other clans only.

Illegal
    a listed Crane card with a Lion stronghold

Legal
    the same card with a Crane stronghold
"""

from collections.abc import Iterator

from deckcheck.model.card_list import FREE, IN_FORCE, CardList
from deckcheck.model.format import Format
from deckcheck.rules.base import ClanParams, Clans, Message, Rule, Said, undecided
from deckcheck.rules.catalogue.banned_by_list import listed_data
from deckcheck.rules.catalogue.too_many_restricted import standings
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, is_off_clan


class Params(ClanParams, frozen=True):
    """`list`: the dated list."""

    list: CardList


def limit(params: Params, fmt: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        state = params.list.state(here.card, fmt.date)
        if state != FREE and here.home == params.section and is_off_clan(here.card, own):
            yield "over" if state == IN_FORCE else "open", listed_data(here.card, params.list, fmt.date)

    return PerCard(says, stronghold=params.stronghold, bought=params.section, by_section=True)


MESSAGES = {
    "over": Message("`{card}` may not be used out of clan: {list}, since {since}", "remove it"),
    "open": undecided(
        "cannot tell whether `{card}` was banned out of clan on {day}: its ban {when}, according to {by} ({list})",
        "ask the organiser, or remove it",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="list", standings=standings)
