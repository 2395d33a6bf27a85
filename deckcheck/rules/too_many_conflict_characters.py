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

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.selector import Selector
from deckcheck.rules.base import Message, Problem, Rule, listing, total
from deckcheck.rules.screens import Context, Form
from deckcheck.selectors import matches
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`of`: the cards counted in `section`; `max`: how many there may be."""

    section: str
    of: Selector
    max: int


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
    code="S012",
    name="too-many-conflict-characters",
    summary="More characters in the conflict deck than allowed.",
    messages={"over": Message("{count} characters in the conflict deck; at most {max} are allowed", "remove {excess}")},
    params=Params,
    value="max",
    check=check,
    screen=screen,
)
