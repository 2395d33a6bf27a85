"""A mulligan that the user plays: the cards of one half, the odds of each choice, and the redraws."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.odds import AllOf, Policy, Requirement, Returned, Semantics, Want
from deckcheck.odds.choices import Choices
from deckcheck.odds.conditions import Vector
from deckcheck.odds.of_deck.ask import question_of
from deckcheck.odds.of_deck.deck_halves import DrawnHalf
from deckcheck.odds.of_deck.groups import CardGroup, belonging, groups_in
from deckcheck.odds.of_deck.hand import only_names, part_of, single_cards
from deckcheck.odds.policies import parted


class Worth(Struct, frozen=True):
    """The odds from 0 to 1 of a choice (`chosen`), of keeping every card (`keeping`) and of the best choice.

    Later redraws are used optimally. `best_kept` are the names of the cards that the best choice keeps.
    """

    chosen: float
    keeping: float
    best: float
    best_kept: tuple[str, ...]


class MulliganGame:
    """One half, dealt; `hand` has the names of its cards, `rounds` the redraws left."""

    def __init__(self, half: DrawnHalf, want: Want, groups: Mapping[str, CardGroup], seed: int, turn: int) -> None:
        """Deal `half`; `want` is about its cards alone, by `turn` (0: in the opening).

        Raises:
            UsageError: when the half has too few cards, or an exact answer would take too long.
        """
        own = [group for group in groups.values() if group.section == half.section]
        self.half, self.want, self.rounds = half, want, half.rounds
        self._choices = Choices(question_of(half, want, own, half.drawn_by(turn), Semantics.COUNT))
        self._belongs = belonging(half, own)
        self._rng = random.Random(seed)  # noqa: S311 - games, not secrets
        self._library = single_cards(half)
        self._rng.shuffle(self._library)
        self._hand = [self._library.pop() for _ in range(half.opening)]
        self._buried: list[tuple[str, str]] = []

    @property
    def hand(self) -> tuple[str, ...]:
        """The names of the cards of the hand."""
        return only_names(self._hand)

    @property
    def odds(self) -> float:
        """The odds with the hand as it is and no redraw left."""
        return float(self._choices.final(self._vector(self._hand), self._vector(self._buried)))

    def throw(self, places: Collection[int]) -> Worth:
        """Put away the cards at `places` of the hand, replace them, and return the odds of that choice."""
        kept = [card for place, card in enumerate(self._hand) if place not in places]
        worth = self._worth(kept)
        thrown = [card for place, card in enumerate(self._hand) if place in places]
        drawn = [self._library.pop() for _ in thrown]
        if self.half.returned is Returned.SHUFFLE:
            self._library += thrown
            self._rng.shuffle(self._library)
        else:
            self._buried += thrown
        self._hand = kept + drawn
        self.rounds -= 1
        return worth

    def _worth(self, kept: Sequence[tuple[str, str]]) -> Worth:
        hand, buried = self._vector(self._hand), self._vector(self._buried)
        odds = self._choices.odds(hand, self._vector(kept), buried, self.rounds)
        best, most = self._choices.best(hand, buried, self.rounds)
        best_kept, _ = parted(self._hand, map(self._atom, self._hand), best)
        keeping = self._choices.odds(hand, hand, buried, self.rounds)
        return Worth(float(odds), float(keeping), float(most), only_names(best_kept))

    def _vector(self, cards: Sequence[tuple[str, str]]) -> Vector:
        atoms = [self._atom(card) for card in cards]
        return tuple(atoms.count(atom) for atom in range(len(self._choices.setting.atoms)))

    def _atom(self, card: tuple[str, str]) -> int:
        setting = self._choices.setting
        return setting.atoms.index(self._belongs.get(card[0], frozenset()) & setting.question.groups)


class Wished(NamedTuple):
    """A want with its `declared` groups (None: avoid the bad hands of the format), by `turn`."""

    want: Want | None
    declared: Mapping[str, str]
    turn: int = 0


def mulligan_games(halves: Sequence[DrawnHalf], fmt: Format, wished: Wished, seed: int) -> list[MulliganGame]:
    """Return a game for each half with a mulligan that the want is about.

    Raises:
        UsageError: when no half has such a mulligan, and for a want that is invalid for the deck.
    """
    games = []
    for half in halves:
        own = _part_of_half(half, fmt, wished, halves)
        if own is not None and half.policy is not Policy.NONE:
            wanted, groups = own
            games.append(MulliganGame(half, wanted, groups, seed, wished.turn))
    if not games:
        raise UsageError(
            "no part of this deck has a mulligan for the condition", help="give the cards to draw with --want"
        )
    return games


def _part_of_half(
    half: DrawnHalf, fmt: Format, wished: Wished, halves: Sequence[DrawnHalf]
) -> tuple[Want, Mapping[str, CardGroup]] | None:
    """Return the want for a half, None without one: its part of `want`, else a card against each bad hand."""
    if wished.want is not None:
        groups = groups_in(wished.want, wished.declared, halves)
        own = part_of(wished.want, frozenset(name for name, group in groups.items() if group.section == half.section))
        return (own, groups) if own is not None else None
    feared = next(drawn.params.feared for drawn in fmt.draws if drawn.section == half.section)
    found = groups_in(None, {text: text for text in feared.values()}, [half]) if feared else {}
    parts = tuple(Requirement(name, ">=", 1) for name in found)
    if not parts:
        return None
    return (AllOf(parts) if len(parts) > 1 else parts[0]), found
