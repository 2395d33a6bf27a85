"""P008 rotated-card: a card that has rotated out of the format.

What it checks
    Every card of the play deck against the dated list of rotated cards.

Why
    Some fan formats retire older packs and cards.

Illegal
    a rotated card in Emerald

Legal
    the same card in the stronghold format
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card_list import names_card
from deckcheck.rules.banned_by_list import ListParams
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.tally import Tally


def check(tally: Tally, params: ListParams) -> Iterator[Problem]:
    """Yield a problem for each rotated card."""
    keys = params.list.keys(tally.format.date)
    for entry in tally.cards:
        if names_card(keys, entry.card):
            yield Problem(
                "over", {"card": entry.card.name, "list": params.list.name, "since": params.list.since}, (entry,)
            )


RULE = Rule(
    code="P008",
    name="rotated-card",
    summary="A card that has rotated out of the format.",
    messages={"over": Message("`{card}` has rotated out: {list}, since {since}", "replace it")},
    params=ListParams,
    value="list",
    check=check,
)
