"""S015 too-many-rally: more Rally cards than allowed.

What it checks
    The number of cards with Rally in the deck.

Why
    In Emerald a Rally card does not count toward the minimum of the dynasty deck, and there may be five.

Illegal
    six Rally cards in Emerald

Legal
    five Rally cards in Emerald
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.rules.base import Message, Problem, Rule, listing, total
from deckcheck.rules.screens import Context, Form
from deckcheck.rules.too_many_conflict_characters import Params
from deckcheck.selectors import matches
from deckcheck.tally import Tally


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem when there are too many."""
    entries = tuple(entry for entry in tally.entries(params.section) if matches(params.of, entry.card))
    count = total(entries)
    if count > params.max:
        data = {"count": count, "max": params.max, "excess": count - params.max, "cards": listing(entries)}
        yield Problem("over", data, entries)


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""

    def counted(card: Card, count: int) -> int:
        return count if ctx.section(card) == params.section and matches(params.of, card) else 0

    yield Form(counted, most=params.max)


RULE = Rule(
    code="S015",
    name="too-many-rally",
    summary="More Rally cards than allowed.",
    messages={"over": Message("{count} Rally cards ({cards}); at most {max} are allowed", "remove {excess}")},
    params=Params,
    value="max",
    check=check,
    screen=screen,
)
