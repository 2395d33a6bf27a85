"""E006 outside-deck-cards: a card brings in other cards from outside the deck.

What it checks
    Cards whose text uses cards that are not part of the deck.

Why
    The list does not name them, and the player must bring them.

Illegal
    nothing: this is a note

Legal
    Kyuden Otomo, with a note that it uses Winds
"""

from collections.abc import Iterator

from deckcheck.model.effect import OutsideDeck
from deckcheck.rules.base import Clans, Rule, Said, note
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


def _says(here: Placed, _: Clans) -> Iterator[Said]:
    for effect in here.card.effects_of(OutsideDeck):
        yield "bring", {"what": effect.what}


MESSAGES = {"bring": note("`{card}` uses {what} from outside the deck", "bring {what}")}
RULE = Rule(__doc__, MESSAGES, lambda _, __: PerCard(_says, texts=(OutsideDeck,), remarks=False))
