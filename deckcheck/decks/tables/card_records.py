"""A card with the texts beside it, from a table row, a JSON object or an XML element."""

import re
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.words.counts import whole_number
from deckcheck.decks.words.headers import header_count, heading
from deckcheck.decks.words.marks import columns_of, counts_owned, doubted, level_beside, may_be_outside
from deckcheck.decks.words.sayings import is_fact_of_card, label_words
from deckcheck.model.deck import summed
from deckcheck.model.limits import Limits
from deckcheck.model.names import PRICE

# Labels of the collector number; around a list they would describe its cards.
_IN_SET = ("card", "card number", "card no", "card nr", "card num", "collector number")
# Sums of money and percentages, which do not count copies; sums need no sign if they have cents.
AMOUNT = rf"(?:{PRICE}|\d+(?:[.,]\d+)?\s?%|(?:[€$£]\s)?\d+[.,]\d\d)"
# The number of cards behind a heading: "Dynasty deck (40 cards)".
_SIZE = r"[\W_]+\d+(?:\s\w+)?\W*$"


class CardRecord(Struct, frozen=True, dict=True):
    """A card: its name, the highest possible number of copies, and labels with the texts beside it.

    With `is_id` the name already includes its level. Unless it `is_counted`, the card has no number of its own.
    """

    name: str
    copies: int
    said: tuple[tuple[str, str], ...]
    is_id: bool = False
    is_counted: bool = True

    @cached_property
    def level(self) -> tuple[str, bool]:
        """The level that the texts add to the name, "" for none, and whether the level is in doubt."""
        return level_beside(self.name, self.said, is_id=self.is_id)

    def is_fact(self, label: str, text: str, limits: Limits) -> bool:
        """Return whether a text is only a fact about the card, its price, or that its owner has all copies."""
        if is_fact_of_card(label, text, limits) or _is_amount(label, text) or label_words(label) in _IN_SET:
            return True
        number = whole_number(text) if self.is_counted else None
        has_all = number is not None and number >= self.copies
        return has_all and counts_owned(label) and not may_be_outside(label)


def _is_amount(label: str, text: str) -> bool:
    """Return whether a text is a sum of money or a percentage, below a label that keeps cards in the deck."""
    return re.fullmatch(AMOUNT, text.strip()) is not None and not may_be_outside(label)


def _as_mark(label: str, text: str) -> str:
    """Return a text without its sum of money, unless its label may put the card outside the deck, such as Sold."""
    if _is_amount(label, text):
        return ""
    is_sum = re.fullmatch(rf"{AMOUNT}|\d+[.,]\d+", text.strip()) is not None
    return "x" if is_sum and may_be_outside(label) else text


def without_sizes(cards: Sequence[CardRecord]) -> list[CardRecord]:
    """Return the cards without the right numbers of cards in headings beside them: ``Dynasty deck (40)``."""
    counted = ((said, card.copies) for card in cards for said in card.said if any(map(str.isdigit, said[1])))
    sizes = summed(counted)
    right = (said for said, size in sizes.items() if header_count(said[1]) == size)
    bare = {said: re.sub(_SIZE, "", said[1]) for said in right if (head := heading(said[1])) and head.section}
    said = (tuple((each[0], bare.get(each, each[1])) for each in card.said) for card in cards)
    return [replace(card, said=texts) for card, texts in zip(cards, said, strict=True)] if bare else [*cards]


def in_doubt(cards: Sequence[CardRecord]) -> list[bool]:
    """Return for each card whether its texts say that it may not be in the deck, or leave its level open."""
    said = [[(label, _as_mark(label, text)) for label, text in card.said] for card in cards]
    doubts = doubted(columns_of(said), [card.copies for card in cards])
    return [is_doubtful or card.level[1] for card, is_doubtful in zip(cards, doubts, strict=True)]
