"""What may be asked, what is refused with a reason, and the searches over questions."""

from __future__ import annotations

import itertools
import math
import re
from fractions import Fraction
from typing import Any

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
    answer,
    by_turn,
    expected_copies,
    expected_first_turn,
    fewest_copies_for,
    first_turn_for,
    parse_want,
    population,
)

DECK = population(40, {"A": 3, "B": 9})


def question(want: str = "A>=1", **kwargs: Any) -> Question:
    fields: dict[str, Any] = {"population": DECK, "hand": 4} | kwargs
    return Question(want=parse_want(want), **fields)


class TestWants:
    @pytest.mark.parametrize(
        ("text", "want"),
        [
            ("A>=1", Requirement("A", ">=", 1)),
            ("A ≥ 1", Requirement("A", ">=", 1)),
            ("A>1", Requirement("A", ">=", 2)),
            ("A≤1", Requirement("A", "<=", 1)),
            ("A<1", Requirement("A", "<=", 0)),
            ("A=2", Requirement("A", "==", 2)),
            ("A>=1000", Requirement("A", ">=", 1000)),
            ('"Way of the Crane"==2', Requirement("Way of the Crane", "==", 2)),
            ("'and'>=1", Requirement("and", ">=", 1)),
            ("((A>=1))", Requirement("A", ">=", 1)),
            ("(" * 20 + "A>=1" + ")" * 20, Requirement("A", ">=", 1)),
            ("A>=1 AND B>=1", AllOf((Requirement("A", ">=", 1), Requirement("B", ">=", 1)))),
        ],
    )
    def test_what_is_read(self, text: str, want: object) -> None:
        assert parse_want(text) == want

    def test_and_binds_more_tightly_than_or(self) -> None:
        a, b, c = (Requirement(name, ">=", 1) for name in "ABC")

        assert parse_want("A>=1 or B>=1 and C>=1") == AnyOf((a, AllOf((b, c))))
        assert parse_want("(A>=1 or B>=1) and C>=1") == AllOf((AnyOf((a, b)), c))

    @pytest.mark.parametrize(
        "text",
        [
            "A >= 1",
            'A >= 1 and ("b c" == 0 or A <= 2)',
            "A >= 1 or B >= 2 and C == 0",
            """'Togashi "the" Dragon' >= 1""",
            '"And" >= 1',
        ],
    )
    def test_what_is_written_reads_the_same(self, text: str) -> None:
        assert str(parse_want(text)) == text
        assert parse_want(str(parse_want(text))) == parse_want(text)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "want, column 1: it is empty"),
            ("A", "want, column 1: `A` needs a number of cards, such as `>=1`"),
            ("A>=", "want, column 4: it ends too early"),
            ("A:1", "want, column 2: `:` cannot compare numbers"),
            ("A>=1.5", "want, column 4: `1.5` is not a whole number"),
            ("A>=-1", "want, column 4: `-1` is not a whole number"),
            ("A>=x", "want, column 4: `x` is not a whole number"),
            ("A>=٣", "want, column 4: `٣` is not a whole number"),
            ("A>=" + "9" * 5000, "is not a whole number"),
            ("A<0", "is never true"),
            ("not A>=1", "write the opposite"),
            ("(A>=1", "want, column 6: it ends too early"),
            ("A>=1)", "want, column 5: `)` is not allowed here"),
            ("A=>1", "want, column 2: `=>` is not allowed here"),
            (")A>=1)", "want, column 1: `)` is not allowed here"),
            ("(A>=1(", "want, column 7: it ends too early"),
            ('"A>=1', 'want, column 1: a `"` is not closed'),
            ('A>=1 and "B>=1', 'want, column 10: a `"` is not closed'),
            ('"">=1', "want, column 1: a group has no name"),
            ("(A>=1 and (A>=1 or " * 15 + "A>=1" + "))" * 15, "nested more than 20 deep"),
            (
                "A>=1 or (A>=1 and (A>=1 or " + "(A>=1 and (A>=1 or " * 9 + "A>=1" + "))" * 10,
                "nested more than 20 deep",
            ),
            ("A" * 20_001, "20,001 characters"),
        ],
    )
    def test_what_cannot_be_read(self, text: str, says: str) -> None:
        with pytest.raises(UsageError) as caught:
            parse_want(text)

        assert says in f"{caught.value}; {caught.value.help}"

    def test_a_want_of_20_levels_can_be_read(self) -> None:
        assert parse_want("(A>=1 and (A>=1 or " * 10 + "A>=1" + "))" * 10)


class TestRefusals:
    @pytest.mark.parametrize(
        ("kwargs", "says"),
        [
            ({"hand": 41}, "too few for a hand of 41"),
            ({"hand": -4}, "the opening hand is `-4`"),
            ({"hand": 2.5}, "the opening hand is `2.5`"),
            ({"hand": True}, "not a whole number"),
            ({"hand": 4, "draws": 37}, "37 drawn later"),
            ({"draws": -1}, "the later draws is `-1`"),
            ({"hand": 21, "policy": Policy.KEEP_HITS}, "up to 21 thrown"),
            ({"hand": 14, "policy": Policy.ALL_OR_NOTHING, "rounds": 2, "returned": Returned.BOTTOM}, "28 thrown"),
            ({"policy": Policy.KEEP_HITS, "rounds": 0}, "rounds is `0`"),
            ({"policy": Policy.KEEP_HITS, "rounds": 11}, "rounds is `11`"),
            ({"population": Population(())}, "the deck is `0`"),
            ({"population": Population((Atom(frozenset("A"), -1), Atom(frozenset(), 5)))}, "of a group is `-1`"),
            ({"given": Requirement("A", ">=", -1)}, "the number in `A >= -1` is `-1`"),
            ({"rounds": 2}, "throws part of the hand"),
            ({"throw": ("A",)}, "`--throw` has no effect with the policy `none`"),
            ({"policy": Policy.MULLIGAN_HITS, "throw": ("Z",)}, "no card of the deck is in `Z`"),
            ({"want": "Z>=1"}, "no card of the deck is in `Z`"),
            ({"want": "A>=5"}, "`A >= 5` is impossible: the deck has 3 cards in `A`"),
            ({"want": "A>=5 or B==10"}, "`A >= 5` is impossible"),
            ({"want": "A>=1 and (A==4 or B==10)"}, "`A == 4` is impossible"),
            ({"given": parse_want("B>=10")}, "`B >= 10` is impossible"),
            ({"given": parse_want("A>=3 and B>=3")}, "no opening hand of 4 cards"),
            ({"policy": Policy.REDRAW_UNTIL}, "needs a condition"),
        ],
    )
    def test_a_bad_question_names_the_bad_value(self, kwargs: dict[str, Any], says: str) -> None:
        with pytest.raises(UsageError) as caught:
            answer(question(**kwargs))

        assert says in caught.value.message

    @pytest.mark.parametrize(
        ("kwargs", "helps"),
        [
            ({"throw": ("A",)}, "add --policy mulligan_hits"),
            ({"want": "Z>=1"}, "groups: A, B"),
            ({"population": population(40, {})}, "groups: none"),
        ],
    )
    def test_a_bad_question_is_told_what_can_be_asked(self, kwargs: dict[str, Any], helps: str) -> None:
        with pytest.raises(UsageError) as caught:
            answer(question(**kwargs))

        assert caught.value.help == helps

    def test_groups_that_share_cards_are_named_as_such(self) -> None:
        with pytest.raises(UsageError) as caught:
            population(10, {"A": 6, "B": 6})
        assert caught.value.help == "name the cards that are in several groups at once with --atom A,B=2"
        with pytest.raises(UsageError, match=r"^the number of cards in `A` and `B` is `-1`"):
            population(10, {}, {frozenset("AB"): -1})

    @pytest.mark.parametrize(
        ("deck", "groups", "shared", "says"),
        [
            (0, {"A": 0}, {}, "the deck is `0`"),
            (40, {"A": 41}, {}, "41 cards and the deck only 40"),
            (40, {"A": -1}, {}, "`A` is `-1`"),
            (10, {"A": 6, "B": 6}, {}, "12 cards and the deck only 10"),
            (10, {"A": 1, "B": 6}, {frozenset("AB"): 2}, "`A` has 1 card in all, but its atoms have 2"),
            (100_000, {"A": 1}, {}, "from 1 to 1000"),
        ],
    )
    def test_a_bad_deck_names_the_bad_value(
        self, deck: int, groups: dict[str, int], shared: dict[frozenset[str], int], says: str
    ) -> None:
        with pytest.raises(UsageError) as caught:
            population(deck, groups, shared)

        assert says in caught.value.message

    def test_what_is_too_much_for_the_deck_is_said_with_what_to_do(self) -> None:
        with pytest.raises(UsageError) as caught:
            answer(question(hand=41))
        assert (caught.value.message, caught.value.help) == ("the deck has 40 cards, too few for a hand of 41", None)
        with pytest.raises(UsageError) as caught:
            answer(question(hand=21, draws=1, policy=Policy.KEEP_HITS))
        assert caught.value.message == (
            "the deck has 40 cards, too few for a hand of 21, up to 21 thrown, 1 drawn later"
        )
        assert caught.value.help == "thrown cards cannot return in the same redraw; from the bottom they never return"

    def test_exact_and_simulated_at_once(self) -> None:
        with pytest.raises(UsageError, match=r"^an answer is either exact or simulated, not both$"):
            answer(question(), exact=True, games=10)

    @pytest.mark.parametrize("games", [0, -5, 10**9])
    def test_a_bad_number_of_games(self, games: int) -> None:
        with pytest.raises(UsageError, match=f"^the number of games is `{games}`"):
            answer(question(), games=games)

    def test_what_is_not_simulated(self) -> None:
        with pytest.raises(UsageError, match="the policy `optimal_partial` requires an exact answer") as caught:
            answer(question(policy=Policy.OPTIMAL_PARTIAL), games=10)
        assert (caught.value.help or "").startswith("use `keep_needed`, which is close when groups share no card ")

    @pytest.mark.parametrize("policy", [Policy.KEEP_NEEDED, Policy.OPTIMAL_PARTIAL])
    def test_what_takes_too_long_is_told_what_to_do(self, policy: Policy) -> None:
        names = "ABCDEFGHIJKL"
        deck = population(60, dict.fromkeys(names, 4))
        asked = question(" or ".join(f"{name}>=2" for name in names), population=deck, hand=20, policy=policy)

        with pytest.raises(UsageError) as caught:
            answer(asked, exact=True)
        assert caught.value.help == "ask about fewer groups or cards, or leave out --exact to simulate"
        if policy is Policy.OPTIMAL_PARTIAL:
            with pytest.raises(UsageError) as caught:
                answer(asked)
            assert caught.value.help == "use the policy `keep_needed`, which can be simulated"

    def test_a_want_with_too_many_alternatives(self) -> None:
        want = " and ".join(["(A>=1 or B>=1)"] * 10)

        with pytest.raises(UsageError, match="has more than 1000 alternatives"):
            answer(question(want, policy=Policy.KEEP_NEEDED))
        assert answer(question(" and ".join(["(A>=1 or B>=1)"] * 9), policy=Policy.KEEP_NEEDED)).method == "exact"

    def test_a_want_with_as_many_alternatives_as_are_read(self) -> None:
        ten = f"({' or '.join(['A>=1', 'B>=1'] * 5)})"

        found = answer(question(f"{ten} and {ten} and {ten}", policy=Policy.KEEP_NEEDED))

        assert found.fraction == answer(question("A>=1 or B>=1", policy=Policy.KEEP_NEEDED)).fraction

    def test_too_many_requirements_to_pay_for(self) -> None:
        names = "ABCDEFGHIJKLM"
        deck = population(40, dict.fromkeys(names, 1))
        want = parse_want(" and ".join(f"{name}>=1" for name in names))

        with pytest.raises(UsageError, match="13 groups in one assignment; the maximum is 12: A, B, C, D"):
            answer(Question(population=deck, want=want, hand=20, semantics=Semantics.ASSIGNMENT))

    def test_as_many_requirements_as_can_be_paid_for(self) -> None:
        names = "ABCDEFGHIJKL"
        deck = population(13, dict.fromkeys(f"{names}M", 1))
        want = parse_want(" and ".join(f"{name}>=1" for name in names) + " and M<=1")  # An upper limit needs no card.

        found = answer(Question(population=deck, want=want, hand=12, semantics=Semantics.ASSIGNMENT))

        assert found.fraction == Fraction(1, 13)


class TestSearches:
    def test_the_first_turn_is_the_first_that_is_likely_enough(self) -> None:
        found = first_turn_for(question(), 0.5)

        assert found is not None
        before = question(draws=found.draws - 1)
        assert found.answer.fraction == answer(question(draws=found.draws)).fraction
        assert answer(before).decimal < 0.5 <= found.answer.decimal
        assert found.turn == found.draws + 1

    def test_a_bound_is_met_by_a_probability_that_equals_it(self) -> None:
        deck = population(10, {"A": 1})

        found = first_turn_for(question(population=deck, hand=1), 0.9)

        assert found is not None
        assert found.answer.fraction == Fraction(9, 10)

    def test_a_bound_is_compared_as_it_is_written(self) -> None:
        # As a floating-point number three tenths are less than 0.3.
        found = first_turn_for(question(population=population(10, {"A": 1}), hand=1), 0.3)

        assert found is not None
        assert (found.turn, found.answer.fraction) == (3, Fraction(3, 10))

    def test_every_search_may_be_simulated(self) -> None:
        asked, how = question(), {"games": 300, "seed": 7}
        turn, copies = first_turn_for(asked, 0.5, **how), fewest_copies_for(asked, 0.5, **how)  # type: ignore[arg-type]
        table = by_turn(asked, 2, games=300, seed=7)

        assert turn is not None
        assert copies is not None
        assert [each.answer for each in table] == [answer(question(draws=n), games=300, seed=7) for n in (0, 1)]
        assert {turn.answer.method, copies.answer.method} == {"simulation"}

    def test_no_turn_is_likely_enough_for_an_upper_limit(self) -> None:
        assert first_turn_for(question("A<=0", hand=20), 0.9) is None
        assert first_turn_for(question("A<=0", hand=20, draws=10), 0.9) is None

    def test_no_turn_comes_without_draws(self) -> None:
        with pytest.raises(UsageError, match=r"^the draws per turn is `0`; it must be from 1 "):
            first_turn_for(question(), 0.5, per_turn=0)

    def test_certainty_comes_when_only_copies_are_left(self) -> None:
        found = first_turn_for(question(), 1.0, per_turn=5)

        assert found is not None
        assert (found.turn, found.draws) == (8, 35)

    def test_turns_are_the_answers_at_their_draws(self) -> None:
        table = by_turn(question(draws=2), 3, per_turn=4)

        assert [turn.draws for turn in table] == [2, 6, 10]
        assert [turn.answer for turn in table] == [answer(question(draws=draws)) for draws in (2, 6, 10)]
        assert by_turn(question(draws=2), 1) == table[:1]

    def test_turns_beyond_the_deck_are_an_error(self) -> None:
        with pytest.raises(UsageError, match="turn 38 needs 37"):
            by_turn(question(), 38)

    def test_fewest_copies(self) -> None:
        found = fewest_copies_for(question(), 0.9)

        assert found is not None
        fewer = population(40, {"A": found.copies - 1})
        assert answer(question(population=fewer)).decimal < 0.9 <= found.answer.decimal
        assert found.copies == 17

    def test_fewest_copies_of_one_of_several_groups(self) -> None:
        found = fewest_copies_for(question("A>=1 or B>=1"), 0.7, group="A")

        assert found is not None
        assert found.copies == 1

    def test_copies_that_are_never_enough(self) -> None:
        assert fewest_copies_for(question("A>=1 and B>=1"), 0.99, group="A") is None

    def test_no_more_copies_are_tried_than_the_deck_has_room_for(self) -> None:
        # With the one card that may become a copy it is 1/2; with two it would be 2/3.
        asked = question("A>=1 and B==0", population=population(2, {"B": 1}), hand=1)

        assert fewest_copies_for(asked, 0.6, group="A", games=300, seed=1) is None

    def test_fewest_copies_of_a_deck_of_copies(self) -> None:
        found = fewest_copies_for(question(population=population(10, {"A": 10}), hand=1), 0.5)

        assert found is not None
        assert (found.copies, found.answer.fraction) == (5, Fraction(1, 2))

    def test_only_a_deck_of_copies_is_certain(self) -> None:
        found = fewest_copies_for(question(population=population(10, {"A": 1}), hand=1), 1.0)

        assert found is not None
        assert (found.copies, found.answer.fraction) == (10, Fraction(1))

    def test_nothing_is_wanted(self) -> None:
        turn, copies = first_turn_for(question(), 0), fewest_copies_for(question(), 0)

        assert turn is not None
        assert copies is not None
        assert (turn.turn, copies.copies) == (1, 0)

    def test_copies_of_which_group(self) -> None:
        with pytest.raises(UsageError, match=r"^the question has several groups") as caught:
            fewest_copies_for(question("A>=1 or B>=1"), 0.9)
        assert caught.value.help == "name the group to vary"

    def test_copies_of_a_group_that_is_not_asked_about(self) -> None:
        with pytest.raises(UsageError, match=r"the question is not about `C`") as caught:
            fewest_copies_for(question("A>=1 or B>=1"), 0.9, group="C")
        assert caught.value.help == "its groups: A, B"

    @pytest.mark.parametrize("wanted", [-0.1, 1.1, 90, math.nan, math.inf])
    def test_what_is_no_probability(self, wanted: float) -> None:
        for search in (first_turn_for, fewest_copies_for):
            with pytest.raises(UsageError, match=f"^the probability wanted is `{wanted}`"):
                search(question(), wanted)

    @pytest.mark.parametrize(
        ("kwargs", "says"),
        [
            ({"turns": 0}, "the number of turns is `0`"),
            ({"turns": 2, "per_turn": -1}, "the draws per turn is `-1`"),
        ],
    )
    def test_turns_that_cannot_be(self, kwargs: dict[str, int], says: str) -> None:
        with pytest.raises(UsageError, match=says):
            by_turn(question(), **kwargs)  # type: ignore[arg-type]


class TestExpectations:
    def test_copies_add_up_over_the_odds(self) -> None:
        asked = question(draws=8, policy=Policy.KEEP_HITS)
        each = [answer(question(f"A>={k}", draws=8, policy=Policy.KEEP_HITS)).fraction or 0 for k in (1, 2, 3)]

        assert expected_copies(asked, "A") == sum(each)

    def test_copies_of_a_group_that_is_not_wanted(self) -> None:
        assert expected_copies(question(draws=6), "B") == Fraction(9 * 10, 40)

    def test_the_first_turn_adds_up_over_the_turns(self) -> None:
        later = [1 - (answer(question(draws=draws)).fraction or 0) for draws in range(36)]

        assert expected_first_turn(DECK, "A", hand=4) == 1 + sum(later)

    def test_one_card_a_turn_from_nothing_counts_cards(self) -> None:
        assert expected_first_turn(DECK, "A", hand=1) == Fraction(41, 4)

    @pytest.mark.parametrize("policy", [Policy.OPTIMAL_PARTIAL])
    def test_policies_without_expected_copies(self, policy: Policy) -> None:
        with pytest.raises(UsageError, match="not available for the policy"):
            expected_copies(question(policy=policy), "A")

    def test_wrong_numbers(self) -> None:
        with pytest.raises(UsageError, match="no card of the deck is in `Z`"):
            expected_first_turn(DECK, "Z", hand=1)

    @pytest.mark.parametrize(
        ("kwargs", "says"),
        [
            ({"hand": -1}, "the opening hand is `-1`"),
            ({"hand": 4, "draws": -1}, "the later draws is `-1`"),
            ({"hand": 4, "per_turn": 0}, "the draws per turn is `0`"),
            ({"hand": 40, "draws": 1}, "the cards seen on turn 1 is `41`; it must be from 0 to 40"),
        ],
    )
    def test_the_number_that_is_wrong_is_named(self, kwargs: dict[str, int], says: str) -> None:
        with pytest.raises(UsageError, match=says):
            expected_first_turn(DECK, "A", **kwargs)

    def test_more_cards_a_turn(self) -> None:
        # The card is the first of four, among the next two, or the last.
        odds = (Fraction(1, 4), Fraction(2, 4), Fraction(1, 4))

        found = expected_first_turn(population(4, {"A": 1}), "A", hand=1, per_turn=2)

        assert found == 1 * odds[0] + 2 * odds[1] + 3 * odds[2] == 2

    def test_later_draws_come_before_turn_1_ends(self) -> None:
        assert expected_first_turn(DECK, "A", hand=4, draws=2) == expected_first_turn(DECK, "A", hand=6)
        assert expected_first_turn(population(10, {"A": 10}), "A", hand=1) == 1

    def test_copies_that_take_too_long(self) -> None:
        groups = "ABCDEFGHIJKL"
        asked = Question(
            population=population(60, dict.fromkeys(groups, 4)),
            want=parse_want(" and ".join(f"{group}>=1" for group in groups)),
            hand=20,
            policy=Policy.KEEP_HITS,
        )

        with pytest.raises(UsageError, match=r"the expected copies would take about .* steps, more than 3,000,000"):
            expected_copies(asked, "A")


class TestPopulations:
    def test_the_largest_deck(self) -> None:
        assert answer(question(population=population(1000, {"A": 1}), hand=1)).fraction == Fraction(1, 1000)

    def test_a_group_may_share_all_its_cards(self) -> None:
        deck = population(10, {"A": 2, "B": 3}, {frozenset("AB"): 2})

        assert answer(question("A>=1 and B<=0", population=deck)).fraction == 0

    def test_the_order_of_the_deck_changes_no_simulated_game(self) -> None:
        atoms = (Atom(frozenset("A"), 6), Atom(frozenset("AB"), 2), Atom(frozenset("B"), 9), Atom(frozenset(), 23))
        orders = [Population(each) for each in itertools.permutations(atoms)]

        found = [answer(question("A>=1 and B>=1", population=deck), games=300, seed=4).decimal for deck in orders]

        assert set(found) == {found[0]}

    def test_groups_hold_their_shared_cards(self) -> None:
        deck = population(40, {"A": 5, "B": 6}, {frozenset("AB"): 2})

        assert (deck.size, deck.copies("A"), deck.copies("B")) == (40, 5, 6)
        assert answer(question("A>=1 and B>=1", population=deck)).fraction == Fraction(24119, 91390)


def test_a_common_card_may_be_thrown_for_another_look_at_a_rare_one() -> None:
    deck = population(9, {"A": 1, "B": 5})
    best, needed = (
        answer(question("A>=1 and B>=1", population=deck, hand=2, policy=policy)).fraction or 0
        for policy in (Policy.OPTIMAL_PARTIAL, Policy.KEEP_NEEDED)
    )

    assert best > needed


def test_an_answer_says_what_it_takes_for_granted() -> None:
    found = answer(question("A>=1 and B>=2", draws=8, policy=Policy.KEEP_NEEDED, given=parse_want("A==0")))

    subjects = [sentence.partition(":")[0] for sentence in found.assumptions]
    assert subjects == ["population", "draws", "policy", "given", "success", "semantics", "method"]


@pytest.mark.parametrize(
    ("kwargs", "says"),
    [
        ({}, ["draws: an opening hand of 4, no cards after it, without replacement"]),
        ({"draws": 1}, ["draws: an opening hand of 4, 1 card after it, without replacement"]),
        ({"draws": 2}, ["draws: an opening hand of 4, 2 cards after it, without replacement"]),
        (
            {"policy": Policy.MULLIGAN_HITS, "throw": ("B",), "rounds": 2},
            [
                (
                    "policy: mulligan_hits: throws the cards in `B` and keeps all others; thrown cards are"
                    " replaced from the rest of the deck and then shuffled into it; 2 times"
                )
            ],
        ),
        (
            {"policy": Policy.KEEP_HITS, "returned": Returned.BOTTOM},
            [
                (
                    "policy: keep_hits: keeps every card in a group of the question and throws the others; thrown"
                    " cards are replaced from the rest of the deck and go under it, out of reach"
                )
            ],
        ),
        (
            {"policy": Policy.REDRAW_UNTIL, "given": parse_want("B>=1")},
            ["policy: redraw_until: redraws the opening hand from the whole deck until it has B >= 1"],
        ),
        ({"given": parse_want("B>=1")}, ["given: only games whose opening hand has B >= 1 count"]),
        (
            {"hand": 0, "draws": 3, "held": population(2, {"A": 1})},
            ["in play or in the hand: 2 cards: 1 in `A`, 1 in no group; they count"],
        ),
        (
            {"semantics": Semantics.ASSIGNMENT},
            ["semantics: assignment: a card counts for one requirement only; upper limits count every card"],
        ),
    ],
)
def test_each_option_is_told_in_a_sentence(kwargs: dict[str, Any], says: list[str]) -> None:
    said = answer(question(**kwargs)).assumptions

    assert "population: 40 cards: 3 in `A`, 9 in `B`, 28 in no group" in said
    assert [sentence for sentence in says if sentence not in said] == []
    mentioned = {"given", "in play or in the hand"} & {sentence.partition(":")[0] for sentence in said}
    assert mentioned == {sentence.partition(":")[0] for sentence in says} - {"draws", "policy", "semantics"}


def test_a_group_without_cards_left_is_not_described() -> None:
    deck = Population((Atom(frozenset({"A"}), 0), Atom(frozenset({"B"}), 2), Atom(frozenset(), 2)))

    assert "population: 4 cards: 2 in `B`, 2 in no group" in answer(question("B>=1", population=deck)).assumptions


# The cards of the deck, those of the group A, and options; at most how many cards can be thrown in one redraw, and how
# many can be drawn later (negative: the deck is too small for the redraw).
ROOM: list[tuple[int, int, dict[str, Any], int, int]] = [
    (10, 3, {}, 0, 6),
    (4, 3, {}, 0, 0),
    (3, 3, {}, 0, -1),
    (10, 3, {"policy": Policy.KEEP_NEEDED}, 4, 6),  # what is shuffled in can be drawn
    (8, 3, {"policy": Policy.KEEP_NEEDED}, 4, 4),
    (8, 3, {"policy": Policy.KEEP_NEEDED, "rounds": 3}, 4, 4),
    (7, 3, {"policy": Policy.KEEP_NEEDED}, 4, -1),  # but not in the same redraw
    (10, 3, {"policy": Policy.KEEP_NEEDED, "returned": Returned.BOTTOM}, 4, 2),
    (20, 3, {"policy": Policy.KEEP_NEEDED, "returned": Returned.BOTTOM, "rounds": 3}, 4, 4),
    (10, 3, {"policy": Policy.MULLIGAN_HITS, "returned": Returned.BOTTOM}, 3, 3),
    (10, 3, {"policy": Policy.MULLIGAN_HITS, "returned": Returned.BOTTOM, "hand": 2}, 2, 6),
    (10, 3, {"policy": Policy.KEEP_HITS, "returned": Returned.BOTTOM}, 4, 2),
    (10, 3, {"policy": Policy.KEEP_NEEDED, "returned": Returned.BOTTOM, "most": 9}, 4, 2),  # no more than the hand
    (10, 8, {"policy": Policy.KEEP_HITS, "returned": Returned.BOTTOM}, 2, 4),  # only two cards are not kept
]


@pytest.mark.parametrize(("size", "copies", "kwargs", "thrown", "draws"), ROOM)
def test_the_room_for_redraws_and_later_draws(
    size: int, copies: int, kwargs: dict[str, Any], thrown: int, draws: int
) -> None:
    asked = question(population=population(size, {"A": copies}), **kwargs)

    assert (asked.most_thrown, asked.most_draws) == (thrown, draws)


@pytest.mark.parametrize(
    "kwargs",
    [{"hand": 1}, {"given": parse_want("A==0")}, {"policy": Policy.KEEP_NEEDED}],
    ids=["hand", "given", "mulligan"],
)
def test_cards_are_held_only_after_the_opening(kwargs: dict[str, Any]) -> None:
    later: dict[str, Any] = {"hand": 0, "draws": 2, "held": population(2, {"A": 1})}

    assert answer(question(**later)).fraction == 1
    with pytest.raises(UsageError, match="cards are held only after the opening hand"):
        answer(question(**later | kwargs))


def test_a_deck_of_one_card_is_one_to_ask_about() -> None:
    assert answer(question(population=population(1, {"A": 1}), hand=1)).fraction == 1


def test_what_is_under_the_deck_never_comes() -> None:
    """The only card of A is thrown with the hand, and the last draws of three turns end above it."""
    asked = question(
        population=population(10, {"A": 1}), policy=Policy.MULLIGAN_HITS, returned=Returned.BOTTOM, throw=("A",)
    )

    assert first_turn_for(asked, 1, per_turn=2) is None


def test_an_answer_of_zero_says_that_no_game_succeeds() -> None:
    found = answer(question("B>=5"))

    assert found.fraction == 0
    assert found.assumptions[-1] == "method: exact, in whole numbers; no possible game succeeds"
    assert answer(question("B>=4")).assumptions[-1] == "method: exact, in whole numbers"


@pytest.mark.parametrize(
    ("want", "like"),
    [
        ("A>=1 or B>=2", "A>=1"),
        ("A>=1 or B>=2 and A>=2", "A>=1"),
        ("A>=1 or B==2 or A>=4", "A>=1"),
        ("A>=1 or Z>=1", "A>=1"),
        ("A>=1 and Z==0", "A>=1"),
        ("(A>=2 or B>=2) and C>=1", "A>=2 and C>=1"),
    ],
)
@pytest.mark.parametrize("policy", [Policy.NONE, Policy.OPTIMAL_PARTIAL])
@pytest.mark.parametrize("semantics", Semantics)
def test_an_impossible_alternative_adds_nothing(want: str, like: str, policy: Policy, semantics: Semantics) -> None:
    """Of B there is one card, and of Z none."""
    how = {"population": population(40, {"A": 3, "B": 1, "C": 9, "Z": 0}), "policy": policy, "semantics": semantics}

    assert answer(question(want, **how)).fraction == answer(question(like, **how)).fraction


def test_an_answer_names_the_alternatives_that_are_impossible() -> None:
    why = "`B >= 2` is impossible: the deck has 1 card in `B`"

    found = answer(question("A>=1 or B>=2 or B>=2", population=population(40, {"A": 3, "B": 1})))

    assert found.assumptions.count(why) == 1
    assert not any("impossible" in said for said in answer(question("A>=1 or B>=2")).assumptions)


def test_a_simulation_says_how_many_games_were_played_and_counted() -> None:
    assert answer(question(), games=500).assumptions[-1] == "method: simulation of 500 games with seed 0"
    assert answer(question(), games=1, seed=3).assumptions[-1] == "method: simulation of 1 games with seed 3"

    restricted = answer(question(given=parse_want("A==0")), games=500, seed=3).assumptions[-1]

    assert re.fullmatch(r"method: simulation of 500 games with seed 3; 3\d\d of them met the condition", restricted)
