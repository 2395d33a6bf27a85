"""A002 off-clan-dynasty: a dynasty card of another clan.

What it checks
    Every card of the dynasty deck against the clan of the stronghold.

Why
    Each card of the dynasty deck must be in-clan or neutral; influence buys conflict cards only.

Illegal
    3 Hida Guardian with a Crane stronghold

Legal
    3 Otomo Courtier with a Crane stronghold
"""

from collections.abc import Iterator

from deckcheck.model.format import Format
from deckcheck.rules.base import ClanParams, Clans, Message, Rule, Said
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, alignment_of, clan_names, is_off_clan


def limit(params: ClanParams, _: Format) -> PerCard:
    """Return what the rule limits; without a stronghold there is no clan to compare with."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        if here.home == params.section and is_off_clan(here.card, own):
            yield "over", {"clan": clan_names(here.card.clans)} | alignment_of(own)

    return PerCard(says, stronghold=params.stronghold, by_section=True)


MESSAGES = {
    "over": Message(
        "`{card}` is a {clan} dynasty card; the stronghold {stronghold}",
        "use only in-clan and neutral dynasty cards",
    )
}
RULE = Rule(__doc__, MESSAGES, limit, ClanParams)
