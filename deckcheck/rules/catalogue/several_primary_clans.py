"""A013 several-primary-clans: cards of more than one clan in the deck that decides the clan.

What it checks
    The clans of the dynasty deck in a format without strongholds. If all its cards are neutral, the deck gets the clan
    that may use the most of its conflict cards. Among several such clans it gets the one whose cards would cost the
    most influence.

Why
    In a skirmish the player chooses one clan; each dynasty card is of that clan or neutral.

Illegal
    Lion and Crane cards in the dynasty deck of a skirmish

Legal
    Lion and neutral cards
"""

from deckcheck.model.format import Format
from deckcheck.rules.base import Message, Rule, RuleParams
from deckcheck.rules.kinds import Distinct
from deckcheck.rules.tally import Placed


class Params(RuleParams, frozen=True):
    """`section`: the deck that decides the clan; `max`: how many clans its cards may have."""

    section: str
    max: int


def limit(params: Params, _: Format) -> Distinct:
    """Return what the rule limits."""

    def clans(here: Placed) -> tuple[str, ...]:
        return here.card.clans if here.home == params.section else ()

    return Distinct(clans, params.max, lambda tally: {"section": tally.format.label(params.section)})


MESSAGES = {"over": Message("{section} has cards of {count} clans; the maximum is {max}: {parts}", "keep one clan")}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="max")
