"""Lines that every reader takes in one way, in legal lists: they are no question, and their neighbours are."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Checker, Verdict
from deckcheck.bulk.known_lists import KnownLists
from deckcheck.model.finding import verdict_of
from deckcheck.model.limits import Limits

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
PHOENIX = (DECKS / "lcg-stronghold" / "phoenix-one-restricted.txt").read_text("utf-8").partition("\n\n")[2]
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8").partition("\n\n")[2]


@pytest.fixture(scope="module")
def card_game() -> Checker:
    return Checker("lcg-stronghold")


@pytest.fixture(scope="module")
def celestial() -> Checker:
    return Checker("celestial-40-40")


def verdict(checker: Checker, text: str) -> Verdict:
    """Return the verdict on a list, which `bulk` gives too where it knows all lines."""
    found = checker.check_text(text).verdict
    known = KnownLists(checker, Limits()).in_text(text, "deck.txt", None)
    assert known is None or verdict_of(known.findings) is found
    return found


def rows(table: str) -> list[str]:
    return [row.strip() for row in table.split("|")]


@pytest.mark.parametrize(
    ("brackets", "card"),
    [
        ("(Unicorn)", "14-hisu-mori-toride"),
        ("(Lion)", "09-hisu-mori-toride"),
        ("[lion clan]", "09-hisu-mori-toride"),
        ("(Unicorn, foil)", "14-hisu-mori-toride"),
        ("(Unicorn) (alt art)", "14-hisu-mori-toride"),
        ("(Elements Unbound)", "14-hisu-mori-toride"),
        ("(Crab)", ""),
        ("(Lion / Unicorn)", ""),
        ("(not Lion)", ""),
        ("", ""),
    ],
)
def test_a_clan_in_brackets_chooses_between_cards_of_one_title(brackets: str, card: str, card_game: Checker) -> None:
    found = card_game.check_text(f"1 Hisu Mori Toride {brackets}\n")

    assert [*found.deck.copies] == ([card] if card else [])
    assert ("D002" in {finding.code for finding in found.findings}) is (not card and "not" not in brackets)
