"""A006 no-influence-cost: an out-of-clan card that influence cannot buy.

What it checks
    Out-of-clan conflict cards without an influence cost. The verdict is undecided where no source has the cost.

Why
    A card of a clan that has no influence cost cannot be included in a deck of another clan.

Illegal
    1 Way of the Crab with a Crane stronghold

Legal
    1 Way of the Crane with a Crane stronghold
"""

from collections.abc import Iterator

from deckcheck.model.effect import ClansOnly
from deckcheck.model.format import Format
from deckcheck.rules.base import ClanParams, Clans, Message, Rule, Said, undecided
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, alignment_of, clan_names, is_off_clan


def limit(params: ClanParams, _: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        card, is_open = here.card, "influence" in here.card.unknown
        # Another rule reports texts that forbid the card to this clan.
        is_kept = any(own.isdisjoint(effect.clans) for effect in card.effects_of(ClansOnly))
        bought = here.home == params.section and is_off_clan(card, own) and not is_kept
        if bought and (is_open or card.influence is None):
            yield "open" if is_open else "over", {"clan": clan_names(card.clans)} | alignment_of(own)

    return PerCard(says, stronghold=params.stronghold, bought=params.section, by_section=True)


MESSAGES = {
    "over": Message(
        "`{card}` has no influence cost, so only {clan} decks may use it; this deck {stronghold}", "remove it"
    ),
    "open": undecided(
        "cannot tell whether influence buys `{card}` of {clan} for a deck of {own}: no source has its influence cost",
        "check the printed card",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, ClanParams)
