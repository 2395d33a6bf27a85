"""Odds of small lists in both halves, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import Any

import msgspec
import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.odds import Policy, parse_want
from deckcheck.odds.of_deck.ask import OddsRequest, ask, most_turns
from deckcheck.odds.of_deck.deck_halves import DrawnHalf, Play, halves_of
from deckcheck.odds.of_deck.hand import deal, mulligan_games
from deckcheck.odds.of_deck.standard import odds_rows, standard_odds
from deckcheck.pools.loading import FilePool
from tests.conftest import shipped_format, shipped_pool

# Four of 8 cards fill the provinces; the opening hand has 4 of 10, and a bid draws one card more each round.
DYNASTY = "Dynasty\n2 Doji Whisperer\n1 Otomo Courtier\n5 Favorable Ground\n"
CONFLICT = "Conflict\n3 Banzai!\n2 Charge!\n4 Fine Katana\n1 Court Games\n"


def halves(text: str, pool: FilePool, format_id: str = "lcg-2017", **play: Any) -> tuple[DrawnHalf, ...]:
    fmt = shipped_format(format_id)
    return halves_of(resolve(read(text, "deck.txt", Limits()), fmt, pool), fmt, pool, Play(**play))


def some(copies: int, size: int, drawn: int) -> Fraction:
    """Return the chance of at least one of `copies` of `size` cards among those drawn."""
    return 1 - Fraction(comb(size - copies, drawn), comb(size, drawn))


# The format, the cards of the hand's half, the options, and for how many turns they suffice, five at most.
TURNS: list[tuple[str, int, dict[str, Any], int]] = [
    ("twenty-festivals", 4, {}, 0),
    ("twenty-festivals", 5, {}, 1),  # the first card comes at the end of the first turn
    ("twenty-festivals", 6, {}, 2),
    ("twenty-festivals", 8, {}, 4),
    ("twenty-festivals", 9, {}, 5),
    ("twenty-festivals", 40, {}, 5),
    ("celestial-40-40", 9, {}, 4),  # with a hand of 6
    ("lcg-2017", 8, {}, 4),  # a bid of 1 draws a card each round
    ("lcg-2017", 9, {}, 5),
    ("lcg-2017", 40, {}, 5),
    ("lcg-2017", 5, {"policy": Policy.NONE}, 1),
    ("lcg-2017", 15, {"bids": (5, 3)}, 3),  # 4 + 5 + 3 + 3
    ("lcg-2017", 14, {"bids": (5, 3)}, 2),
]


@pytest.mark.parametrize(("format_id", "cards", "play", "turns"), TURNS)
def test_the_turns_that_the_cards_suffice_for(format_id: str, cards: int, play: dict[str, Any], turns: int) -> None:
    line = f"Conflict\n{cards} Banzai!\n" if format_id == "lcg-2017" else f"Fate\n{cards} Rout\n"
    (half,) = halves(line, shipped_pool(shipped_format(format_id).game), format_id, **play)

    assert most_turns(half) == turns


# The format, the cards of the half that fills provinces, the cards of each turn, and for how many turns they suffice.
REFILLS: list[tuple[str, int, tuple[int, ...], int]] = [
    ("lcg-2017", 40, (), 0),
    ("lcg-2017", 10, (3, 2), 3),  # 4, at the start of the second turn 3 more, of the third 2
    ("lcg-2017", 8, (3, 2), 2),
    ("samurai", 8, (3, 2), 2),
    ("twenty-festivals", 11, (3, 2), 2),  # the Cycle puts 4 cards under the deck
    ("twenty-festivals", 10, (3, 2), 1),
    ("celestial-40-40", 15, (3, 2), 2),  # and Border Keep 4 cards twice
    ("celestial-40-40", 14, (3, 2), 1),
]


@pytest.mark.parametrize(("format_id", "cards", "refills", "turns"), REFILLS)
def test_the_turns_that_refills_suffice_for(format_id: str, cards: int, refills: tuple[int, ...], turns: int) -> None:
    card = "Favorable Ground" if format_id == "lcg-2017" else "Diamond Mine"
    pool = shipped_pool(shipped_format(format_id).game)
    (half,) = halves(f"Dynasty\n{cards} {card}\n", pool, format_id, refills=refills)

    assert most_turns(half) == turns


@pytest.mark.parametrize(
    ("want", "play", "turns"),
    [
        ('"Doji Whisperer">=1', {}, 0),
        ('"Banzai!">=1', {}, 5),
        ('"Doji Whisperer">=1 and "Banzai!">=1', {}, 5),
        ('"Doji Whisperer">=1', {"refills": (2,)}, 3),
        ('"Doji Whisperer">=1 and "Banzai!">=1', {"refills": (2,)}, 3),
        ('"Banzai!">=1', {"refills": (2,)}, 5),
        ('"Doji Whisperer">=1 and "Banzai!">=1', {"refills": (2,), "bids": (3,)}, 2),
    ],
)
def test_answers_go_on_as_long_as_all_halves_have_cards(
    want: str, play: dict[str, Any], turns: int, lcg: FilePool
) -> None:
    found = halves(DYNASTY + CONFLICT, lcg, **play)

    assert [by.turn for by in ask(found, parse_want(want)).by] == list(range(turns + 1))


WHISPERER, COURTIER = some(2, 8, 4), some(1, 8, 4)
BANZAI, KATANA, CHARGE = some(3, 10, 4), some(4, 10, 4), some(2, 10, 4)
# Both, by the chance that one of them is missing.
BANZAI_OR_KATANA = some(7, 10, 4)
BANZAI_AND_KATANA = BANZAI + KATANA - BANZAI_OR_KATANA
# A condition on the opening, and its chance; no card is thrown.
WANTS: list[tuple[str, Fraction]] = [
    ('"Doji Whisperer">=1', WHISPERER),
    ('"Doji Whisperer">=1 and "Banzai!">=1', WHISPERER * BANZAI),
    ('"Doji Whisperer">=1 or "Banzai!">=1', 1 - (1 - WHISPERER) * (1 - BANZAI)),
    ('"Banzai!">=1 and "Doji Whisperer">=1 and "Fine Katana">=1', WHISPERER * BANZAI_AND_KATANA),
    ('("Banzai!">=1 and "Doji Whisperer">=1) and "Fine Katana">=1', WHISPERER * BANZAI_AND_KATANA),
    ('"Banzai!">=1 or "Doji Whisperer">=1 or "Fine Katana">=1', 1 - (1 - WHISPERER) * (1 - BANZAI_OR_KATANA)),
    ('("Banzai!">=1 or "Fine Katana">=1) and "Doji Whisperer">=1', WHISPERER * BANZAI_OR_KATANA),
    ('"Doji Whisperer">=1 and ("Banzai!">=1 and "Fine Katana">=1)', WHISPERER * BANZAI_AND_KATANA),
    ('"Doji Whisperer"<=0 or ("Banzai!">=1 and "Fine Katana">=1)', 1 - WHISPERER * (1 - BANZAI_AND_KATANA)),
]


@pytest.mark.parametrize(("want", "chance"), WANTS)
def test_a_want_of_both_halves(want: str, chance: Fraction, lcg: FilePool) -> None:
    found = ask(halves(DYNASTY + CONFLICT, lcg, policy=Policy.NONE), parse_want(want), turns=0)

    assert found.by[0].answer.fraction == chance


@pytest.mark.parametrize(
    "want",
    [
        '("Banzai!">=1 or "Doji Whisperer">=1) and ("Fine Katana">=1 or "Otomo Courtier">=1)',
        '("Banzai!">=1 or "Doji Whisperer">=1) and "Fine Katana">=1',
        '("Banzai!">=1 and "Doji Whisperer">=1) or "Otomo Courtier">=1',
    ],
)
def test_a_want_that_mixes_the_halves_is_refused(want: str, lcg: FilePool) -> None:
    found = halves(DYNASTY + CONFLICT, lcg, policy=Policy.NONE)

    with pytest.raises(UsageError, match="mixes the dynasty deck and the conflict deck"):
        ask(found, parse_want(want), turns=0)


def test_the_error_of_both_halves_comes_from_those_of_each(lcg: FilePool) -> None:
    """The chance of both is a product, so its error comes from each error times the other chance."""
    found = halves(DYNASTY + CONFLICT, lcg, policy=Policy.NONE)

    def simulated(want: str) -> tuple[float, float]:
        answer = ask(found, parse_want(want), turns=0, asking=OddsRequest(games=400)).by[0].answer
        assert (answer.method, answer.fraction) == ("simulation", None)
        assert answer.standard_error is not None
        return answer.decimal, answer.standard_error

    (first, error), (second, other) = simulated('"Doji Whisperer">=1'), simulated('"Banzai!">=1')
    both, either = (simulated(f'"Doji Whisperer">=1 {word} "Banzai!">=1') for word in ("and", "or"))

    assert both == pytest.approx((first * second, sqrt((second * error) ** 2 + (first * other) ** 2)))
    assert either == pytest.approx(
        (
            1 - (1 - first) * (1 - second),
            sqrt(((1 - second) * error) ** 2 + ((1 - first) * other) ** 2),
        )
    )


def test_assumptions_name_the_half_where_there_are_two(lcg: FilePool) -> None:
    found = halves(DYNASTY + CONFLICT, lcg, policy=Policy.NONE)
    both, one = (
        ask(found, parse_want(want), turns=0).by[0].answer.assumptions
        for want in ('"Doji Whisperer">=1 and "Banzai!">=1', '"Banzai!">=1')
    )

    assert both[-1] == "the halves are shuffled separately, so their odds are multiplied"
    assert {said.partition(":")[0] for said in both[:-1]} == {"dynasty deck", "conflict deck"}
    assert tuple(said.removeprefix("conflict deck: ") for said in both if said.startswith("conflict")) == one


def chances(text: str, pool: FilePool, turns: int | None) -> dict[str, Any]:
    found = halves(text, pool, policy=Policy.NONE)
    (half,) = standard_odds(found, turns)
    return {f"{each.label} ({each.copies})": (each.odds, each.others) for each in half.chances}


def test_standard_odds_of_a_hand(lcg: FilePool) -> None:
    found = chances(CONFLICT, lcg, 1)

    assert found == {
        "event (6)": ((some(6, 10, 4), some(6, 10, 5)), ()),
        "attachment (4)": ((KATANA, some(4, 10, 5)), ()),
        "4-of (4)": ((KATANA, some(4, 10, 5)), ()),
        "3-of (3)": ((BANZAI, some(3, 10, 5)), ()),
        "2-of (2)": ((CHARGE, some(2, 10, 5)), ()),
        "1-of (1)": ((some(1, 10, 4), some(1, 10, 5)), ()),
        "no card of cost 1 or less (10)": ((0, 0), ()),
    }


def test_standard_odds_beside_unrecognised_lines(lcg: FilePool) -> None:
    """Two of 8 cards are unknown: they may be of a type or not, and copies are odds among the 6 others too."""
    found = chances("Conflict\n3 Ambush\n2 Display of Power\n1 Fine Katana\n2 No Such Card\n", lcg, 0)

    assert found == {
        "event (5)": ((some(5, 8, 4),), (some(7, 8, 4),)),
        "attachment (1)": ((some(1, 8, 4),), (some(3, 8, 4),)),
        "3-of (3)": ((some(3, 8, 4),), (some(3, 6, 4),)),
        "2-of (2)": ((some(2, 8, 4),), (some(2, 6, 4),)),
        "1-of (1)": ((some(1, 8, 4),), (some(1, 6, 4),)),
        "no card of cost 1 or less (1)": ((1 - some(1, 8, 4),), (1 - some(3, 8, 4),)),
    }


def test_copies_have_no_second_odds_where_the_others_are_too_few(lcg: FilePool) -> None:
    found = chances("Conflict\n3 Banzai!\n5 No Such Card\n", lcg, 0)

    assert found == {
        "event (3)": ((some(3, 8, 4),), (1,)),
        "3-of (3)": ((some(3, 8, 4),), ()),
        "no card of cost 1 or less (3)": ((1 - some(3, 8, 4),), (0,)),
    }


def test_a_hand_without_any_card_to_be_hoped_for(lcg: FilePool) -> None:
    found = chances("Conflict\n5 Ambush\n", lcg, 0)

    assert found == {"event (5)": ((1,), ()), "5-of (5)": ((1,), ()), "no card of cost 1 or less (0)": ((1,), ())}


def test_unknown_cards_and_unknown_costs_may_both_be_cheap(ccg: FilePool) -> None:
    """Of 8 cards 4 are shown; two Air Dragons without a recorded cost and an unrecognised card may all be cheap."""
    found = halves("Dynasty\n5 Diamond Mine\n2 Air Dragon - exp2\n1 No Such Card\n", ccg, "celestial-40-40", redraws=0)
    (half,) = standard_odds(found, 0)
    (cheap,) = (each for each in half.chances if each.label == "no card of cost 2 or less")

    assert (cheap.odds, cheap.others) == ((Fraction(1),), (1 - some(3, 8, 4),))


def test_rows_for_a_hand_of_all_cards(festivals: Format, ccg: FilePool) -> None:
    deck = resolve(read("Fate\n5 Rout\n", "deck.txt", Limits()), festivals, ccg)

    assert dict(odds_rows(deck, festivals, ccg))["at least one strategy in the opening hand"] == 100


@pytest.mark.parametrize("cards", [3, 4])
def test_a_half_without_odds_says_why(cards: int, lcg: FilePool) -> None:
    """A hand of 4 and a mulligan need 8 cards."""
    (half,) = standard_odds(halves(f"Conflict\n{cards} Banzai!\n", lcg))

    assert (half.turns, half.chances, bool(half.missing)) == (0, (), True)


def test_numbers_of_turns_and_refills_are_not_negative(lcg: FilePool) -> None:
    with pytest.raises(UsageError, match="the number of turns"):
        ask(halves(CONFLICT, lcg), parse_want("type:event>=1"), turns=-1)
    with pytest.raises(UsageError, match="the number of turns"):
        standard_odds(halves(CONFLICT, lcg), -1)
    with pytest.raises(UsageError, match="a refill"):
        halves(DYNASTY, lcg, refills=(2, -1))


def test_standard_odds_go_on_as_long_as_there_are_cards(lcg: FilePool) -> None:
    found = halves(CONFLICT, lcg)

    assert [half.turns for half in standard_odds(found)] == [5]
    assert [half.turns for half in standard_odds(found, 1)] == [1]
    with pytest.raises(UsageError, match="conflict deck: only 6 cards to draw after the opening, but round 7 needs 7"):
        standard_odds(found, 7)
    (provinces,) = standard_odds(halves(DYNASTY, lcg), 3)
    assert (provinces.turns, len(provinces.chances[0].odds)) == (0, 1)


# Four of these 8 cards fill the provinces. No source gives the cost of an Air Dragon, so both may cost 4, 5 or neither.
DRAGONS = "Dynasty\n2 Air Dragon - exp2\n4 A New Year\n2 Diamond Mine\n"
# A condition, and the lower and the upper bound of its chance, of 70 hands.
OPEN: list[tuple[str, int, int]] = [
    ('"cost=5">=1', 0, 70 - 15),  # 15 hands have no Air Dragon
    ('"cost=5"<=0', 15, 70),
    ('"cost=5">=1 and type:event>=1', 0, 55 - 1),  # one hand has both Dragons and both Mines
    ('"cost=5">=1 or type:event>=3', 17, 70 - 6),  # 17 have 3 events or 4; 6 have 2 events and both Mines
    ('"cost=5"<=0 or type:event>=3', 15 + 8, 70),
    ('"cost=5"<=0 and type:event>=3', 9, 17),
    ('"cost=5"<=0 and type:event>=1 and type:holding>=1', 14, 70 - 15 - 1),
    ('"cost=5"<=0 and "cost=4"<=0', 15, 70),
    ('"cost=5">=1 or "cost=4">=1', 0, 55),
    ('"cost=5"==1', 0, 2 * 20),
    ('"cost=6">=1 and type:event>=1', 55 - 1, 70 - 1 - 1),  # the Mines cost 6, and one hand has events only
]


@pytest.mark.parametrize(("want", "least", "most"), OPEN)
def test_a_want_about_facts_that_no_source_gives_has_a_range(want: str, least: int, most: int, ccg: FilePool) -> None:
    found = halves(DRAGONS, ccg, "twenty-festivals", policy=Policy.KEEP_ALL)
    (by,) = ask(found, parse_want(want), turns=0).by

    assert by.most is not None
    assert (by.answer.fraction, by.most.fraction) == (Fraction(least, 70), Fraction(most, 70))


def test_cards_on_unrecognised_lines_may_be_in_a_group(lcg: FilePool) -> None:
    found = halves("Conflict\n1 Banzai!\n4 Fine Katana\n2 No Such Card\n", lcg, policy=Policy.NONE)
    both, name = (ask(found, parse_want(want), turns=0).by[0] for want in ("type:event>=1", '"Banzai!">=1'))

    assert both.most is not None
    assert (both.answer.fraction, both.most.fraction) == (some(1, 7, 4), some(3, 7, 4))
    assert name.most is not None
    assert (name.answer.fraction, name.most.fraction) == (some(1, 7, 4), some(3, 7, 4))


def test_any_number_of_unrecognised_cards_may_be_in_a_group(lcg: FilePool) -> None:
    """Of 10 cards one to six are events; of 210 hands those with exactly one are fewest with six, and most with two."""
    lines = "1 No Such Card\n1 Nor That Card\n3 No Such Thing\n"
    found = halves(f"Conflict\n1 Banzai!\n4 Fine Katana\n{lines}", lcg, policy=Policy.NONE)
    (by,) = ask(found, parse_want("type:event==1"), turns=0).by

    hands = {events: Fraction(events * comb(10 - events, 3), 210) for events in range(1, 7)}
    assert by.most is not None
    assert (by.answer.fraction, by.most.fraction) == (hands[6], hands[2]) == (min(hands.values()), max(hands.values()))


def test_all_but_one_of_the_unrecognised_cards_may_be_in_a_group(lcg: FilePool) -> None:
    """One to three of 10 cards are events: of 210 hands those with exactly one are fewest with one, most with two."""
    found = halves("Conflict\n1 Banzai!\n7 Fine Katana\n2 No Such Card\n", lcg, policy=Policy.NONE)
    (by,) = ask(found, parse_want("type:event==1"), turns=0).by

    assert by.most is not None
    assert (by.answer.fraction, by.most.fraction) == (Fraction(84, 210), Fraction(112, 210))


def test_copies_of_one_card_are_in_a_group_together(ccg: FilePool) -> None:
    """No source gives the cost of an Air Dragon: of four copies none costs 5 or all do, and 16 hands have just one."""
    found = halves("Dynasty\n4 Air Dragon - exp2\n4 A New Year\n", ccg, "twenty-festivals", policy=Policy.KEEP_ALL)
    (by,) = ask(found, parse_want('"cost=5"==1'), turns=0).by

    assert by.most is not None
    assert (by.answer.fraction, by.most.fraction) == (Fraction(0), Fraction(16, 70))


def test_facts_of_several_cards_may_be_known_of_some(ccg: FilePool) -> None:
    """Of three cards of unknown cost any may cost 5: none, one (1 of 8 cards), two or three copies, 4 of 8 shown."""
    deck = "1 Air Dragon - exp2\n1 Doji Nashiko, the Demon Bride of Fu Leng - exp\n1 Agasha Tamori\n5 A New Year\n"
    found = halves(f"Dynasty\n{deck}", ccg, "twenty-festivals", policy=Policy.KEEP_ALL)
    exactly_two, one_or_more = (ask(found, parse_want(want), turns=0).by[0] for want in ('"cost=5"==2', '"cost=5">=1'))

    assert exactly_two.most is not None
    assert one_or_more.most is not None
    # Two of two are in C(6, 2) of 70 hands, two of three in 3 * C(5, 2).
    assert (exactly_two.answer.fraction, exactly_two.most.fraction) == (Fraction(0), Fraction(30, 70))
    assert (one_or_more.answer.fraction, one_or_more.most.fraction) == (Fraction(0), some(3, 8, 4))


def test_a_deal_of_all_cards(lcg: FilePool) -> None:
    """Four of 8 cards are dealt and thrown, the other four are drawn, and the thrown ones are next."""
    (half,) = halves("Conflict\n7 Banzai!\n1 Fine Katana\n", lcg, policy=Policy.ALL_OR_NOTHING)
    want = parse_want("blades>=1")

    for seed in range(9):
        (dealt,) = deal((half,), seed, want, {"blades": '"Fine Katana"'})
        thrown = "Fine Katana" not in dealt.dealt
        assert [sorted(each.thrown) for each in dealt.rounds] == ([sorted(dealt.dealt)] if thrown else [])
        assert sorted((*dealt.final, *dealt.following)) == ["Banzai!"] * 7 + ["Fine Katana"]
        assert "Fine Katana" in dealt.final


def test_each_half_is_dealt_for_its_own_part_of_a_condition(lcg: FilePool) -> None:
    want = parse_want('"Doji Whisperer">=1 and "Banzai!">=2')

    for seed in range(9):
        for dealt, card, copies in zip(
            deal(halves(DYNASTY + CONFLICT, lcg), seed, want), ("Doji Whisperer", "Banzai!"), (1, 2), strict=True
        ):
            met = dealt.dealt.count(card) >= copies
            assert [card in each.thrown for each in dealt.rounds] == ([] if met else [False])
            assert len(dealt.following) == 4


@pytest.mark.parametrize("policy", [Policy.KEEP_HITS, Policy.KEEP_NEEDED, Policy.ALL_OR_NOTHING])
def test_a_hand_that_meets_the_condition_is_kept_whole(policy: Policy, lcg: FilePool) -> None:
    found = halves(CONFLICT, lcg, policy=policy)

    for seed in range(9):
        (dealt,) = deal(found, seed, parse_want('"Banzai!">=1 and "Charge!"<=1'))
        if dealt.dealt.count("Banzai!") >= 1 and dealt.dealt.count("Charge!") <= 1:
            assert dealt.rounds == ()


# A hand of four of these is never the four that are wanted, but for one in 70.
EIGHT = ("Banzai!", "Charge!", "Fine Katana", "Court Games", "Ambush", "Assassination", "Outwit", "Fallen in Battle")
RARE = " and ".join(f'"{name}">=1' for name in EIGHT[:4])


def test_thrown_cards_are_shuffled_into_the_deck(lcg: FilePool) -> None:
    """Four of 8 cards are thrown and the others drawn: the thrown ones are next, in an order of their own."""
    found = halves("Conflict\n" + "\n".join(EIGHT), lcg, policy=Policy.ALL_OR_NOTHING)
    kept = 0
    for seed in range(12):
        (dealt,) = deal(found, seed, parse_want(RARE))
        (only,) = dealt.rounds
        assert sorted(dealt.following) == sorted(only.thrown) == sorted(dealt.dealt)
        assert sorted((*dealt.final, *only.thrown)) == sorted(EIGHT)
        kept += dealt.following == only.thrown

    assert kept < 6


def test_a_player_who_throws_twice_may_see_the_first_cards_again(lcg: FilePool) -> None:
    (half,) = halves("Conflict\n" + "\n".join(EIGHT), lcg)
    found = [msgspec.structs.replace(half, rounds=2)]
    orders = set()
    for seed in range(12):
        (game,) = mulligan_games(found, seed, parse_want(RARE))
        first = game.hand
        game.throw(range(4))
        game.throw(range(4))
        assert sorted(game.hand) == sorted(first)
        orders.add(tuple(map(first.index, game.hand)))

    assert len(orders) > 6


def test_the_last_four_cards_can_be_dealt(lcg: FilePool) -> None:
    (dealt,) = deal(halves("Conflict\n4 Banzai!\n", lcg), 1)

    assert (dealt.dealt, dealt.final, dealt.rounds, dealt.following) == (("Banzai!",) * 4, ("Banzai!",) * 4, (), ())


@pytest.mark.parametrize("places", [(), (0,), (1, 3), (0, 1, 2, 3)])
def test_the_odds_after_a_redraw_know_what_is_under_the_deck(places: tuple[int, ...], ccg: FilePool) -> None:
    """At the start of the second turn one card of the deck comes, never one that was thrown."""
    found = halves("Dynasty\n3 Diamond Mine\n7 A New Year\n", ccg, refills=(1,), format_id="twenty-festivals")

    for seed in range(9):
        (game,) = mulligan_games(found, seed, parse_want("type:holding>=1"), turn=2)
        before = game.hand
        thrown = [before[place] for place in places]
        game.throw(places)
        kept = [name for place, name in enumerate(before) if place not in places]
        assert list(game.hand[: len(kept)]) == kept
        mines = 3 - [*thrown, *game.hand].count("Diamond Mine")
        chance = 1 if "Diamond Mine" in game.hand else mines / (6 - len(thrown))
        assert game.odds == pytest.approx(chance)


def test_standard_odds_name_the_cards_that_count(lcg: FilePool) -> None:
    (half,) = standard_odds(halves(CONFLICT, lcg, policy=Policy.NONE), 0)

    assert {each.label: each.cards for each in half.chances} == {
        "event": ("Banzai!", "Charge!", "Court Games"),
        "attachment": ("Fine Katana",),
        "4-of": ("Fine Katana",),
        "3-of": ("Banzai!",),
        "2-of": ("Charge!",),
        "1-of": ("Court Games",),
        "no card of cost 1 or less": ("Banzai!", "Charge!", "Fine Katana", "Court Games"),
    }
