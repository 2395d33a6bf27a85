"""Clans, influence and roles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from deckcheck.model.card import Card
from deckcheck.model.card_list import named_on
from deckcheck.model.effect import ClansOnly, Influence, RequiresRole, RoleTraits, SplashOnly
from deckcheck.model.format import Provision
from deckcheck.repair.model import EVERY, Model
from deckcheck.rules.clans import clan_names
from deckcheck.rules.off_clan_dynasty import Params as OffClanParams
from deckcheck.rules.sensei_of_another_clan import Params as SenseiParams
from deckcheck.rules.several_primary_clans import Params as PrimaryParams
from deckcheck.rules.several_splash_clans import Params as SeveralParams
from deckcheck.rules.splash import SplashParams
from deckcheck.rules.splash_banned import Params as SplashBannedParams
from deckcheck.rules.too_much_influence import Params as InfluenceParams


def senseis(model: Model, provision: Provision) -> None:
    """Demand a Stronghold of a clan that the Sensei names."""
    params: SenseiParams = provision.params
    for slot in model.by_section.get(params.sensei, ()):
        named = model.slots[slot].card.sensei_clans
        if params.any not in named:
            _gate_by_clan(model, provision.rule, slot, params.stronghold, set(named).intersection(params.clans))


def in_clan(model: Model, provision: Provision) -> None:
    """Demand the clan of the stronghold of all cards of a section."""
    params: OffClanParams = provision.params
    for slot in model.with_side(params.section):
        if clans := model.slots[slot].card.clans:
            _gate_by_clan(model, provision.rule, slot, params.stronghold, clans)


def no_influence_cost(model: Model, provision: Provision) -> None:
    """Demand the clan of the stronghold of cards that influence cannot buy."""
    params: SplashParams = provision.params
    _gate_all(model, provision, params, [s for s in _aligned(model, params) if model.slots[s].card.influence is None])


def splash_banned(model: Model, provision: Provision) -> None:
    """Demand the clan of the stronghold of the cards on the list."""
    params: SplashBannedParams = provision.params
    listed = params.list.on(model.format.date)
    _gate_all(model, provision, params, [s for s in _aligned(model, params) if named_on(listed, model.slots[s].card)])


def clans_only(model: Model, provision: Provision) -> None:
    """Demand a stronghold of a clan that the card's text names."""
    params: SplashParams = provision.params
    for slot, effect in model.effects():
        if isinstance(effect, ClansOnly) and model.slots[slot].section is not None:
            _gate_by_clan(model, provision.rule, slot, params.stronghold, effect.clans)


def splash_clans(model: Model, provision: Provision) -> None:
    """Hold the cards bought with influence to the number of clans that they may come from."""
    params: SeveralParams = provision.params
    permits = _splash_permits(model, provision.rule, params)
    model.at_most(provision.rule, {permit: 1 for permit, _ in permits}, params.max)


def support_roles(model: Model, provision: Provision) -> None:
    """Let influence buy cards only of the clan that a Support role names."""
    permits = _splash_permits(model, provision.rule, provision.params)
    for slot, effect in model.effects():
        if isinstance(effect, SplashOnly):
            for permit, clans in permits:
                if effect.clan not in clans:
                    model.at_most(provision.rule, {permit: 1, model.present(slot): 1}, 1)


def influence(model: Model, provision: Provision) -> None:
    """Hold the influence that cards cost to what the stronghold and the role give."""
    params: InfluenceParams = provision.params
    costs: defaultdict[tuple[str, ...], list[tuple[int, float]]] = defaultdict(list)
    for slot in _aligned(model, params):
        card = model.slots[slot].card
        if card.influence:
            costs[card.clans].append((slot, float(card.influence)))
    spent: list[tuple[int, float]] = []
    for clans, terms in costs.items():
        free = model.in_clan(params.stronghold, clans)
        if free is None:
            return
        here = model.switch(EVERY)
        spent.append((here, 1))
        model.at_most("", [*terms, (here, -1), *((permit, -float(EVERY)) for permit in free)], 0)
    pools = []
    for slot in model.by_section[params.stronghold]:
        pool = model.slots[slot].card.influence_pool or 0
        if pool > params.influence:
            choice = model.switch()
            pools.append(choice)
            spent.append((choice, params.influence - pool))
            model.at_most("", {choice: 1, model.present(slot): -1}, 0)
    model.at_most("", dict.fromkeys(pools, 1), 1)
    for slot, effect in model.effects():
        if isinstance(effect, Influence):
            spent.append((model.present(slot), -effect.add))
    model.at_most(provision.rule, spent, params.influence)


def primary_clans(model: Model, provision: Provision) -> None:
    """Hold the cards of a section to the number of clans that they may have."""
    params: PrimaryParams = provision.params
    permits: dict[str, int] = {}
    for slot in model.with_side(params.section):
        for clan in model.slots[slot].card.clans:
            if clan not in permits:
                permits[clan] = model.switch()
            model.gate(provision.rule, slot, [permits[clan]])
    model.at_most(provision.rule, dict.fromkeys(permits.values(), 1), params.max)


def roles(model: Model, provision: Provision) -> None:
    """Demand a role that fits of the cards that ask for one."""
    givers: defaultdict[str, list[int]] = defaultdict(list)
    for slot, effect in model.effects():
        if isinstance(effect, RoleTraits):
            for trait in effect.traits:
                givers[trait].append(slot)
    for slot, effect in model.effects():
        if isinstance(effect, RequiresRole) and slot not in givers[effect.trait]:
            model.gate(provision.rule, slot, givers[effect.trait])


def _aligned(model: Model, params: SplashParams) -> list[int]:
    """Return the slots of the section whose cards belong to clans."""
    return [slot for slot in model.with_side(params.section) if model.slots[slot].card.clans]


def _gate_all(model: Model, provision: Provision, params: SplashParams, slots: Sequence[int]) -> None:
    for slot in slots:
        _gate_by_clan(model, provision.rule, slot, params.stronghold, model.slots[slot].card.clans)


def _gate_by_clan(model: Model, rule: str, slot: int, stronghold: str, clans: Iterable[str]) -> None:
    permits = model.in_clan(stronghold, sorted(clans))
    if permits is not None:
        model.gate(rule, slot, permits)


def _splash_permits(model: Model, rule: str, params: SplashParams) -> list[tuple[int, tuple[str, ...]]]:
    """Return a variable for each set of clans, 1 when influence buys cards of it, with those clans."""
    permits: dict[str, tuple[int, tuple[str, ...]]] = {}
    for slot in _aligned(model, params):
        card: Card = model.slots[slot].card
        free = model.in_clan(params.stronghold, card.clans)
        if free is None:
            return []
        if card.influence is not None:
            key = clan_names(card.clans)
            if key not in permits:
                permits[key] = (model.switch(), card.clans)
            model.gate(rule, slot, [*free, permits[key][0]])
    return list(permits.values())
