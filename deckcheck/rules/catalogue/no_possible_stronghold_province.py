"""S011 no-possible-stronghold-province: no province can be the stronghold province.

What it checks
    Whether at least one province can be the stronghold province.

Why
    Fifteen provinces say that they cannot be the stronghold province. A deck with only such provinces is legal but
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

from deckcheck.model.effect import NotStrongholdProvince
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.rules.base import Message, Problem, Rule, listing, total
from deckcheck.rules.kinds import Free
from deckcheck.rules.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: where the provinces are; `count`: the size of a full set."""

    section: str
    count: int


def limit(params: Params, _: Format) -> Free:
    """Return what the rule looks at: a full set of provinces, each with such a text."""

    def check(tally: Tally) -> Iterator[Problem]:
        entries = tuple(tally.entries(params.section))
        barred = [entry for entry in entries if entry.card.effects_of(NotStrongholdProvince)]
        if params.count <= total(entries) == total(barred):
            yield Problem("none", {"cards": listing(entries)}, entries)

    return Free(check, texts=(NotStrongholdProvince,))


RULE = Rule(
    manual=__doc__,
    messages={
        "none": Message(
            "no province in this deck can be the stronghold province: {cards}",
            "exchange one of them; the deck is legal but cannot be set up",
            Severity.WARNING,
        )
    },
    limit=limit,
    params=Params,
)
