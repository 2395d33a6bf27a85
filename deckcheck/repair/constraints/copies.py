"""Copies of equivalent cards, with the card texts that change their limits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from deckcheck.model.effect import Copies
from deckcheck.model.format import Provision
from deckcheck.repair.model import MANY, Model
from deckcheck.rules.copies import CopyParams
from deckcheck.rules.too_many_copies_for_set import Params as SetParams
from deckcheck.selectors import matches


def limits(model: Model, provision: Provision) -> None:
    """Hold each group of equivalent cards that the rule is about to its limit."""
    _limits(model, provision, with_others=False)


def limits_with_others(model: Model, provision: Provision) -> None:
    """Hold each group to its limit, with the equivalent cards that a rule with a lower limit is about."""
    _limits(model, provision, with_others=True)


def for_set(model: Model, provision: Provision) -> None:
    """Hold each card of a set to the copies that the boxes at hand contain."""
    params: SetParams = provision.params
    for index, slot in enumerate(model.slots):
        have = sum(printing.copies for printing in slot.card.printings if printing.set == params.set) * params.sets
        if have:
            model.limit_copies(provision.rule, [index], have)


def _limits(model: Model, provision: Provision, *, with_others: bool) -> None:
    params: CopyParams = provision.params
    raisers = [
        (slot, effect, defaultdict[int, int](model.switch))
        for slot, effect in model.effects()
        if isinstance(effect, Copies) and effect.of is not None and not effect.question
        if effect.max is None or effect.max > params.max
    ]
    for slots in _groups(model):
        held = [slot for slot in slots if matches(params.of, model.slots[slot].card)]
        if not held:
            continue
        own = {slot: _own_limit(model, slot, params.max) for slot in held}
        bounds = sorted({limit for limit in own.values() if limit is not None})
        for bound in bounds:
            members = [slot for slot in held if (limit := own[slot]) is not None and limit <= bound]
            if with_others and bound == bounds[-1]:
                members += [slot for slot in slots if slot not in own]
            _hold(model, provision, members, bound, raisers)
    for source, effect, switches in raisers:
        for switch in switches.values():
            model.at_most("", {switch: 1, model.present(source): -1}, 0)
        if effect.titles and switches:
            model.at_most("", dict.fromkeys(switches.values(), 1), effect.titles)


Raisers = list[tuple[int, Copies, defaultdict[int, int]]]


def _hold(model: Model, provision: Provision, members: list[int], bound: int, raisers: Raisers) -> None:
    """Hold `members` to `bound` together, or to what the card text that raises it most allows."""
    raised: list[tuple[int, float]] = []
    free = set(members)
    for source, effect, switches in raisers:
        hit = [
            s for s in members if _may_rise(model, s, source) and effect.of and matches(effect.of, model.slots[s].card)
        ]
        if hit:
            most = MANY if effect.max is None else effect.max
            raised.append((switches[members[0]], bound - most))
            free.difference_update(hit)
            for slot in hit:
                model.cap[slot] = max(model.cap[slot] if model.cap[slot] < MANY else 0, most, model.slots[slot].old)
    if not raised:
        model.limit_copies(provision.rule, members, bound)
        return
    model.at_most(provision.rule, [*((slot, 1) for slot in members), *raised], bound)
    model.at_most("", [(switch, 1) for switch, _ in raised], 1)
    if free:
        model.at_most(provision.rule, dict.fromkeys(sorted(free), 1), bound)


def _may_rise(model: Model, slot: int, source: int) -> bool:
    """Return whether a text may raise the limit of a slot.

    More copies of a card that is not in the deck, by a text that is not in the deck either, can only help where
    the other cards run out: that is left aside.
    """
    card = model.slots[slot].card
    own = any(isinstance(effect, Copies) and effect.of is None for effect in card.effects)
    return not own and bool(model.slots[slot].old or model.slots[source].old)


def _own_limit(model: Model, slot: int, base: int) -> int | None:
    for effect in model.slots[slot].card.effects:
        if isinstance(effect, Copies) and effect.of is None:
            return effect.max
    return base


def _groups(model: Model) -> Iterator[tuple[int, ...]]:
    """Yield the slots of cards that share an identity key, each group of slots once."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for index, slot in enumerate(model.slots):
        for key in slot.card.identity:
            groups[key].append(index)
    yield from dict.fromkeys(map(tuple, groups.values()))
