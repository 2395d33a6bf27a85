"""The possible groups of a want when the data leave open whether a card belongs to one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from deckcheck.model.card import Card
from deckcheck.odds import AllOf, Want
from deckcheck.odds.of_deck.groups import UNKNOWN, CardGroup
from deckcheck.odds.want import Requirement, requirements

# The maximum number of readings; those with none or all of the open cards of a group come first.
_MOST_READINGS = 32

_Cards = tuple[tuple[Card, int], ...]


def readings(want: Want, groups: dict[str, CardGroup]) -> Iterator[dict[str, CardGroup]]:
    """Yield the groups with none, some or all of their open cards.

    When the want has only lower limits or only upper limits, none and all give the ends of the range.
    """
    asked = [item for item in requirements(want) if groups[item.group].open]
    left = [groups[name] for name in dict.fromkeys(item.group for item in asked)]
    if {item.op for item in asked} in ({">="}, {"<="}):
        taken: list[tuple[_Cards, ...]] = [tuple(() for _ in left), tuple(group.open for group in left)]
    else:
        each = [list(itertools.islice(_subsets(group.open), _MOST_READINGS)) for group in left]
        taken = list(itertools.islice(itertools.product(*each), _MOST_READINGS))
    for cards in taken:
        chosen = zip(left, cards, strict=True)
        yield groups | {group.name: replace(group, cards=group.cards + more) for group, more in chosen}


def possible(want: Want, groups: Mapping[str, CardGroup]) -> Want | bool:
    """Return the want without requirements on open groups that are always or never met, or its truth value."""
    if isinstance(want, Requirement):
        group = groups[want.group]
        if not group.open:
            return want
        if want.needed > group.copies:
            return False
        return want if group.copies else True
    parts = [possible(part, groups) for part in want.parts]
    every = isinstance(want, AllOf)
    if (not every) in parts:
        return not every
    kept = tuple(part for part in parts if not isinstance(part, bool))
    if len(kept) == 1:
        return kept[0]
    return type(want)(kept) if kept else every


def _subsets(cards: _Cards) -> Iterator[_Cards]:
    """Yield none, all, and some of the cards: of those on unrecognised lines any number, of others all copies."""
    yield from ((), cards)
    numbers = [range(copies + 1) if card is UNKNOWN else (0, copies) for card, copies in cards]
    for chosen in itertools.product(*numbers):
        some = tuple((card, copies) for (card, _), copies in zip(cards, chosen, strict=True) if copies)
        if some and some != cards:
            yield some
