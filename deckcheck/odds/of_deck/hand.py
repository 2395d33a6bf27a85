"""A sample hand and sample provinces, dealt from the shuffled halves."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.odds import Policy, Requirement, Returned, Semantics, Want
from deckcheck.odds.exact import Setting
from deckcheck.odds.of_deck.ask import question_of
from deckcheck.odds.of_deck.groups import Group, belonging, groups_in
from deckcheck.odds.of_deck.halves import Half
from deckcheck.odds.policies import PARTIAL
from deckcheck.odds.question import check_question

_UNKNOWN = ("", "(unknown card)")


class Round(Struct, frozen=True):
    """The cards that were put away, and those that took their places."""

    thrown: tuple[str, ...]
    drawn: tuple[str, ...]


class Deal(Struct, frozen=True):
    """What one half deals: the opening cards as they came, the mulligans, what is there then, what would come next.

    `following` are as many cards as were dealt; where cards can be put away and no want says which, these replace
    them in this order.
    """

    half: Half
    dealt: tuple[str, ...]
    rounds: tuple[Round, ...]
    final: tuple[str, ...]
    following: tuple[str, ...]


def deal(
    halves: Sequence[Half], seed: int, want: Want | None = None, declared: Mapping[str, str] | None = None
) -> tuple[Deal, ...]:
    """Return a deal of each half; the same seed, halves and want give the same.

    With a `want` the mulligan is used for it, each half for the groups that are its own.

    Raises:
        UsageError: when a half has too few cards, or the want cannot be asked of the deck.
    """
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    groups = groups_in(want, declared or {}, halves)
    return tuple(_deal(half, want, tuple(groups.values()), rng) for half in halves)


def _deal(half: Half, want: Want | None, groups: Sequence[Group], rng: random.Random) -> Deal:
    cards = [(card.id, card.name) for card, count in sorted(half.cards, key=lambda each: each[0].id)
             for _ in range(count)]  # fmt: skip
    library = [*cards, *([_UNKNOWN] * half.unknown)]
    own = _part(want, frozenset(group.name for group in groups if group.section == half.section)) if want else None
    setting = None
    if own and half.policy in PARTIAL:
        # The best policy needs the odds of every hand.
        best = half.policy is Policy.OPTIMAL_PARTIAL
        player = msgspec.structs.replace(half, policy=Policy.KEEP_NEEDED) if best else half
        question = question_of(player, own, groups, 0, Semantics.COUNT)
        check_question(question)
        setting = Setting(question)
    if len(library) < half.opening:
        raise UsageError(f"the {half.label} has {len(library)} cards, too few to deal {half.opening}")
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
        rounds.append(Round(_only_names(thrown), _only_names(drawn)))
    following = _only_names(library[: half.opening])
    return Deal(half, tuple(dealt), tuple(rounds), _only_names(hand), following)


def _parted(
    hand: Sequence[tuple[str, str]], setting: Setting, groups: Mapping[str, frozenset[str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the cards that the policy keeps and those it puts away, none of a hand that has what is wanted."""
    atoms = {kept: index for index, kept in enumerate(setting.atoms)}
    places = [atoms[groups.get(card_id, frozenset()) & setting.question.groups] for card_id, _ in hand]
    counts = tuple(places.count(index) for index in range(len(setting.atoms)))
    if setting.want.met(counts):
        return list(hand), []
    left = list(setting.keep(counts))
    kept: list[tuple[str, str]] = []
    thrown: list[tuple[str, str]] = []
    for card, place in zip(hand, places, strict=True):
        (kept if left[place] else thrown).append(card)
        left[place] -= left[place] > 0
    return kept, thrown


def _part(want: Want, groups: frozenset[str]) -> Want | None:
    """Return what `want` says of `groups`, None when it says nothing."""
    if isinstance(want, Requirement):
        return want if want.group in groups else None
    parts = tuple(part for each in want.parts if (part := _part(each, groups)) is not None)
    return type(want)(parts) if len(parts) > 1 else next(iter(parts), None)


def _only_names(cards: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(name for _, name in cards)
