"""A012 role-not-sanctioned: a role that the clan could not use on that day.

What it checks
    The role against the dated list of the roles that each clan could use in sanctioned tournaments.

Why
    Until the end of 2019 the Emperor's Sanction list named the roles of each clan. Outside sanctioned play the
    deck is legal, so this is a warning.

Illegal
    nothing: this is a warning

Legal
    a role of another clan, with a warning
"""

from collections.abc import Iterator

from deckcheck.model.card_list import CardList
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.rules.base import Clans, Rule, RuleParams, Said, warning
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, clan_names


class Params(RuleParams, frozen=True):
    """`list`: the dated list; `roles`, `stronghold`: the sections of the role and of the card that names the clan."""

    list: CardList
    roles: str
    stronghold: str


def limit(params: Params, _: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        open_roles = (role for clan in own for role in params.list.roles.get(clan, ()))
        if own and fold(here.card.title) not in map(fold, open_roles):
            yield "over", {"own": clan_names(own), "list": params.list.name, "since": params.list.since}

    return PerCard(says=says, section=params.roles, stronghold=params.stronghold)


MESSAGES = {
    "over": warning(
        "`{card}` was not allowed for {own} in sanctioned tournaments ({list}, since {since})",
        "legal outside sanctioned tournaments",
    )
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="list")
