"""D007 created-card-proxy: a proxy of a created card is listed.

What it checks
    Cards that only represent things created during play.

Why
    A deck never contains them. Lists name them as a reminder, so deckcheck does not count them.

Illegal
    nothing: this is a note

Legal
    1 Lion Ancestor at the end of a list
"""

from collections.abc import Iterator

from deckcheck.rules.base import Problem, Rule, note, reading
from deckcheck.rules.tally import Tally


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a note for each proxy."""
    for entry in tally.deck.outside:
        if entry.card.proxy:
            yield Problem("left", {"card": entry.card.name}, (entry,))


MESSAGES = {"left": note("`{card}` is a proxy of a created card and was not counted")}
RULE = Rule(__doc__, MESSAGES, reading(check))
