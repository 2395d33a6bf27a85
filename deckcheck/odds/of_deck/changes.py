"""Find the change of one card that raises the odds of a want most."""

from __future__ import annotations

import contextlib
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.odds import Want
from deckcheck.odds.of_deck.ask import OddsRequest, ask
from deckcheck.odds.of_deck.deck_halves import DrawnHalf
from deckcheck.odds.of_deck.groups import belonging, groups_in


class CardChange(Struct, frozen=True):
    """One more card in the groups `enters` in place of one in `leaves`, with an example of each.

    The first example is empty where no further copy of a card in the deck is allowed.
    `odds`, from 0 to 1, are those with the change, `gain` the increase.
    """

    section: str
    enters: tuple[str, ...]
    leaves: tuple[str, ...]
    example: tuple[str, str]
    odds: float
    gain: float


def best_changes(  # noqa: PLR0913 - what `ask` takes, and a test of the examples
    halves: Sequence[DrawnHalf],
    want: Want,
    declared: Mapping[str, str] | None = None,
    turns: int | None = None,
    asking: OddsRequest | None = None,
    *,
    fits: Callable[[Card, Card], bool] = lambda *_: True,
) -> tuple[CardChange, ...]:
    """Return the changes of one card that raise the odds by the last turn, the best first.

    Cards in the same groups are alike, so that one of each kind is tried; the deck keeps its size. `fits` tells whether
    one more copy of a card is allowed in place of one of another.
    """
    declared = declared or {}
    groups = groups_in(want, declared, halves)
    before = ask(halves, want, declared, turns, asking).by[-1].answer.decimal
    found = []
    for number, half in enumerate(halves):
        if half.section not in {group.section for group in groups.values()}:
            continue
        belongs = belonging(half, groups.values())
        kinds: defaultdict[frozenset[str], list[Card]] = defaultdict(list)
        for card, count in half.cards:
            if count:
                kinds[belongs.get(card.id, frozenset())].append(card)
        for (enters, news), (leaves, olds) in itertools.permutations(kinds.items(), 2):
            changed = [*halves[:number], _changed(half, news[0], olds[0]), *halves[number + 1 :]]
            # A group without cards is an error.
            with contextlib.suppress(UsageError):
                odds = ask(changed, want, declared, turns, asking).by[-1].answer.decimal
                example = (next((new.name for new in news if fits(new, olds[0])), ""), olds[0].name)
                found.append(
                    CardChange(half.section, tuple(sorted(enters)), tuple(sorted(leaves)), example, odds, odds - before)
                )
    return tuple(sorted((each for each in found if each.gain > 0), key=lambda each: -each.gain))


def _changed(half: DrawnHalf, new: Card, old: Card) -> DrawnHalf:
    def counts() -> Iterator[tuple[Card, int]]:
        for card, count in half.cards:
            yield card, count + (card.id == new.id) - (card.id == old.id)

    return msgspec.structs.replace(half, cards=tuple((card, count) for card, count in counts() if count))
