"""C004 duplicate-province: a province more than once.

What it checks
    Copies of a province by title.

Why
    Each province may be included once, a Seeker's additional province too.

Illegal
    2 Manicured Garden

Legal
    1 Manicured Garden
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.copies import MESSAGES, CopyParams, limit

RULE = Rule(
    code="C004",
    name="duplicate-province",
    summary="A province more than once.",
    messages=MESSAGES
    | {
        "over": Message("{count} {copies} of the province {card}; at most {limit} {are} allowed{why}", "choose another")
    },
    limit=limit,
    params=CopyParams,
    value="max",
)
