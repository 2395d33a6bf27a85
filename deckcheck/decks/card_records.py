"""A card with the texts beside it, as a row of a table, an object of JSON and an element of XML have them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from deckcheck.decks.marks import columns_of, doubted, level_beside


class CardRecord(Struct, frozen=True):
    """A card: its name, the highest number that may be that of its copies, and labels with the texts beside it.

    The name of one that `is_id` has its level already.
    """

    name: str
    copies: int
    said: tuple[tuple[str, str], ...]
    is_id: bool = False

    @property
    def level(self) -> tuple[str, bool]:
        """The level that the texts add to the name, "" where they add none, and whether the level is in doubt."""
        return level_beside(self.name, self.said, is_id=self.is_id)


def in_doubt(cards: Sequence[CardRecord]) -> list[bool]:
    """Return for each card whether its texts say that it may not be in the deck, or leave its level open."""
    doubts = doubted(columns_of([card.said for card in cards]), [card.copies for card in cards])
    return [is_doubtful or card.level[1] for card, is_doubtful in zip(cards, doubts, strict=True)]
