"""S009 too-many-provinces: more provinces than the setup allows.

What it checks
    The number of provinces, copies included. A Seeker's additional province takes the place of another one.

Why
    A set of provinces has exactly five.

Illegal
    six provinces

Legal
    five provinces, one of each ring
"""

from __future__ import annotations

from deckcheck.rules.base import Message, Rule
from deckcheck.rules.sizes import MostParams, at_most

RULE = Rule(
    code="S009",
    name="too-many-provinces",
    summary="More provinces than the setup allows.",
    messages={"over": Message("{count} provinces ({cards}); {may}{why}", "remove {excess}")},
    limit=at_most,
    params=MostParams,
    value="max",
)
