"""The game of a player of the card game, who buys characters with fate."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from msgspec import Struct

from deckcheck.odds.economy.game import Cards, Opening, Places
from deckcheck.odds.economy.gold import Kind, Sight, Strategy, prices_of
from deckcheck.odds.economy.paying import plain

FIGURES = ("pay", "spent", "total", "characters", "left", "blocked")
# With bids, the conflict cards drawn by the round.
_DRAWN = "drawn"


class FateState(NamedTuple):
    """What the player has: fate, fate spent in the round and since the start, and the fate on characters in play.

    `drawn` is the number of conflict cards drawn since the start.
    """

    fate: int
    spent: int
    total: int
    characters: tuple[int, ...]
    drawn: int = 0


class FateGame(Struct, frozen=True, kw_only=True):
    """A deck of `kinds`, whose cost has the `extra` fate on a character in it.

    `income` is the fate of each round from the first on (the last number is for later ones too). `regroups` discards
    what was not bought at the end of a round. Cards that are no characters have no cost. `drawn` has the conflict cards
    drawn by each round, with the opening hand (empty: nobody asks).
    """

    kinds: tuple[Kind, ...]
    deal: Opening
    strategy: Strategy
    income: tuple[int, ...]
    extra: int = 0
    regroups: bool = False
    drawn: tuple[int, ...] = ()

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the numbers of a round."""
        return (*FIGURES, _DRAWN) if self.drawn else FIGURES

    def begin(self) -> Hashable:
        """Return a player without fate."""
        return FateState(0, 0, 0, ())

    def ready(self, holding: Hashable, turn: int) -> Hashable:
        """Collect fate; before that, from the second round on, characters without fate leave, and others lose one."""
        before = _round(holding)
        stay = fate_phase(before.characters) if turn > 1 else ()
        fate = before.fate + self.income[min(turn, len(self.income)) - 1]
        drawn = self.drawn[min(turn, len(self.drawn)) - 1] if self.drawn else 0
        return FateState(fate, 0, before.total, stay, drawn)

    def thrown(self, cards: Cards, holding: Hashable) -> Places:
        """Return the places of all cards that the strategy does not keep."""
        kept = self.strategy.keeps(self._sight(cards, _round(holding).fate))
        return tuple(place for place, card in enumerate(cards) if 0 <= card < self.deal.kinds and place not in kept)

    def means(self, cards: Cards, holding: Hashable) -> Hashable:  # noqa: ARG002 - as the form of games has it
        """Return the fate that there is."""
        return _round(holding).fate

    def chosen(self, cards: Cards, means: Hashable) -> Places:
        """Return the set that the strategy buys."""
        if not isinstance(means, int):
            raise TypeError(means)
        return self.strategy.buys(self._sight(cards, means))

    def paid(self, cards: Cards, holding: Hashable, places: Places) -> Hashable:
        """Pay for the characters of `places`, and take them."""
        now = _round(holding)
        price = sum(cost for _, cost in prices_of(self.kinds, [cards[place] for place in places]))
        characters = tuple(sorted((*now.characters, *([self.extra] * len(places)))))
        return FateState(now.fate - price, now.spent + price, now.total + price, characters, now.drawn)

    def _sight(self, cards: Cards, fate: int) -> Sight:
        return Sight(self.kinds, cards, (plain(fate),), pool=True, shown=self.deal.kinds)

    def discarded(self, cards: Cards, holding: Hashable) -> Places:  # noqa: ARG002 - as the form of games has it
        """Return the places of the cards that the regroup phase takes."""
        return tuple(place for place, card in enumerate(cards) if 0 <= card < self.deal.kinds and self.regroups)

    def measured(self, ready: Hashable, end: Hashable, cards: Cards) -> tuple[int, ...]:
        """Return the numbers of a round."""
        start, now = _round(ready), _round(end)
        blocked = sum(0 <= card < self.deal.kinds and (self.kinds[card].cost or 0) > start.fate for card in cards)
        numbers = (start.fate, now.spent, now.total, len(now.characters), now.fate, blocked)
        return (*numbers, start.drawn) if self.drawn else numbers


def fate_phase(characters: Sequence[int]) -> tuple[int, ...]:
    """Return the fate on the characters that stay: those without fate leave, then each other loses one."""
    return tuple(fate - 1 for fate in characters if fate)


def _round(holding: Hashable) -> FateState:
    if not isinstance(holding, FateState):
        raise TypeError(holding)
    return holding
