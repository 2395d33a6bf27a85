"""S001 deck-too-small: fewer cards in a deck than the format's minimum.

What it checks
    The cards that count toward the minimum of each deck. Stronghold, Sensei and starting Holdings are outside
    the decks; card texts can raise the minimum or exempt a card from the count. Larger decks are legal unless
    the format sets a maximum.

Why
    Every format sets a minimum; 40/40 is named after its minimums.

Illegal
    a Dynasty deck of 45 cards with 3 Coastal Lane: each adds 2 to the minimum

Legal
    a Dynasty deck of 46 cards with 3 Coastal Lane
"""

from typing import Any

from deckcheck.model.effect import Selector
from deckcheck.model.format import Format
from deckcheck.model.sentences import cards_of, plural
from deckcheck.rules.base import Message, Rule, RuleParams, open_message
from deckcheck.rules.sizes import AtLeast, Gap, counted_parts, not_counted, why
from deckcheck.rules.tally import Tally


class Params(RuleParams, frozen=True):
    """`minimums`: the smallest number of cards by section; `uncounted`: cards that do not count toward it."""

    minimums: dict[str, int]
    uncounted: Selector | None = None


def limit(params: Params, _: Format) -> AtLeast:
    """Return what the rule limits."""
    return AtLeast(counted_parts(params.minimums, params.uncounted), _words)


def _words(tally: Tally, gap: Gap) -> dict[str, Any]:
    return {
        "section": tally.format.label(gap.part.section),
        "count": gap.count,
        "cards": plural(gap.count, "card"),
        "min": gap.need,
        "missing": gap.need - gap.count,
        "needed": cards_of(gap.need - gap.count) + (", or fix the unrecognised lines" if tally.deck.unresolved else ""),
        "why": why(gap.added),
        "outside": not_counted(tally, gap.part.section, gap.entries),
    }


MESSAGES = {
    "short": Message("{section} has {count} {cards}{outside}; the minimum is {min}{why}", "add {needed}"),
    "open": open_message("{section} has {count} recognised {cards}{outside}; the minimum is {min}{why}"),
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="minimums")
