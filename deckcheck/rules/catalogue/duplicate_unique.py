"""C002 duplicate-unique: a Unique card more than once.

What it checks
    Copies of a Unique card in the play deck, by title and experience level.

Why
    Only one copy of each Unique card may be included. Experienced does not mean Unique, Singular is a rule of
    play only, and another experience level of the same person is another card.

Illegal
    2 Ring of Fire

Legal
    1 Doji Hakuseki - exp
    1 Doji Hakuseki - exp2
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.copies import MESSAGES, CopyParams, limit

RULE = Rule(
    code="C002",
    name="duplicate-unique",
    summary="A Unique card more than once.",
    messages=MESSAGES
    | {
        "over": Message(
            "{count} {copies} of {card}, which is Unique; at most {limit} {are} allowed{why}", "remove {excess}"
        )
    },
    limit=limit,
    params=CopyParams,
    value="max",
)
