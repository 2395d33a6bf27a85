"""S012 too-many-conflict-characters: more characters in the conflict deck than allowed.

What it checks
    Characters in the conflict deck, copies included.

Why
    Up to the Rules Reference 11 a conflict deck holds at most ten characters; from 6 January 2020 the limit is
    gone.

Illegal
    eleven characters in the conflict deck under the Rules Reference 1.01

Legal
    ten characters in the conflict deck
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import SortParams, of_a_sort

RULE = Rule(
    code="S012",
    name="too-many-conflict-characters",
    summary="More characters in the conflict deck than allowed.",
    messages={"over": Message("{count} characters in the conflict deck; at most {max} are allowed", "remove {excess}")},
    limit=of_a_sort,
    params=SortParams,
    value="max",
)
