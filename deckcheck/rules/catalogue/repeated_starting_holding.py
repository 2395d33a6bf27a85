"""S007 repeated-starting-holding: more than one copy or version of a starting Holding.

What it checks
    The starting Holdings of the list by title. Lists may omit them, or write them among the
    other Holdings; they never count toward the Dynasty deck.

Why
    A player starts with one Border Keep and, when not going first, one Bamboo Harvesters, in one version of
    each; no copies may be in the deck.

Illegal
    1 Border Keep
    1 Border Keep - exp

Legal
    1 Border Keep
    1 Bamboo Harvesters - exp
"""

from typing import Any

from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.rules.base import Message, Rule, RuleParams, listing, total
from deckcheck.rules.kinds import Group
from deckcheck.rules.tally import Placed


class Params(RuleParams, frozen=True):
    """`section`: where starting Holdings are; `max`: how many of each title."""

    section: str
    max: int


def limit(params: Params, _: Format) -> Group:
    """Return what the rule limits."""

    def title(here: Placed) -> str:
        return fold(here.card.base_title) if here.section == params.section else ""

    return Group(title, lambda _: params.max, _words)


def _words(same: tuple[Entry, ...], most: int) -> dict[str, Any]:
    return {"count": total(same), "title": same[0].card.base_title, "cards": listing(same), "max": most}


MESSAGES = {
    "over": Message(
        "{count} copies of the starting Holding `{title}` ({cards}); {max} starts in play, and the deck "
        "may have no other",
        "keep one copy of one version",
    )
}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="max")
