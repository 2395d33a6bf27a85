"""A005 too-much-influence: the out-of-clan cards cost more influence than the deck has.

What it checks
    The influence cost of every copy of an out-of-clan conflict card against the influence of the stronghold and
    what a role adds.

Why
    A player may spend influence up to the amount of the stronghold; card texts of roles add to it.

Illegal
    three copies of a card of cost 4 with 10 influence and no role

Legal
    the same with a Keeper role, which adds 3
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from deckcheck.model.deck import Entry, grouped
from deckcheck.model.effect import Influence, Whole
from deckcheck.rules.base import BoughtLimit, ClanParams, Counts, Problem, Rule, or_open, unless_held
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Placed, Tally, is_off_clan

# No card gives or costs more.
_MOST_INFLUENCE = 250


class Params(ClanParams, frozen=True):
    """`roles`: the section of the cards that may add influence; `influence`: the influence without a stronghold."""

    roles: str
    influence: Whole = 0


class Spent(Struct, frozen=True):
    """The influence that a deck spends on `bought`, its `pool`, and the influence that card texts add (`added`).

    `is_known` is false where no source gives the influence of a stronghold or the cost of an out-of-clan card.
    """

    bought: tuple[Entry, ...]
    pool: int
    added: tuple[tuple[Entry, int], ...]
    is_known: bool

    @property
    def spent(self) -> int:
        """The total influence cost of the cards."""
        return sum((entry.card.influence or 0) * entry.count for entry in self.bought)

    @property
    def allowed(self) -> int:
        """The total influence of the deck."""
        return self.pool + sum(add for _, add in self.added)


class InfluenceLimit(BoughtLimit):
    """The influence of the stronghold, else of the format, with the influence from card texts."""

    lifted_by = (Influence,)
    largest = _MOST_INFLUENCE

    params: Params

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        if here.section == self.stronghold:
            yield "pool", here.card.influence_pool or 0
            yield "strongholds", int(here.card.influence_pool is not None)
        for effect in here.card.effects_of(Influence):
            yield "added", max(effect.add, 0)
            yield "less", max(-effect.add, 0)
            yield "adding", 1
        if here.home == self.bought and here.card.influence and here.card.clans:
            yield here.card.clans, here.card.influence

    def exceeded(self, counts: Counts) -> bool:
        if counts["strongholds"] > 1 or counts["adding"] > 1:
            return True  # Pools are not added up, and a text counts once.
        allowed = (counts["pool"] or self.params.influence) + counts["added"] - counts["less"]
        return sum(spent for key, spent in counts.items() if isinstance(key, tuple)) > allowed

    def of(self, tally: Tally) -> Spent:
        """Return the influence that a deck spends and has."""
        own = self.own(tally)
        strongholds = tally.entries(self.stronghold)
        off_clan = [entry for entry in tally.at_home(self.bought) if is_off_clan(entry.card, own)]
        unknown = {fact for entry in (*strongholds, *off_clan) for fact in entry.card.unknown}
        return Spent(
            tuple(entry for entry in off_clan if entry.card.influence),
            max((entry.card.influence_pool or 0 for entry in strongholds), default=0) or self.params.influence,
            tuple((entry, effect.add) for entry, effect in tally.met.of(Influence)),
            is_known=unknown.isdisjoint(("influence", "influence_pool")),
        )

    def problems(self, tally: Tally) -> Iterator[Problem]:
        found = self.of(tally)
        spent, allowed = found.spent, found.allowed
        if spent <= allowed:
            return
        data = {
            "spent": spent,
            "allowed": allowed,
            "excess": spent - allowed,
            "parts": ", ".join(
                f"{each.count} `{each.card.name}` at {each.card.influence} each" for each in found.bought
            ),
            "sum": f"{found.pool} from the {'format' if self.params.influence else 'stronghold'}"
            + "".join(f", {add:+d} from `{entry.card.name}`" for entry, add in found.added),
        }
        yield unless_held(tally, self.params.roles, data, found.bought)

    def rows(self, model: Model, rule: str) -> None:
        aligned = model.having(lambda here: here.home == self.bought and here.card.clans)
        cards = [(slot, model.slots[slot].card) for slot in aligned]
        costs = grouped((card.clans, (slot, float(card.influence))) for slot, card in cards if card.influence)
        spent: list[tuple[int, float]] = []
        for clans, terms in costs.items():
            free = model.in_clan(self.stronghold, clans)
            if free is None:
                return
            here = model.switch(EVERY)
            spent.append((here, 1))
            model.at_most("", [*terms, (here, -1), *((permit, -float(EVERY)) for permit in free)], 0)
        pools = []
        for slot in model.by_section[self.stronghold]:
            pool = model.slots[slot].card.influence_pool or 0
            if pool > self.params.influence:
                pools.append(model.choice(slot))
                spent.append((pools[-1], self.params.influence - pool))
        model.at_most("", dict.fromkeys(pools, 1), 1)
        spent += [(model.present(slot), -effect.add) for slot, effect in model.effects(Influence)]
        model.at_most(rule, spent, self.params.influence)


MESSAGES = or_open(
    "over",
    "{spent} influence spent ({parts}); the deck has {allowed} ({sum})",
    "replace cards worth {excess} influence with in-clan or neutral cards",
    "{spent} influence spent ({parts}); the deck has {allowed} without a role ({sum})",
)
RULE = Rule(__doc__, MESSAGES, lambda params, _: InfluenceLimit(params), Params)
