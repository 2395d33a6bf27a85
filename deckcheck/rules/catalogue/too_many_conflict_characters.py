"""S012 too-many-conflict-characters: more characters in the conflict deck than allowed.

What it checks
    Characters in the conflict deck, copies included.

Why
    Up to the Rules Reference 11 a conflict deck may have ten characters; from 6 January 2020 on any
    number.

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
    messages={"over": Message("conflict deck has {count} characters; the maximum is {max}", "remove {excess}")},
    limit=of_a_sort,
    params=SortParams,
    value="max",
)
