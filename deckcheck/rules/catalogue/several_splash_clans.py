"""A004 several-splash-clans: out-of-clan cards from more than one clan.

What it checks
    The clans of the conflict cards that were bought with influence.

Why
    Influence may be spent on the cards of a single other clan.

Illegal
    1 Steward of Law and 1 Hiruma Ambusher with a Lion stronghold

Legal
    1 Steward of Law and other conflict cards of the Crane with a Lion stronghold
"""

from deckcheck.model.format import Format
from deckcheck.rules.base import ClanParams, Message, Rule
from deckcheck.rules.kinds import Distinct
from deckcheck.rules.tally import Placed, can_be_bought, clan_names


class Params(ClanParams, frozen=True):
    """`max`: from how many other clans cards may come."""

    max: int


def limit(params: Params, _: Format) -> Distinct:
    """Return what the rule limits: cards that cannot be bought are not counted."""

    def clans(here: Placed) -> list[str]:
        return [clan_names(here.card.clans)] if can_be_bought(here, params.section) else []

    return Distinct(clans, params.max, stronghold=params.stronghold, bought=params.section)


MESSAGES = {
    "over": Message("out-of-clan cards from {count} clans; the maximum is {max}: {parts}", "keep one other clan")
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="max")
