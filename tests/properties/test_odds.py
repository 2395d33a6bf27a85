"""Identities that odds obey whatever the numbers are."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.odds import (
    Atom,
    Policy,
    Population,
    Question,
    Requirement,
    Returned,
    Want,
    answer,
    parse_want,
    population,
)
from tests.conftest import examples

lenient = settings(deadline=None, max_examples=examples(30))

DECKS = st.integers(12, 45)


def odds(deck: Population, want: Want, **kwargs: object) -> Fraction:
    found = answer(Question(population=deck, want=want, **kwargs), exact=True).fraction  # type: ignore[arg-type]
    assert found is not None
    return found


@lenient
@given(DECKS, st.integers(1, 12), st.integers(0, 6))
def test_keeping_hits_for_one_copy_is_like_seeing_two_hands(deck: int, copies: int, hand: int) -> None:
    found = odds(population(deck, {"A": copies}), parse_want("A>=1"), hand=hand, policy=Policy.KEEP_HITS)

    assert found == 1 - Fraction(comb(deck - copies, 2 * hand), comb(deck, 2 * hand))


@lenient
@given(DECKS, st.integers(1, 10), st.integers(0, 4), st.integers(0, 4))
def test_bottoming_is_never_worse_than_shuffling(deck: int, copies: int, hand: int, draws: int) -> None:
    cards, want = population(deck, {"A": copies}), parse_want("A>=1")
    bottom, shuffle = (
        odds(cards, want, hand=hand, draws=draws, policy=Policy.KEEP_HITS, returned=returned)
        for returned in (Returned.BOTTOM, Returned.SHUFFLE)
    )

    assert bottom >= shuffle


@lenient
@given(st.integers(14, 40), st.integers(1, 6), st.integers(1, 6), st.integers(1, 4), st.data())
def test_policies_stand_in_their_order(size: int, a: int, b: int, hand: int, data: st.DataObject) -> None:
    deck = population(size, {"A": a, "B": b})
    want = parse_want(f"A>={data.draw(st.integers(0, min(2, a)))} and B>={data.draw(st.integers(0, min(2, b)))}")
    draws = data.draw(st.integers(0, 4))
    best, needed, hits, none = (
        odds(deck, want, hand=hand, draws=draws, policy=policy)
        for policy in (Policy.OPTIMAL_PARTIAL, Policy.KEEP_NEEDED, Policy.KEEP_HITS, Policy.NONE)
    )

    assert best >= needed >= hits >= none


@lenient
@given(DECKS, st.data())
def test_copies_and_draws_may_change_places(deck: int, data: st.DataObject) -> None:
    copies, cards = data.draw(st.integers(1, deck)), data.draw(st.integers(1, deck))
    least = data.draw(st.integers(0, min(copies, cards)))
    want = Requirement("A", ">=", least)

    assert odds(population(deck, {"A": copies}), want, hand=cards) == odds(
        population(deck, {"A": cards}), want, hand=copies
    )


@lenient
@given(DECKS, st.data())
def test_the_numbers_of_copies_have_odds_that_add_up_to_one(deck: int, data: st.DataObject) -> None:
    copies, cards = data.draw(st.integers(1, deck)), data.draw(st.integers(0, deck))
    each = [odds(population(deck, {"A": copies}), Requirement("A", "==", k), hand=cards) for k in range(copies + 1)]

    assert sum(each) == 1


@lenient
@given(st.integers(13, 45), st.data())
def test_more_copies_or_draws_never_hurt_and_wanting_more_never_helps(deck: int, data: st.DataObject) -> None:
    copies, cards = data.draw(st.integers(2, deck - 1)), data.draw(st.integers(0, deck - 1))
    least = data.draw(st.integers(0, copies - 1))
    base = odds(population(deck, {"A": copies}), Requirement("A", ">=", least), hand=cards)

    assert odds(population(deck, {"A": copies + 1}), Requirement("A", ">=", least), hand=cards) >= base
    assert odds(population(deck, {"A": copies}), Requirement("A", ">=", least), hand=cards + 1) >= base
    assert odds(population(deck, {"A": copies}), Requirement("A", ">=", least + 1), hand=cards) <= base


COUNTS = st.lists(st.integers(1, 4), min_size=4, max_size=4)


@lenient
@given(COUNTS, st.sampled_from(list(Policy)[:7]), st.integers(0, 4), st.randoms(use_true_random=False))
def test_names_splitting_and_order_do_not_matter(counts: list[int], policy: Policy, hand: int, random: object) -> None:
    a, both, b, none = counts
    blank = Atom(frozenset(), 12 + none)
    atoms = [Atom(frozenset("A"), a), Atom(frozenset("AB"), both), Atom(frozenset("B"), b), blank]
    single = [Atom(atom.groups, 1) for atom in atoms for _ in range(atom.count)]
    random.shuffle(single)  # type: ignore[attr-defined]
    renamed = [Atom(frozenset({"A": "y", "B": "z"}[name] for name in atom.groups), atom.count) for atom in atoms]
    unasked = [*atoms[:-1], Atom(frozenset("C"), 5), Atom(frozenset(), blank.count - 5)]

    def asked(cards: list[Atom], first: str = "A", second: str = "B") -> Fraction:
        want = parse_want(f"{first}>=1 and {second}>=1 or {first}==2")
        return odds(Population(tuple(cards)), want, hand=hand, draws=2, policy=policy) if a + both > 1 else Fraction(0)

    assert asked(atoms) == asked(single) == asked(renamed, "y", "z") == asked(unasked)
