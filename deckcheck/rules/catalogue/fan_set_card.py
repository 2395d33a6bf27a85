"""P004 fan-set-card: a card whose printings on record are all in fan-made sets.

What it checks
    Cards that have the mark of the format and whose printings on record are all in the sets named here.

Why
    Players made new sets after the publisher stopped, and only some events allow them. The deck is legal here;
    the note tells the organiser which cards to look at.

Illegal
    nothing: this is a note

Legal
    3 Double Strike in Twenty Festivals, with a note
"""

from collections.abc import Iterator

from deckcheck.model.format import Format
from deckcheck.rules.base import Clans, Rule, RuleParams, Said, listing, note
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


class Params(RuleParams, frozen=True):
    """`sets`: the ids of the fan-made sets."""

    sets: tuple[str, ...]


def limit(params: Params, fmt: Format) -> PerCard:
    """Return what the rule notes: one note names all such cards of a deck."""

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        if fmt.allows(here.card) and here.card.printed_only_in(params.sets):
            yield "note", {}

    return PerCard(says=says, together={"note": lambda entries: {"cards": listing(entries)}})


MESSAGES = {
    "note": note(
        "no official printing is on record, only fan-made ones: {cards}",
        "ask the organiser whether these sets are allowed",
    )
}
RULE = Rule(__doc__, MESSAGES, limit, Params)
