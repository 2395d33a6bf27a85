"""The rules about setting up the provinces of a deck: one for each ring, and one with the stronghold.

``provinces.txt`` beside this module has their manual pages.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from deckcheck.model.card import Card
from deckcheck.model.deck import grouped
from deckcheck.model.effect import ExtraProvince, NotStrongholdProvince, Whole
from deckcheck.model.matching import placed
from deckcheck.rules import base
from deckcheck.rules.base import Counts, Limit, Memo, Problem, Rule, RuleParams, listing, total
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Placed, Tally


class RingParams(RuleParams, frozen=True):
    """`section`: where the provinces are; `rings`: the slots, one each; `roles`: the section that may add one."""

    section: str
    rings: tuple[str, ...]
    roles: str


class _RingLimit(Limit):
    """Provinces that are assigned to ring slots."""

    lifted_by = (ExtraProvince,)

    params: RingParams

    def __post_init__(self) -> None:
        # By the elements of provinces and additional slots: the places of provinces that the best choice leaves over.
        self._left: Memo[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]], list[int]] = Memo(
            lambda key: min((_unplaced(key[0], slots) for slots in _slot_sets(self.params.rings, key[1])), key=len)
        )

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        if here.section == self.params.section:
            yield here.card.elements, 1
        yield from ((effect.element, 1) for effect in here.card.effects_of(ExtraProvince))

    def exceeded(self, counts: Counts) -> bool:
        provinces = tuple(key for key, count in counts.items() if isinstance(key, tuple) for _ in range(count))
        extra = tuple(key for key, count in counts.items() if isinstance(key, str) and count)
        return len(provinces) <= len(self.params.rings) and bool(self._left[provinces, extra])

    def problems(self, tally: Tally) -> Iterator[Problem]:
        """Yield a problem if the provinces do not fit; other rules report wrong numbers and duplicates."""
        entries = tally.entries(self.params.section)
        if len(entries) > len(self.params.rings) or any(entry.count > 1 for entry in entries):
            return
        extra = tuple(effect.element for _, effect in tally.texts(ExtraProvince))
        elements = tuple(entry.card.elements for entry in entries)
        unplaced = self._left[elements, extra]
        if not unplaced:
            return
        left = tuple(map(entries.__getitem__, unplaced))
        data = {
            "left": listing(left),
            "elements": ", ".join(f"`{entry.card.name}` {_said(entry.card)}" for entry in entries),
            "role": f" (with an additional {'/'.join(extra)} slot)" if extra else "",
        }
        may_fit = not self._left[tuple(sorted(elements)), self.params.rings]
        yield base.unless_held(tally, self.params.roles, data, left) if may_fit else Problem("over", data, left)

    def rows(self, model: Model, rule: str) -> None:
        """Give each province a slot of one of its elements, a role's additional slot in place of any other."""
        taken: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        provinces = model.by_section.get(self.params.section, ())
        groups = grouped((tuple(sorted(model.slots[slot].card.elements)), slot) for slot in provinces)
        for elements, slots in groups.items():
            flows = {element: model.switch(EVERY) for element in elements}
            for element, flow in flows.items():
                taken[element].append((flow, 1))
            model.at_most(rule, [*((s, 1) for s in slots), *((flow, -1) for flow in flows.values())], 0)
        extra: dict[str, list[int]] = defaultdict(list)
        for slot, effect in model.effects(ExtraProvince):
            extra[effect.element].append(model.choice(slot))
        given_up = {element: model.switch() for element in dict.fromkeys(self.params.rings)}
        choices = [choice for each in extra.values() for choice in each]
        model.at_most("", dict.fromkeys(choices, 1), 1)
        # An additional slot always takes the place of another one.
        balance = [(choice, 1.0) for choice in choices] + [(switch, -1.0) for switch in given_up.values()]
        model.at_most("", balance, 0)
        for element in {**taken, **given_up}:
            less = [(given_up[element], 1.0)] if element in given_up else []
            more = [(choice, -1.0) for choice in extra[element]]
            model.at_most(rule, [*taken[element], *less, *more], self.params.rings.count(element))


def _slot_sets(rings: tuple[str, ...], extra: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield rings
    for element in extra:
        for ring in rings:
            yield (*(other for other in rings if other != ring), element)


def _unplaced(provinces: Sequence[tuple[str, ...]], slots: tuple[str, ...]) -> list[int]:
    """Return the places in `provinces` left over by a largest assignment to slots."""
    fitting = [[slot for slot, element in enumerate(slots) if element in elements] for elements in provinces]
    holder: dict[int, int] = {}
    return [index for index in range(len(provinces)) if not placed(index, fitting, holder)]


def _said(card: Card) -> str:
    return "unknown" if "elements" in card.unknown else "/".join(card.elements)


_NO_RING = base.or_open(
    "over",
    "no ring is left for {left}{role}: {elements}",
    "choose one province for each ring; a Seeker role allows one more of its element",
    "no ring is left for {left} without a Seeker role: {elements}",
)


class StrongholdProvinceParams(RuleParams, frozen=True):
    """`section`: where the provinces are; `count`: the size of a full set."""

    section: str
    count: Whole


class _StrongholdProvince(Limit):
    """A full set of provinces with one that can be the stronghold province."""

    params: StrongholdProvinceParams

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        if here.section == self.params.section:
            yield "all", 1
            yield "barred", int(_is_barred(here.card))

    def exceeded(self, counts: Counts) -> bool:
        return counts["all"] >= self.params.count and counts["barred"] == counts["all"]

    def problems(self, tally: Tally) -> Iterator[Problem]:
        entries = tuple(tally.entries(self.params.section))
        barred = total(entry for entry in entries if _is_barred(entry.card))
        if self.exceeded({"all": total(entries), "barred": barred}):
            yield Problem("none", {"cards": listing(entries)}, entries)


def _is_barred(card: Card) -> bool:
    return bool(card.effects_of(NotStrongholdProvince))


_ALL_BARRED = {
    "none": base.warning(
        "no province in this deck can be the stronghold province: {cards}",
        "exchange one of them; the deck is legal but cannot be set up",
    )
}

RULES = (
    Rule("provinces-do-not-fit-rings", _NO_RING, lambda params, _: _RingLimit(params), RingParams),
    Rule(
        "no-possible-stronghold-province",
        _ALL_BARRED,
        lambda params, _: _StrongholdProvince(params),
        StrongholdProvinceParams,
    ),
)
