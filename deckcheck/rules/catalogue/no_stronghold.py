"""S003 no-stronghold: the play deck has no Stronghold.

What it checks
    The number of Strongholds that were found in the list.

Why
    Every player starts with one Stronghold in play; clan, influence and set-up rules need it.

Illegal
    a list that starts with its Holdings

Legal
    1 Shattered Peaks Castle
"""

from __future__ import annotations

from deckcheck.rules.base import Rule
from deckcheck.rules.sizes import LeastParams, at_least, at_least_messages

RULE = Rule(
    code="S003",
    name="no-stronghold",
    summary="The play deck has no Stronghold.",
    messages=at_least_messages("Strongholds", "add the Stronghold to the list"),
    limit=at_least,
    params=LeastParams,
    value="min",
)
