"""The rules about the influence of a deck, and about the role, which may add to it or say what it buys.

``influence.txt`` beside this module has their manual pages.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, grouped
from deckcheck.model.effect import Influence, RequiresRole, RoleTraits, SplashOnly, Whole
from deckcheck.model.format import Format
from deckcheck.rules import base
from deckcheck.rules.base import BoughtLimit, ClanParams, Counts, Limit, Problem, Rule, RuleParams, listing
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Placed, Tally, can_be_bought, clan_names, is_off_clan

# No card gives or costs more.
_MOST_INFLUENCE = 250


class InfluenceParams(ClanParams, frozen=True):
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

    params: InfluenceParams

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
            tuple((entry, effect.add) for entry, effect in tally.texts(Influence)),
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
        yield base.unless_held(tally, self.params.roles, data, found.bought)

    def rows(self, model: Model, rule: str) -> None:
        aligned = model.having(lambda here: here.home == self.bought and here.card.clans)
        cards = [(slot, model.slots[slot].card) for slot in aligned]
        costs = grouped((card.clans, (slot, float(card.influence))) for slot, card in cards if card.influence)
        spent: list[tuple[int, float]] = []
        for clans, terms in costs.items():
            free = model.in_clan(self.stronghold, clans)
            here = model.switch(EVERY)
            spent.append((here, 1))
            model.at_most("", [*terms, (here, -1), *((permit, -float(EVERY)) for permit in free)], 0)
        pools = []
        for slot in model.by_section.get(self.stronghold, ()):
            pool = model.slots[slot].card.influence_pool or 0
            if pool > self.params.influence:
                pools.append(model.choice(slot))
                spent.append((pools[-1], self.params.influence - pool))
        model.at_most("", dict.fromkeys(pools, 1), 1)
        spent += [(model.present(slot), -effect.add) for slot, effect in model.effects(Influence)]
        model.at_most(rule, spent, self.params.influence)


_TOO_MUCH = base.or_open(
    "over",
    "{spent} influence spent ({parts}); the deck has {allowed} ({sum})",
    "replace cards worth {excess} influence with in-clan or neutral cards",
    "{spent} influence spent ({parts}); the deck has {allowed} without a role ({sum})",
)


class RequiredParams(RuleParams, frozen=True):
    """`roles`: the section of the role; empty where decks have none."""

    roles: str


def _forbidden(card: Card, fmt: Format, params: RequiredParams) -> bool:
    return params.roles not in fmt.sections and bool(card.effects_of(RequiresRole))


class _RoleLimit(Limit):
    """Traits that cards require the deck's role to have."""

    lifted_by = (RoleTraits,)

    params: RequiredParams

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        yield from ((("needed", effect.trait), 1) for effect in here.card.effects_of(RequiresRole))
        yield from ((("given", trait), 1) for effect in here.card.effects_of(RoleTraits) for trait in effect.traits)

    def exceeded(self, counts: Counts) -> bool:
        return any(what == "needed" and not counts["given", trait] for what, trait in counts)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        traits = {trait for _, effect in tally.texts(RoleTraits) for trait in effect.traits}
        role = listing(tally.entries(self.params.roles)) or "no role"
        for entry, effect in tally.texts(RequiresRole):
            if effect.trait in traits:
                continue
            data = {"card": entry.card.name, "trait": effect.trait.title(), "role": role}
            yield base.unless_held(tally, self.params.roles, data, (entry,))

    def rows(self, model: Model, rule: str) -> None:
        givers = grouped((trait, slot) for slot, given in model.effects(RoleTraits) for trait in given.traits)
        for slot, needed in model.effects(RequiresRole):
            if slot not in givers.get(needed.trait, ()):
                model.gate(rule, slot, givers.get(needed.trait, []))


_REQUIRED = base.or_open(
    "over",
    "`{card}` requires a role with the trait {trait}; the deck has {role}",
    "change the role or replace the card",
    "`{card}` requires a role with the trait {trait}; the deck has no recognised role",
)


class _SupportLimit(BoughtLimit):
    """The clan that a Support role names: influence buys only its cards."""

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        yield from ((effect.clan, 1) for effect in here.card.effects_of(SplashOnly))
        if can_be_bought(here, self.bought):
            yield here.card.clans, 1

    def exceeded(self, counts: Counts) -> bool:
        bought = [key for key in counts if isinstance(key, tuple)]
        return any(clan not in clans for clan in counts if isinstance(clan, str) for clans in bought)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        own = self.own(tally)
        found = tally.in_order(pair for pair in tally.placed if can_be_bought(pair[1], self.bought))
        bought = [entry for entry, _ in found if is_off_clan(entry.card, own)]
        for entry, effect in tally.texts(SplashOnly):
            wrong = [other for other in bought if effect.clan not in other.card.clans]
            if wrong:
                data = {"role": entry.card.name, "clan": clan_names([effect.clan]), "cards": listing(wrong)}
                yield Problem("over", data, (*wrong, entry))

    def rows(self, model: Model, rule: str) -> None:
        roles = model.effects(SplashOnly)
        cards = model.having(lambda here: can_be_bought(here, self.bought)) if roles else ()
        for clans, slots in grouped((model.slots[slot].card.clans, slot) for slot in cards).items():
            free = model.in_clan(self.stronghold, clans)
            bought = model.switch()
            for slot in slots:
                model.gate(rule, slot, [*free, bought])
            for role, effect in roles:
                if effect.clan not in clans:
                    model.at_most("", {bought: 1, model.present(role): 1}, 1)


_SUPPORTED = base.over(
    "with `{role}`, influence buys only {clan} cards; the deck has {cards}", "change the role or replace the cards"
)

RULES = (
    Rule("too-much-influence", _TOO_MUCH, lambda params, _: InfluenceLimit(params), InfluenceParams),
    Rule("role-required", _REQUIRED, lambda params, _: _RoleLimit(params), RequiredParams, forbids=_forbidden),
    Rule("support-of-another-clan", _SUPPORTED, lambda params, _: _SupportLimit(params), ClanParams),
)
