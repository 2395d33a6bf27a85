"""A003 off-clan-province: a province of another clan.

What it checks
    Every province against the clan of the stronghold.

Why
    Each province must be in-clan or neutral.

Illegal
    Defend the Wall with a Crane stronghold

Legal
    Manicured Garden with a Crane stronghold
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.off_clan_dynasty import Params, screen
from deckcheck.rules.off_clan_dynasty import check as off_clan_cards
from deckcheck.tally import Tally


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each province off clan."""
    return off_clan_cards(tally, params)


RULE = Rule(
    code="A003",
    name="off-clan-province",
    summary="A province of another clan.",
    messages={
        "over": Message(
            "`{card}` is a {clan} province; the stronghold is {own}", "choose an in-clan or neutral province"
        )
    },
    params=Params,
    check=check,
    screen=screen,
)
