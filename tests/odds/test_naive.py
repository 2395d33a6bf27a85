"""A thousand questions about decks of a few cards, answered by looking at every order of events."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterable
from fractions import Fraction

import msgspec
import pytest

from deckcheck.model.errors import UsageError
from deckcheck.odds import (
    AllOf,
    AnyOf,
    Atom,
    Policy,
    Population,
    Question,
    Requirement,
    Returned,
    Semantics,
    Want,
    answer,
)
from deckcheck.odds.of_deck.hand import best_states

Cards = frozenset[int]
PARTIAL = (
    Policy.KEEP_HITS,
    Policy.KEEP_NEEDED,
    Policy.ALL_OR_NOTHING,
    Policy.MULLIGAN_HITS,
    Policy.OPTIMAL_PARTIAL,
)


class Naive:
    """The same question with every card a card of its own."""

    def __init__(self, question: Question) -> None:
        self.question = question
        atoms = [atom.groups for atom in question.population.atoms for _ in range(atom.count)]
        self.groups = dict(enumerate(atoms))
        self.deck = frozenset(self.groups)
        self.met = functools.cache(self._met)
        self.play = functools.cache(self._play)

    def probability(self) -> Fraction | None:
        question = self.question
        hands = [
            frozenset(hand)
            for hand in itertools.combinations(self.deck, question.hand)
            if question.given is None or self.met(frozenset(hand), question.given)
        ]
        rounds = question.rounds if question.policy in PARTIAL else 0
        return mean(self.play(rounds, hand, self.deck - hand) for hand in hands) if hands else None

    def _play(self, rounds: int, hand: Cards, library: Cards) -> Fraction:
        question = self.question
        if rounds == 0:
            final = [hand | frozenset(new) for new in itertools.combinations(library, question.draws)]
            return mean(Fraction(self.met(cards, question.want)) for cards in final)
        if question.policy is Policy.OPTIMAL_PARTIAL:
            least = max(0, len(hand) - self.most)
            subsets = itertools.chain.from_iterable(
                itertools.combinations(hand, n) for n in range(least, len(hand) + 1)
            )
            return max(self.after(rounds, hand, frozenset(kept), library) for kept in subsets)
        kept, asked = self.kept(hand), self.question.groups
        thrown = sorted(
            hand - kept, key=lambda card: (-len(self.groups[card] & asked), sorted(self.groups[card] & asked))
        )
        return self.after(rounds, hand, hand - set(thrown[max(0, len(thrown) - self.most) :]), library)

    @property
    def most(self) -> int:
        return 9 if self.question.most is None else self.question.most

    def after(self, rounds: int, hand: Cards, kept: Cards, library: Cards) -> Fraction:
        thrown = hand - kept
        back = thrown if self.question.returned is Returned.SHUFFLE else frozenset()
        return mean(
            self.play(rounds - 1, kept.union(new), library.difference(new) | back)
            for new in itertools.combinations(library, len(thrown))
        )

    def kept(self, hand: Cards) -> Cards:
        question = self.question
        wanted = {item.group for item in leaves(question.want)}
        if question.policy is Policy.KEEP_HITS:
            return frozenset(card for card in hand if self.groups[card] & wanted)
        if question.policy is Policy.MULLIGAN_HITS:
            thrown = set(question.throw) or wanted
            return frozenset(card for card in hand if not self.groups[card] & thrown)
        if question.policy is Policy.ALL_OR_NOTHING:
            return hand if self.met(hand, question.want) else frozenset()
        if question.semantics is Semantics.COUNT:
            return self.kept_by_count(hand, wanted)
        return self.kept_by_payment(hand, wanted)

    def kept_by_count(self, hand: Cards, wanted: set[str]) -> Cards:
        needed = dict.fromkeys(wanted, 0)
        for item in leaves(self.question.want):
            needed[item.group] = max(needed[item.group], 0 if item.op == "<=" else item.count)
        kept: set[int] = set()
        for card in sorted(
            hand, key=lambda card: (-len(self.groups[card] & wanted), sorted(self.groups[card] & wanted))
        ):
            here = self.groups[card] & wanted
            if any(sum(group in self.groups[other] for other in kept) < needed[group] for group in here):
                kept.add(card)
        return frozenset(kept)

    def kept_by_payment(self, hand: Cards, wanted: set[str]) -> Cards:
        needed = dict.fromkeys(wanted, 0)
        for together in expanded(self.question.want):
            for group in wanted:
                asked = sum(item.count for item in together if item.group == group and item.op != "<=")
                needed[group] = max(needed[group], asked)
        slots = [group for group, count in needed.items() for _ in range(count)]
        kept: list[int] = []
        for card in sorted(
            hand, key=lambda card: (len(self.groups[card] & wanted), sorted(self.groups[card] & wanted))
        ):
            if self.paid([*kept, card], slots) > self.paid(kept, slots):
                kept.append(card)
        return frozenset(kept)

    def paid(self, cards: list[int], slots: list[str]) -> int:
        """Return how many cards can pay for a slot each, trying every choice."""
        if not cards:
            return 0
        best = self.paid(cards[1:], slots)
        for group in set(slots) & self.groups[cards[0]]:
            left = slots.copy()
            left.remove(group)
            best = max(best, 1 + self.paid(cards[1:], left))
        return best

    def _met(self, cards: Cards, want: Want) -> bool:
        if self.question.semantics is Semantics.COUNT:
            return self.counted(cards, want)
        return any(self.payable(cards, together) for together in expanded(want))

    def counted(self, cards: Cards, want: Want) -> bool:
        if isinstance(want, Requirement):
            number = sum(want.group in self.groups[card] for card in cards)
            return {">=": number >= want.count, "<=": number <= want.count, "==": number == want.count}[want.op]
        return (all if isinstance(want, AllOf) else any)(self.counted(cards, part) for part in want.parts)

    def payable(self, cards: Cards, together: list[Requirement]) -> bool:
        upper = [Requirement(item.group, "<=", item.count) for item in together if item.op != ">="]
        slots = [item.group for item in together if item.op != "<=" for _ in range(item.count)]
        return all(self.counted(cards, item) for item in upper) and self.paid(list(cards), slots) == len(slots)


def mean(values: Iterable[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def leaves(want: Want) -> list[Requirement]:
    return [want] if isinstance(want, Requirement) else [item for part in want.parts for item in leaves(part)]


def expanded(want: Want) -> list[list[Requirement]]:
    if isinstance(want, Requirement):
        return [[want]]
    parts = [expanded(part) for part in want.parts]
    if isinstance(want, AnyOf):
        return [item for part in parts for item in part]
    return [[item for each in chosen for item in each] for chosen in itertools.product(*parts)]


def random_want(rng: random.Random, depth: int = 0) -> Want:
    if depth == 2 or rng.random() < 0.45:
        return Requirement(rng.choice("ABC"), rng.choice([">=", ">=", ">=", "<=", "=="]), rng.randint(0, 2))
    parts = tuple(random_want(rng, depth + 1) for _ in range(rng.randint(2, 3)))
    return AllOf(parts) if rng.random() < 0.5 else AnyOf(parts)


def random_question(rng: random.Random) -> Question:
    kinds = ["", "A", "B", "C", "AB", "BC", "ABC"]
    atoms = [Atom(frozenset(names), rng.randint(1, 2)) for names in rng.sample(kinds, rng.randint(2, 5))]
    policy = rng.choice([Policy.NONE, Policy.KEEP_ALL, Policy.REDRAW_UNTIL, *PARTIAL])
    restricted = policy is Policy.REDRAW_UNTIL or rng.random() < 0.2
    return Question(
        population=Population(tuple(atoms)),
        want=random_want(rng),
        hand=rng.randint(0, 3),
        draws=rng.randint(0, 2),
        policy=policy,
        returned=rng.choice(list(Returned)),
        rounds=rng.randint(1, 2) if policy in PARTIAL else 1,
        throw=tuple(rng.sample("ABC", rng.randint(0, 1))) if policy is Policy.MULLIGAN_HITS else (),
        given=random_want(rng) if restricted else None,
        semantics=rng.choice(list(Semantics)),
        most=rng.choice([None, None, 0, 1, 2]) if policy in PARTIAL else None,
    )


@pytest.mark.parametrize("seed", range(20))
def test_every_order_of_events_gives_the_same_odds(seed: int) -> None:
    rng = random.Random(seed)
    compared: list[Question] = []
    while len(compared) < 50:
        question = random_question(rng)
        if question.population.size > 9:
            continue
        try:
            found = answer(question, exact=True).fraction
        except UsageError as error:
            if "no opening hand" in error.message:
                assert Naive(question).probability() is None
            continue
        assert found == Naive(question).probability(), question
        compared.append(question)

    assert {question.semantics for question in compared} == set(Semantics)
    assert len({question.policy for question in compared}) > 5


@pytest.mark.parametrize("seed", range(10))
def test_cards_in_play_count_beside_every_draw(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    while compared < 50:
        plain = random_question(rng)
        held = Population(tuple(Atom(frozenset(names), 1) for names in rng.sample(["A", "B", "AB", ""], 2)))
        question = msgspec.structs.replace(
            plain,
            hand=0,
            draws=rng.randint(0, 3),
            policy=Policy.NONE,
            rounds=1,
            most=None,
            throw=(),
            given=None,
            held=held,
        )
        naive = Naive(msgspec.structs.replace(question, population=question.every, held=Population(())))
        try:
            found = answer(question, exact=True)
            guessed = answer(question, games=200, seed=seed)
        except UsageError:
            continue
        deck, size = question.population.size, question.every.size
        mine = frozenset(range(deck, size))
        assert found.fraction == mean(
            Fraction(naive.met(mine.union(drawn), question.want))
            for drawn in itertools.combinations(range(deck), question.draws)
        )
        assert abs(guessed.decimal - found.decimal) < 5 * (guessed.standard_error or 0)
        compared += 1


@pytest.mark.parametrize("seed", range(10))
def test_each_way_to_use_a_mulligan_is_worth_what_every_order_of_events_gives(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    while compared < 10:
        plain = random_question(rng)
        question = msgspec.structs.replace(
            plain, policy=Policy.OPTIMAL_PARTIAL, rounds=rng.randint(1, 2), throw=(), given=None
        )
        if not question.hand >= 1 or question.population.size > 8:
            continue
        try:
            game = best_states(question)
        except UsageError:
            continue
        naive = Naive(question)
        atoms, names = game.setting.atoms, game.setting.question.groups
        hand = frozenset(rng.sample(sorted(naive.deck), question.hand))

        def vector(
            cards: Iterable[int],
            naive: Naive = naive,
            atoms: tuple[frozenset[str], ...] = atoms,
            names: frozenset[str] = names,
        ) -> tuple[int, ...]:
            places = [atoms.index(naive.groups[card] & names) for card in cards]
            return tuple(places.count(place) for place in range(len(atoms)))

        nothing, scale = (0,) * len(atoms), game.scale[question.rounds]
        worth = {}
        for size in range(max(0, len(hand) - naive.most), len(hand) + 1):
            for kept in itertools.combinations(sorted(hand), size):
                worth[vector(kept)] = naive.after(question.rounds, hand, frozenset(kept), naive.deck - hand)
                value = game.after(question.rounds, vector(hand), vector(kept), nothing)
                assert Fraction(value, scale) == worth[vector(kept)]
        assert Fraction(game.best(question.rounds, vector(hand), nothing)[1], scale) == max(worth.values())
        compared += 1
