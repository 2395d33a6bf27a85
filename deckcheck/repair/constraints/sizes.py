"""The sizes of sections, and numbers of cards of one sort."""

from __future__ import annotations

from collections import defaultdict

from deckcheck.model.effect import Minimum, SectionLimit, Uncounted
from deckcheck.model.format import Provision
from deckcheck.names import fold
from deckcheck.repair.model import EVERY, Model
from deckcheck.rules.deck_too_large import Params as LargeParams
from deckcheck.rules.deck_too_small import Params as SmallParams
from deckcheck.rules.repeated_starting_holding import Params as RepeatedParams
from deckcheck.rules.sizes import AtLeast, AtMost
from deckcheck.rules.too_many_conflict_characters import Params as SortParams
from deckcheck.selectors import matches


def minimums(model: Model, provision: Provision) -> None:
    """Hold each deck to its minimum, raised by the cards that raise it, without the cards that do not count."""
    params: SmallParams = provision.params
    uncounted = [(slot, effect) for slot, effect in model.effects() if isinstance(effect, Uncounted)]
    for section, base in params.minimums.items():
        terms: defaultdict[int, float] = defaultdict(float)
        groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for slot in model.by_section.get(section, ()):
            card = model.slots[slot].card
            if any(effect.of is None and model.slots[s].card.id == card.id for s, effect in uncounted):
                continue
            sources = tuple(s for s, effect in uncounted if effect.of is not None and matches(effect.of, card))
            out = params.uncounted is not None and matches(params.uncounted, card)
            if sources and not out:
                groups[sources].append(slot)
            elif not out:
                terms[slot] += 1
        for sources, slots in groups.items():
            counted = model.switch(EVERY)
            terms[counted] += 1
            model.at_most("", [(counted, 1), *((slot, -1) for slot in slots)], 0)
            for source in sources:
                model.at_most("", {counted: 1, model.present(source): EVERY}, EVERY)
        for slot, effect in model.effects():
            if isinstance(effect, Minimum) and effect.section == section:
                terms[slot] -= effect.add
        model.at_least(provision.rule, terms, base)


def maximums(model: Model, provision: Provision) -> None:
    """Hold each deck to its maximum."""
    params: LargeParams = provision.params
    for section, limit in params.maximums.items():
        out = params.uncounted
        slots = model.by_section.get(section, ())
        counted = {slot: 1.0 for slot in slots if out is None or not matches(out, model.slots[slot].card)}
        model.at_most(provision.rule, counted, limit)


def at_least(model: Model, provision: Provision) -> None:
    """Hold a section to the smallest number of its cards."""
    params: AtLeast = provision.params
    model.at_least(provision.rule, dict.fromkeys(model.by_section.get(params.section, ()), 1), params.min)


def at_most(model: Model, provision: Provision) -> None:
    """Hold a section to the largest number of its cards, raised by the card text that raises it most."""
    params: AtMost = provision.params
    terms = dict.fromkeys(model.by_section.get(params.section, ()), 1.0)
    choices = []
    for slot, effect in model.effects():
        if isinstance(effect, SectionLimit) and effect.section == params.section and effect.max > params.max:
            choice = model.switch()
            choices.append(choice)
            terms[choice] = params.max - effect.max
            model.at_most("", {choice: 1, model.present(slot): -1}, 0)
    if choices:
        model.at_most("", dict.fromkeys(choices, 1), 1)
    model.at_most(provision.rule, terms, params.max)


def of_a_sort(model: Model, provision: Provision) -> None:
    """Hold the cards of one sort in a section to their largest number."""
    params: SortParams = provision.params
    slots = model.by_section.get(params.section, ())
    found = {slot: 1.0 for slot in slots if matches(params.of, model.slots[slot].card)}
    model.at_most(provision.rule, found, params.max)


def repeated_titles(model: Model, provision: Provision) -> None:
    """Hold the cards of each title in a section to their largest number."""
    params: RepeatedParams = provision.params
    titles: defaultdict[str, list[int]] = defaultdict(list)
    for slot in model.by_section.get(params.section, ()):
        titles[fold(model.slots[slot].card.base_title)].append(slot)
    for slots in titles.values():
        model.limit_copies(provision.rule, slots, params.max)
