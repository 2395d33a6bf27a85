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

from collections.abc import Iterator

from deckcheck.rules.base import Problem, Rule
from deckcheck.rules.sizes import AtLeast, at_least_messages, screen_too_few, too_few
from deckcheck.tally import Tally


def check(tally: Tally, params: AtLeast) -> Iterator[Problem]:
    """Yield a problem when there is no Stronghold."""
    return too_few(tally, params)


RULE = Rule(
    code="S003",
    name="no-stronghold",
    summary="The play deck has no Stronghold.",
    messages=at_least_messages("Strongholds", "add the Stronghold to the list"),
    params=AtLeast,
    value="min",
    check=check,
    screen=screen_too_few,
)
