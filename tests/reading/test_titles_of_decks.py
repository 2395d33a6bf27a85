"""Titles above a list that name its Stronghold: they may name the card again, or be a second copy of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
TITLES = """Crab - {0} | Crab ({0}) | Crab: {0} | Crab / {0} | {0} - Crab | "{0}" | {0}"""
UNCLEAR = "1. {0} | My {0} deck"
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
def test_a_title_names_the_stronghold(title: str, between: str, readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, stronghold in readers:
        counted = text if f"1x {stronghold}" in text else text.replace(stronghold, f"1 {stronghold}", 1)
        assert reader.verdict(title.format(stronghold) + between + counted) is Verdict.LEGAL


def test_words_of_a_title_count_no_copies(readers: list[tuple[Reader, str, str]]) -> None:
    (reader, text, stronghold), _ = readers
    deck = text.replace(stronghold, "Palace of the Breaking Dawn", 1)
    assert reader.verdict(f"Deck: Palace of the Breaking Dawn Honor\n{deck}") is reader.verdict(deck) is Verdict.LEGAL


@pytest.mark.parametrize("title", ["Deck: {0} Honor", "Name: Crab, {0} in Toshi", "{0} Honor"])
def test_a_title_may_name_the_stronghold_that_the_list_lacks(
    title: str, readers: list[tuple[Reader, str, str]]
) -> None:
    for reader, text, stronghold in readers:
        others = "\n".join(line for line in text.splitlines() if stronghold not in line)
        assert reader.verdict(f"Deck: Honor\n{others}") is Verdict.ILLEGAL
        assert reader.verdict(f"{title.format(stronghold)}\n{others}") is Verdict.UNDECIDED


NAMES = """Celestial Edition (40/40) | Celestial Edition | CELESTIAL EDITION: | Crab - Celestial Edition (40/40)
    | ** Destroyer War ** | My Celestial Edition (40/40) deck for the tournament | celestial-40-40"""


@pytest.mark.parametrize("name", rows(NAMES))
def test_a_title_may_be_the_name_of_the_format(name: str, readers: list[tuple[Reader, str, str]]) -> None:
    (reader, text, _), _ = readers
    for above in (f"{name}\n", f"{name}\n\n", f"Crab\n{name}\n\n"):
        assert reader.verdict(above + text) is Verdict.LEGAL
    for card in (f"3 {name}", f"{name} with Kyuden Hida"):
        assert reader.verdict(f"{card}\n\n{text}") is not Verdict.LEGAL
    middle = text.index("2 Spearmen")
    assert reader.verdict(f"{text[:middle]}\nMy other {name} deck\n\n{text[middle:]}") is Verdict.UNDECIDED


ABOVE = "Crab Blitz | My Crab deck | here is my list: | Kotei Paris 2018 | Kei | Best deck ever"


@pytest.mark.parametrize("title", rows(ABOVE))
def test_a_title_is_no_card_that_the_deck_lacks(title: str, readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, stronghold in readers:
        counted = text if f"1x {stronghold}" in text else text.replace(stronghold, f"1 {stronghold}", 1)
        card = next(line for line in counted.splitlines()[::-1] if line[:1].isdigit())
        fewer = counted.replace(f"{card}\n", "", 1)
        for above in (f"{title}\n", f"{title}\n\n"):
            assert reader.verdict(above + counted) is Verdict.LEGAL
            assert reader.verdict(above + fewer) is reader.verdict(fewer) is Verdict.ILLEGAL
        sorted_by_name = "\n".join(sorted(line for line in fewer.splitlines() if line[:1].isdigit()))
        assert reader.verdict(f"{title}\n\n{sorted_by_name}") is Verdict.ILLEGAL
        without = counted.replace(next(line for line in counted.splitlines() if stronghold in line), "", 1)
        assert reader.verdict(f"{title}\n\n{without}") is not Verdict.LEGAL


BARE = """Storm deck by Kei | My list | here is my list for Saturday: | Kotei Paris 2018 | Top 8 | 10 March 2018
    | Winner | version 2 | Influence: 10"""


def bare(text: str) -> str:
    """Return a list with a line for each copy, and none with a number."""
    cards = (re.fullmatch(r"(?:([1-9])x? )?(.+)", line) for line in text.splitlines() if not line.startswith("#"))
    return "".join(f"{card[2]}\n" * int(card[1] or 1) if card else "\n" for card in cards)


@pytest.mark.parametrize("title", rows(BARE))
def test_a_list_of_names_may_have_a_title(title: str, readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, _ in readers:
        assert reader.verdict(bare(text)) is Verdict.LEGAL
        assert reader.verdict(f"{title}\n\n{bare(text)}") is Verdict.LEGAL


def test_a_name_above_a_list_of_names_may_be_a_card(readers: list[tuple[Reader, str, str]]) -> None:
    (reader, text, stronghold), _ = readers
    assert reader.verdict(f"Winter Storm\n\n{bare(text)}") is Verdict.UNDECIDED  # It is not legal there.
    assert reader.verdict(f"Kolat Assasin\n\n{bare(text)}") is Verdict.UNDECIDED
    others = bare(text).replace(f"{stronghold}\n", "", 1)
    assert reader.verdict(f"Kyuden Unknown Castle\n\n{others}") is Verdict.UNDECIDED


@pytest.mark.parametrize("title", ["{} deck", "=== {} ===", "-- {} --", "{}:", "My {} deck"])
def test_a_title_may_repeat_the_stronghold_of_a_numbered_line(title: str) -> None:
    reader = Reader("celestial-40-40")
    text = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8").partition("\n\n")[2]
    shown = title.format("Shiro Daidoji")
    assert reader.verdict(f"{shown}\n\n{text}") is Verdict.LEGAL
    assert reader.verdict(f"{shown.upper()}\n\n{text}") is Verdict.LEGAL
    assert reader.verdict(f"1 {shown}\n\n{text}") is not Verdict.LEGAL
    assert reader.verdict(f"{title.format('Kyuden Doji')}\n\n{text}") is not Verdict.LEGAL
    assert reader.verdict(f"{shown}\n\n{text.replace('1 Shiro Daidoji', '')}") is not Verdict.ILLEGAL


def test_a_card_with_the_name_of_the_format_may_be_a_card() -> None:
    lotus = Reader("lotus")
    text = (DECKS / "lotus" / "unicorn-with-sensei-and-wind.txt").read_text("utf-8")
    assert lotus.verdict(text) is Verdict.LEGAL
    assert lotus.verdict(f"Lotus\n\n{text}") is Verdict.UNDECIDED
    assert lotus.verdict(f"Format: Lotus\n\n{text}") is Verdict.LEGAL


def test_a_title_may_be_a_clan_that_another_stronghold_is_called_after() -> None:
    text = (DECKS / "jade" / "brotherhood-without-a-sensei.txt").read_text("utf-8").partition("\n\n")[2]
    jade = Reader("jade")
    assert jade.verdict(text) is Verdict.LEGAL
    assert jade.verdict(f"Brotherhood of Shinsei\n\n{text}") is Verdict.UNDECIDED
    assert jade.verdict(f"Brotherhood of Shinsei\n=====\n\n{text}") is Verdict.UNDECIDED
    assert jade.verdict(f"1 Brotherhood of Shinsei\n\n{text}") is Verdict.ILLEGAL


@pytest.mark.parametrize("title", rows(UNCLEAR))
def test_other_words_may_name_it_again(title: str, readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, stronghold in readers:
        is_sure = "My" in title and f"1x {stronghold}" in text
        verdict = Verdict.LEGAL if is_sure else Verdict.UNDECIDED
        assert reader.verdict(f"{title.format(stronghold)}\n{text}") is verdict


def test_the_title_may_be_above_each_page(readers: list[tuple[Reader, str, str]]) -> None:
    for reader, text, _ in readers:
        lines = text.rstrip().split("\n")
        pages = ["\n".join(lines[at : at + 20]) for at in range(0, len(lines), 20)]
        assert reader.verdict("".join(f"Honor and Steel\n{page}\n" for page in pages)) is Verdict.LEGAL


def test_one_of_two_names_without_a_number_may_be_a_title(readers: list[tuple[Reader, str, str]]) -> None:
    (reader, text, stronghold), _ = readers
    assert text.startswith(f"{stronghold}\n")
    assert reader.verdict(f"{stronghold}\n\n{text}") is Verdict.UNDECIDED


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


@pytest.mark.parametrize(
    "title", rows("Crane Honor v2.1 | Crane 2.0 | Crane Honor (v3) | Kei Tanaka - Crane Honor | Crane / Kei Tanaka")
)
def test_a_title_with_the_clan_may_have_a_version_and_the_player(
    title: str, readers: list[tuple[Reader, str, str]]
) -> None:
    _, (reader, text, _) = readers
    assert reader.verdict(f"{title}\n{text}") is Verdict.LEGAL


@pytest.mark.parametrize(
    "title", rows("Crane Honor 3 | Crane - Xyzzy x3 | Crane Honor v2, 3 Xyzzy | Crane - Court Games")
)
def test_a_title_has_no_number_of_copies_and_no_card(title: str, readers: list[tuple[Reader, str, str]]) -> None:
    _, (reader, text, _) = readers
    assert reader.verdict(f"{title}\n\n{text}") is Verdict.UNDECIDED


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
        above = Verdict.LEGAL if f"1x {stronghold}" in text else Verdict.UNDECIDED
        assert reader.verdict(f"{line}\n\n{text}") is above
        # The name of a deck below the list may be that of another one.
        assert reader.verdict(f"{text}\n\n{line}\n") is (Verdict.UNDECIDED if "Name" in fact else above)


def test_a_fact_names_the_role_and_no_second_one(readers: list[tuple[Reader, str, str]]) -> None:
    _, (reader, text, stronghold) = readers
    facts = f"Stronghold: {stronghold}\nRole: Keeper of Air"
    assert "1x Keeper of Air" in text
    below = (f"{text}\n\nRole: Keeper of Air\n", f"{text}\n\nKeeper of Air\n", f"{text}\nKeeper of Air\n")
    for whole in (f"{facts}\n\n{text}", f"Crane / Keeper of Air\n{text}", *below):
        assert reader.verdict(whole) is Verdict.LEGAL
        # Cards outside the deck do not have it again.
        outside = whole.replace("1x Keeper of Air\n", "") + "\n\nMaybeboard\n1x Keeper of Air\n"
        assert reader.verdict(outside) is Verdict.LEGAL
    assert reader.verdict(f"Crane / Keeper of Fire\n{text}") is not Verdict.LEGAL
