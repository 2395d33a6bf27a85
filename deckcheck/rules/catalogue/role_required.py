"""A008 role-required: a card that requires another role.

What it checks
    Cards that say "Keeper role only", "Air role only" and so on against the role of the deck. An element is
    satisfied by the Keeper and by the Seeker of that element; Support roles satisfy none.

Why
    The text of the card is a restriction on building the deck.

Illegal
    3 Keeper Initiate with Seeker of Air

Legal
    3 Keeper Initiate with Keeper of Void
"""

from collections.abc import Iterable, Iterator

from deckcheck.model.card import Card
from deckcheck.model.card_list import IN_FORCE
from deckcheck.model.deck import grouped
from deckcheck.model.effect import RequiresRole, RoleTraits
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, Counts, Limit, Problem, Rule, RuleParams, listing, or_open, unless_held
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Placed, Tally


class Params(RuleParams, frozen=True):
    """`roles`: the section of the role; empty where decks have none."""

    roles: str


def standings(card: Card, fmt: Format, params: Params) -> Iterator[CardState]:
    """Yield that the card is not legal, if no deck has a role."""
    if params.roles not in fmt.sections and card.effects_of(RequiresRole):
        yield CardState(IN_FORCE, "not legal")


class RoleLimit(Limit):
    """Traits that cards require the deck's role to have."""

    lifted_by = (RoleTraits,)

    params: Params

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        yield from ((("needed", effect.trait), 1) for effect in here.card.effects_of(RequiresRole))
        yield from ((("given", trait), 1) for effect in here.card.effects_of(RoleTraits) for trait in effect.traits)

    def exceeded(self, counts: Counts) -> bool:
        return any(what == "needed" and not counts["given", trait] for what, trait in counts)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        traits = {trait for _, effect in tally.met.of(RoleTraits) for trait in effect.traits}
        role = listing(tally.entries(self.params.roles)) or "no role"
        for entry, effect in tally.met.of(RequiresRole):
            if effect.trait in traits:
                continue
            data = {"card": entry.card.name, "trait": effect.trait.title(), "role": role}
            yield unless_held(tally, self.params.roles, data, (entry,))

    def rows(self, model: Model, rule: str) -> None:
        givers = grouped((trait, slot) for slot, given in model.effects(RoleTraits) for trait in given.traits)
        for slot, needed in model.effects(RequiresRole):
            if slot not in givers.get(needed.trait, ()):
                model.gate(rule, slot, givers.get(needed.trait, []))


MESSAGES = or_open(
    "over",
    "`{card}` requires a role with the trait {trait}; the deck has {role}",
    "change the role or replace the card",
    "`{card}` requires a role with the trait {trait}; the deck has no recognised role",
)
RULE = Rule(__doc__, MESSAGES, lambda params, _: RoleLimit(params), Params, standings=standings)
