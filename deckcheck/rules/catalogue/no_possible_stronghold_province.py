"""S011 no-possible-stronghold-province: no province can be the stronghold province.

What it checks
    Whether at least one province can be the stronghold province.

Why
    Some provinces say that they cannot be the stronghold province, and those with the keyword Eminent cannot be it
    either. A deck with only such provinces is legal but cannot be set up.

Illegal
    nothing: this is a warning

Legal
    Manicured Garden, Silent Ones Monastery, Unbridled Ambition, Public Forum and Gateway to Meido; with Toshi Ranbo
    in place of Manicured Garden, with a warning
"""

from collections.abc import Iterable, Iterator

from deckcheck.model.card import Card
from deckcheck.model.effect import NotStrongholdProvince, Whole
from deckcheck.rules.base import Counts, Limit, Problem, Rule, RuleParams, listing, total, warning
from deckcheck.rules.tally import Placed, Tally


class Params(RuleParams, frozen=True):
    """`section`: where the provinces are; `count`: the size of a full set."""

    section: str
    count: Whole


class StrongholdProvince(Limit):
    """A full set of provinces with one that can be the stronghold province."""

    params: Params

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        if here.section == self.params.section:
            yield "all", 1
            yield "barred", int(_is_barred(here.card))

    def exceeded(self, counts: Counts) -> bool:
        return counts["all"] >= self.params.count and counts["barred"] == counts["all"]

    def problems(self, tally: Tally) -> Iterator[Problem]:
        entries = tuple(tally.entries(self.params.section))
        barred = total(entry for entry in entries if _is_barred(entry.card))
        if self.exceeded({"all": total(entries), "barred": barred}):
            yield Problem("none", {"cards": listing(entries)}, entries)


def _is_barred(card: Card) -> bool:
    return bool(card.effects_of(NotStrongholdProvince))


MESSAGES = {
    "none": warning(
        "no province in this deck can be the stronghold province: {cards}",
        "exchange one of them; the deck is legal but cannot be set up",
    )
}
RULE = Rule(__doc__, MESSAGES, lambda params, _: StrongholdProvince(params), Params)
