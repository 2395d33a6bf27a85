"""Provinces and rings, restricted cards, and card texts about other cards."""

from __future__ import annotations

from collections import defaultdict

from deckcheck.model.card_list import named_on
from deckcheck.model.effect import ExtraProvince, Forbids, Requires
from deckcheck.model.format import Provision
from deckcheck.names import fold
from deckcheck.repair.model import EVERY, Model
from deckcheck.rules.provinces_do_not_fit_rings import Params as RingParams
from deckcheck.rules.too_many_restricted import Params as RestrictedParams
from deckcheck.selectors import matches


def provinces(model: Model, provision: Provision) -> None:
    """Give each province a ring slot of one of its elements, a role's additional slot in place of any other."""
    params: RingParams = provision.params
    taken: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    groups: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for slot in model.by_section.get(params.section, ()):
        groups[tuple(sorted(model.slots[slot].card.elements))].append(slot)
    for elements, slots in groups.items():
        flows = {element: model.switch(EVERY) for element in elements}
        for element, flow in flows.items():
            taken[element].append((flow, 1))
        model.at_most(provision.rule, [*((s, 1) for s in slots), *((flow, -1) for flow in flows.values())], 0)
    extra: dict[str, list[int]] = defaultdict(list)
    for slot, effect in model.effects():
        if isinstance(effect, ExtraProvince):
            choice = model.switch()
            extra[effect.element].append(choice)
            model.at_most("", {choice: 1, model.present(slot): -1}, 0)
    given_up = {element: model.switch() for element in dict.fromkeys(params.rings)}
    choices = [choice for each in extra.values() for choice in each]
    model.at_most("", dict.fromkeys(choices, 1), 1)
    # An additional slot always takes the place of another one.
    balance = [(choice, 1.0) for choice in choices] + [(switch, -1.0) for switch in given_up.values()]
    model.at_most("", balance, 0)
    for element in {**taken, **given_up}:
        less = [(given_up[element], 1.0)] if element in given_up else []
        more = [(choice, -1.0) for choice in extra[element]]
        model.at_most(provision.rule, [*taken[element], *less, *more], params.rings.count(element))


def restricted(model: Model, provision: Provision) -> None:
    """Hold the different titles on the list to the number that one deck may have."""
    params: RestrictedParams = provision.params
    listed = params.list.on(model.format.date)
    titles: dict[str, int] = {}
    for index, slot in enumerate(model.slots):
        if named_on(listed, slot.card):
            title = fold(slot.card.base_title)
            if title not in titles:
                titles[title] = model.switch()
            model.gate(provision.rule, index, [titles[title]])
    model.at_most(provision.rule, dict.fromkeys(titles.values(), 1), params.max)


def required(model: Model, provision: Provision) -> None:
    """Demand the cards that another card's text asks for."""
    for source, effect in model.effects():
        if isinstance(effect, Requires):
            terms = [(slot, 1.0) for slot, each in enumerate(model.slots) if matches(effect.of, each.card)]
            model.at_least(provision.rule, [*terms, (model.present(source), -effect.min)], 0)


def forbidden(model: Model, provision: Provision) -> None:
    """Hold the cards that another card's text limits to its number."""
    for source, effect in model.effects():
        if isinstance(effect, Forbids):
            here = model.slots[source].card.id
            others = [
                (slot, 1.0)
                for slot, each in enumerate(model.slots)
                if each.card.id != here and matches(effect.of, each.card)
            ]
            model.at_most(provision.rule, [*others, (model.present(source), EVERY)], effect.max + EVERY)
