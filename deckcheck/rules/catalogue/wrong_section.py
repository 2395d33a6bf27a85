"""D004 wrong-section: a card is listed under the header of another deck.

What it checks
    The deck of each card, which its type decides, against the header it is listed under.

Why
    The card counts in the deck of its type; a wrong header often means a wrong card name.

Illegal
    nothing: this is a warning

Legal
    3 Iron Mine under "# Dynasty"
"""

from collections.abc import Iterator

from deckcheck.rules.base import Problem, Rule, reading, warning
from deckcheck.rules.tally import Tally

_DECKS = ("dynasty", "fate", "conflict")


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each card under a wrong header."""
    for entry in tally.deck.entries:
        wanted, deck = entry.request.section, entry.card.deck
        if wanted in _DECKS and deck in _DECKS and deck != wanted:
            data = {"card": entry.card.name, "deck": deck.title(), "header": entry.request.header}
            yield Problem("other", data, (entry,))


MESSAGES = {"other": warning("`{card}` is a {deck} card but is listed under `{header}`", "counted as a {deck} card")}
RULE = Rule(__doc__, MESSAGES, reading(check))
