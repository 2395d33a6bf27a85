"""A006 no-influence-cost: an out-of-clan card that influence cannot buy.

What it checks
    Out-of-clan conflict cards without an influence cost.

Why
    A card of a clan that has no influence cost cannot be included in a deck of another clan.

Illegal
    1 Way of the Crab with a Crane stronghold

Legal
    1 Way of the Crane with a Crane stronghold
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.effect import ClansOnly
from deckcheck.model.format import Format
from deckcheck.rules.base import Clans, Message, Rule, Said
from deckcheck.rules.clans import SplashParams, clan_names
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, is_off_clan


def limit(params: SplashParams, _: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        card = here.card
        bought = here.home == params.section and is_off_clan(card, own)
        if bought and card.influence is None and not _has_own_finding(card, own):
            yield "over", {"clan": clan_names(card.clans), "own": clan_names(own)}

    return PerCard(says, stronghold=params.stronghold, bought=params.section, by_section=True)


def _has_own_finding(card: Card, own: frozenset[str]) -> bool:
    """Return whether the card's text keeps it from this clan, which is another rule's finding."""
    return any(own.isdisjoint(effect.clans) for effect in card.effects_of(ClansOnly))


MESSAGES = {
    "over": Message("`{card}` has no influence cost, so only {clan} decks may use it; this deck is {own}", "remove it")
}
RULE = Rule(__doc__, MESSAGES, limit, SplashParams)
