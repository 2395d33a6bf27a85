"""A010 loyal-to-another-clan: a Loyal Personality that the deck's player cannot control.

What it checks
    Loyal Personalities that share no clan alignment with the Stronghold. A card text that gives a Personality
    the player's alignment makes it playable; where the player chooses the clan, the report has a note.

Why
    The deck is legal, but such a Personality enters play only when another card widens the alignment.
    A player without an alignment shares none.

Illegal
    nothing: this is a warning

Legal
    a Loyal Lion Personality with a Crab Stronghold, with a warning
"""

from collections.abc import Iterator

from deckcheck.model.card import matches
from deckcheck.model.effect import GainsAlignment
from deckcheck.model.format import Format
from deckcheck.rules.base import Clans, Free, Own, Problem, Rule, RuleParams, note, warning
from deckcheck.rules.tally import Placed, Tally, alignment_of, clan_names, given_alignments, own_clans


class Params(RuleParams, frozen=True):
    """`stronghold`: the section of the Stronghold; `clans`: the clan alignments of the format."""

    stronghold: str
    clans: tuple[str, ...]


def limit(params: Params, _: Format) -> Free:
    """Return what the rule limits; card texts can only widen the player's alignment."""

    def aligned(clans: Clans) -> Clans:
        return clans.intersection(params.clans)

    def check(tally: Tally) -> Iterator[Problem]:
        clans = own_clans(tally, params.stronghold)
        own = None if clans is None else aligned(clans) | given_alignments(tally)
        return iter(()) if own is None else _problems(tally, own, params.clans)

    def concerned(here: Placed, own: Own) -> bool:
        return own is not None and here.card.loyal and aligned(own).isdisjoint(here.card.clans)

    return Free(check, concerned=concerned, stronghold=params.stronghold, remarks=True)


def _problems(tally: Tally, own: frozenset[str], known: tuple[str, ...]) -> Iterator[Problem]:
    for entry in tally.cards:
        if not entry.card.loyal or own.intersection(entry.card.clans):
            continue
        texts = tally.met.of(GainsAlignment) if own else ()
        found = [(source, effect) for source, effect in texts if matches(effect.of, entry.card)]
        if not all(effect.one_clan for _, effect in found):
            continue
        data = {"card": entry.card.name, "clans": clan_names(entry.card.clans, known)} | alignment_of(own)
        if found:
            source, effect = found[0]
            chosen = clan_names(set(entry.card.clans).intersection(effect.of.clan))
            yield Problem("chosen", data | {"because": source.card.name, "chosen": chosen}, (entry, source))
        else:
            yield Problem("over", data, (entry,))


MESSAGES = {
    "over": warning(
        "`{card}` is Loyal to {clans} and cannot enter play; the Stronghold {stronghold}",
        "legal, but needs a card that widens your alignment",
    ),
    "chosen": note(
        "`{card}` is Loyal to {clans}; the Stronghold {stronghold}. To play it, choose {chosen} for `{because}`."
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Params)
