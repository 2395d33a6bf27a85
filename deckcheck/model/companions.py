"""Which cards lists play beside a card."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.model.card import Card


class Companions(Struct, frozen=True):
    """One card in some lists: the number of `lists`, how many play one, two or more `copies`, and the cards beside it.

    `others` has each other card with the number of lists that play both, the most frequent first.
    """

    lists: int
    copies: tuple[tuple[int, int], ...]
    others: tuple[tuple[Card, int], ...]

    @property
    def having(self) -> int:
        """The number of lists with the card."""
        return sum(lists for _, lists in self.copies)
