"""Lines of a list that may be a list by themselves, and lines that may be outside the deck."""

from __future__ import annotations

import pytest

from deckcheck import Checker
from deckcheck.decks.readers import read_all
from deckcheck.model.deck import Deck
from deckcheck.model.limits import Limits
from deckcheck.rules.own_headings import set_apart
from deckcheck.rules.several_lists import lists_in, versions_in

CARDS = "3 Doji Whisperer\n3 Savvy Politician\n3 Cautious Scout\n3 Court Games\n3 Rout\n"
HOLD = "1 Shizuka Toshi\n"
LIST = HOLD + CARDS
# What a remark below the list may leave of it.
LEFT = ("1-5", "1-4", "1-3", "1-2", "1")


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker("lcg-2017")


def deck(checker: Checker, text: str) -> Deck:
    (raw,) = read_all(text, "deck.txt", Limits(), None)
    return checker.read(raw)


def lines(deck: Deck) -> str:
    """Return the lines with cards in a deck, as in "1-6 8"."""
    numbers = sorted(entry.request.span.line for entry in deck.entries)
    first = [number for number in numbers if number - 1 not in numbers]
    last = [number for number in numbers if number + 1 not in numbers]
    return " ".join(f"{one}-{end}" if one < end else f"{one}" for one, end in zip(first, last, strict=True))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param(LIST, [], id="one list"),
        pytest.param(f"{LIST}\n{LIST}", [("1-6", 8), ("8-13", 8)], id="two lists"),
        pytest.param(LIST + LIST, [("1-6", 7), ("7-12", 7)], id="no line between them"),
        pytest.param(f"{LIST}\n{LIST}\n{LIST}", [("1-6", 8), ("8-13", 8), ("15-20", 15)], id="three lists"),
        pytest.param(f"{CARDS}{HOLD}\n{CARDS}{HOLD}", [("1-6", 8), ("8-13", 8)], id="Strongholds below"),
        pytest.param(
            f"{LIST}\nMy second list\n{LIST}",
            [("1-6", 8), ("1-6", 9), ("9-14", 8), ("9-14", 9)],
            id="a title that is in either",
        ),
        pytest.param(f"{CARDS}{HOLD}{CARDS}{HOLD}", [], id="no line tells where"),
        pytest.param(f"{LIST}\n{LIST.replace('3', '1')}", [], id="one is much smaller"),
        pytest.param(f"Dynasty\n{CARDS}Dynasty\n{CARDS}", [("2-6", 7), ("8-12", 7)], id="headings"),
        pytest.param(f"Dynasty\n{CARDS}Fate\n{CARDS}", [], id="parts of one list"),
        pytest.param(f"Dynasty\n{CARDS}# second\nDynasty\n{CARDS}", [("2-6", 8), ("9-13", 8)], id="a comment above"),
        pytest.param(f"{HOLD}\n{HOLD}", [], id="Strongholds without cards"),
    ],
)
def test_lists_in_a_file(text: str, parts: list[tuple[str, int]], checker: Checker) -> None:
    assert [(lines(each.deck), each.spans[0].line) for each in lists_in(deck(checker, text))] == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param(f"Dynasty\n{CARDS}Conflict\n{CARDS}", [], id="different parts"),
        pytest.param(f"Dynasty\n{CARDS}Dynasty\n3 Rout\n", [("2-6", 1), ("8", 7)], id="a part twice"),
        pytest.param(
            f"Dynasty\n{CARDS}Conflict\n3 Rout\nDynasty\n3 Banzai!\n", [("2-6 8", 1), ("8 10", 9)], id="another between"
        ),
    ],
)
def test_versions_of_a_part(text: str, parts: list[tuple[str, int]], checker: Checker) -> None:
    assert [(lines(each.deck), each.spans[0].line) for each in versions_in(deck(checker, text))] == parts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param(f"{LIST}\nBench\n3 Rout\n", [("1-6", [8])], id="a heading"),
        pytest.param(f"{LIST}\nBench\n3 Rout\n\n3 Banzai!\n", [("1-6 11", [8]), ("1-6", [8])], id="an empty line"),
        pytest.param(
            f"{LIST}\nBench\n3 Rout\nIdeas\n3 Banzai!\n",
            [("1-6 11", [8]), ("1-6", [8]), ("1-6 9", [10]), ("1-6", [8, 10]), ("1-6", [8, 10])],
            id="two headings",
        ),
        pytest.param(f"{LIST}\nPotentials (3)\n3 Rout\n3 Banzai!\n", [], id="a number that is not that of its cards"),
        pytest.param(f"{LIST}\nPotentials (2)\n3 Rout\n3 Banzai!\n", [("1-6", [8])], id="the number of its lines"),
        pytest.param(f"{LIST}\nBench (3)\n3 Rout\n3 Banzai!\n", [("1-6", [8])], id="a wrong number"),
        pytest.param(f"Bench\n{LIST}", [], id="a title"),
        pytest.param(f"{HOLD}Bench\n{CARDS}", [], id="above most of the cards"),
        pytest.param(
            f"{LIST}# bench\n3 Banzai!\n", [*((f"{left} 8", [7]) for left in LEFT), ("1-6", [7])], id="a comment"
        ),
        pytest.param(f"{LIST}3 Fury # bench\n3 Banzai!\n", [], id="a comment behind a card"),
        pytest.param(f"{LIST}Sideboard\n3 Rout\nEvents\n3 Banzai!\n", [("1-6", [9])], id="below the sideboard"),
        pytest.param(f"{LIST}Dynasty\n3 Rout\nEvents\n3 Banzai!\n", [], id="below a heading of the deck"),
        pytest.param(f"{LIST}Bench\n", [(left, [7]) for left in LEFT], id="nothing below"),
        pytest.param("Bench\n", [], id="no card"),
    ],
)
def test_headings_that_may_set_cards_apart(text: str, kept: list[tuple[str, list[int]]], checker: Checker) -> None:
    found = [(lines(each.deck), [span.line for span in each.spans]) for each in set_apart(deck(checker, text))]

    assert found == kept
