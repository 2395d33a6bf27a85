"""D003 read-as: a line names a card incompletely.

What it checks
    Names with the level, set mark, subtitle, variant or article left out or written differently, where only one
    card can be meant.

Why
    The reading is safe; the note lets the player confirm it.

Illegal
    nothing: this is a note

Legal
    The Abbot in Twenty Festivals, where only The Abbot - exp3 is legal
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.rules.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a note for each line that was read as something."""
    for entry in tally.deck.entries:
        if entry.replaced_by_soul:
            data = {"name": entry.request.name, "card": entry.card.name, "older": entry.replaced_by_soul}
            yield Problem("soul", data, (entry,))
        elif entry.inexact:
            data = {"name": entry.request.name, "card": entry.card.name, "reason": entry.inexact}
            yield Problem("read" if entry.card.name != entry.request.name else "any", data, (entry,))


RULE = Rule(
    code="D003",
    name="read-as",
    summary="A line names a card incompletely.",
    messages={
        "read": Message("`{name}` was read as `{card}`: {reason}", severity=Severity.NOTE),
        "any": Message("`{name}` names more than one card: {reason}", severity=Severity.NOTE),
        "soul": Message("`{name}` was read as `{card}`, the Soul of card that is legal here", severity=Severity.NOTE),
    },
    check=check,
)
