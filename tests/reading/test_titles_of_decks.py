"""Titles above a list that name its Stronghold: they may name the card again, or be a second copy of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
TITLES = """Crab - {0} | Crab ({0}) | Crab: {0} | Crab / {0} | {0} - Crab | "{0}" | 1. {0} | {0} | My {0} deck"""
COPIES = "1 {0} | 1x {0} | {0} x1"


@pytest.fixture(scope="module")
def readers() -> list[tuple[Reader, str, str]]:
    found = (
        ("celestial-40-40", "crab-military", "Kyuden Hida"),
        ("lcg-2017", "crane-keeper", "Shizuka Toshi"),
    )
    return [
        (Reader(game), (DECKS / game / f"{deck}.txt").read_text("utf-8").partition("\n\n")[2], stronghold)
        for game, deck, stronghold in found
    ]


def rows(table: str) -> list[str]:
    return [row.strip() for row in table.split("|")]


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize("title", rows(TITLES))
def test_a_title_may_name_the_stronghold(title: str, between: str, readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, stronghold in readers:
        assert reader.verdict(title.format(stronghold) + between + text) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("title", "verdict"),
    [
        ("Deck: Crane Honor v3.1", Verdict.LEGAL),  # Honor is a card, which no deck can have.
        ("Deck: Crane Honor 2015", Verdict.LEGAL),
        ("Deck: Crane Honor 3", Verdict.UNDECIDED),
        ("Deck: 3 Kolat Assassin", Verdict.UNDECIDED),
    ],
)
def test_a_title_may_have_a_version(title: str, verdict: Verdict, readers: list[tuple[Reader, str, str]]) -> None:
    (reader, text, _), _ = readers
    assert reader.verdict(f"{title}\n\n{text}") is verdict


@pytest.mark.parametrize("line", rows(COPIES))
def test_a_number_of_copies_makes_it_a_second_one(line: str, readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, stronghold in readers:
        assert reader.verdict(f"{line.format(stronghold)}\n{text}") is Verdict.ILLEGAL


def test_another_stronghold_is_none_of_the_title(readers: list[tuple[Reader, str, str]]) -> None:
    (reader, text, _), _ = readers
    assert reader.verdict(f"Shiro Daidoji\n{text}") is Verdict.ILLEGAL


@pytest.mark.parametrize("fact", ["Stronghold: {0}", "**Stronghold:** {0}", "Name: x\nStronghold: {0}\nClan: x"])
def test_a_fact_may_name_the_stronghold_anywhere(fact: str, readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, stronghold in readers:
        line = fact.format(stronghold)
        for whole in (f"{line}\n\n{text}", f"{text}\n\n{line}\n"):
            assert reader.verdict(whole) is Verdict.UNDECIDED


def test_a_fact_may_name_the_role(readers: list[tuple[Reader, str, str]]) -> None:
    _, (reader, text, stronghold) = readers
    facts = f"Stronghold: {stronghold}\nRole: Keeper of Air"
    assert "1x Keeper of Air" in text
    assert reader.verdict(f"{facts}\n\n{text}") is Verdict.UNDECIDED
    assert reader.verdict(f"{text}\n\nRole: Keeper of Air\n") is Verdict.UNDECIDED
