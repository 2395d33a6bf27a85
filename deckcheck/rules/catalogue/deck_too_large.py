"""S002 deck-too-large: more cards in a deck than the format's maximum.

What it checks
    All cards of each deck that has a maximum. In a format with decks of an exact size, card texts change the maximum
    together with the minimum, and both count the same cards.

Why
    The LCG allows 40 to 45 cards in each deck. The CCG has a minimum only: 41 cards are legal there.

Illegal
    a conflict deck of 46 cards in the LCG

Legal
    a conflict deck of 45 cards
"""

from typing import Any

from deckcheck.model.deck import Entry
from deckcheck.model.effect import Selector
from deckcheck.model.format import Format
from deckcheck.model.sentences import cards_of
from deckcheck.rules.base import Message, Rule, RuleParams, total
from deckcheck.rules.sizes import AtMost, AtMostExactly, CountedPart, added, counted_parts, not_counted, why
from deckcheck.rules.tally import Tally, TextLimit


class Params(RuleParams, frozen=True, omit_defaults=True):
    """`maximums`: the largest number of cards by section; `uncounted`: cards that do not count toward it.

    `exact`: the maximum is also the minimum, so card texts about the minimum count.
    """

    maximums: dict[str, int]
    uncounted: Selector | None = None
    exact: bool = False


def limit(params: Params, _: Format) -> AtMost:
    """Return what the rule limits."""
    kind = AtMostExactly if params.exact else AtMost
    return kind(counted_parts(params.maximums, params.uncounted), _words, named=False)


def _words(tally: Tally, part: CountedPart, entries: tuple[Entry, ...], limit: TextLimit) -> dict[str, Any]:
    count, most = total(entries), limit.max or 0
    return {
        "section": tally.format.label(part.section),
        "count": count,
        "max": most,
        "excess": count - most,
        "over": cards_of(count - most),
        "why": why(added(tally.met, part.section)) if most != part.bound else "",
        "outside": not_counted(tally, part.section, entries),
    }


MESSAGES = {"over": Message("{section} has {count} cards{outside}; the maximum is {max}{why}", "remove {over}")}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="maximums")
