"""S002 deck-too-large: more cards in a deck than the format's maximum.

What it checks
    All cards of each deck that has a maximum.

Why
    The LCG allows 40 to 45 cards in each deck. The CCG has a minimum only: 41 cards are legal there.

Illegal
    a conflict deck of 46 cards in the LCG

Legal
    a conflict deck of 45 cards
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.selector import Selector
from deckcheck.rules.base import Message, Problem, Rule, total
from deckcheck.rules.screens import Context, Form
from deckcheck.selectors import matches
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`maximums`: the largest number of cards by section; `uncounted`: cards that do not count toward it."""

    maximums: dict[str, int]
    uncounted: Selector | None = None


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each deck above its maximum."""
    for section, limit in params.maximums.items():
        out = params.uncounted
        count = total(entry for entry in tally.entries(section) if out is None or not matches(out, entry.card))
        if count > limit:
            data = {"section": tally.format.label(section), "count": count, "max": limit, "excess": count - limit}
            yield Problem("over", data)


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    for section, maximum in params.maximums.items():

        def counted(card: Card, count: int, section: str = section) -> int:
            inside = ctx.section(card) == section and not (params.uncounted and matches(params.uncounted, card))
            return count if inside else 0

        yield Form(counted, most=maximum)


RULE = Rule(
    code="S002",
    name="deck-too-large",
    summary="More cards in a deck than the format's maximum.",
    messages={"over": Message("{count} cards in the {section}; at most {max} are allowed", "remove {excess}")},
    params=Params,
    value="maximums",
    check=check,
    screen=screen,
)
