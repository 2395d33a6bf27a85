"""Mulligans of decks of a few cards, worked out hand by hand."""

from __future__ import annotations

from fractions import Fraction

from deckcheck.odds import Policy, Population, Question, Semantics, answer, parse_want, population
from deckcheck.odds.conditions import needs

NEVER, HALF, ALWAYS = Fraction(0), Fraction(1, 2), Fraction(1)


def shared(deck: int, *atoms: str) -> Population:
    """Return a deck with one card of each of `atoms`, whose letters are its groups."""
    return population(deck, {}, {frozenset(atom): 1 for atom in atoms})


def odds(deck: Population, want: str, hand: int, semantics: Semantics = Semantics.COUNT) -> Fraction | None:
    asked = Question(population=deck, want=parse_want(want), hand=hand, policy=Policy.KEEP_NEEDED, semantics=semantics)
    return answer(asked, exact=True).fraction


def test_under_count_a_card_of_two_groups_is_kept_before_one_of_one() -> None:
    by_hand = {
        "A and AB": HALF,  # A is thrown for C or the blank.
        "A and C": NEVER,  # Both are kept.
        "A and blank": NEVER,  # No single card brings B and C.
        "AB and C": ALWAYS,
        "AB and blank": HALF,  # A or C comes.
        "C and blank": HALF,  # A or AB comes.
    }

    assert odds(shared(4, "A", "AB", "C"), "A>=1 and B>=1 and C>=1", 2) == sum(by_hand.values()) / 6


def test_under_assignment_a_card_of_one_group_is_kept_before_one_of_two() -> None:
    by_hand = {
        "AB and B": ALWAYS,  # AB is thrown, and only blanks are left.
        "AB and a blank": NEVER,  # AB is kept, two such hands.
        "B and a blank": 2 * HALF,  # AB or the other blank comes, two such hands.
        "two blanks": NEVER,  # AB and B come.
    }

    assert odds(shared(4, "AB", "B"), "B>=1 and A==0", 2, Semantics.ASSIGNMENT) == sum(by_hand.values()) / 6


def test_a_card_of_two_groups_stays_where_only_one_card_may_be_thrown() -> None:
    """Without B or AB in the hand, throwing the blank brings it."""
    deck = shared(3, "AB", "B")
    asked = Question(population=deck, want=parse_want("A>=1 and B>=2"), hand=2, policy=Policy.ALL_OR_NOTHING, most=1)

    assert answer(asked).fraction == ALWAYS


def test_under_assignment_a_kept_card_makes_room_for_another() -> None:
    by_hand = {
        "AB, AC and BC": ALWAYS,
        "two of them": 9 * Fraction(1, 3),  # Nine such hands; the third comes as one of three cards.
        "one of them": 9 * Fraction(1, 3),  # Nine such hands; two others come of three cards.
        "none of them": ALWAYS,  # The three cards that are left are drawn.
    }

    found = odds(shared(6, "AB", "AC", "BC"), "A>=1 and B>=1 and C>=1", 3, Semantics.ASSIGNMENT)

    assert found == sum(by_hand.values()) / 20


def test_two_bounds_on_one_group_share_its_cards_under_count() -> None:
    deck = population(9, {"A": 4, "B": 2})

    found = odds(deck, "A>=1 and A>=2 and B>=1", 3)

    assert found == odds(deck, "A>=2 and B>=1", 3)
    # Of three A in hand one is thrown, and six cards are left to be drawn, two of them B.
    restricted = Question(
        population=deck,
        want=parse_want("A>=1 and A>=2 and B>=1"),
        hand=3,
        policy=Policy.KEEP_NEEDED,
        given=parse_want("A==3"),
    )
    assert answer(restricted).fraction == Fraction(2, 6)


def test_under_assignment_two_cards_are_never_three() -> None:
    """A and C share no card, but both share one with B, so the two cards are too few for all three."""
    deck = shared(2, "AB", "BC")
    want = parse_want("A>=1 and B>=1 and C>=1")

    assert answer(Question(population=deck, want=want, hand=2)).fraction == 1
    assert answer(Question(population=deck, want=want, hand=2, semantics=Semantics.ASSIGNMENT)).fraction == 0
    for pair in ("A>=1 and B>=1", "B>=1 and C>=1", "A>=1 and C>=1"):
        asked = Question(population=deck, want=parse_want(pair), hand=2, semantics=Semantics.ASSIGNMENT)
        assert answer(asked).fraction == 1


def test_what_a_want_needs_of_each_group() -> None:
    want = parse_want("A>=1 and A>=2 and B<=1 or A==2 and C>=1")

    assert needs(want, Semantics.COUNT) == {"A": 2, "B": 0, "C": 1}
    assert needs(want, Semantics.ASSIGNMENT) == {"A": 3, "B": 0, "C": 1}
