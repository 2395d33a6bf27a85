"""P007 not-yet-released: a card that came out after the day that is asked for.

What it checks
    The release date of the first set or pack of each card against the day whose cards count.

Why
    With --as-of a deck is checked as on that day. A card whose date is not known counts as released.

Illegal
    3 Suteru on 2015-12-31

Legal
    3 Suteru today
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a problem for each card of the format that was not out yet."""
    day = tally.format.date
    for entry in tally.cards:
        if entry.card.released > day and tally.format.allows(entry.card):
            yield Problem("over", {"card": entry.card.name, "released": entry.card.released, "day": day}, (entry,))


RULE = Rule(
    code="P007",
    name="not-yet-released",
    summary="A card that came out after the day that is asked for.",
    messages={"over": Message("`{card}` came out on {released}, after {day}", "replace it, or ask for a later day")},
    check=check,
)
