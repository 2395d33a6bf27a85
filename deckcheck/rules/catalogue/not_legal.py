"""P001 not-legal: a card that is not in the format's pool.

What it checks
    Every card, Stronghold and Sensei included, against the legality marks or sets of the format. The set named in a
    list does not matter: players may use any printing of a legal card. The verdict is undecided for a card with
    incomplete data, unless its known sets decide. It is also undecided for a card with a mark or set that no source
    allows or forbids, or with a mark that sources disagree about.

Why
    A card is legal in an arc when it carries the arc's symbol. The card data have the symbols of all printings, so a
    card stays legal in an older arc after a reprint; P007 checks from which day it has had the symbol.

Illegal
    1 Border Keep - exp2 in Celestial 40/40; it came with Emperor

Legal
    3 Kobune Port (Celestial)
"""

from collections.abc import Iterator

from deckcheck.model.format import Format, Legality
from deckcheck.model.sentences import arcs_of, listed
from deckcheck.rules.base import Clans, Message, Problem, Rule, Said, undecided
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, Tally


def limit(params: Legality, fmt: Format) -> PerCard:
    """Return what the rule limits; other rules report banned cards and card types that the format does not use."""

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        card, marks = here.card, [mark for mark in here.card.marks if mark not in params.idle_marks]
        if here.section is None or params.knows(card):
            return
        nowhere = "no format allows it" if params.marks else "it is in no set of the format"
        known = f"it is legal in {listed(arcs_of(marks))}" if marks else nowhere
        is_open = params.is_open(card)
        message = "over" if not is_open else "unverified" if card.unverified else "open"
        yield message, {"format": fmt.name, "legal_in": marks, "known": known, "instead": ""}

    def with_others(_: Tally, problem: Problem) -> Problem:
        others = "".join(f"; `{name}` is legal here" for name in problem.entries[0].alternatives)
        return Problem(problem.message, problem.data | {"instead": others}, problem.entries) if others else problem

    return PerCard(says=says, by_section=True, weighs=with_others)


MESSAGES = {
    "over": Message("`{card}` is not legal in {format}", "{known}{instead}"),
    "unverified": undecided(
        "cannot tell whether `{card}` is legal in {format}: its card data are incomplete",
        "check its last printing; {known}",
    ),
    "open": undecided(
        "cannot tell whether {format} allows `{card}`: the sources do not say, or disagree",
        "ask the organiser; {known}",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Legality, value="marks", of_format=True)
