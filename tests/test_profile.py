"""The profile of a deck: kinds, curves and influence of the cards that are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.checks.checker import read_deck
from deckcheck.model.deck import Deck
from deckcheck.model.format import Format
from deckcheck.odds.profile import Curves, InfluenceUse, curves_of
from deckcheck.pools.loading import FilePool
from tests.conftest import ROOT, shipped_format

LCG = """\
1 Kyūden Kakita
1 Seeker of Air
1 Ancestral Lands
2 Doji Challenger
1 Iron Crane Legion
2 Kakita Dōjō
2 Court Games
2 Assassination
3 Banzai!
2 Cavalry Reserves
"""


@pytest.fixture(scope="module")
def crane(ccg: FilePool, celestial: Format) -> Curves:
    return curves_of(read_deck(ROOT / "examples" / "crane-celestial.txt", celestial, ccg), celestial)


def lcg_deck(text: str, folder: Path, fmt: Format, pool: FilePool) -> Deck:
    file = folder / "deck.txt"
    file.write_text(text, "utf-8")
    return read_deck(file, fmt, pool)


def test_the_halves_are_what_cards_are_drawn_from(crane: Curves) -> None:
    assert [(half.section, half.size) for half in crane.halves] == [("dynasty", 40), ("fate", 40)]
    assert crane.influence is None


def test_kinds_are_counted_by_copies_the_most_frequent_first(crane: Curves) -> None:
    kinds = [("personality", 20), ("holding", 16), ("event", 2), ("celestial", 1), ("region", 1)]
    assert [*crane.halves[0].kinds.items()] == kinds
    assert all(sum(half.kinds.values()) == half.size for half in crane.halves)


def test_a_curve_has_a_bar_for_each_number_up_to_the_highest(crane: Curves) -> None:
    cost = crane.halves[0].curves[0]

    assert cost.fact == "cost"
    assert [*cost.bars] == [str(number) for number in range(11)]
    assert {value: count for value, count in cost.bars.items() if count} == {
        "2": 13,
        "3": 5,
        "4": 3,
        "5": 3,
        "6": 4,
        "7": 6,
        "8": 1,
        "10": 1,
    }
    assert sum(cost.bars.values()) == 36  # two Events, a Region and a Celestial have no cost
    assert cost.mean == pytest.approx((2 * 13 + 3 * 5 + 4 * 3 + 5 * 3 + 6 * 4 + 7 * 6 + 8 + 10) / 36)


def test_curves_are_of_the_facts_that_the_cards_have(crane: Curves) -> None:
    facts = [[curve.fact for curve in half.curves] for half in crane.halves]

    assert facts == [["cost", "gold_production", "honor_requirement", "personal_honor"], ["cost", "focus"]]


def test_a_mark_in_place_of_a_number_is_a_bar_of_its_own_behind_them(
    tmp_path: Path, ccg: FilePool, celestial: Format
) -> None:
    deck = lcg_deck("3 Seasoned Ronin\n2 Tarui\n", tmp_path, celestial, ccg)

    requirement = next(c for c in curves_of(deck, celestial).halves[0].curves if c.fact == "honor_requirement")

    assert [*requirement.bars.items()] == [("0", 0), ("1", 3), ("-", 2)]
    assert requirement.mean == 1


def test_out_of_clan_cards_cost_influence_and_neutral_ones_do_not(
    tmp_path: Path, lcg: FilePool, lcg2017: Format
) -> None:
    deck = lcg_deck(LCG, tmp_path, lcg2017, lcg)

    # Two copies of a Unicorn card of influence cost 2; the other cards are Crane or neutral.
    assert curves_of(deck, lcg2017).influence == InfluenceUse(spent=4, allowed=9)


def test_a_half_without_cards_is_left_out_and_no_stronghold_gives_no_influence(
    tmp_path: Path, lcg: FilePool, lcg2017: Format
) -> None:
    found = curves_of(lcg_deck("2 Doji Challenger\n", tmp_path, lcg2017, lcg), lcg2017)

    assert [half.section for half in found.halves] == ["dynasty"]
    assert found.influence is None


def test_a_cost_that_no_source_gives_is_a_bar_of_its_own(tmp_path: Path, ccg: FilePool, celestial: Format) -> None:
    deck = lcg_deck("3 Air Dragon - exp2\n1 Diamond Mine\n", tmp_path, celestial, ccg)
    (cost,) = (curve for curve in curves_of(deck, celestial).halves[0].curves if curve.fact == "cost")

    assert [bar for bar in cost.bars.items() if bar[1]] == [("6", 1), ("?", 3)]
    assert cost.mean == 6


def test_a_keeper_role_adds_influence(tmp_path: Path, lcg: FilePool, lcg2017: Format) -> None:
    deck = lcg_deck(LCG.replace("Seeker of Air", "Keeper of Air"), tmp_path, lcg2017, lcg)

    influence = curves_of(deck, lcg2017).influence

    assert influence is not None
    assert influence.allowed == 12


@pytest.mark.parametrize(
    "cards",
    [
        "House of Leaves\n2 Cavalry Reserves\n",  # a stronghold without known influence
        "Kyūden Kakita\n2 Cavalry Reserves\n1 Ankoku's Blessing\n",  # a Scorpion card without a known cost
    ],
)
def test_influence_that_no_source_gives_is_no_number(cards: str, tmp_path: Path, lcg: FilePool) -> None:
    emerald = shipped_format("lcg-emerald")

    assert curves_of(lcg_deck(cards, tmp_path, emerald, lcg), emerald).influence is None


def test_where_decks_have_no_stronghold_the_format_gives_influence(tmp_path: Path, lcg: FilePool) -> None:
    """As for the rule about it, cards of the sideboard count too."""
    skirmish = shipped_format("lcg-skirmish")
    text = "2 Doji Whisperer\n1 Banzai!\n1 Captive Audience\n# Sideboard\n1 Captive Audience\n"
    deck = lcg_deck(text, tmp_path, skirmish, lcg)

    assert curves_of(deck, skirmish).influence == InfluenceUse(spent=6, allowed=6)


def test_strongholds_provinces_and_sideboards_are_not_drawn(tmp_path: Path, lcg: FilePool) -> None:
    skirmish = shipped_format("lcg-skirmish")
    deck = lcg_deck("2 Doji Challenger\n2 Court Games\n\nSideboard\n3 Banzai!\n", tmp_path, skirmish, lcg)

    sizes = {half.section: half.size for half in curves_of(deck, skirmish).halves}

    assert sizes == {"dynasty": 2, "conflict": 2}


def test_a_wide_curve_leaves_out_the_numbers_that_no_card_has(ccg: FilePool, celestial: Format) -> None:
    import msgspec

    from deckcheck.model.deck import Entry, RawDeck, Request, Span

    (card,) = ccg.named("tarui")
    request = Request(name="x", count=1, span=Span(1, 1, 2))
    cards = [msgspec.structs.replace(card, id=str(cost), cost=cost) for cost in (1, 99)]
    raw = RawDeck(path="x", lines=("x",), requests=(request,))
    deck = Deck(raw=raw, entries=tuple(Entry(card, 1, request) for card in cards))

    assert curves_of(deck, celestial).halves[0].curves[0].bars == {"1": 1, "99": 1}
