"""The similarity of cards, to choose among repairs with equally few changes."""

import functools
from collections.abc import Sequence

from deckcheck.model.deck import summed
from deckcheck.model.names import fold
from deckcheck.rules.rows import Slot

# The distance for each difference between two cards. Cards with the same title have distance 0, cards that differ only
# in the title have distance 1.
_OTHER_SECTION = 100
_OTHER_KIND = 40
_OTHER_CLAN = 20
_ONE_NEUTRAL = 8
_COST_STEP = 4
_MOST_STEPS = 6
_OTHER_ELEMENTS = 8
_KEYWORDS = 20
_UNIQUE = 4
_OTHER_TITLE = 1
# The distance of a card from a deck without cards of its section.
_NONE_LIKE = 60


class Likeness:
    """Distances between the cards of slots: the type weighs most, then cost, clan and keywords."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        """Collect the relevant facts of the cards of `slots`."""
        self._cards = [slot.card for slot in slots]
        self._sections = [slot.section for slot in slots]
        self._titles = [(slot.section, fold(slot.card.base_title)) for slot in slots]
        self._words = [frozenset(word.casefold() for word in card.keywords) for card in self._cards]
        first: dict[tuple[object, ...], int] = {}
        # For each slot, the first one with the same facts.
        self._like = [
            first.setdefault(
                (slot.section, card.kind, card.clans, card.cost, card.influence, card.unique, card.elements), index
            )
            for index, (slot, card) in enumerate(zip(slots, self._cards, strict=True))
        ]
        self._by_facts = functools.cache(self._apart)
        self._nearest = functools.cache(self._nearest_old)
        self._old = [index for index, slot in enumerate(slots) if slot.old]
        self._clans = _main_clans(slots)
        # The distances of all cards from the card of a slot, from 0.
        self.to = functools.cache(self._to)

    def _to(self, other: int) -> list[float]:
        facts = {like: _OTHER_TITLE + self._by_facts(like, self._like[other]) for like in set(self._like)}
        words = {each: _KEYWORDS * _other_words(each, self._words[other]) for each in set(self._words)}
        title, every = self._titles[other], zip(self._titles, self._like, self._words, strict=True)
        return [0 if each == title else facts[like] + words[those] for each, like, those in every]

    def to_deck(self, slot: int) -> float:
        """Return the distance of a card from the nearest deck card of its section, else from the deck's clans."""
        old = self._nearest(self._like[slot])
        if old is not None:
            return self.to(old)[slot]
        clans = self._cards[slot].clans
        if not clans or not self._clans:
            return _NONE_LIKE + _ONE_NEUTRAL
        return _NONE_LIKE + (0 if self._clans.intersection(clans) else _OTHER_CLAN)

    def off_clan(self, slot: int) -> float:
        """Return the extra distance of a card that is neutral or of another clan."""
        return _clans(self._cards[slot].clans, tuple(self._clans))

    def _nearest_old(self, like: int) -> int | None:
        """Return the deck card of the same section that is nearest by the facts that many cards share."""
        near = [old for old in self._old if self._sections[old] == self._sections[like]]
        return min(near, key=lambda old: self._by_facts(like, self._like[old]), default=None)

    def _apart(self, one: int, other: int) -> float:
        """Return the distance by the facts that many cards share."""
        card, another = self._cards[one], self._cards[other]
        return (
            (_OTHER_SECTION if self._sections[one] != self._sections[other] else 0)
            + (_OTHER_KIND if card.kind != another.kind else 0)
            + _clans(card.clans, another.clans)
            + _numbers(card.cost, another.cost)
            + _numbers(card.influence, another.influence)
            + (_UNIQUE if card.unique != another.unique else 0)
            + (_OTHER_ELEMENTS if card.elements != another.elements else 0)
        )


def _other_words(these: frozenset[str], those: frozenset[str]) -> float:
    return 1 - len(these & those) / len(these | those) if these or those else 0


def _clans(these: tuple[str, ...], those: tuple[str, ...]) -> float:
    if these == those or set(these).intersection(those):
        return 0
    return _OTHER_CLAN if these and those else _ONE_NEUTRAL


def _numbers(one: float | str | None, other: float | str | None) -> float:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return min(abs(one - other), _MOST_STEPS) * _COST_STEP
    return 0 if one == other else 2 * _COST_STEP


def _main_clans(slots: Sequence[Slot]) -> frozenset[str]:
    """Return the clans of a deck's Stronghold, else the most frequent clan of its cards."""
    for slot in slots:
        if slot.old and slot.card.kind == "stronghold" and slot.card.clans:
            return frozenset(slot.card.clans)
    counts = summed((clan, slot.old) for slot in slots for clan in slot.card.clans)
    most = max(counts.values(), default=0)
    return frozenset(clan for clan, count in counts.items() if count == most > 0)
