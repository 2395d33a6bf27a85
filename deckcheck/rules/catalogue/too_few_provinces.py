"""S008 too-few-provinces: fewer provinces than the setup requires.

What it checks
    The number of provinces.

Why
    A set of provinces has exactly five, one for each ring.

Illegal
    four provinces

Legal
    five provinces, one of each ring
"""

from __future__ import annotations

from deckcheck.rules.base import Rule
from deckcheck.rules.sizes import LeastParams, at_least, at_least_messages

RULE = Rule(
    code="S008",
    name="too-few-provinces",
    summary="Fewer provinces than the setup requires.",
    messages=at_least_messages("provinces", "add {missing}"),
    limit=at_least,
    params=LeastParams,
    value="min",
)
