"""A001 sensei-of-another-clan: the Sensei may not be used with this Stronghold.

What it checks
    The clans that the Sensei names against the clan of the Stronghold. "All Clans" fits every Stronghold, and a
    Stronghold without alignment accepts only that. "Dragon" and "Dragon Clan" are the same; keywords do not count.
    Temples of the Crow takes Sensei into the Fate deck; a judge decides whether Sensei of other clans are allowed
    there.

Why
    A player may start only with a Sensei that is "All Clans" or names the clan of the Stronghold.

Illegal
    Gates of the Second City with a Sensei for the Crane

Legal
    Gates of the Second City with Kobi Sensei (All Clans)
"""

from collections.abc import Iterator

from deckcheck.model.effect import SectionLimit
from deckcheck.model.format import Format
from deckcheck.rules.base import Clans, Message, Problem, Rule, RuleParams, Said, undecided
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed, Tally, alignment_of, clan_names


class Params(RuleParams, frozen=True):
    """`clans`: the clan alignments of the format; `any`: the words that fit every Stronghold."""

    stronghold: str
    sensei: str
    clans: tuple[str, ...]
    any: str


def limit(params: Params, _: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        clans, named = own.intersection(params.clans), here.card.sensei_clans
        if params.any not in named and clans.isdisjoint(named):
            yield "over" if named else "unknown", {"named": clan_names(named, params.clans)} | alignment_of(clans)

    def taken(tally: Tally, problem: Problem) -> Problem:
        named = (*problem.entries, *reversed(tally.entries(params.stronghold)))
        for entry, effect in tally.met.of(SectionLimit):
            if effect.section == params.sensei and effect.question:
                asked = {"because": entry.card.name, "question": effect.question}
                return Problem("question", problem.data | asked, named)
        return Problem(problem.message, problem.data, named)

    return PerCard(says=says, section=params.sensei, stronghold=params.stronghold, weighs=taken)


MESSAGES = {
    "over": Message(
        "`{card}` is for {named}; the Stronghold {stronghold}",
        "choose a Sensei for All Clans or for the clan of the Stronghold",
    ),
    "question": undecided(
        "`{card}` is for {named}; the Stronghold {stronghold}. Only the card text of `{because}` allows it: {question}",
        "ask a judge, or choose a Sensei for All Clans or for the clan of the Stronghold",
    ),
    "unknown": undecided(
        "cannot tell which clans may use `{card}`: the card data do not say; the Stronghold {stronghold}",
        "check the card itself",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Params)
