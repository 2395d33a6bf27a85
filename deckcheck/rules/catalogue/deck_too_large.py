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

from typing import Any

from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.model.selector import Selector
from deckcheck.rules.base import Message, Rule, RuleParams, cards_of, total
from deckcheck.rules.effects import TextLimit
from deckcheck.rules.sizes import AtMost, CountedPart, counted_parts
from deckcheck.rules.tally import Tally


class Params(RuleParams, frozen=True):
    """`maximums`: the largest number of cards by section; `uncounted`: cards that do not count toward it."""

    maximums: dict[str, int]
    uncounted: Selector | None = None


def limit(params: Params, _: Format) -> AtMost:
    """Return what the rule limits."""
    return AtMost(counted_parts(params.maximums, params.uncounted), _words)


def _words(
    tally: Tally, part: CountedPart, entries: tuple[Entry, ...], _: TextLimit
) -> tuple[dict[str, Any], tuple[Entry, ...]]:
    count = total(entries)
    label = tally.format.label(part.section)
    return {
        "section": label,
        "count": count,
        "max": part.bound,
        "excess": count - part.bound,
        "over": cards_of(count - part.bound),
    }, ()


MESSAGES = {"over": Message("{section} has {count} cards; the maximum is {max}", "remove {over}")}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="maximums")
