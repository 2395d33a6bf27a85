"""S011 no-possible-stronghold-province: no province may be the one under the stronghold.

What it checks
    Whether at least one province may be the stronghold province.

Why
    Fifteen provinces say that they cannot be. A set made of them alone passes every rule of deckbuilding but
    cannot be set up.

Illegal
    nothing: this is a warning

Legal
    Manicured Garden, Silent Ones Monastery, Unbridled Ambition, Public Forum and Gateway to Meido; with Toshi Ranbo
    in place of Manicured Garden, with a warning
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import NotStrongholdProvince
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, Rule, listing, total
from deckcheck.rules.screens import Context, Form
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: where the provinces are; `count`: the size of a full set."""

    section: str
    count: int


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem when a full set of provinces has none that may be the stronghold province."""
    entries = tuple(tally.entries(params.section))
    barred = {entry.card.id for entry, _ in tally.met.of(NotStrongholdProvince)}
    if total(entries) >= params.count and all(entry.card.id in barred for entry in entries):
        yield Problem("none", {"cards": listing(entries)}, entries)


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""

    def possible(card: Card, _: int) -> int:
        barred = any(isinstance(effect, NotStrongholdProvince) for effect in card.effects)
        return 1 if ctx.section(card) == params.section and not barred else 0

    yield Form(possible, least=1)


RULE = Rule(
    code="S011",
    name="no-possible-stronghold-province",
    summary="No province may be the one under the stronghold.",
    messages={
        "none": Message(
            "none of the provinces may be the stronghold province: {cards}",
            "the deck is legal but cannot be set up; exchange one of them",
            Severity.WARNING,
        )
    },
    params=Params,
    check=check,
    screen=screen,
)
