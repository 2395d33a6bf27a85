"""C003 duplicate-event: an Event more than once.

What it checks
    Copies of an Event in the play deck, whether it is Unique or not.

Why
    Up to the Celestial Edition each Event may be included once; later arcs dropped the rule.

Illegal
    2 A New Year

Legal
    1 A New Year
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.copies import MESSAGES, CopyParams, limit

RULE = Rule(
    code="C003",
    name="duplicate-event",
    summary="An Event more than once.",
    messages=MESSAGES
    | {"over": Message("{count} {copies} of the Event {card}; at most {limit} {are} allowed{why}", "remove {excess}")},
    limit=limit,
    params=CopyParams,
    value="max",
)
