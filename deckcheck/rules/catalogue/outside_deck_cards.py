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

from deckcheck.model.effect import OutsideDeck
from deckcheck.rules.base import Rule, note
from deckcheck.rules.kinds import of_text

MESSAGES = {"said": note("`{card}` uses {what} from outside the deck", "bring {what}")}
RULE = Rule(__doc__, MESSAGES, of_text(OutsideDeck, remarks=False))
