"""Headings in a player's own words: cards below them that are not legal may be outside the deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Checker, Report, Verdict
from deckcheck.bulk.known_lists import KnownLists
from deckcheck.model.limits import Limits

CRANE = (Path(__file__).parents[2] / "examples/crane-celestial.txt").read_text("utf-8")
BANNED = "3 Gifts and Favors"
HEADINGS = """
    Bench | [Bench] | --- Bench --- | **Bench** | # Bench | ## what I would like to test | // swap-ins | Bench (3)
    Réserve | Zum Testen: | Spielbar wäre noch: | Cards I took out after the last event | To buy: | Don't own | In
"""


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker("celestial-40-40")


def report(checker: Checker, *below: str) -> Report:
    return checker.check_text("\n".join([CRANE.rstrip(), "", *below, ""]))


@pytest.mark.parametrize(
    "heading", [each.strip() for line in HEADINGS.split("\n") for each in line.split("|") if each.strip()]
)
def test_a_banned_card_below_an_unknown_heading_is_in_doubt(checker: Checker, heading: str) -> None:
    found = report(checker, heading, BANNED)
    banned = next(each for each in found.findings if each.name == "not-legal")
    line = len(CRANE.rstrip().split("\n")) + 2

    assert found.verdict is Verdict.UNDECIDED
    assert banned.message.endswith(f"unless line {line} puts the cards below it outside the deck")


@pytest.mark.parametrize("heading", ["Bench:", "Ideas:", "Cut:", "Spare cards:", "Alternatives:", "Maybeboard"])
def test_known_words_put_cards_outside_the_deck(checker: Checker, heading: str) -> None:
    assert report(checker, heading, BANNED).verdict is Verdict.LEGAL


@pytest.mark.parametrize("below", [["3 Gifts and Favors"], ["Holdings", BANNED], ["3 Unknown Castle", BANNED]])
def test_without_such_a_heading_the_deck_is_illegal(checker: Checker, below: list[str]) -> None:
    assert report(checker, *below).verdict is Verdict.ILLEGAL


def test_the_number_of_a_heading_is_that_of_its_cards(checker: Checker) -> None:
    assert report(checker, "Bench (4)", BANNED, "1 Iron Mine").verdict is Verdict.UNDECIDED
    assert report(checker, "Unknown Castle (2)", BANNED).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("outside", ["Sideboard", "Maybeboard (3)"])
def test_a_kind_of_card_below_a_sideboard_may_be_outside(checker: Checker, outside: str) -> None:
    """`Holdings` may head those of the sideboard; `Dynasty` heads the deck."""
    assert report(checker, outside, "1 Iron Mine", "", "Holdings", BANNED).verdict is Verdict.UNDECIDED
    assert report(checker, outside, "1 Iron Mine", "", "Dynasty", BANNED).verdict is Verdict.ILLEGAL
    assert report(checker, "Holdings", BANNED, "", outside, "1 Iron Mine").verdict is Verdict.ILLEGAL


def test_the_columns_of_a_table_are_no_heading(checker: Checker) -> None:
    assert report(checker, "| Qty | Card |", "|----:|:-----|", f"| 3 | {BANNED[2:]} |").verdict is Verdict.ILLEGAL


def test_an_error_above_the_heading_stays(checker: Checker) -> None:
    assert report(checker, BANNED, "Bench", "1 Iron Mine").verdict is Verdict.ILLEGAL


def test_a_remark_above_all_cards_heads_the_deck(checker: Checker) -> None:
    assert checker.check_text(f"# what I played at Winter Court\n{BANNED}\n\n{CRANE}").verdict is Verdict.ILLEGAL


def test_a_heading_over_most_cards_heads_the_deck(checker: Checker) -> None:
    stronghold, *cards = [line for line in CRANE.split("\n") if line and not line.startswith("#")]
    found = checker.check_text("\n".join([stronghold, "Duels and honour:", BANNED, *cards]))
    assert found.verdict is Verdict.ILLEGAL


def test_the_deck_needs_the_cards_below_the_heading(checker: Checker) -> None:
    """Without the block the Dynasty deck is too small, so the deck is illegal either way."""
    holdings = CRANE.replace("# Holdings (16)\n3 Marketplace", "# the gold\n3 Gifts and Favors")
    assert checker.check_text(holdings).verdict is Verdict.ILLEGAL


def test_bulk_leaves_such_lists_to_the_readers(checker: Checker) -> None:
    known = KnownLists(checker, Limits())
    assert known.in_text(f"{CRANE}\n# Bench\n{BANNED}\n", "deck.txt", "text") is None
    assert known.in_text(f"{CRANE}\nSideboard\nHoldings\n{BANNED}\n", "deck.txt", "text") is None
    assert known.in_text(CRANE, "deck.txt", "text") is not None
