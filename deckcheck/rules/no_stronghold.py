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
from deckcheck.rules.sizes import AtLeast, at_least_messages, screen_too_few, too_few

RULE = Rule(
    code="S003",
    name="no-stronghold",
    summary="The play deck has no Stronghold.",
    messages=at_least_messages("Strongholds", "add the Stronghold to the list"),
    params=AtLeast,
    value="min",
    check=too_few,
    screen=screen_too_few,
)
