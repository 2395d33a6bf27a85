"""P003 card-type-not-used: a card of a type that the format does not use.

What it checks
    Cards whose type belongs to no section of the play deck, also in a sideboard.

Why
    Each arc uses its own card types. Regions and Celestials left the game with Ivory; only some arcs use Sensei,
    Winds and Ancestors; other modes of play use treaties and warlords.

Illegal
    1 Kobi Sensei in Celestial 40/40

Legal
    1 Kobi Sensei in Twenty Festivals
"""

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.card_list import IN_FORCE
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, Clans, NoParams, Rule, Said, over
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, section_of


def standings(card: Card, fmt: Format, _: NoParams) -> Iterator[CardState]:
    """Yield that the card is not legal, if no section of the format takes its type."""
    if section_of(card, fmt) is None:
        yield CardState(IN_FORCE, "not legal")


def limit(_: NoParams, fmt: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        if here.home is None:
            yield "over", {"kind": here.card.kind.title(), "format": fmt.name}

    return PerCard(says=says)


MESSAGES = over("{format} uses no {kind} cards: `{card}`", "remove it")
RULE = Rule(__doc__, MESSAGES, limit, standings=standings)
