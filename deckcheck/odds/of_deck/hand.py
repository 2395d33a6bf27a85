"""Deal a sample hand and sample provinces from the shuffled halves."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds import Policy, Requirement, Returned, Semantics, Want
from deckcheck.odds.exact import Setting
from deckcheck.odds.of_deck.ask import question_of
from deckcheck.odds.of_deck.deck_halves import DrawnHalf
from deckcheck.odds.of_deck.groups import CardGroup, belonging, groups_in
from deckcheck.odds.policies import PARTIAL, parted
from deckcheck.odds.question import check_question
from deckcheck.rules.base import cards_of

_UNKNOWN = ("", "(unknown card)")


class Mulligan(Struct, frozen=True):
    """One exchange: the cards thrown and the cards drawn for them."""

    thrown: tuple[str, ...]
    drawn: tuple[str, ...]


class Deal(Struct, frozen=True):
    """The deal of one half: the opening cards, the mulligans, the final cards, and the next cards of the deck.

    `following` has the same number of cards as `dealt`; without a want, they replace thrown cards in this order.
    """

    half: DrawnHalf
    dealt: tuple[str, ...]
    rounds: tuple[Mulligan, ...]
    final: tuple[str, ...]
    following: tuple[str, ...]


def deal(
    halves: Sequence[DrawnHalf], seed: int, want: Want | None = None, declared: Mapping[str, str] | None = None
) -> tuple[Deal, ...]:
    """Return a deal of each half; the same seed, halves and want give the same deal.

    With a `want`, each half uses its mulligan for its own groups of the want.

    Raises:
        UsageError: when a half has too few cards, or the want is invalid for the deck.
    """
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    groups = groups_in(want, declared or {}, halves)
    return tuple(_deal(half, want, tuple(groups.values()), rng) for half in halves)


def _deal(half: DrawnHalf, want: Want | None, groups: Sequence[CardGroup], rng: random.Random) -> Deal:
    library = single_cards(half)
    own = part_of(want, frozenset(group.name for group in groups if group.section == half.section)) if want else None
    setting = None
    if own and half.policy in PARTIAL:
        # The best policy needs the odds of every hand.
        best = half.policy is Policy.OPTIMAL_PARTIAL
        player = msgspec.structs.replace(half, policy=Policy.KEEP_NEEDED) if best else half
        question = question_of(player, own, groups, 0, Semantics.COUNT)
        check_question(question)
        setting = Setting(question)
    rng.shuffle(library)
    hand, library = library[: half.opening], library[half.opening :]
    dealt, rounds = [name for _, name in hand], []
    belongs = belonging(half, groups)
    for _ in range(half.rounds if setting else 0):
        kept, thrown = _parted(hand, setting, belongs) if setting else (hand, [])
        if not thrown:
            break
        drawn, library = library[: len(thrown)], library[len(thrown) :]
        if half.returned is Returned.SHUFFLE:
            library += thrown
            rng.shuffle(library)
        hand = kept + drawn
        rounds.append(Mulligan(only_names(thrown), only_names(drawn)))
    following = only_names(library[: half.opening])
    return Deal(half, tuple(dealt), tuple(rounds), only_names(hand), following)


def single_cards(half: DrawnHalf) -> list[tuple[str, str]]:
    """Return the cards of a half, one by one in a fixed order, as ids and names; raises UsageError for too few."""
    cards = [(card.id, card.name) for card, count in sorted(half.cards, key=lambda each: each[0].id)
             for _ in range(count)]  # fmt: skip
    if half.size < half.opening:
        raise UsageError(
            f"the {half.label} has {cards_of(half.size)}, too few to deal {half.opening}", help="add cards first"
        )
    return [*cards, *([_UNKNOWN] * half.unknown)]


def _parted(
    hand: Sequence[tuple[str, str]], setting: Setting, groups: Mapping[str, frozenset[str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the cards that the policy keeps and those that it throws; it keeps a hand that meets the want."""
    atoms = {kept: index for index, kept in enumerate(setting.atoms)}
    places = [atoms[groups.get(card_id, frozenset()) & setting.question.groups] for card_id, _ in hand]
    counts = tuple(places.count(index) for index in range(len(setting.atoms)))
    if setting.want.met(counts):
        return list(hand), []
    return parted(hand, places, setting.keep(counts))


def part_of(want: Want, groups: frozenset[str]) -> Want | None:
    """Return the part of `want` about `groups`, None without one."""
    if isinstance(want, Requirement):
        return want if want.group in groups else None
    parts = tuple(part for each in want.parts if (part := part_of(each, groups)) is not None)
    return type(want)(parts) if len(parts) > 1 else next(iter(parts), None)


def only_names(cards: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple(name for _, name in cards)
