"""The differences between decks: two decks, a deck and a collection of cards, the lists of a folder."""

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.finding import Verdict


class CardStep(Struct, frozen=True):
    """One card with other numbers of copies in the two decks."""

    name: str
    before: int
    after: int


class SectionDiff(Struct, frozen=True):
    """One section of the format: its cards in the two decks, and the changed ones, in the order of names."""

    section: str
    label: str
    before: int
    after: int
    cards: tuple[CardStep, ...]


class NumberChange(Struct, frozen=True):
    """A number that differs: `what` in words, and the two values; None for a deck without the number."""

    what: str
    before: float | None
    after: float | None


class CurveDiff(Struct, frozen=True):
    """A curve that differs: copies by value, as (value, before, after), and the means."""

    section: str
    fact: str
    mean: NumberChange
    steps: tuple[tuple[str, int, int], ...]


class Comparison(Struct, frozen=True):
    """Two decks in one format: `before` and `after` are their paths, `verdicts` theirs.

    `unresolved` are the lines of each that are not counted as cards, in the order of their text.
    `numbers` are the influence, and draw odds in percent; only those that differ, and no odds while lines are open.
    """

    before: str
    after: str
    format: str
    verdicts: tuple[Verdict, Verdict]
    sections: tuple[SectionDiff, ...]
    unresolved: tuple[tuple[str, ...], tuple[str, ...]]
    curves: tuple[CurveDiff, ...]
    numbers: tuple[NumberChange, ...]

    @property
    def same(self) -> bool:
        """Whether the decks have the same cards in the same sections."""
        return not any(section.cards for section in self.sections) and self.unresolved[0] == self.unresolved[1]


class Missing(Struct, frozen=True):
    """A card of a deck with too few copies in a collection: copies needed and copies present, 0 or more."""

    card_id: str
    name: str
    needed: int
    have: int

    @property
    def count(self) -> int:
        """The number of missing copies."""
        return self.needed - self.have


class NearCopy(Struct, frozen=True):
    """Another list, and the share of the larger list that both have in common, from 0 to 1."""

    path: str
    share: float


class CollectedList(Struct, frozen=True, kw_only=True):
    """One list of a collection. `date` is the day in the list, else the day on which its file last changed."""

    path: str
    name: str
    player: str
    format: str
    verdict: str
    date: str
    cards: int
    fingerprint: str
    near: tuple[NearCopy, ...] = ()


class Companions(Struct, frozen=True):
    """One card in some lists: the number of `lists`, how many play one, two or more `copies`, and the cards with it.

    `others` has each other card with the number of lists that play both, the most frequent first.
    """

    lists: int
    copies: tuple[tuple[int, int], ...]
    others: tuple[tuple[Card, int], ...]

    @property
    def having(self) -> int:
        """The number of lists with the card."""
        return sum(lists for _, lists in self.copies)
