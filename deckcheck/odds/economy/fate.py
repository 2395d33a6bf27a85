"""The game of a player who buys characters with fate (LCG)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from deckcheck.odds.economy.game import Cards, Opening, Places
from deckcheck.odds.economy.gold import Kind, Sight, Strategy, prices_of
from deckcheck.odds.economy.paying import plain

FIGURES = ("pay", "spent", "total", "characters", "left", "blocked")
# With bids, the conflict cards drawn by the round.
_DRAWN = "drawn"


class FateState(NamedTuple):
    """The state of the player: fate, fate spent in the round and since the start, and the fate on characters in play.

    `drawn` is the number of conflict cards drawn since the start.
    """

    fate: int
    spent: int
    total: int
    characters: tuple[int, ...]
    drawn: int = 0


class FateGame(Struct, frozen=True, kw_only=True):
    """A deck of `kinds`, whose cost includes the `extra` fate on a character.

    `income` is the fate of each round (the last number repeats). `regroups`: cards that were not bought are discarded
    at the end of a round. Only characters have a cost. `drawn` has the conflict cards drawn by each round, with the
    opening hand (empty: not counted).
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

    def begin(self) -> FateState:
        """Return a player without fate."""
        return FateState(0, 0, 0, ())

    def ready(self, holding: FateState, turn: int) -> FateState:
        """Collect fate; before that, characters without fate leave, and others lose one."""
        stay = fate_phase(holding.characters)
        fate = holding.fate + self.income[min(turn, len(self.income)) - 1]
        drawn = self.drawn[min(turn, len(self.drawn)) - 1] if self.drawn else 0
        return FateState(fate, 0, holding.total, stay, drawn)

    def thrown(self, cards: Cards, holding: FateState) -> Places:
        """Return the places of all cards that the strategy does not keep."""
        kept = self.strategy.keeps(self._sight(cards, holding.fate))
        return tuple(place for place, card in enumerate(cards) if 0 <= card < self.deal.kinds and place not in kept)

    def means(self, cards: Cards, holding: FateState) -> int:  # noqa: ARG002 - required by the protocol
        """Return the available fate."""
        return holding.fate

    def chosen(self, cards: Cards, means: int) -> Places:
        """Return the set that the strategy buys."""
        return self.strategy.buys(self._sight(cards, means))

    def paid(self, cards: Cards, holding: FateState, places: Places) -> FateState:
        """Pay for the characters at `places` and put them into play."""
        price = sum(cost for _, cost in prices_of(self.kinds, [cards[place] for place in places]))
        characters = tuple(sorted((*holding.characters, *([self.extra] * len(places)))))
        return FateState(holding.fate - price, holding.spent + price, holding.total + price, characters, holding.drawn)

    def _sight(self, cards: Cards, fate: int) -> Sight:
        return Sight(self.kinds, cards, (plain(fate),), pool=True, shown=self.deal.kinds)

    def discarded(self, cards: Cards, holding: FateState) -> Places:  # noqa: ARG002 - required by the protocol
        """Return the places of the cards that the regroup phase discards."""
        return tuple(place for place, card in enumerate(cards) if 0 <= card < self.deal.kinds and self.regroups)

    def measured(self, ready: FateState, end: FateState, cards: Cards) -> tuple[int, ...]:
        """Return the numbers of a round."""
        blocked = sum(0 <= card < self.deal.kinds and (self.kinds[card].cost or 0) > ready.fate for card in cards)
        numbers = (ready.fate, end.spent, end.total, len(end.characters), end.fate, blocked)
        return (*numbers, ready.drawn) if self.drawn else numbers


def fate_phase(characters: Sequence[int]) -> tuple[int, ...]:
    """Return the fate on the characters that stay: those without fate leave, then each other loses one."""
    return tuple(fate - 1 for fate in characters if fate)
