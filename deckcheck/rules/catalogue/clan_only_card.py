"""A007 clan-only-card: a card whose text forbids it for this clan.

What it checks
    Cards whose text names the clans that may use them.

Why
    The text of a card overrides the rules on influence.

Illegal
    1 20-isawa-tadaka (Crab and Phoenix only) with a Lion stronghold

Legal
    1 20-isawa-tadaka with a Crab stronghold
"""

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.card_list import IN_FORCE
from deckcheck.model.effect import ClansOnly
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, ClanParams, Clans, Message, Rule, Said
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, alignment_of, clan_names, is_off_clan


def standings(card: Card, _: Format, __: ClanParams) -> Iterator[CardState]:
    """Yield that the card is not legal, if its text forbids it for every clan."""
    if any(not effect.clans for effect in card.effects_of(ClansOnly)):
        yield CardState(IN_FORCE, "not legal")


def limit(params: ClanParams, _: Format) -> PerCard:
    """Return what the rule limits; a card of another clan that influence cannot buy is another rule's finding."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        if here.section is None or (here.section != params.section and is_off_clan(here.card, own)):
            return
        for effect in here.card.effects_of(ClansOnly):
            if own.isdisjoint(effect.clans):
                said = "over" if effect.clans else "never"
                yield said, {"clans": clan_names(effect.clans)} | alignment_of(own)

    return PerCard(says, texts=(ClansOnly,), stronghold=params.stronghold, bought=params.section)


MESSAGES = {
    "over": Message("`{card}` is for {clans} decks only; this deck {stronghold}", "remove it"),
    "never": Message("`{card}` is not allowed in any player's deck", "remove it"),
}
RULE = Rule(__doc__, MESSAGES, limit, ClanParams, standings=standings)
